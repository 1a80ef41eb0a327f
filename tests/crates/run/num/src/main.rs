//! num-traits and num-integer: roots, divisors, powers, checked sums.
#![cfg_attr(target_vendor = "c64", no_std, no_main)]

use kit::{Checksum, black_box};
use num_integer::{Integer, Roots};
use num_traits::{CheckedMul, FromPrimitive, One, checked_pow, pow};

fn power<T: Clone + CheckedMul + One>(base: T, exponent: usize) -> Option<T> {
    checked_pow(base, exponent)
}

fn exercise() -> Checksum {
    let mut sum = Checksum::new();
    for [left, right] in black_box([[48u32, 36], [1 << 30, 12_345], [65_537, 65_536]]) {
        sum.u32(left.gcd(&right));
        sum.u64(u64::from(left).lcm(&u64::from(right)));
        sum.u32(left.sqrt());
        sum.u32(left.nth_root(3));
        sum.u32(Integer::div_ceil(&left, &right));
        sum.u32(left.abs_diff(right).gcd(&right));
    }
    for number in black_box([-7i32, 7, i32::MIN]) {
        let (quotient, remainder) = number.div_mod_floor(&3);
        sum.u32(quotient as u32);
        sum.u32(remainder as u32);
        sum.u32(u32::from(number.is_even()));
    }
    sum.u64(pow(black_box(3u64), 40));
    sum.u32(power(black_box(3u32), 20).unwrap_or(9) ^ power(black_box(3u32), 21).unwrap_or(8));
    sum.u16(u16::from_i32(black_box(-1)).unwrap_or(5));
    sum
}

kit::program!(exercise);
