//! The program's picture as text, and the display as an image.

use std::fmt;

use super::screen::{COLUMNS, ROWS};
use crate::disk::petscii;
use crate::image;

/// The address of the picture's 1,000 character codes: RAM under the chips. Source: `c64/src/hardware/picture.rs`.
pub const PICTURE_ADDRESS: u16 = 0xd800;

/// The VIC's register 24 while the picture is shown: where its codes and its characters are within bank 3. Source:
/// `c64/src/hardware/picture.rs`.
const PICTURE_POINTERS: u8 = 0x64;

/// Tells whether the program's picture is what is seen, by what register 24 of the VIC reads as. Its bit 0 means nothing.
pub fn is_picture(pointers: u8) -> bool {
    pointers & !1 == PICTURE_POINTERS
}

/// The picture's own characters from code 64 on, or what looks like them: letters, full and cut squares, frames, the arrow, the title's
/// stones and the dot. Source: `c64/src/art/characters.rs`.
const OWN: [char; 26] = [
    'Á', 'É', 'Í', 'Ó', 'Ú', 'Ñ', 'Ü', '¿', '¡', '█', '◢', '◣', '◤', '◥', '─', '│', '┌', '┐', '└', '┘', '┼',
    '▶', '+', 'x', 'o', '•',
];

/// What stands on a cell of the wooden board: nothing, a stone of the first player, one of the second.
const STONES: [char; 3] = ['+', 'x', 'o'];

/// The shades of weights.
const SHADES: [char; 3] = ['⠁', '⡇', '⣿'];

/// The first code after the wooden board, by which the halves of letters and digits are found.
const HALVES: u8 = 192;

/// The program's own screen of 40x25 characters at one moment, without sprites and colours.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    codes: Vec<u8>,
}

impl Picture {
    /// A picture of 1,000 codes; missing ones count as blanks, superfluous ones are dropped.
    pub fn new(codes: &[u8]) -> Picture {
        let mut codes = codes.to_vec();
        codes.resize(COLUMNS * ROWS, b' ');
        Picture { codes }
    }

    /// The codes, row by row.
    pub fn codes(&self) -> &[u8] {
        &self.codes
    }

    /// The 25 rows without trailing blanks, in capitals; an unknown code is `·`.
    pub fn lines(&self) -> Vec<String> {
        let row = |codes: &[u8]| codes.iter().map(|&code| character(code)).collect::<String>();
        self.codes.chunks(COLUMNS).map(|codes| row(codes).trim_end().to_string()).collect()
    }

    /// Tells whether the text stands in one row; case does not matter.
    pub fn contains(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.lines().iter().any(|line| line.to_lowercase().contains(&text))
    }
}

impl fmt::Display for Picture {
    /// All 25 rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture:\n{self}")
    }
}

/// Returns the character that a code of the picture shows.
fn character(code: u8) -> char {
    match code {
        0..64 => petscii::decode(&[petscii::from_screen_code(code)]).chars().next().unwrap_or('·'),
        64..90 => OWN[usize::from(code - 64)],
        // A stone, or its one character of several: the first of two by two, the middle of three by three, the one that holds its
        // middle in cells of 12 pixels. Source: `c64/src/art/wood.rs`.
        90..93 => STONES[usize::from(code - 90)],
        93..105 if code % 4 == 1 => STONES[usize::from(code - 93) / 4],
        105..132 if (code - 105) % 9 == 4 => STONES[usize::from(code - 105) / 9],
        132..144 => STONES[usize::from(code - 132) % 3],
        93..189 => ' ',
        189..HALVES => SHADES[usize::from(code - 189)],
        // The letter or digit for its left or upper half, and for the other one a blank.
        HALVES..207 => char::from(b'A' + (code - HALVES)),
        222..232 => char::from(b'0' + (code - 222)),
        207..242 => ' ',
        _ => '·',
    }
}

/// Pixels of the borders that a [`Display`] has on each side; a monitor shows some more.
pub(super) const BORDER: Margins = Margins { left: 16, right: 16, top: 16, bottom: 16 };

/// Pixels of the borders on each side of the window.
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

/// The height of the monitor's buffer on an NTSC machine: raster lines of its frame.
const NTSC_LINES: usize = 263;

/// The offset of the pixels in the monitor's answer.
const PIXELS: usize = 21;

/// The pixels that are seen, with a part of the borders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Display {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// A number of a colour for each pixel, row by row.
    pub pixels: Vec<u8>,
    /// The colours: red, green, blue.
    pub palette: Vec<[u8; 3]>,
}

impl Display {
    /// Reads what the monitor answers to being asked for the display and the palette; `margins` are the borders to keep.
    ///
    /// The display: length of the head, width and height of the whole buffer, then left, top, width and height of the part inside
    /// of the borders, bits a pixel, length of the buffer, which follows, but for its last bytes: VICE 3.7 forgets to count that
    /// length. The palette: count of two bytes, then items of size, red, green, blue.
    pub(super) fn read(display: &[u8], palette: &[u8], margins: Margins) -> Option<Display> {
        let word = |at: usize| Some(usize::from(u16::from_le_bytes(*display.get(at..)?.first_chunk()?)));
        let [whole, left, top, width, height] = [word(4)?, word(8)?, word(10)?, word(12)?, word(14)?];
        if display.get(16) != Some(&8) || whole == 0 || width == 0 {
            return None;
        }
        // VICE 3.7's buffer lacks the first of the raster lines from which it counts the top if it is as high as a PAL picture.
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

    /// The display as a PNG file, each pixel `scale` times as wide and high.
    pub fn png(&self, scale: u32) -> Vec<u8> {
        image::png(self.width as usize, &self.pixels, &self.palette, scale as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_shapes_are_read_and_what_is_neither_is_a_dot() {
        let mut codes = vec![b' '; 40];
        codes[..8].copy_from_slice(&[19, 25, 19, b' ', b'2', 69, 73, 250]);
        let picture = Picture::new(&codes);
        assert_eq!(picture.lines()[0], "SYS 2Ñ█·");
        assert_eq!(picture.lines().len(), ROWS);
        assert!(picture.contains("sys 2") && !picture.contains("SYS2"));
        // Stones of every size, what else belongs to them, the last shade, and halves of an A and a 9.
        let picture = Picture::new(&[91, 97, 101, 94, 118, 127, 106, 133, 137, 151, 191, 192, 231, 241]);
        assert_eq!(picture.lines()[0], "xxo xo xo ⣿A9");
    }

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
