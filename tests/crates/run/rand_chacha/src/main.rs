//! rand_chacha: ChaCha8 as a generator.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

fn exercise() -> Checksum {
    let mut random = ChaCha8Rng::from_seed(kit::input::<32>(0x1eee));
    let mut sum = Checksum::new();
    for _ in 0..20 {
        sum.u32(random.next_u32());
    }
    sum
}

kit::program!(exercise);
