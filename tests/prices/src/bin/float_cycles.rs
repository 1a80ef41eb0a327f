//! Prints the cycles of each operation on floats: the mean over pairs of numbers, without the loop around them.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;
use sys2080::time::Cycles;

/// Operands of different sizes and signs, some of few bits, as programs have them.
const LEFT: [f64; 16] = [
    1.0, 2.5, -3.75, 100.125, 0.001, 12345.678, -0.5, 3.1415927, 1.0e4, -7.0e-5, 42.0, 0.333333, 32767.0,
    -1.0e-3, 9.80665, 2997.9247,
];
const RIGHT: [f64; 16] = [
    1.5, -2.25, 7.0, 0.0625, 1000.0, -3.3, 2.7182817, 1.4142135, 3.0e-4, 8.5, -19.0, 0.1, 1.0, 123.456,
    -6.02, 1.6,
];
/// Numbers of all sizes up to two bytes.
const INTEGERS: [i16; 16] =
    [0, 1, -1, 7, 42, 100, -128, 255, 256, -1000, 1024, 4096, -9999, 16384, 32767, -32768];

/// The numbers as another type.
macro_rules! cast {
    ($numbers:ident, $to:ty) => {{
        let mut cast = [0 as $to; 16];
        for (to, number) in cast.iter_mut().zip($numbers) {
            *to = number as $to;
        }
        black_box(cast)
    }};
}

/// The cycles of all 16 operations, with those of the loop.
macro_rules! total {
    ($left:expr, $right:expr, $gives:ty, |$a:ident, $b:ident| $operation:expr) => {{
        let (left, right) = ($left, $right);
        let mut results = [<$gives>::default(); 16];
        let clock = Cycles::start();
        for ((result, $a), $b) in results.iter_mut().zip(left).zip(right) {
            *result = black_box($operation);
        }
        let cycles = clock.elapsed();
        black_box(results);
        cycles
    }};
}

/// The cycles of one operation: what it adds to a loop that copies one of its operands, cast for free.
macro_rules! cycles {
    ($left:expr, $right:expr, $gives:ty, |$a:ident, $b:ident| $operation:expr, $copied:expr) => {
        (total!($left, $right, $gives, |$a, $b| $operation) - total!($left, $right, $gives, |$a, $b| $copied))
            / 16
    };
}

macro_rules! operations {
    ($float:ty, $sqrt:path) => {{
        let (left, right) = (cast!(LEFT, $float), cast!(RIGHT, $float));
        let (small, large) = (cast!(INTEGERS, i16), cast!(INTEGERS, i32));
        [
            cycles!(left, right, $float, |a, b| a + b, if black_box(true) { a } else { b }),
            cycles!(left, right, $float, |a, b| a - b, if black_box(true) { a } else { b }),
            cycles!(left, right, $float, |a, b| a * b, if black_box(true) { a } else { b }),
            cycles!(left, right, $float, |a, b| a / b, if black_box(true) { a } else { b }),
            cycles!(left, right, bool, |a, b| a < b, (a.to_bits() ^ b.to_bits()) & 1 != 0),
            cycles!(left, right, $float, |a, _b| $sqrt(a), a),
            cycles!(small, right, $float, |a, _b| <$float>::from(a), <$float>::from_bits(a as _)),
            cycles!(large, right, $float, |a, _b| a as $float, <$float>::from_bits(a as _)),
            cycles!(left, right, i16, |a, _b| a as i16, a.to_bits() as i16),
            cycles!(left, right, i32, |a, _b| a as i32, a.to_bits() as i32),
        ]
    }};
}

fn main() {
    let single = operations!(f32, libm::sqrtf);
    let double = operations!(f64, libm::sqrt);
    for (single, double) in single.into_iter().zip(double) {
        uprintln!("{} {}", single, double);
    }
}
