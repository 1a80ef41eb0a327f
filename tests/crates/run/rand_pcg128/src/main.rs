//! rand_pcg: a permuted congruential generator with a state of 128 bits.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use rand_core::RngCore;
use rand_pcg::Pcg64;

fn exercise() -> Checksum {
    let mut random = Pcg64::new(kit::black_box(3), 4);
    let mut sum = Checksum::new();
    for _ in 0..10 {
        sum.u64(random.next_u64());
    }
    sum
}

kit::program!(exercise);
