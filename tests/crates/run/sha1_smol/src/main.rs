//! sha1_smol: SHA-1 over lengths around a block, in one piece and in several.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use sha1_smol::Sha1;

fn exercise() -> Checksum {
    let data = kit::input::<130>(0x55aa);
    let mut sum = Checksum::new();
    for length in [0, 3, 55, 56, 64] {
        sum.bytes(&Sha1::from(&data[..length]).digest().bytes());
    }
    let mut sha = Sha1::new();
    data.chunks(37).for_each(|piece| sha.update(piece));
    sum.bytes(&sha.digest().bytes());
    sum
}

kit::program!(exercise);
