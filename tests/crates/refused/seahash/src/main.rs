//! seahash: it shifts lengths further than a pointer of 16 bits has bits.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::Checksum;

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    sum.u64(seahash::hash(&kit::input::<40>(1)));
    sum
}

kit::program!(exercise);
