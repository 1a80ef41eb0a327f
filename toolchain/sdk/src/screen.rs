//! The text screen: its colours, its character set, and its cells without the way through the KERNAL.
//!
//! Addresses of the VIC-II: Commodore 64 Programmer's Reference Guide, appendix N ("6566/6567 (VIC-II) Chip Specifications").
//! Those of the KERNAL: Sheldon Leemon, "Mapping the Commodore 64", at each address.

use crate::colour::Colour;
use crate::hardware::{chrout, peek, poke};
use crate::petscii::Charset;

/// Columns of the screen.
pub const COLUMNS: u8 = 40;
/// Rows of the screen.
pub const ROWS: u8 = 25;

/// The VIC-II's memory pointers. Bit 1 chooses the second half of the character ROM.
const POINTERS: u16 = 0xd018;
const BORDER: u16 = 0xd020;
const BACKGROUND: u16 = 0xd021;
pub(crate) const COLOUR_RAM: u16 = 0xd800;
/// The KERNAL's variable with the page of the screen's memory.
const PAGE: u16 = 0x0288;
/// PETSCII: clears the screen.
const CLEAR: u8 = 0x93;

/// Sets the colour of the border ($D020).
pub fn border(colour: Colour) {
    poke(BORDER, colour as u8);
}

/// Sets the colour of the background ($D021).
pub fn background(colour: Colour) {
    poke(BACKGROUND, colour as u8);
}

/// The colour of the border.
#[must_use]
pub fn border_colour() -> Colour {
    Colour::of(peek(BORDER))
}

/// The colour of the background.
#[must_use]
pub fn background_colour() -> Colour {
    Colour::of(peek(BACKGROUND))
}

/// Clears the screen and moves the cursor to its top left corner.
pub fn clear() {
    chrout(CLEAR);
}

/// The character set on the screen, from bit 1 of $D018.
#[must_use]
pub fn charset() -> Charset {
    if peek(POINTERS) & 2 == 0 { Charset::Graphics } else { Charset::Text }
}

/// Chooses the character set of the whole screen. What is already on it changes, too.
pub fn set_charset(charset: Charset) {
    let pointers = peek(POINTERS);
    poke(POINTERS, if charset == Charset::Text { pointers | 2 } else { pointers & !2 });
}

/// The distance of a cell from the first one.
///
/// # Panics
/// It is not on the screen.
pub(crate) fn offset(column: u8, row: u8) -> u16 {
    assert!(column < COLUMNS && row < ROWS, "no such cell");
    u16::from(row) * u16::from(COLUMNS) + u16::from(column)
}

/// The address of a cell in the screen's memory, which is where the KERNAL's variable $0288 says.
fn address(column: u8, row: u8) -> u16 {
    u16::from_be_bytes([peek(PAGE), 0]).wrapping_add(offset(column, row))
}

/// The screen code in a cell. `column` is below 40 and `row` below 25.
///
/// # Panics
/// The cell is not on the screen.
#[must_use]
pub fn cell(column: u8, row: u8) -> u8 {
    peek(address(column, row))
}

/// The colour of a cell, from the colour RAM at $D800.
///
/// # Panics
/// As [`cell`].
#[must_use]
pub fn cell_colour(column: u8, row: u8) -> Colour {
    Colour::of(peek(COLOUR_RAM + offset(column, row)))
}

/// Stores a screen code and a colour in a cell. [`petscii::screen_code`](crate::petscii::screen_code) returns the code of a
/// character.
///
/// # Panics
/// As [`cell`].
pub fn set_cell(column: u8, row: u8, code: u8, colour: Colour) {
    poke(address(column, row), code);
    poke(COLOUR_RAM + offset(column, row), colour as u8);
}
