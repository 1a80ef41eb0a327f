//! The modes of the picture, its background colours and its position, and the way back to BASIC's screen.
//!
//! Registers: Commodore 64 Programmer's Reference Guide, appendix N.

use super::chip::{BANK, BANK_BITS, CHANGED, PAGE, POINTERS, set_bits};
use super::sprite;
use crate::colour::Colour;
use crate::hardware::poke;
use crate::raster::set_control;

/// Control register 1, as after a reset: 25 rows, screen on, scrolled by 3.
const CONTROL_1_AT_RESET: u8 = 0x1b;
const ALL_OF_CONTROL_1: u8 = 0x7f;
const SCROLL: u8 = 7;
const ROWS_25: u8 = 8;
const SCREEN_ON: u8 = 0x10;
const BITMAP: u8 = 0x20;
const EXTENDED: u8 = 0x40;
/// Control register 2: bits 0-2 horizontal scroll, 3 40 columns, 4 multicolour.
const CONTROL_2: u16 = 0xd016;
const CONTROL_2_AT_RESET: u8 = 0x08;
const COLUMNS_40: u8 = 8;
const MULTICOLOUR: u8 = 0x10;
/// Reset value of the memory pointer register at $D018.
const POINTERS_AT_RESET: u8 = 0x15;
/// The background colours, 0 to 3.
const BACKGROUND: u16 = 0xd021;
const PAGE_AT_RESET: u8 = 0x04;

/// How the VIC-II turns memory into a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Characters of one colour each, on a common background.
    Text,
    /// Characters of the colours 8 to 15 have double-width pixels in four colours: the backgrounds 0 to 2, and the cell's colour
    /// minus 8.
    MulticolourText,
    /// The first 64 characters, on the background selected by the upper two bits of the screen code.
    ExtendedText,
    /// 320 by 200 pixels, with two colours in each cell: see [`video::Bitmap`](crate::video::Bitmap).
    Bitmap,
    /// 160 by 200 pixels, with three colours in each cell and background 0.
    MulticolourBitmap,
}

/// Selects a mode. The picture then depends on memory: for the bitmap modes, use [`Bitmap::show`](crate::video::Bitmap::show).
pub fn set_mode(mode: Mode) {
    CHANGED.set(true);
    let control = match mode {
        Mode::Text | Mode::MulticolourText => 0,
        Mode::ExtendedText => EXTENDED,
        Mode::Bitmap | Mode::MulticolourBitmap => BITMAP,
    };
    set_control(BITMAP | EXTENDED, control);
    let multicolour = matches!(mode, Mode::MulticolourText | Mode::MulticolourBitmap);
    set_bits(CONTROL_2, MULTICOLOUR, if multicolour { MULTICOLOUR } else { 0 });
}

/// Sets a background colour ($D021 to $D024): number 0 is that of [`screen::background`](crate::screen::background), and 1 to 3 are
/// for [`Mode::MulticolourText`] and [`Mode::ExtendedText`].
///
/// # Panics
/// Panics if the number is above 3.
pub fn background(number: u8, colour: Colour) {
    assert!(number < 4, "there are four backgrounds");
    poke(BACKGROUND + u16::from(number), colour as u8);
}

/// Shows the screen, or, with `false`, only the border: the VIC-II then takes no cycles from the processor, which runs about 6 %
/// faster.
pub fn show(shown: bool) {
    CHANGED.set(true);
    set_control(SCREEN_ON, if shown { SCREEN_ON } else { 0 });
}

/// Shifts the picture by 0 to 7 pixels to the right and down. The KERNAL uses 0 and 3. With `hides_edge`, the border covers a column
/// on either side (38 columns) and half a row at the top and at the bottom (24 rows), where new characters scroll in.
///
/// # Panics
/// Panics if a number is above 7.
pub fn scroll(right: u8, down: u8, hides_edge: bool) {
    assert!(right <= SCROLL && down <= SCROLL, "a picture scrolls by up to 7 pixels");
    CHANGED.set(true);
    set_bits(CONTROL_2, SCROLL | COLUMNS_40, right | if hides_edge { 0 } else { COLUMNS_40 });
    set_control(SCROLL | ROWS_25, down | if hides_edge { 0 } else { ROWS_25 });
}

/// Shows BASIC's text screen, without sprites. The text and the colours on it are kept.
pub fn reset() {
    sprite::hide_all();
    set_control(ALL_OF_CONTROL_1, CONTROL_1_AT_RESET);
    poke(CONTROL_2, CONTROL_2_AT_RESET);
    set_bits(BANK, BANK_BITS, BANK_BITS);
    poke(POINTERS, POINTERS_AT_RESET);
    poke(PAGE, PAGE_AT_RESET);
}

/// Restores BASIC's picture at the end of a program, if the program has changed it.
pub(crate) fn restore() {
    if CHANGED.get() {
        reset();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::{own_chips, peek};

    #[test]
    fn a_mode_is_three_bits_of_two_registers() {
        let _chips = own_chips();
        poke(CONTROL_2, 0xc8);
        let control_1 = 0xd011;
        poke(control_1, CONTROL_1_AT_RESET);
        let modes =
            [Mode::MulticolourBitmap, Mode::ExtendedText, Mode::MulticolourText, Mode::Bitmap, Mode::Text];
        let registers = modes.map(|mode| {
            set_mode(mode);
            [peek(control_1) & 0x7f, peek(CONTROL_2)]
        });
        assert_eq!(registers, [[0x3b, 0xd8], [0x5b, 0xc8], [0x1b, 0xd8], [0x3b, 0xc8], [0x1b, 0xc8]]);
        scroll(2, 5, true);
        assert_eq!([peek(control_1) & 0x7f, peek(CONTROL_2)], [0x15, 0xc2]);
        show(false);
        assert_eq!(peek(control_1) & 0x7f, 0x05);
        reset();
        assert_eq!([peek(control_1) & 0x7f, peek(CONTROL_2)], [0x1b, 0x08]);
        assert_eq!([peek(POINTERS), peek(BANK) & 3, peek(PAGE)], [0x15, 3, 4]);
    }
}
