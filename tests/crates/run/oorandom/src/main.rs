//! oorandom: permuted congruential random numbers, 32 bits out of a state of 64.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use oorandom::Rand32;

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    let mut random = Rand32::new(kit::black_box(2080));
    for _ in 0..20 {
        sum.u32(random.rand_u32());
        sum.u32(random.rand_range(10..1000));
        sum.u32(random.rand_i32() as u32);
    }
    let (state, increment) = random.state();
    sum.u64(state);
    sum.u64(increment);
    sum
}

kit::program!(exercise);
