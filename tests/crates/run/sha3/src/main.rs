//! sha3: SHA3-256 and SHAKE128.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use sha3::digest::{ExtendableOutput, Update, XofReader};
use sha3::{Digest, Sha3_256, Shake128};

fn exercise() -> Checksum {
    let data = kit::input::<20>(0x5555);
    let mut sum = Checksum::new();
    sum.bytes(&Sha3_256::digest(data));
    let mut shake = Shake128::default();
    shake.update(&data[..7]);
    let mut reader = shake.finalize_xof();
    let mut bytes = [0; 40];
    reader.read(&mut bytes);
    sum.bytes(&bytes);
    sum
}

kit::program!(exercise);
