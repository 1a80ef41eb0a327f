//! micromath: quick floating point.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::{Checksum, black_box};
use micromath::F32Ext;

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    for number in black_box([0.5f32, 2.0, 10.0]) {
        sum.u32(F32Ext::sqrt(number).to_bits());
        sum.u32(F32Ext::sin(number).to_bits());
    }
    sum
}

kit::program!(exercise);
