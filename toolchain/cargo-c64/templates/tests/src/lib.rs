//! A library with tests that run on the C64 (`cargo c64 test`) and on your computer (`cargo test`).
#![no_std]

/// The greatest common divisor; 0 only if both numbers are 0.
pub fn gcd(mut a: u16, mut b: u16) -> u16 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_divisors_are_found() {
        assert_eq!(gcd(2080, 64), 32);
        assert_eq!(gcd(7, 5), 1);
    }

    #[test]
    fn zero_has_every_divisor() {
        assert_eq!(gcd(0, 9), 9);
    }

    #[test]
    #[should_panic(expected = "divide by zero")]
    fn a_panic_can_be_expected() {
        let zero = core::hint::black_box(0_u16);
        assert_eq!(1 / zero, 0);
    }
}
