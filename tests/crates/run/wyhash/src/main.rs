//! wyhash: hash and random numbers by products of 128 bits.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use wyhash::{wyhash, wyrng};

fn exercise() -> Checksum {
    let data = kit::input::<70>(0x3333);
    let mut seed = kit::black_box(0x1234_5678_9abc_def0);
    let mut sum = Checksum::new();
    for length in [0, 1, 3, 4, 8, 17, 33, 70] {
        sum.u64(wyhash(&data[..length], seed));
    }
    for _ in 0..5 {
        sum.u64(wyrng(&mut seed));
    }
    sum
}

kit::program!(exercise);
