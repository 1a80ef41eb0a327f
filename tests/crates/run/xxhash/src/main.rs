//! xxhash-rust: XXH32 and XXH64 over lengths around their blocks.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use xxhash_rust::xxh32::{Xxh32, xxh32};
use xxhash_rust::xxh64::xxh64;

fn exercise() -> Checksum {
    let data = kit::input::<80>(0x2222);
    let seed = kit::black_box(0x1234_5678u32);
    let mut sum = Checksum::new();
    for length in [0, 1, 4, 15, 16, 17, 31, 32, 33, 80] {
        sum.u32(xxh32(&data[..length], seed));
        sum.u64(xxh64(&data[..length], seed.into()));
    }
    let mut hasher = Xxh32::new(seed);
    data.chunks(11).for_each(|piece| hasher.update(piece));
    sum.u32(hasher.digest());
    sum
}

kit::program!(exercise);
