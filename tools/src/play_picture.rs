//! The play program's own screen as text, and waiting for its contents in VICE.

use std::fmt;

use cargo_c64::disk::petscii;
use vice::{COLUMNS, ROWS, Session, ViceError};

/// The address of the picture's 1,000 character codes: RAM under the chips. Source: `c64/src/hardware/picture.rs`.
pub const PICTURE_ADDRESS: u16 = 0xd800;

/// The VIC's register 24: where the picture's codes and characters are.
pub const MEMORY_POINTERS: u16 = 0xd018;

/// Its value while the picture is shown: where its codes and its characters are within bank 3. Source:
/// `c64/src/hardware/picture.rs`.
const PICTURE_POINTERS: u8 = 0x64;

/// Returns whether the program's picture is visible, given the value read from the VIC's register 24. Its bit 0 has no meaning.
pub fn is_picture(pointers: u8) -> bool {
    pointers & !1 == PICTURE_POINTERS
}

/// The picture's own characters from code 64 on, or similar ones: letters, full and cut squares, frames, the arrow, the title's
/// stones and the dot. Source: `c64/src/art/characters.rs`.
const OWN: [char; 26] = [
    'Á', 'É', 'Í', 'Ó', 'Ú', 'Ñ', 'Ü', '¿', '¡', '█', '◢', '◣', '◤', '◥', '─', '│', '┌', '┐', '└', '┘', '┼',
    '▶', '+', 'x', 'o', '•',
];

/// The contents of a cell on the wooden board: nothing, a stone of the first player, a stone of the second.
const STONES: [char; 3] = ['+', 'x', 'o'];

/// The shades of weights.
const SHADES: [char; 3] = ['⠁', '⡇', '⣿'];

/// The first code after the wooden board, where the halves of letters and digits begin.
const HALVES: u8 = 192;

/// The program's own screen of 40x25 characters at one moment, without sprites and colours.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    codes: Vec<u8>,
}

impl Picture {
    /// Creates a picture of 1,000 codes; missing codes are blanks, surplus ones are dropped.
    pub fn new(codes: &[u8]) -> Picture {
        let mut codes = codes.to_vec();
        codes.resize(COLUMNS * ROWS, b' ');
        Picture { codes }
    }

    /// Returns the codes, row by row.
    pub fn codes(&self) -> &[u8] {
        &self.codes
    }

    /// Returns the 25 rows in capitals without trailing blanks; an unknown code is `·`.
    pub fn lines(&self) -> Vec<String> {
        let row = |codes: &[u8]| codes.iter().map(|&code| character(code)).collect::<String>();
        self.codes.chunks(COLUMNS).map(|codes| row(codes).trim_end().to_string()).collect()
    }

    /// Returns whether the text appears within one row, ignoring case.
    pub fn contains(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.lines().iter().any(|line| line.to_lowercase().contains(&text))
    }
}

impl fmt::Display for Picture {
    /// Writes all 25 rows.
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

/// A session whose program is the play program.
pub trait Pictures {
    /// Returns the program's current picture, `None` while it shows the KERNAL's screen.
    ///
    /// # Errors
    /// VICE has ended.
    fn picture(&mut self) -> Result<Option<Picture>, ViceError>;

    /// Runs the machine until the program's picture meets a condition, which `wanted` describes in errors; returns the picture.
    ///
    /// # Errors
    /// [`ViceError::Screen`] with the last picture seen and the limit or failure that ended the run.
    fn wait_until_picture(
        &mut self,
        wanted: &str,
        condition: impl Fn(&Picture) -> bool,
    ) -> Result<Picture, ViceError>;

    /// Runs the machine until a text appears in the program's picture, which may be at once; returns that picture.
    ///
    /// # Errors
    /// As [`Pictures::wait_until_picture`].
    fn wait_for_picture(&mut self, text: &str) -> Result<Picture, ViceError> {
        self.wait_until_picture(&format!("{text:?}"), |picture| picture.contains(text))
    }
}

impl Pictures for Session {
    fn picture(&mut self) -> Result<Option<Picture>, ViceError> {
        // This does not check the VIC's bank: reading that port while a file is being loaded makes VICE lose bits of it.
        let pointers = self.chips(MEMORY_POINTERS, 1)?;
        if !is_picture(pointers[0]) {
            return Ok(None);
        }
        let codes = self.memory(PICTURE_ADDRESS, (COLUMNS * ROWS) as u16)?;
        Ok(Some(Picture::new(&codes)))
    }

    fn wait_until_picture(
        &mut self,
        wanted: &str,
        condition: impl Fn(&Picture) -> bool,
    ) -> Result<Picture, ViceError> {
        self.wait_until_seen(wanted, Session::picture, condition)
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
}
