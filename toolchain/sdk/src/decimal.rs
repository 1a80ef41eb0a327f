//! Prints an `f32` with a fixed number of decimal places, in a fraction of the code size of `core::fmt`.
//!
//! `println!("{x:.2}")` with an `f32` links the core library's general float printer, about 27 KB.
//! `println!("{}", decimal(x, 2))` prints the same digits with about 2 KB of pure integer arithmetic.

use core::fmt::{self, Write as _};

/// The maximum number of decimal places of a [`Decimal`].
pub const MOST_PLACES: u8 = 9;

/// Bytes of the number after the point: an `f32` of at least 2^-40 has no bits below 2^-64, and a smaller one is 0 in all of
/// its [`MOST_PLACES`].
const FRACTION: usize = 8;
/// Bytes of the number, lowest first: an `f32` is less than 2^128.
const BYTES: usize = FRACTION + 16;
/// Bytes of the text: 39 digits (as many as 2^128 has), the point, the decimal places.
const TEXT: usize = 39 + 1 + MOST_PLACES as usize;

/// The bits of infinity; those of NaNs are greater. IEEE 754, binary32.
const INFINITY: u32 = 0x7f80_0000;

/// An `f32` that is printed with a fixed number of decimal places. Created by [`decimal`].
///
/// Width, fill, `+` and alignment work as for numbers: `{:8}`. A precision in the format string is ignored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decimal {
    value: f32,
    places: u8,
}

/// Formats `value` (`x as f32` for an `f64`) with `places` decimal places, at most [`MOST_PLACES`]; greater numbers are clamped.
///
/// The output equals that of `{:.2}` (for 2 places): the exact value, rounded to nearest, with ties to the even digit; `NaN`,
/// `inf` and `-inf`.
///
/// ```
/// use sys2080::decimal::decimal;
/// assert_eq!(format!("{} {:>6}", decimal(2.0 / 3.0, 3), decimal(-0.5, 1)), "0.667   -0.5");
/// ```
#[must_use]
pub const fn decimal(value: f32, places: u8) -> Decimal {
    Decimal { value, places: if places < MOST_PLACES { places } else { MOST_PLACES } }
}

/// The text of a number without its sign.
struct Text {
    bytes: [u8; TEXT],
    /// The start of the text in `bytes`.
    start: usize,
    end: usize,
}

impl Decimal {
    fn text(self) -> Text {
        if self.magnitude() >= INFINITY {
            return self.name();
        }
        let mut number = fixed_point(self.value.to_bits());
        let mut text = Text { bytes: [b'0'; TEXT], start: TEXT - usize::from(MOST_PLACES) - 1, end: TEXT };
        let point = text.start;
        text.end = point + 1 + usize::from(self.places);
        for digit in &mut text.bytes[point + 1..text.end] {
            *digit += times_ten(&mut number[..FRACTION]);
        }
        let up = is_more_than_half(&number[..FRACTION]);
        loop {
            text.start -= 1;
            text.bytes[text.start] += by_ten(&mut number[FRACTION..]);
            if number[FRACTION..].iter().all(|byte| *byte == 0) {
                break;
            }
        }
        text.bytes[point] = b'.';
        if self.places == 0 {
            text.end = point;
        }
        let last = text.bytes[text.end - 1];
        if up.unwrap_or(last & 1 != 0) {
            text.count_up();
        }
        text
    }

    /// The bits without the sign, which sort like the numbers: a float comparison would link a library routine.
    const fn magnitude(self) -> u32 {
        self.value.to_bits() & 0x7fff_ffff
    }

    /// Returns the text for infinity and NaN.
    fn name(self) -> Text {
        let name = if self.magnitude() > INFINITY { b"NaN" } else { b"inf" };
        let mut bytes = [0; TEXT];
        bytes[..name.len()].copy_from_slice(name);
        Text { bytes, start: 0, end: name.len() }
    }

    /// Returns the sign to print before the digits, if any.
    fn sign(self, plus: bool) -> Option<char> {
        match self.value.is_sign_negative() {
            _ if self.magnitude() > INFINITY => None,
            true => Some('-'),
            false => plus.then_some('+'),
        }
    }
}

impl Text {
    fn chars(&self) -> impl ExactSizeIterator<Item = char> + '_ {
        self.bytes[self.start..self.end].iter().map(|byte| char::from(*byte))
    }

    /// Adds one to the last digit.
    fn count_up(&mut self) {
        let mut at = self.end;
        while at > self.start {
            at -= 1;
            match self.bytes[at] {
                b'.' => {}
                b'9' => self.bytes[at] = b'0',
                _ => {
                    self.bytes[at] += 1;
                    return;
                }
            }
        }
        self.start -= 1;
        self.bytes[self.start] = b'1';
    }
}

/// The absolute value of a finite number in fixed point, with [`FRACTION`] bytes after the point; lower bits are dropped.
fn fixed_point(bits: u32) -> [u8; BYTES] {
    // In the smallest numbers, the last bit of the significand stands for 2^-149. IEEE 754, binary32.
    let exponent = (bits >> 23) as u8;
    let (significand, shift) = match exponent {
        0 => (bits & 0x7f_ffff, 0),
        _ => (bits & 0x7f_ffff | 0x80_0000, exponent - 1),
    };
    let mut number = [0; BYTES];
    // Counted in bits from 2^-149, 85 of which lie below the fraction.
    let Some(up) = shift.checked_sub(149 - 8 * FRACTION as u8) else { return number };
    let spread = significand << (up & 7);
    let at = usize::from(up >> 3);
    for (byte, part) in number[at..].iter_mut().zip(spread.to_le_bytes()) {
        *byte = part;
    }
    number
}

/// Multiplies a number by ten, and returns the overflow.
fn times_ten(number: &mut [u8]) -> u8 {
    let mut carry = 0;
    for byte in number {
        let product = u16::from(*byte) * 10 + u16::from(carry);
        [*byte, carry] = product.to_le_bytes();
    }
    carry
}

/// Divides a number by ten, and returns the remainder.
fn by_ten(number: &mut [u8]) -> u8 {
    let mut rest = 0;
    for byte in number.iter_mut().rev() {
        // Bit by bit: a 16-bit division would link a library routine.
        for _ in 0..8 {
            rest = rest << 1 | *byte >> 7;
            *byte <<= 1;
            if rest >= 10 {
                rest -= 10;
                *byte |= 1;
            }
        }
    }
    rest
}

/// Whether a fraction is more than a half, or `None` if it is exactly a half.
fn is_more_than_half(fraction: &[u8]) -> Option<bool> {
    let (top, rest) = fraction.split_last()?;
    let more = rest.iter().any(|byte| *byte != 0);
    if *top == 0x80 && !more { None } else { Some(*top >= 0x80) }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `pad_integral` would do this for a `&str`, at the cost of a UTF-8 check and 1.5 KB.
        let (text, sign) = (self.text(), self.sign(f.sign_plus()));
        let length = text.chars().len() + usize::from(sign.is_some());
        let room = f.width().unwrap_or(0).saturating_sub(length);
        let zeros = f.sign_aware_zero_pad() && self.magnitude() < INFINITY;
        let before = match f.align() {
            _ if zeros => 0,
            Some(fmt::Alignment::Left) => 0,
            Some(fmt::Alignment::Center) => room / 2,
            Some(fmt::Alignment::Right) | None => room,
        };
        let fill = f.fill();
        repeat(f, fill, before)?;
        repeat(f, sign.unwrap_or_default(), usize::from(sign.is_some()))?;
        if zeros {
            repeat(f, '0', room)?;
        }
        for c in text.chars() {
            f.write_char(c)?;
        }
        repeat(f, fill, if zeros { 0 } else { room - before })
    }
}

fn repeat(f: &mut fmt::Formatter<'_>, c: char, times: usize) -> fmt::Result {
    for _ in 0..times {
        f.write_char(c)?;
    }
    Ok(())
}

#[cfg(feature = "ufmt")]
impl ufmt::uDisplay for Decimal {
    fn fmt<W: ufmt::uWrite + ?Sized>(&self, f: &mut ufmt::Formatter<'_, W>) -> Result<(), W::Error> {
        for c in self.sign(false).into_iter().chain(self.text().chars()) {
            f.write_char(c)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;

    /// Compares the output with that of the core library.
    fn compare(value: f32) {
        for places in 0..=MOST_PLACES {
            let expected = format!("{value:.*}", usize::from(places));
            assert_eq!(format!("{}", decimal(value, places)), expected, "{:08x}", value.to_bits());
        }
    }

    #[test]
    fn every_exponent_shows_what_the_core_library_shows() {
        let significands = [0, 1, 2, 0x40_0000, 0x3f_ffff, 0x7f_ffff, 0x2a_aaaa, 0x55_5555, 0x12_3456];
        for exponent in 0..=255 {
            for significand in significands {
                let bits = exponent << 23 | significand;
                compare(f32::from_bits(bits));
                compare(f32::from_bits(bits | 1 << 31));
            }
        }
    }

    #[test]
    fn halves_are_rounded_to_the_even_digit_and_nines_carry() {
        for value in [
            0.5,
            1.5,
            2.5,
            0.25,
            0.75,
            0.125,
            0.375,
            9.5,
            99.5,
            0.95,
            0.995,
            9_999.5,
            999_999.9,
            0.999_999_94,
        ] {
            compare(value);
            compare(-value);
        }
    }

    #[test]
    fn random_numbers_show_what_the_core_library_shows() {
        // Steele and Vigna's LCG multiplier for 32 bits; any sequence would do.
        let mut bits = 1_u32;
        for _ in 0..100_000 {
            bits = bits.wrapping_mul(0x915f_77f5).wrapping_add(0x9e37_79b9);
            compare(f32::from_bits(bits));
            // Most numbers are too large or too small to have digits on both sides of the point.
            compare((bits >> 8) as f32 / 4096.0);
        }
    }

    #[test]
    fn widths_and_signs_are_those_of_numbers() {
        assert_eq!(
            format!("[{:8}]", decimal(3.15, 1)),
            "[     3.2]".replace("3.2", &format!("{:.1}", 3.15_f32))
        );
        assert_eq!(format!("[{:+08}]", decimal(1.5, 2)), "[+0001.50]");
        assert_eq!(format!("[{:<6}]", decimal(-1.0, 0)), "[-1    ]");
    }

    #[test]
    fn more_places_than_there_are_count_as_the_most() {
        assert_eq!(format!("{}", decimal(0.1, 200)), "0.100000001");
    }
}
