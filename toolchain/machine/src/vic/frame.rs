//! Frames: the visible part of the picture, as colour numbers.

use std::ops::Range;

use super::standard::VideoStandard;

/// The visible pixels of a line: 32 border pixels on each side of the window. Source: VICE 3.7 with its normal borders.
const SEEN: Range<usize> = 88..472;

/// A picture of the screen with its borders: 384 by 272 pixels (PAL) or 384 by 247 (NTSC). The window of 40 by 25 characters begins at
/// pixel 32 of row 35 (PAL) or 23 (NTSC).
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Frame {
    height: usize,
    pixels: Vec<u8>,
}

impl Frame {
    /// Pixels per row.
    pub const WIDTH: usize = SEEN.end - SEEN.start;

    fn new(standard: VideoStandard) -> Frame {
        let lines = standard.visible_lines();
        let height = (lines.end - lines.start) as usize;
        Frame { height, pixels: vec![0; height * Frame::WIDTH] }
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the colours of the pixels, row by row: 0..16. [`palette`](crate::palette) has their red, green and blue.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }
}

impl std::fmt::Debug for Frame {
    /// Writes the size, without the hundred thousand pixels.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Frame({} x {})", Frame::WIDTH, self.height)
    }
}

/// The frame being drawn, and the last complete one.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    standard: VideoStandard,
    current: Frame,
    whole: Frame,
    /// The number of completed frames.
    count: u64,
    /// Whether the current frame has been drawn from its first row on.
    begun: bool,
}

impl Frames {
    pub(super) fn new(standard: VideoStandard) -> Frames {
        let frame = Frame::new(standard);
        Frames { standard, current: frame.clone(), whole: frame, count: 0, begun: false }
    }

    /// Returns the last complete frame, if there is one.
    pub(super) fn whole(&self) -> Option<&Frame> {
        Some(&self.whole).filter(|_| self.count > 0)
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Returns the row in which a raster line is visible.
    pub(super) fn row(standard: VideoStandard, line: u16) -> Option<usize> {
        let seen = standard.visible_lines();
        let line = u64::from(line);
        let lines = [line, line + standard.lines_per_frame()];
        lines.into_iter().find(|line| seen.contains(line)).map(|line| (line - seen.start) as usize)
    }

    /// Adds a drawn line.
    pub(super) fn take(&mut self, line: u16, pixels: &[u8]) {
        let Some(row) = Frames::row(self.standard, line) else { return };
        self.begun |= row == 0;
        let start = row * Frame::WIDTH;
        self.current.pixels[start..start + Frame::WIDTH].copy_from_slice(&pixels[SEEN]);
        if row + 1 == self.current.height && self.begun {
            std::mem::swap(&mut self.current, &mut self.whole);
            self.count += 1;
            self.begun = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_whole_after_its_last_line() {
        for (standard, last, height) in [(VideoStandard::Pal, 287, 272), (VideoStandard::Ntsc, 11, 247)] {
            let mut frames = Frames::new(standard);
            let lines = standard.lines_per_frame() as u16;
            // Starting in the middle of a frame: that frame does not count.
            for line in (100..lines).chain(0..lines).chain(0..=last) {
                assert_eq!(frames.count(), u64::from(frames.whole().is_some()));
                if frames.count() == 1 && line <= last {
                    break;
                }
                frames.take(line, &[line as u8; 520]);
            }
            let frame = frames.whole().unwrap();
            assert_eq!((frame.height(), frame.pixels().len()), (height, height * 384));
            let first = standard.visible_lines().start as u8;
            assert_eq!((frame.pixels()[0], frame.pixels()[384]), (first, first + 1));
            assert_eq!(*frame.pixels().last().unwrap(), last as u8);
        }
    }
}
