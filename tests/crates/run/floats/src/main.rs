//! compiler_builtins, which rustc counts on: floats of both widths, their edges and conversions.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::{Checksum, black_box};

const SINGLES: [f32; 10] =
    [0.0, -0.0, 1.5, -2.25, 1.0e-40, 3.0e38, f32::INFINITY, f32::NAN, 16_777_217.0, -0.1];
const DOUBLES: [f64; 9] =
    [0.0, -0.0, 1.5, -1.0e-310, 1.0e308, f64::NEG_INFINITY, f64::NAN, 9_007_199_254_740_993.0, 0.1];

/// The bits of a result. Which NaN it is, is nowhere promised.
fn single(number: f32) -> u32 {
    if number.is_nan() { 0x7fc0_0000 } else { number.to_bits() }
}

fn double(number: f64) -> u64 {
    if number.is_nan() { 0x7ff8_0000_0000_0000 } else { number.to_bits() }
}

/// All six comparisons in bits.
fn compared<T: PartialOrd>(left: T, right: T) -> u8 {
    let outcomes = [left < right, left <= right, left > right, left >= right, left == right, left != right];
    outcomes.into_iter().fold(0, |bits, outcome| bits << 1 | u8::from(outcome))
}

fn singles(sum: &mut Checksum) {
    for left in black_box(SINGLES) {
        for right in black_box(SINGLES) {
            for result in [left + right, left - right, left * right, left / right, left % right] {
                sum.u32(single(result));
            }
            sum.byte(compared(left, right));
            // Of two zeros either is the greater; the sum with another is the positive one.
            sum.u32(single(left.max(right) + 0.0));
            sum.u32(single(left.clamp(-1.0, 2.0)));
        }
        sum.byte(left as u8);
        sum.byte(left as i8 as u8);
        sum.u16(left as i16 as u16);
        sum.u32(left as u32);
        sum.u64(left as i64 as u64);
        sum.u64(double(left.into()));
        sum.u32(single(-left.abs()));
    }
    for number in black_box([0, 1, 255, 1 << 24 | 1, u32::MAX]) {
        sum.u32((number as f32).to_bits());
        sum.u32((number as i32 as f32).to_bits());
        sum.u32((number as u8 as f32).to_bits());
        sum.u64((u64::from(number) << 31) as f64 as u64);
    }
}

fn doubles(sum: &mut Checksum) {
    for left in black_box(DOUBLES) {
        for right in black_box(DOUBLES) {
            for result in [left + right, left - right, left * right, left / right] {
                sum.u64(double(result));
            }
            sum.byte(compared(left, right));
        }
        sum.u32(left as i32 as u32);
        sum.u64(left as u64);
        sum.u32(single(left as f32));
    }
}

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    singles(&mut sum);
    doubles(&mut sum);
    sum
}

kit::program!(exercise);
