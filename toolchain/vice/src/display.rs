//! The pixels that a monitor shows, as returned by VICE's binary monitor.

use crate::image;

/// The border pixels included in a [`Display`] on each side; a real monitor shows some more.
pub(super) const BORDER: Margins = Margins { left: 16, right: 16, top: 16, bottom: 16 };

/// Border pixels on each side of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// To the left of the window.
    pub left: usize,
    /// To its right.
    pub right: usize,
    /// Above it.
    pub top: usize,
    /// Below it.
    pub bottom: usize,
}

/// The height of VICE's display buffer on an NTSC machine: the raster lines of a frame.
const NTSC_LINES: usize = 263;

/// The offset of the pixels in the monitor's answer.
const PIXELS: usize = 21;

/// The visible pixels, with part of the borders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Display {
    /// Pixels per row.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// The colour number of each pixel, row by row.
    pub pixels: Vec<u8>,
    /// The colours: red, green, blue.
    pub palette: Vec<[u8; 3]>,
}

impl Display {
    /// Reads the binary monitor's responses to requests for the display and the palette; `margins` are the borders to keep.
    ///
    /// The display: length of the header; width and height of the whole buffer; left, top, width and height of the part inside the borders;
    /// bits per pixel; length of the buffer, followed by the buffer without its last bytes, because VICE 3.7 does not count that length
    /// field. The palette: a two-byte count, then items of size, red, green, blue.
    pub(super) fn read(display: &[u8], palette: &[u8], margins: Margins) -> Option<Display> {
        let word = |at: usize| Some(usize::from(u16::from_le_bytes(*display.get(at..)?.first_chunk()?)));
        let [whole, left, top, width, height] = [word(4)?, word(8)?, word(10)?, word(12)?, word(14)?];
        if display.get(16) != Some(&8) || whole == 0 || width == 0 {
            return None;
        }
        // If the buffer has the height of a PAL picture, VICE 3.7 leaves out the first of the raster lines that the top is counted from.
        let lacking = usize::from(word(6)? != NTSC_LINES);
        let (left, top) = (left.checked_sub(margins.left)?, top.checked_sub(margins.top + lacking)?);
        let (width, height) = (width + margins.left + margins.right, height + margins.top + margins.bottom);
        let rows = display.get(PIXELS..)?.chunks_exact(whole).skip(top).take(height);
        let pixels: Option<Vec<&[u8]>> = rows.map(|row| row.get(left..left + width)).collect();
        let pixels = pixels?.concat();
        let mut colours = Vec::new();
        let mut rest = palette.get(2..)?;
        while let [size, red, green, blue, ..] = rest {
            colours.push([*red, *green, *blue]);
            rest = rest.get(1 + usize::from(*size)..)?;
        }
        let known = pixels.iter().all(|pixel| usize::from(*pixel) < colours.len());
        let whole_picture = pixels.len() == width * height;
        (known && whole_picture).then_some(Display {
            width: width as u32,
            height: height as u32,
            pixels,
            palette: colours,
        })
    }

    /// Returns the display as a PNG file, each pixel `scale` times as wide and high.
    pub fn png(&self, scale: u32) -> Vec<u8> {
        image::png(self.width as usize, &self.pixels, &self.palette, scale as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_visible_part_is_cut_out_of_the_display() {
        // A buffer of 40 by 40 whose inner part is 2 by 2 at column 18, raster line 20; five bytes are missing at its end.
        let mut display = vec![13, 0, 0, 0, 40, 0, 40, 0, 18, 0, 20, 0, 2, 0, 2, 0, 8, 64, 6, 0, 0];
        display.resize(21 + 40 * 40 - 5, 0);
        for (column, row, colour) in [(18, 19, 1), (19, 20, 2), (2, 3, 1), (35, 36, 2), (1, 3, 2), (2, 2, 2)]
        {
            display[21 + row * 40 + column] = colour;
        }
        let palette = [3, 0, 3, 0, 0, 0, 3, 255, 255, 255, 3, 1, 2, 3];
        let read = Display::read(&display, &palette, BORDER).unwrap();
        assert_eq!((read.width, read.height, read.palette[2]), (34, 34, [1, 2, 3]));
        let mut expected = [0; 34 * 34];
        (expected[0], expected[16 * 34 + 16], expected[17 * 34 + 17], expected[34 * 34 - 1]) = (1, 1, 2, 2);
        assert_eq!(read.pixels, expected);
        assert_eq!(Display::read(&display[..700], &palette, BORDER), None);
        assert_eq!(Display::read(&display, &palette[..10], BORDER), None);
    }
}
