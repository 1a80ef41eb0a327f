//! Writes words, numbers and lists on the picture.

use crate::art::characters::{ACCENTS, ARROW, BLANK};
use crate::art::lettering::LETTERING;
use crate::device::{Colour, Device};
use crate::number::{PLACES, digit};
use crate::spelling::{LINE, spell};
use crate::words::Word;

use super::View;

/// The panel's first column: for its arrows, otherwise empty space beside a large board.
pub const PANEL: u8 = 26;
/// The number of columns of the panel, up to the right edge.
pub const PANEL_WIDTH: u8 = 14;
/// The first column of its text.
pub const TEXT: u8 = PANEL + 1;
pub const TEXT_WIDTH: u8 = PANEL_WIDTH - 1;

impl View {
    /// Fills a rectangle, given its first column and row and its numbers of columns and rows.
    #[inline(never)]
    pub fn fill<D: Device>(&self, device: &mut D, at: (u8, u8), extent: (u8, u8), code: u8, colour: Colour) {
        let mut row = at.1;
        while row != at.1 + extent.1 {
            let mut column = at.0;
            while column != at.0 + extent.0 {
                device.cell(column, row, code, colour);
                column += 1;
            }
            row += 1;
        }
    }

    /// Draws a large letter: this many columns and rows of [`LETTERING`], starting at `from`.
    #[inline(never)]
    pub(super) fn large<D: Device>(
        &self,
        device: &mut D,
        at: (u8, u8),
        extent: (u8, u8),
        from: u8,
        colour: Colour,
    ) {
        let mut from = from;
        let mut row = 0;
        while row != extent.1 {
            let mut column = 0;
            while column != extent.0 {
                let code = LETTERING.get(from as usize).copied().unwrap_or(BLANK);
                device.cell(at.0 + column, at.1 + row, code, colour);
                column += 1;
                from += 1;
            }
            row += 1;
        }
    }

    /// Writes text of ASCII and [`crate::spelling::ACCENTED`] letters into `width` columns, padded with blanks.
    #[inline(never)]
    pub fn text<D: Device>(
        &self,
        device: &mut D,
        column: u8,
        row: u8,
        width: u8,
        text: &[u8],
        colour: Colour,
    ) {
        let mut line = [0; LINE];
        let mut at = 0;
        while let Some(&byte) = text.get(at as usize)
            && at < LINE as u8
        {
            line[at as usize % LINE] = byte;
            at += 1;
        }
        self.lay(device, (column, row), (width, 1), &line, colour);
    }

    /// Writes a word into `width` columns, padded with blanks.
    #[inline(never)]
    pub fn word<D: Device>(
        &self,
        device: &mut D,
        column: u8,
        row: u8,
        width: u8,
        word: Word,
        colour: Colour,
    ) {
        self.message(device, (column, row), (width, 1), word, colour);
    }

    /// Writes a word into rows of this many columns, padded with blanks. Breaks lines at blanks, and cuts the last row off at
    /// its end. `extent` is columns and rows.
    #[inline(never)]
    pub fn message<D: Device>(
        &self,
        device: &mut D,
        at: (u8, u8),
        extent: (u8, u8),
        word: Word,
        colour: Colour,
    ) {
        let mut line = [0; LINE];
        spell(device.words(), word as u8, self.language, &mut line);
        self.lay(device, at, extent, &line, colour);
    }

    /// Writes the text before the first 0 into rows.
    #[inline(never)]
    fn lay<D: Device>(
        &self,
        device: &mut D,
        at: (u8, u8),
        extent: (u8, u8),
        line: &[u8; LINE],
        colour: Colour,
    ) {
        let colour = self.plain(colour);
        let mut from = 0;
        let mut row = 0;
        while row != extent.1 {
            row += 1;
            // Takes as many characters as fit, then goes back to the last blank.
            let limit = from + extent.0;
            let mut next = from;
            let mut end = limit;
            loop {
                let byte = line[next as usize % LINE];
                if byte <= b' ' {
                    end = next;
                }
                if byte == 0 || next == limit {
                    break;
                }
                next += 1;
            }
            if row == extent.1 {
                end = next;
            }
            let mut column = 0;
            while column != extent.0 {
                let mut byte = b' ';
                if from != end {
                    byte = line[from as usize % LINE];
                    from += 1;
                }
                device.cell(at.0 + column, at.1 + row - 1, code(byte), colour);
                column += 1;
            }
            if line[from as usize % LINE] == b' ' {
                from += 1;
            }
        }
    }

    /// Writes a number right-aligned into `width` columns, with blanks before it.
    #[inline(never)]
    pub fn number<D: Device>(
        &self,
        device: &mut D,
        column: u8,
        row: u8,
        width: u8,
        value: u32,
        colour: Colour,
    ) {
        let mut rest = value;
        let mut begun = false;
        let mut place = PLACES;
        while place != 0 {
            place -= 1;
            let digit = digit(&mut rest, place);
            begun |= digit != 0 || place == 0;
            if place < width {
                let code = if begun { b'0' + digit } else { BLANK };
                device.cell(column + width - 1 - place, row, code, colour);
            }
        }
    }

    /// Writes an item of a list, with an arrow before it if it is selected.
    #[inline(never)]
    pub fn item<D: Device>(&self, device: &mut D, (column, row): (u8, u8), item: Word, chosen: bool) {
        let (mark, colour) = if chosen { (ARROW, Colour::White) } else { (BLANK, Colour::LightBlue) };
        device.cell(column, row, mark, Colour::Yellow);
        self.word(device, column + 1, row, TEXT_WIDTH, item, colour);
    }
}

/// Returns the screen code of an ASCII character or accented letter.
const fn code(byte: u8) -> u8 {
    match byte {
        0x80.. => byte - 0x80 + ACCENTS,
        0x40.. => byte & 31,
        _ => byte,
    }
}
