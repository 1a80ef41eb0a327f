//! fixed: fixed-point numbers of 8 to 32 bits, their products, quotients and text.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use core::fmt::Write;

use fixed::types::{I8F8, I16F16, U0F8, U4F4};
use kit::{Checksum, black_box};

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    for bits in black_box([0x0180i16, -0x0340, 0x7fff, -1, 0x0001]) {
        let number = I8F8::from_bits(bits);
        sum.u16(number.saturating_mul(I8F8::from_num(3)).to_bits() as u16);
        sum.u16(number.wrapping_div(I8F8::from_bits(0x00c0)).to_bits() as u16);
        sum.u16(number.round_ties_even_or(bits).to_bits() as u16);
        sum.byte(u8::from(number > I8F8::from_num(1)));
        assert!(write!(sum, "{number} {number:.3}").is_ok());
    }
    for bits in black_box([0x0001_8000i32, -0x0003_4000, i32::MAX, i32::MIN]) {
        let number = I16F16::from_bits(bits);
        sum.u32(number.wrapping_mul(number).to_bits() as u32);
        sum.u32(number.saturating_add(I16F16::from_num(7)).to_bits() as u32);
        sum.u32(number.checked_div(I16F16::from_num(5)).map_or(0, |n| n.to_bits() as u32));
        assert!(write!(sum, "{number}").is_ok());
    }
    for bits in black_box([0x18u8, 0xff]) {
        sum.byte(U4F4::from_bits(bits).wrapping_mul(U4F4::from_num(2)).to_bits());
        sum.byte(U0F8::from_bits(bits).wrapping_mul(U0F8::from_bits(0x80)).to_bits());
    }
    sum
}

/// Rounds to even where that does not overflow.
trait Round {
    fn round_ties_even_or(self, bits: i16) -> I8F8;
}

impl Round for I8F8 {
    fn round_ties_even_or(self, bits: i16) -> I8F8 {
        self.checked_round_ties_even().unwrap_or(I8F8::from_bits(bits))
    }
}

kit::program!(exercise);
