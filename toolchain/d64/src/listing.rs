//! The directory listing as the drive sends it: a BASIC program with the title, a line for each file, and the free blocks.
//!
//! Sources: Commodore 1541 User's Guide, chapter 4; the DOS (`mist64/cbmsrc`, DOS_1541_05), lstdir.src and trnsfr.src.

use std::fmt;

use crate::{FileKind, NAME_BYTES, petscii};

/// The start of BASIC programs on a PET, and a link, which BASIC recalculates.
const START: [u8; 2] = [0x01, 0x04];
const LINK: [u8; 2] = [0x01, 0x01];

/// Codes from the title to the format in the header sector, shown in the first line.
pub const HEADER_BYTES: usize = 23;

/// Codes of a line after its number.
const LINE_BYTES: usize = 27;
/// Codes after the spaces: the name in quotes, the mark of an unclosed file, the type, the mark of a locked file.
const QUOTED_BYTES: usize = 1 + NAME_BYTES + 1 + 1 + 3 + 1;

/// The code that switches reverse video on.
const REVERSE: u8 = 0x12;
const QUOTE: u8 = b'"';

/// A file in a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Up to 16 PETSCII codes, as in [`Entry`](crate::image::Entry).
    pub name: Vec<u8>,
    /// `None` for a type that the drive does not know.
    pub kind: Option<FileKind>,
    /// Whether the file is locked (cannot be scratched).
    pub locked: bool,
    /// False for a file that was never closed.
    pub closed: bool,
    /// The size in blocks, as stated in the directory.
    pub blocks: usize,
}

/// The directory of a disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The title with its padding, the ID and the format.
    pub header: [u8; HEADER_BYTES],
    /// The files in the order of the directory.
    pub files: Vec<Line>,
    /// The number of free blocks.
    pub free: usize,
}

impl Default for Listing {
    /// Returns the listing of an empty disk without a title.
    fn default() -> Listing {
        Listing {
            header: *b"\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa0\xa000\xa02A",
            files: Vec::new(),
            free: 664,
        }
    }
}

impl Line {
    /// Returns the codes of a line after its number.
    fn codes(&self) -> Vec<u8> {
        let mut codes =
            vec![b' '; 3_usize.saturating_sub(self.blocks.checked_ilog10().unwrap_or(0) as usize).max(1)];
        let start = codes.len();
        codes.push(QUOTE);
        codes.extend(self.name.iter().take(NAME_BYTES));
        codes.resize(start + 1 + NAME_BYTES + 1, petscii::PAD);
        codes.push(if self.closed { b' ' } else { b'*' });
        codes.extend(self.kind.map_or(b"???", FileKind::letters));
        codes.push(if self.locked { b'<' } else { b' ' });
        debug_assert_eq!(codes.len(), start + QUOTED_BYTES);
        // The closing quote stands where the name ends or contains a quote; the codes after it lose their highest bit.
        let name = &mut codes[start + 1..];
        if let Some(end) = name.iter().position(|&code| code == QUOTE || code == petscii::PAD) {
            name[end] = QUOTE;
            name[end + 1..].iter_mut().for_each(|code| *code &= 0x7f);
        }
        codes.resize(LINE_BYTES, b' ');
        codes
    }
}

impl Listing {
    /// Returns the lines with their numbers, without line ends.
    fn lines(&self) -> Vec<(usize, Vec<u8>)> {
        let spaced = self.header.map(|code| if code == petscii::PAD { b' ' } else { code });
        let (title, rest) = spaced.split_at(NAME_BYTES);
        let mut lines = vec![(0, [&[REVERSE, QUOTE], title, &[QUOTE], &rest[1..]].concat())];
        lines.extend(self.files.iter().map(|file| (file.blocks, file.codes())));
        lines.push((self.free, format!("{:1$}", "BLOCKS FREE.", LINE_BYTES - 2).into_bytes()));
        lines
    }

    /// Returns the program that the drive sends for `$`, load address first.
    pub fn program(&self) -> Vec<u8> {
        let mut bytes = START.to_vec();
        for (number, codes) in self.lines() {
            bytes.extend(LINK);
            bytes.extend((number as u16).to_le_bytes());
            bytes.extend(codes);
            bytes.push(0);
        }
        bytes.extend([0, 0]);
        bytes
    }
}

impl fmt::Display for Listing {
    /// Writes the lines as LIST shows them, in Unicode.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, codes) in self.lines() {
            let codes = codes.strip_prefix(&[REVERSE]).unwrap_or(&codes);
            writeln!(f, "{}", format!("{number} {}", petscii::decode(codes)).trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &[u8], kind: Option<FileKind>, blocks: usize) -> Line {
        Line { name: name.to_vec(), kind, locked: false, closed: true, blocks }
    }

    #[test]
    fn a_listing_has_a_line_for_each_file_with_its_marks() {
        let files = vec![
            line(b"GAME", Some(FileKind::Prg), 5),
            Line { locked: true, ..line(b"NOTES", Some(FileKind::Seq), 12) },
            Line { closed: false, ..line(b"SIXTEEN LETTERS!", Some(FileKind::Usr), 100) },
            line(b"", Some(FileKind::Del), 0),
            line(b"X", None, 300),
        ];
        let mut listing = Listing { files, free: 77, ..Listing::default() };
        listing.header[..4].copy_from_slice(b"DISK");
        let expected = [
            "0 \"DISK            \" 00 2A",
            "5    \"GAME\"             PRG",
            "12   \"NOTES\"            SEQ<",
            "100  \"SIXTEEN LETTERS!\"*USR",
            "0    \"\"                 DEL",
            "300  \"X\"                ???",
            "77 BLOCKS FREE.",
        ];
        assert_eq!(listing.to_string().lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_follows_a_pad_or_a_quote_in_a_name_is_shown_behind_it() {
        let files =
            vec![line(b"GAME\xa0,8,1\xc1", Some(FileKind::Prg), 1), line(b"A\"B", Some(FileKind::Prg), 1)];
        let listing = Listing { files, ..Listing::default() };
        let text = listing.to_string();
        assert!(
            text.contains("1    \"GAME\",8,1A        PRG\n")
                && text.contains("1    \"A\"B               PRG\n"),
            "{text}"
        );
    }

    #[test]
    fn the_program_has_lines_of_32_bytes() {
        let listing = Listing { files: vec![line(b"GAME", Some(FileKind::Prg), 258)], ..Listing::default() };
        let bytes = listing.program();
        assert_eq!(
            (bytes.len(), &bytes[..8]),
            (2 + 30 + 32 + 30 + 2, &[1, 4, 1, 1, 0, 0, REVERSE, QUOTE][..])
        );
        assert_eq!(bytes[32..39], [1, 1, 2, 1, b' ', QUOTE, b'G']);
        assert!(bytes.ends_with(b"BLOCKS FREE.             \0\0\0"));
    }
}
