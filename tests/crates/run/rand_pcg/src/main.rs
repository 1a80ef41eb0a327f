//! rand_pcg: a permuted congruential generator with a state of 64 bits.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use rand_core::RngCore;
use rand_pcg::Pcg32;

fn exercise() -> Checksum {
    let mut random = Pcg32::new(kit::black_box(1), 2);
    let mut sum = Checksum::new();
    for _ in 0..20 {
        sum.u32(random.next_u32());
    }
    random.advance(kit::black_box(1_000_000));
    sum.u64(random.next_u64());
    sum
}

kit::program!(exercise);
