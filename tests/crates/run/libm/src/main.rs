//! libm: floating point.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::{Checksum, black_box};

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    for number in black_box([0.5f32, 2.0, 10.0]) {
        sum.u32(libm::sqrtf(number).to_bits());
        sum.u32(libm::sinf(number).to_bits());
        sum.u32(libm::powf(number, 1.5).to_bits());
    }
    sum
}

kit::program!(exercise);
