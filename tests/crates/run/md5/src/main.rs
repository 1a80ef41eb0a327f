//! md-5: MD5 over lengths around a block.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use md5::{Digest, Md5};

fn exercise() -> Checksum {
    let data = kit::input::<100>(0x6666);
    let mut sum = Checksum::new();
    for length in [0, 1, 55, 56, 64, 100] {
        sum.bytes(&Md5::digest(&data[..length]));
    }
    sum
}

kit::program!(exercise);
