//! The border: two flip-flops that the beam sets and resets at the edges of the window.
//!
//! Source: Christian Bauer, "The MOS 6567/6569 video controller (VIC-II)", section 3.9.

use std::ops::Range;

use super::line::Line;
use super::registers::Registers;

/// The first line of the window and the one after its last, with 25 rows and with 24.
const ROWS_25: (u16, u16) = (51, 251);
const ROWS_24: (u16, u16) = (55, 247);

/// The same for the pixels of a line, with 40 columns and with 38: X coordinates 24 and 344, and 31 and 335.
const COLUMNS_40: (usize, usize) = (120, 440);
const COLUMNS_38: (usize, usize) = (127, 431);

/// The two border flip-flops.
#[derive(Clone, Debug)]
pub(super) struct Border {
    /// The vertical flip-flop, set below and above the window: no graphics.
    vertical: bool,
    /// The main flip-flop, set where the border covers the picture.
    main: bool,
}

impl Border {
    pub(super) fn new() -> Border {
        Border { vertical: true, main: true }
    }

    fn rows(registers: &Registers) -> (u16, u16) {
        if registers.has_25_rows() { ROWS_25 } else { ROWS_24 }
    }

    /// Compares the line at one of the points where the VIC-II does.
    fn compare(&mut self, line: u16, registers: &Registers) {
        let (top, bottom) = Border::rows(registers);
        if line == bottom {
            self.vertical = true;
        } else if line == top && registers.shows() {
            self.vertical = false;
        }
    }

    /// Handles the last cycle of a line.
    pub(super) fn end_line(&mut self, line: u16, registers: &Registers) {
        self.compare(line, registers);
    }

    /// Returns whether graphics are visible, or could be, in this line from the left edge of the window on.
    pub(super) fn is_open(&self, line: u16, registers: &Registers) -> bool {
        let mut at_the_edge = self.clone();
        at_the_edge.compare(line, registers);
        !at_the_edge.vertical
    }

    /// Draws the border over a range of pixels in which the registers do not change.
    pub(super) fn paint(
        &mut self,
        pixels: Range<usize>,
        line_number: u16,
        registers: &Registers,
        line: &mut Line,
    ) {
        let colour = registers.colour(0x20);
        let (left, right) = if registers.has_40_columns() { COLUMNS_40 } else { COLUMNS_38 };
        let mut from = pixels.start;
        for edge in [left, right] {
            if !pixels.contains(&edge) {
                continue;
            }
            if self.main {
                line.fill(from..edge, colour);
            }
            from = edge;
            if edge == right {
                self.main = true;
                continue;
            }
            self.compare(line_number, registers);
            if !self.vertical {
                self.main = false;
            }
        }
        if self.main {
            line.fill(from..pixels.end, colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws white lines under a black border; returns the first and last line, and the first and last pixel of a line, that stay visible.
    fn window(registers: &Registers) -> Option<(u16, u16, usize, usize)> {
        let mut border = Border::new();
        let mut seen = None;
        for number in 0..312 {
            let mut line = Line::new();
            line.fill(0..504, 1);
            border.paint(0..504, number, registers, &mut line);
            border.end_line(number, registers);
            let first = line.pixels.iter().position(|pixel| *pixel == 1);
            let last = line.pixels.iter().rposition(|pixel| *pixel == 1);
            if let (Some(first), Some(last)) = (first, last) {
                let (top, ..) = seen.unwrap_or((number, 0, 0, 0));
                seen = Some((top, number, first, last));
            }
        }
        seen
    }

    #[test]
    fn the_window_has_two_widths_and_heights() {
        let mut registers = Registers::new();
        registers[0x20] = 0;
        assert_eq!(window(&registers), Some((51, 250, 120, 439)));
        registers[0x11] = 0x13;
        registers[0x16] = 0;
        assert_eq!(window(&registers), Some((55, 246, 127, 430)));
        registers[0x11] = 0x0b;
        assert_eq!(window(&registers), None, "the display is off");
    }

    #[test]
    fn a_border_that_misses_its_line_stays_open() {
        let mut registers = Registers::new();
        let mut border = Border::new();
        let mut line = Line::new();
        for number in 0..=249 {
            border.paint(0..504, number, &registers, &mut line);
            border.end_line(number, &registers);
        }
        // 24 rows while line 251 passes, 25 after line 247 has passed.
        registers[0x11] = 0x13;
        for number in 250..300 {
            assert!(border.is_open(number, &registers), "{number}");
            border.paint(0..504, number, &registers, &mut line);
            border.end_line(number, &registers);
        }
    }
}
