//! rand: ranges, ratios and shuffling over a generator that is the same for all pointer widths.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;
use rand::Rng;
use rand::seq::SliceRandom;
use rand_core::SeedableRng;
use rand_xorshift::XorShiftRng;

fn exercise() -> Checksum {
    let mut random = XorShiftRng::seed_from_u64(kit::black_box(1541));
    let mut sum = Checksum::new();
    let mut deck: [u8; 52] = core::array::from_fn(|card| card as u8);
    deck.shuffle(&mut random);
    sum.bytes(&deck);
    for _ in 0..10 {
        sum.u32(random.gen_range(1..=6u32));
        sum.u16(random.gen_range(0..1000u16));
        sum.byte(u8::from(random.gen_ratio(1, 3)));
    }
    sum
}

kit::program!(exercise);
