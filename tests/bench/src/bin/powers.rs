//! Powers of `f32` by squaring: what 32 rates of interest make of 1 in 40 years, and a polynomial of each.
#![no_std]
#![no_main]

use kit::{hex16, input, mark};

kit::main!(run);

fn power(mut base: f32, mut exponent: u16) -> f32 {
    let mut result = 1.0;
    while exponent > 0 {
        if exponent & 1 != 0 {
            result *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    result
}

fn polynomial(x: f32) -> f32 {
    ((0.25 * x - 1.5) * x + 3.0) * x + 0.125
}

fn run() {
    let years = input(40);
    mark();
    let mut sum = 0.0;
    for i in 0..32u8 {
        let rate = 1.0 + f32::from(i) / 256.0;
        sum += power(rate, years) / polynomial(rate);
    }
    let result = sum as u16;
    mark();
    hex16(result);
}
