//! The text screen: its colours, its character set, and direct access to its cells, bypassing the KERNAL.
//!
//! VIC-II addresses: Commodore 64 Programmer's Reference Guide, appendix N ("6566/6567 (VIC-II) Chip Specifications").
//! KERNAL addresses: Sheldon Leemon, "Mapping the Commodore 64", at each address.

use crate::colour::Colour;
use crate::hardware::{chrout, peek, poke};
use crate::petscii::Charset;

/// Columns of the screen.
pub const COLUMNS: u8 = 40;
/// Rows of the screen.
pub const ROWS: u8 = 25;

/// The VIC-II's memory pointers. Bit 1 selects the second half of the character ROM.
const POINTERS: u16 = 0xd018;
const BORDER: u16 = 0xd020;
const BACKGROUND: u16 = 0xd021;
pub(crate) const COLOUR_RAM: u16 = 0xd800;
/// The KERNAL's variable with the page of screen memory.
const PAGE: u16 = 0x0288;
/// PETSCII code that clears the screen.
const CLEAR: u8 = 0x93;

/// Sets the border colour ($D020).
pub fn border(colour: Colour) {
    poke(BORDER, colour as u8);
}

/// Sets the background colour ($D021).
pub fn background(colour: Colour) {
    poke(BACKGROUND, colour as u8);
}

/// Returns the border colour.
#[must_use]
pub fn border_colour() -> Colour {
    Colour::of(peek(BORDER))
}

/// Returns the background colour.
#[must_use]
pub fn background_colour() -> Colour {
    Colour::of(peek(BACKGROUND))
}

/// Clears the screen and moves the cursor to the top left corner.
pub fn clear() {
    chrout(CLEAR);
}

/// Returns the character set of the screen, from bit 1 of $D018.
#[must_use]
pub fn charset() -> Charset {
    if peek(POINTERS) & 2 == 0 { Charset::Graphics } else { Charset::Text }
}

/// Selects the character set of the whole screen. Text that is already on it changes, too.
pub fn set_charset(charset: Charset) {
    let pointers = peek(POINTERS);
    poke(POINTERS, if charset == Charset::Text { pointers | 2 } else { pointers & !2 });
}

/// Returns the offset of a cell from the first one.
///
/// # Panics
/// Panics if the cell is not on the screen.
pub(crate) fn offset(column: u8, row: u8) -> u16 {
    assert!(column < COLUMNS && row < ROWS, "no such cell");
    u16::from(row) * u16::from(COLUMNS) + u16::from(column)
}

/// Returns the address of a cell in screen memory, whose page is in the KERNAL's variable $0288.
fn address(column: u8, row: u8) -> u16 {
    u16::from_be_bytes([peek(PAGE), 0]).wrapping_add(offset(column, row))
}

/// Returns the screen code of a cell. `column` is below 40 and `row` below 25.
///
/// # Panics
/// Panics if the cell is not on the screen.
#[must_use]
pub fn cell(column: u8, row: u8) -> u8 {
    peek(address(column, row))
}

/// Returns the colour of a cell, from the colour RAM at $D800.
///
/// # Panics
/// See [`cell`].
#[must_use]
pub fn cell_colour(column: u8, row: u8) -> Colour {
    Colour::of(peek(COLOUR_RAM + offset(column, row)))
}

/// Stores a screen code and a colour in a cell. [`petscii::screen_code`](crate::petscii::screen_code) returns the code of a
/// character.
///
/// # Panics
/// See [`cell`].
pub fn set_cell(column: u8, row: u8, code: u8, colour: Colour) {
    poke(address(column, row), code);
    poke(COLOUR_RAM + offset(column, row), colour as u8);
}
