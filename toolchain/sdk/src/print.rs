//! Text output to the screen, formatted with `core::fmt` or with `ufmt`; text colour and cursor.
//!
//! [`print!`](crate::print!) and [`println!`](crate::println!) work like those of `std`. [`uprint!`](crate::uprint) and
//! [`uprintln!`](crate::uprintln) format with `ufmt`.
//!
//! All output goes through the KERNAL's CHROUT ($FFD2), in PETSCII. Text is converted for the character set on the screen: see
//! [`encode_ascii`](crate::petscii::encode_ascii). Non-ASCII characters are printed as `?`; use [`character`]
//! for those that PETSCII has.
//!
//! `ufmt` takes a fraction of the code size of `core::fmt`. Text without arguments costs the same with either.

use core::fmt::{self, Write};

use crate::colour::Colour;
use crate::hardware::{chrout, poke};
use crate::kernal;
use crate::petscii;
use crate::screen::{self, COLUMNS, ROWS};

/// The KERNAL's variables: quote mode, reverse flag, text colour. Source: Sheldon Leemon, "Mapping the
/// Commodore 64", at these addresses.
const QUOTE_MODE: u16 = 0xd4;
const REVERSE: u16 = 0xc7;
const COLOUR: u16 = 0x0286;
/// PETSCII code that moves the cursor to the top left corner.
const HOME: u8 = 0x13;

/// The screen as a writer: `write!(Screen, …)`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Screen;

impl Write for Screen {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self::text(text);
        Ok(())
    }

    fn write_char(&mut self, c: char) -> fmt::Result {
        single(c);
        Ok(())
    }
}

#[cfg(feature = "ufmt")]
impl ufmt::uWrite for Screen {
    type Error = core::convert::Infallible;

    fn write_str(&mut self, text: &str) -> Result<(), Self::Error> {
        self::text(text);
        Ok(())
    }

    fn write_char(&mut self, c: char) -> Result<(), Self::Error> {
        single(c);
        Ok(())
    }
}

/// Prints a character as [`text`] does, without the detour through UTF-8 that the traits take by default.
fn single(c: char) {
    ascii(if c.is_ascii() { c as u8 } else { 0xff });
}

/// Prints a text.
#[inline(never)]
pub fn text(text: &str) {
    for byte in text.bytes() {
        // A multi-byte character is printed once, at its first byte.
        if byte & 0xc0 != 0x80 {
            ascii(byte);
        }
    }
}

/// Prints one ASCII byte. A quotation mark does not start the KERNAL's quote mode, in which control codes are displayed
/// instead of executed.
fn ascii(byte: u8) {
    chrout(petscii::encode_ascii(byte, screen::charset()));
    poke(QUOTE_MODE, 0);
}

/// Prints one PETSCII byte, including control codes.
pub fn raw(petscii: u8) {
    chrout(petscii);
}

/// Prints a character that PETSCII has, such as `£` or `♥`, and `?` for any other.
pub fn character(c: char) {
    chrout(petscii::encode(c, screen::charset()).unwrap_or(b'?'));
    poke(QUOTE_MODE, 0);
}

/// Implements `print!`. An error from a `Display` implementation ends the output there.
#[inline(always)]
pub fn formatted(arguments: fmt::Arguments<'_>) {
    match arguments.as_str() {
        Some(text) => self::text(text),
        None => {
            let _ = Screen.write_fmt(arguments);
        }
    }
}

/// Implements `println!`.
#[inline(always)]
pub fn line(arguments: fmt::Arguments<'_>) {
    formatted(arguments);
    chrout(0x0d);
}

/// Sets the colour of subsequent text ($0286).
pub fn colour(colour: Colour) {
    poke(COLOUR, colour as u8);
}

/// Switches reverse video on, until the end of the line, or off ($C7).
pub fn reverse(on: bool) {
    poke(REVERSE, u8::from(on));
}

/// Moves the cursor to the top left corner of the screen.
pub fn home() {
    chrout(HOME);
}

/// Moves the cursor. `column` is below 40 and `row` below 25.
///
/// # Panics
/// Panics if the position is not on the screen.
#[inline]
pub fn at(column: u8, row: u8) {
    assert!(column < COLUMNS && row < ROWS, "no such cell");
    kernal::plot(column, row);
}

/// Prints formatted text to the screen: see [`print`](mod@crate::print).
#[macro_export]
macro_rules! print {
    ($($argument:tt)*) => { $crate::print::formatted(::core::format_args!($($argument)*)) };
}

/// Prints like [`print!`](crate::print!), followed by a newline.
#[macro_export]
macro_rules! println {
    () => { $crate::print::raw(0x0d) };
    ($($argument:tt)*) => { $crate::print::line(::core::format_args!($($argument)*)) };
}

/// Prints text formatted with `ufmt`, which needs less code than [`print!`](crate::print!): `uprint!("{} of {}", done, all)`.
#[cfg(feature = "ufmt")]
#[macro_export]
macro_rules! uprint {
    ($($argument:tt)*) => {{
        use $crate::ufmt;
        let ::core::result::Result::Ok(()) = ufmt::uwrite!($crate::print::Screen, $($argument)*);
    }};
}

/// Prints like [`uprint!`](crate::uprint!), followed by a newline.
#[cfg(feature = "ufmt")]
#[macro_export]
macro_rules! uprintln {
    () => { $crate::print::raw(0x0d) };
    ($($argument:tt)*) => {{
        $crate::uprint!($($argument)*);
        $crate::print::raw(0x0d);
    }};
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::printed;

    #[test]
    fn text_is_printed_in_petscii() {
        println!("Hello, {}!", 'W');
        assert_eq!(printed(), b"HELLO, W!\r");
        println!();
        print!("{{a_b}}");
        assert_eq!(printed(), b"\r(A\xa4B)");
    }

    #[test]
    fn other_characters_take_one_place_each() {
        print!("ñ€{}", 'é');
        assert_eq!(printed(), b"???");
        "£♥€".chars().for_each(character);
        assert_eq!(printed(), [0x5c, 0xd3, b'?']);
    }

    #[cfg(feature = "ufmt")]
    #[test]
    fn ufmt_prints_the_same() {
        uprintln!("{} of {}{}", 7_u8, -300_i16, 'x');
        uprint!("{:?}", Some(true));
        assert_eq!(printed(), b"7 OF -300X\rSOME(TRUE)");
    }
}
