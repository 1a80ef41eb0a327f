//! 64 numbers of 32 bits to decimal text: by division and by subtracting powers of ten.
#![no_std]
#![no_main]

use kit::{hex16, input, mark};

kit::main!(run, [u8; DIGITS], [0; DIGITS]);

/// Digits of the longest number.
const DIGITS: usize = 10;

const POWERS: [u32; DIGITS - 1] =
    [1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10];

fn by_division(mut value: u32, buffer: &mut [u8; DIGITS]) -> &[u8] {
    let mut start = DIGITS;
    for (at, digit) in buffer.iter_mut().enumerate().rev() {
        start = at;
        *digit = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    &buffer[start..]
}

fn by_subtraction(mut value: u32, buffer: &mut [u8; DIGITS]) -> &[u8] {
    let mut length = 0;
    for &power in &POWERS {
        let mut digit = b'0';
        while value >= power {
            value -= power;
            digit += 1;
        }
        if digit != b'0' || length > 0 {
            buffer[length] = digit;
            length += 1;
        }
    }
    buffer[length] = b'0' + value as u8;
    &buffer[..=length]
}

/// A checksum of the texts of 64 numbers.
#[inline(always)]
fn texts(buffer: &mut [u8; DIGITS], text_of: impl Fn(u32, &mut [u8; DIGITS]) -> &[u8]) -> u16 {
    let mut value = input(1u32);
    let mut sum = 0u16;
    for _ in 0..64 {
        for &digit in text_of(value, buffer) {
            sum = sum.rotate_left(1).wrapping_add(digit.into());
        }
        value = value.wrapping_mul(3).wrapping_add(12345);
    }
    sum
}

fn run(buffer: &mut [u8; DIGITS]) {
    mark();
    let sum = texts(buffer, by_division);
    mark();
    hex16(sum);
    mark();
    let sum = texts(buffer, by_subtraction);
    mark();
    hex16(sum);
}
