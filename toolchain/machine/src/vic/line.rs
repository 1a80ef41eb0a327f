//! A raster line being drawn: the colours of its pixels, and which of them are foreground.
//!
//! A line consists of columns of eight pixels, one per cycle. The first pixel of the 40-column window is the first of column 15: that is
//! where the graphics read in cycle 16 are shown, with cycles counted from 1 as in Christian Bauer, "The MOS 6567/6569 video controller
//! (VIC-II)", section 3.6.3. The pixels of the line therefore begin half a cycle after the line.

use std::ops::Range;

/// Pixels of the longest line (65 cycles), with room for those of its last column that are scrolled beyond it.
pub(super) const PIXELS: usize = 66 * 8;

/// Pixels in a group: at least as many as in the widest sprite.
pub(super) const WIDE: usize = 48;

/// A set of pixels of a line, one bit each.
#[derive(Clone, Debug)]
pub(super) struct PixelSet([u8; PIXELS / 8 + 8]);

impl PixelSet {
    pub(super) fn new() -> PixelSet {
        PixelSet([0; PIXELS / 8 + 8])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Returns at least [`WIDE`] pixels starting at `at`, the first in the highest bit.
    pub(super) fn from(&self, at: usize) -> u64 {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.0[at / 8..at / 8 + 8]);
        u64::from_be_bytes(bytes) << (at % 8)
    }

    /// Adds pixels, with the one at `at` in the highest bit. Only the highest [`WIDE`] bits may be set.
    pub(super) fn add(&mut self, at: usize, pixels: u64) {
        let bytes = (pixels >> (at % 8)).to_be_bytes();
        for (target, byte) in self.0[at / 8..at / 8 + 8].iter_mut().zip(bytes) {
            *target |= byte;
        }
    }

    /// Adds or removes a pixel.
    pub(super) fn set(&mut self, at: usize, is_in: bool) {
        let bit = 0x80 >> (at % 8);
        self.0[at / 8] = self.0[at / 8] & !bit | if is_in { bit } else { 0 };
    }
}

/// A line being drawn.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The colours of the pixels: 0..16.
    pub(super) pixels: [u8; PIXELS],
    /// The pixels that can hide sprites, and with which sprites collide.
    pub(super) foreground: PixelSet,
}

impl Line {
    pub(super) fn new() -> Line {
        Line { pixels: [0; PIXELS], foreground: PixelSet::new() }
    }

    /// Sets some pixels to one colour.
    pub(super) fn fill(&mut self, pixels: Range<usize>, colour: u8) {
        self.pixels[pixels].fill(colour);
    }

    /// Draws graphics side by side, eight pixels for each of `columns`; `draw` returns their colours, and which of them are foreground.
    #[inline(always)]
    pub(super) fn put<C>(&mut self, at: usize, columns: &[C], draw: impl Fn(usize, &C) -> ([u8; 8], u8)) {
        let pixels = &mut self.pixels[at..].as_chunks_mut().0[..columns.len()];
        let bytes = &mut self.foreground.0[at / 8..][..columns.len() + 1];
        // The part of a column's foreground that falls into the next byte.
        let mut rest = 0;
        for (number, column) in columns.iter().enumerate() {
            let (colours, foreground) = draw(number, column);
            let [high, low] = (u16::from(foreground) << 8 >> (at % 8)).to_be_bytes();
            pixels[number] = colours;
            bytes[number] |= high | rest;
            rest = low;
        }
        bytes[columns.len()] |= rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_begin_at_any_pixel() {
        let mut set = PixelSet::new();
        set.add(13, 0x8000_0000_0001 << 16);
        set.add(3, 0x81 << 56);
        for (at, expected) in
            [(3, true), (10, true), (13, true), (60, true), (4, false), (12, false), (61, false)]
        {
            assert_eq!(set.from(at) >> 63 == 1, expected, "{at}");
        }
        assert_eq!(set.from(13) >> 16, 0x8000_0000_0001);
        set.clear();
        assert_eq!(set.from(3), 0);
    }
}
