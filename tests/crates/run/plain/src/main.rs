//! What must fit without optimisation, too: `alloc::format!`, and decimal numbers, choices and checked products of 128 bits.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

extern crate alloc;

use alloc::format;
use kit::{Checksum, black_box};

/// A choice among numbers of 128 bits.
fn named(number: u128) -> &'static str {
    match number {
        0 => "nothing",
        0xffff_ffff_ffff_ffff => "a long one",
        0x8000_0000_0000_0000_0000_0000_0000_0000 => "a power of two",
        u128::MAX => "all",
        _ => "another",
    }
}

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    for number in black_box([0, 9_999_999_999_999_999, u128::from(u64::MAX), 1 << 127, u128::MAX]) {
        let product = number.checked_mul(black_box(1 << 64)).unwrap_or(7);
        let signed = (number as i128).checked_mul(black_box(-3)).unwrap_or(9);
        sum.bytes(format!("{number} {product} {signed} {}", named(number)).as_bytes());
    }
    sum
}

kit::program!(exercise);
