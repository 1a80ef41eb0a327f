//! compiler_builtins, which rustc counts on: 128 bits, and products of 64 that may overflow.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::{Checksum, black_box};

const WIDE: [u128; 6] =
    [0, 1, u64::MAX as u128, 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210, 1 << 127, u128::MAX];

/// All six comparisons in bits.
fn compared<T: PartialOrd>(left: T, right: T) -> u8 {
    let outcomes = [left < right, left <= right, left > right, left >= right, left == right, left != right];
    outcomes.into_iter().fold(0, |bits, outcome| bits << 1 | u8::from(outcome))
}

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    for left in black_box(WIDE) {
        for right in black_box(WIDE) {
            let (product, quotient) = (left.wrapping_mul(right), left.checked_div(right).unwrap_or(7));
            let (signed, below) = (left as i128, right as i128);
            let remainder = signed.checked_rem(below).unwrap_or(9) as u128;
            let shifted = left << (right as u32 & 127) ^ left >> (right as u32 & 63);
            let rotated = left.rotate_left(right as u32) ^ left.rotate_right(right as u32 & 31);
            for number in
                [rotated, product, quotient, remainder, shifted, left.saturating_add(right), left.min(right)]
            {
                sum.u64(number as u64);
                sum.u64((number >> 64) as u64);
            }
            sum.byte(compared(left, right));
            sum.byte(compared(signed, below));
            let (left, right) = (left as u64, right as u64);
            sum.byte(u8::from(left.checked_mul(right).is_none()));
            sum.u64((left as i64).saturating_mul(right as i64) as u64);
        }
        sum.u32(left.leading_zeros() << 16 | left.trailing_zeros() << 8 | left.count_ones());
        sum.u64((left as i128 >> (left as u32 & 127)) as u64);
    }
    sum
}

kit::program!(exercise);
