//! fnv: the 64-bit Fowler-Noll-Vo hash.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use core::hash::{Hash, Hasher};

use fnv::FnvHasher;
use kit::Checksum;

fn exercise() -> Checksum {
    let data = kit::input::<40>(0x1111);
    let mut sum = Checksum::new();
    for length in [0, 1, 8, 40] {
        let mut hasher = FnvHasher::default();
        hasher.write(&data[..length]);
        sum.u64(hasher.finish());
    }
    // Lengths and discriminants are left out: they are hashed as `usize` and differ from the host's.
    let mut hasher = FnvHasher::with_key(kit::black_box(99));
    ("name", data[0], u32::from(data[1]) * 77_777, 'x').hash(&mut hasher);
    sum.u64(hasher.finish());
    sum
}

kit::program!(exercise);
