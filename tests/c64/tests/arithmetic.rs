//! Integer and float arithmetic of the runtime, for edge values of every width.
#![no_std]

use target_tests::computed_twice as computed;

const BYTES: [u8; 10] = [0, 1, 2, 7, 10, 100, 127, 128, 200, 255];
const WORDS: [u16; 10] = [0, 1, 10, 255, 256, 257, 0x7fff, 0x8000, 54_321, 0xffff];
const LONGS: [u32; 10] =
    [0, 1, 10, 255, 0x1_0000, 1_000_003, 0x7fff_ffff, 0x8000_0000, 0xdead_beef, u32::MAX];
const QUADS: [u64; 9] =
    [0, 1, 10, 0xffff, 0x1_0000_0000, 1_000_000_007, 1 << 63, 0x0123_4567_89ab_cdef, u64::MAX];
const WIDE: [u128; 6] = [0, 1, 10, 1 << 64, 0x0123_4567_89ab_cdef_0011_2233_4455_6677, u128::MAX];

computed!(products_of_bytes, |a, b: u8| -> u16 { a as u16 * b as u16 }, BYTES);
computed!(quotients_of_bytes, |a, b: u8| -> (u8, u8) { if b == 0 { (0, 0) } else { (a / b, a % b) } }, BYTES);
computed!(
    signed_quotients_of_bytes,
    |a, b: i8| -> Option<(i8, i8)> {
        match (a.checked_div(b), a.checked_rem(b)) {
            (Some(quotient), Some(remainder)) => Some((quotient, remainder)),
            _ => None,
        }
    },
    [0, 1, 2, 7, 100, 127, -1, -2, -7, -128]
);
computed!(products_of_words, |a, b: u16| -> u32 { a as u32 * b as u32 }, WORDS);
computed!(
    quotients_of_words,
    |a, b: u16| -> (u16, u16) { if b == 0 { (0, 0) } else { (a / b, a % b) } },
    WORDS
);
computed!(
    signed_quotients_of_words,
    |a, b: i16| -> Option<i16> { a.checked_div(b) },
    [0, 1, 10, 255, 256, 32_767, -1, -10, -256, -32_768]
);
computed!(
    shifts_of_words,
    |a, b: u16| -> (u16, u16, i16) { (a << (b % 16), a >> (b % 16), (a as i16) >> (b % 16)) },
    WORDS
);
computed!(products_of_longs, |a, b: u32| -> u64 { a as u64 * b as u64 }, LONGS);
computed!(
    quotients_of_longs,
    |a, b: u32| -> (u32, u32) { if b == 0 { (0, 0) } else { (a / b, a % b) } },
    LONGS
);
computed!(sums_of_longs, |a, b: u32| -> (u32, bool) { a.overflowing_add(b) }, LONGS);
computed!(
    signed_quotients_of_longs,
    |a, b: i32| -> Option<i32> { a.checked_div(b) },
    [0, 1, 10, 65_536, i32::MAX, -1, -10, -65_537, i32::MIN]
);
computed!(products_of_quads, |a, b: u64| -> u64 { a.wrapping_mul(b) }, QUADS);
computed!(
    quotients_of_quads,
    |a, b: u64| -> (u64, u64) { if b == 0 { (0, 0) } else { (a / b, a % b) } },
    QUADS
);
computed!(shifts_of_quads, |a, b: u64| -> (u64, i64) { (a << (b % 64), (a as i64) >> (b % 64)) }, QUADS);
computed!(products_of_128_bits, |a, b: u128| -> u128 { a.wrapping_mul(b) }, WIDE);
computed!(
    quotients_of_128_bits,
    |a, b: u128| -> (u128, u128) { if b == 0 { (0, 0) } else { (a / b, a % b) } },
    WIDE
);
computed!(
    counted_bits,
    |a, b: u32| -> (u32, u32, u32, u32) {
        let x = a ^ b;
        (x.leading_zeros(), x.trailing_zeros(), x.count_ones(), x.reverse_bits())
    },
    LONGS
);
computed!(
    compared_longs,
    |a, b: i32| -> (bool, bool, u32) { (a < b, a as u32 <= b as u32, a.abs_diff(b)) },
    [0, 1, -1, 256, -256, i32::MAX, i32::MIN]
);

const FLOATS: [f32; 12] = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    0.1,
    16_777_217.0,
    1.0e-30,
    -3.0e38,
    f32::MIN_POSITIVE,
    1.0e-45,
    f32::INFINITY,
    f32::NEG_INFINITY,
];

computed!(sums_of_floats, |a, b: f32| -> u32 { bits(a + b) }, FLOATS);
computed!(differences_of_floats, |a, b: f32| -> u32 { bits(a - b) }, FLOATS);
computed!(products_of_floats, |a, b: f32| -> u32 { bits(a * b) }, FLOATS);
computed!(quotients_of_floats, |a, b: f32| -> u32 { bits(a / b) }, FLOATS);
computed!(
    floats_as_integers,
    |a, b: f32| -> (u8, i16, u32, i32) { (a as u8, b as i16, a as u32, (a * b) as i32) },
    FLOATS
);
computed!(
    integers_as_floats,
    |a, b: i32| -> (u32, u32) { ((a as f32).to_bits(), (b as u32 as f32).to_bits()) },
    [0, 1, -1, 255, 16_777_217, -16_777_219, i32::MAX, i32::MIN]
);
computed!(compared_floats, |a, b: f32| -> (bool, bool, bool) { (a < b, a == b, a >= b) }, FLOATS);
computed!(
    doubles,
    |a, b: f32| -> (u64, u32) {
        let product = a as f64 * b as f64;
        (if product.is_nan() { u64::MAX } else { product.to_bits() }, bits(product as f32))
    },
    FLOATS
);

/// The bits of a float; all NaN count as one, since neither Rust nor IEEE 754 says which one an operation gives.
const fn bits(float: f32) -> u32 {
    if float.is_nan() { u32::MAX } else { float.to_bits() }
}
