//! `alloc::format!` with arguments, and decimal numbers, choices and checked products of 128 bits.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

extern crate alloc;

use alloc::format;
use kit::{Checksum, black_box};

const NUMBERS: [u128; 7] = [
    0,
    1,
    9_999_999_999_999_999,
    u64::MAX as u128,
    340_282_366_920_938_463_463_374_607_431_768_211,
    1 << 127,
    u128::MAX,
];

/// A choice among numbers of 128 bits.
fn named(number: u128) -> &'static str {
    match number {
        0 => "nothing",
        1 => "one",
        0xffff_ffff_ffff_ffff => "a long one",
        0x8000_0000_0000_0000_0000_0000_0000_0000 => "a power of two",
        u128::MAX => "all",
        _ => "another",
    }
}

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    for number in black_box(NUMBERS) {
        let text = format!("{number} {} {number:>45} {:x}", number as i128, number as u64);
        sum.bytes(text.as_bytes());
        sum.bytes(format!("{:?} {:#06x}", named(number), number as u16).as_bytes());
        for factor in black_box([0, 2, u128::from(u64::MAX), 1 << 64, u128::MAX]) {
            let products = format!(
                "{:?} {:?}",
                number.checked_mul(factor),
                (number as i128).checked_mul(factor as i128)
            );
            sum.bytes(products.as_bytes());
        }
    }
    sum
}

kit::program!(exercise);
