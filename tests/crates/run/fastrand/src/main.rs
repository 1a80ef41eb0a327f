//! fastrand: numbers in ranges, with products of 128 bits.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;

fn exercise() -> Checksum {
    let mut random = fastrand::Rng::with_seed(kit::black_box(64));
    let mut sum = Checksum::new();
    for _ in 0..10 {
        sum.byte(random.u8(..));
        sum.u32(random.u32(10..5000));
        sum.u64(random.u64(..));
    }
    sum
}

kit::program!(exercise);
