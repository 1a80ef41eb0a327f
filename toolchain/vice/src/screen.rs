//! The text screen of the C64, read from its memory.

use std::fmt;

use d64::petscii;

/// Columns of the text screen.
pub const COLUMNS: usize = 40;

/// Rows of the text screen.
pub const ROWS: usize = 25;

/// The address of the KERNAL's 1,000 screen codes.
pub(super) const SCREEN_ADDRESS: u16 = 0x0400;

/// A snapshot of the 40x25 text screen.
#[derive(Clone, PartialEq, Eq)]
pub struct Screen {
    codes: Vec<u8>,
    lower_case: bool,
}

impl Screen {
    /// Creates a screen from 1,000 screen codes; `lower_case` tells whether the lower/upper case set is active. Missing codes count as
    /// blanks; surplus ones are dropped.
    pub fn new(codes: &[u8], lower_case: bool) -> Screen {
        let mut codes = codes.to_vec();
        codes.resize(COLUMNS * ROWS, b' ');
        Screen { codes, lower_case }
    }

    /// Returns the screen codes row by row, reverse video included.
    pub fn codes(&self) -> &[u8] {
        &self.codes
    }

    /// Returns the 25 rows as text without trailing blanks; reverse video is read as normal characters.
    pub fn lines(&self) -> Vec<String> {
        self.codes.chunks(COLUMNS).map(|row| self.text(row).trim_end().to_string()).collect()
    }

    /// Returns the lowest row that is not blank, or an empty text.
    pub fn last_line(&self) -> String {
        self.lines().into_iter().rev().find(|line| !line.is_empty()).unwrap_or_default()
    }

    /// Returns whether the text is on the screen; it may continue past the right edge in the next row, as the KERNAL wraps lines.
    pub fn contains(&self, text: &str) -> bool {
        self.text(&self.codes).contains(text)
    }

    fn text(&self, codes: &[u8]) -> String {
        codes.iter().map(|&code| self.character(code)).collect()
    }

    fn character(&self, code: u8) -> char {
        match code & 0x7f {
            letter @ 1..=26 if self.lower_case => (letter + b'a' - 1) as char,
            letter @ 0x41..=0x5a if self.lower_case => letter as char,
            // The shifted space looks like a space.
            0x60 => ' ',
            code => petscii::decode(&[petscii::from_screen_code(code)]).chars().next().unwrap_or(' '),
        }
    }
}

impl fmt::Display for Screen {
    /// Writes the rows down to the last one that is not blank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.lines();
        let used = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |row| row + 1);
        f.write_str(&lines[..used].join("\n"))
    }
}

impl fmt::Debug for Screen {
    /// Writes the rows as text, because a thousand codes in a failed test would tell the reader nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Screen:\n{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(rows: &[&str]) -> Screen {
        let mut codes = Vec::new();
        for row in rows {
            let row_is_blank = row.is_empty();
            let row: Vec<u8> =
                row.bytes().map(|b| if b.is_ascii_uppercase() { b - 0x40 } else { b }).collect();
            codes.extend(row);
            codes.resize((codes.len() + usize::from(row_is_blank)).next_multiple_of(COLUMNS), b' ');
        }
        Screen::new(&codes, false)
    }

    #[test]
    fn rows_become_text() {
        let screen = screen(&["", "READY.", "?E1D2"]);
        assert_eq!(screen.lines()[1], "READY.");
        assert_eq!(screen.lines().len(), ROWS);
        assert_eq!(screen.last_line(), "?E1D2");
        assert_eq!(screen.to_string(), "\nREADY.\n?E1D2");
    }

    #[test]
    fn text_is_found_over_the_edge_of_a_row() {
        let long = "*".repeat(36) + "CATS WIN";
        let screen = screen(&[&long]);
        assert!(screen.contains("CATS WIN"));
        assert!(!screen.contains("MOUSE"));
    }

    #[test]
    fn reverse_video_case_and_graphics_are_read() {
        assert_eq!(Screen::new(&[0x81, 0x42, 0xa0], false).lines()[0], "A\u{1fb72}");
        assert_eq!(Screen::new(&[0x81, 0x42], true).lines()[0], "aB");
        assert_eq!(Screen::new(&[], false).last_line(), "");
    }
}
