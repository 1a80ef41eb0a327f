//! Numbers digit by digit, for the console and for the picture.

/// Powers of ten, from the tens on.
static POWERS: [u32; 9] =
    [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

/// Decimal places of the greatest number.
pub const PLACES: u8 = 10;

/// Takes the digit of a decimal place, 0 for the ones, out of a number below ten times that place's power.
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
