//! A mode change within a line: the pixels of the column in which it happens.
//!
//! The mode bits reach the pixels at different times, and pixels that are two bits wide are decoded before they are coloured. Source: x64sc
//! 3.7.1 with a MOS 6569.

use std::ops::Range;

use super::line::Line;
use super::memory::VideoMemory;
use super::mode::{self, Cell, Matrix, Mode, WINDOW};
use super::registers::Registers;

/// The pixel of the column from which a mode bit that is set takes effect; the one from which ECM and BMM no longer do if they are cleared;
/// and the one from which the width of a pixel, one bit or two, changes.
const SET: usize = 4;
const CLEARED: usize = 6;
const WIDTH: usize = 7;

/// The mode bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bits {
    extended: bool,
    bitmap: bool,
    multicolour: bool,
}

impl Bits {
    fn of(registers: &Registers) -> Bits {
        Bits {
            extended: registers.extended_colour(),
            bitmap: registers.bitmap(),
            multicolour: registers.multicolour(),
        }
    }

    fn mode(self) -> Mode {
        Mode::of(self.extended, self.bitmap, self.multicolour)
    }

    /// Returns the colours of the four values that a pixel may have.
    fn colours(self, cell: Cell, backgrounds: [u8; 4]) -> [u8; 4] {
        let [high, low] = [cell.code >> 4, cell.code & 15];
        let [first, second, third, _] = backgrounds;
        match (self.extended, self.bitmap, self.multicolour) {
            (false, false, false) => [first, first, cell.colour, cell.colour],
            (false, false, true) => [first, second, third, cell.colour & 7],
            (false, true, false) => [low, low, high, high],
            (false, true, true) => [first, high, low, cell.colour],
            (true, false, false) => {
                let background = backgrounds[usize::from(cell.code >> 6)];
                [background, background, cell.colour, cell.colour]
            }
            (true, ..) => [0; 4],
        }
    }
}

/// A mode change. It comes sooner than a change of the addresses from which the graphics are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// The column that is being shown during the change.
    pub(super) column: usize,
    before: Bits,
    after: Bits,
}

impl Turn {
    /// Returns `None` if the mode is the same before and after.
    pub(super) fn new(column: usize, before: &Registers, after: &Registers) -> Option<Turn> {
        let [before, after] = [before, after].map(Bits::of);
        (before != after).then_some(Turn { column, before, after })
    }

    /// Returns the bits that colour a pixel, and whether pixels are two bits wide.
    fn at(&self, pixel: usize) -> (Bits, bool) {
        let Turn { before, after, .. } = *self;
        let slow = |before: bool, after: bool| match pixel {
            ..SET => before,
            SET..CLEARED => before || after,
            _ => after,
        };
        let bits = Bits {
            extended: slow(before.extended, after.extended),
            bitmap: slow(before.bitmap, after.bitmap),
            multicolour: if pixel < SET { before.multicolour } else { after.multicolour },
        };
        (bits, if pixel < WIDTH { before.multicolour } else { after.multicolour })
    }

    /// Draws like [`mode::paint`]; the column in which the mode changes is among the columns.
    pub(super) fn paint(
        &self,
        columns: Range<usize>,
        matrix: &mut Matrix,
        registers: &Registers,
        memory: &VideoMemory,
        line: &mut Line,
    ) {
        let (last, next) = (matrix.last, self.column + 1);
        mode::paint(columns.start..next, matrix, registers, memory, line);
        if (WINDOW.start..=WINDOW.end).contains(&self.column) {
            let shown = [self.column - 1, self.column]
                .map(|column| mode::shown(column, matrix, registers, memory, last));
            self.draw(shown, registers.x_scroll(), mode::backgrounds(registers), line);
        }
        // The registers still apply to the column after it, as far as the graphics' addresses are concerned.
        mode::paint_in(self.after.mode(), next..columns.end, matrix, registers, memory, line);
    }

    /// Draws the pixels that change in the column, which have been drawn in the mode before, and those that are scrolled beyond it. `shown`
    /// has the bytes and cells of the previous column and of this one.
    fn draw(&self, shown: [(u8, Cell); 2], scroll: usize, backgrounds: [u8; 4], line: &mut Line) {
        let mut value = 0;
        // Start at the beginning of the first byte, because a pixel may be the second half of the one before.
        for place in 0..16 {
            let (byte, cell) = shown[place / 8];
            let bit = place % 8;
            // The pixel of this column; those of the previous column are drawn in its own mode.
            let pixel = (place + scroll).checked_sub(8);
            let (bits, wide) = self.at(pixel.unwrap_or(0));
            if !wide || !bits.bitmap && cell.colour & 8 == 0 {
                value = if byte << bit & 0x80 != 0 { 3 } else { 0 };
            } else if bit % 2 == 0 {
                value = byte >> (6 - bit) & 3;
            }
            if let Some(pixel) = pixel.filter(|pixel| *pixel >= SET) {
                let at = self.column * 8 + pixel;
                line.pixels[at] = bits.colours(cell, backgrounds)[usize::from(value)];
                line.foreground.set(at, value >= 2);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vic::line::Line;

    const CELL: Cell = Cell { code: 0x40, colour: 9 };
    const BACKGROUNDS: [u8; 4] = [11, 12, 13, 14];
    const COLUMN: usize = 20;

    /// Draws a column and the next from the fifth pixel on, with the byte $39 in every column, given the control registers before and
    /// after, and the scroll offset. Returns the pixels, and which of them are foreground.
    fn drawn(before: [u8; 2], after: [u8; 2], scroll: usize) -> (Vec<u8>, Vec<bool>) {
        let [before, after] = [before, after].map(|[first, second]| {
            let mut registers = Registers::new();
            (registers[0x11], registers[0x16]) = (first, second);
            registers
        });
        let mut line = Line::new();
        // Earlier drawing does not matter: all of it is foreground of colour 7.
        line.fill(COLUMN * 8..COLUMN * 8 + 16, 7);
        (0..16).for_each(|pixel| line.foreground.set(COLUMN * 8 + pixel, true));
        let turn = Turn::new(COLUMN, &before, &after).unwrap();
        turn.draw([(0x39, CELL); 2], scroll, BACKGROUNDS, &mut line);
        let pixels = line.pixels[COLUMN * 8..][..8 + scroll].to_vec();
        assert_eq!((&pixels[..4], line.pixels[COLUMN * 8 + 8 + scroll]), (&[7; 4][..], 7));
        let foreground = (4..8 + scroll).map(|pixel| line.foreground.from(COLUMN * 8 + pixel) >> 63 == 1);
        (pixels[4..].to_vec(), foreground.collect())
    }

    const TEXT: [u8; 2] = [0x1b, 0x08];
    const MULTICOLOUR: [u8; 2] = [0x1b, 0x18];
    const EXTENDED: [u8; 2] = [0x5b, 0x08];
    const BITMAP: [u8; 2] = [0x3b, 0x08];

    #[test]
    fn colours_change_at_the_fifth_pixel_and_the_width_at_the_eighth() {
        // 00 11 10 01: two pairs, and then half of one.
        assert_eq!(drawn(MULTICOLOUR, TEXT, 0), (vec![9, 9, 11, 9], vec![true, true, false, true]));
        assert_eq!(drawn(TEXT, MULTICOLOUR, 0).0, [1, 11, 11, 11], "half of a pair is as the pixel before");
        assert_eq!(
            drawn(TEXT, MULTICOLOUR, 1),
            (vec![1, 1, 11, 12, 12], vec![true, true, false, false, false])
        );
    }

    #[test]
    fn bits_of_the_first_register_are_set_sooner_than_cleared() {
        assert_eq!(drawn(TEXT, EXTENDED, 0).0, [9, 12, 12, 9]);
        assert_eq!(drawn(EXTENDED, TEXT, 0).0, [9, 12, 11, 9]);
        // Two at once, which gives black.
        assert_eq!(drawn(EXTENDED, BITMAP, 0).0, [0, 0, 0, 4]);
        assert!(Turn::new(COLUMN, &Registers::new(), &Registers::new()).is_none());
    }
}
