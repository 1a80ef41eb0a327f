//! Converts numbers digit by digit, for the console and for the picture.

/// Powers of ten, starting with 10.
static POWERS: [u32; 9] =
    [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

/// Decimal places of the largest number.
pub const PLACES: u8 = 10;

/// Removes the digit at a decimal place, 0 for the ones, from a number below ten times that place's power, and returns it.
#[inline(never)]
pub fn digit(rest: &mut u32, place: u8) -> u8 {
    let Some(&power) = POWERS.get(place.wrapping_sub(1) as usize) else { return *rest as u8 };
    let mut left = *rest;
    let mut digit = 0;
    while left >= power {
        left -= power;
        digit += 1;
    }
    *rest = left;
    digit
}
