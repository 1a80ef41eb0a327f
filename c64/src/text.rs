//! Text out: PETSCII, hexadecimal, and ufmt on top of a terminal.
//!
//! Numbers are printed as `u32`, so that ufmt's code for them is there once.

use core::convert::Infallible;

use ufmt::uWrite;

use crate::terminal::Terminal;

/// PETSCII: carriage return, to the start of the next line.
pub const RETURN: u8 = 0x0d;
/// PETSCII: switches to upper case and graphics characters.
pub const UPPER_CASE: u8 = 0x8e;
/// PETSCII: clears the screen.
pub const CLEAR: u8 = 0x93;
/// PETSCII: reversed characters on.
pub const REVERSE_ON: u8 = 0x12;
/// PETSCII: reversed characters off.
pub const REVERSE_OFF: u8 = 0x92;
/// PETSCII: cursor one column to the left.
pub const LEFT: u8 = 0x9d;
/// PETSCII: the DEL key; printed, it rubs out the character to the left of the cursor.
pub const DELETE: u8 = 0x14;
/// PETSCII: a low line, which ASCII's `_` is shown as.
pub const LOW_LINE: u8 = 0xa4;

/// A terminal that text can be written to.
pub struct Text<T> {
    /// Where the bytes go.
    pub terminal: T,
}

impl<T: Terminal> Text<T> {
    /// Prints one ASCII character.
    #[inline(never)]
    pub fn ascii(&mut self, ascii: u8) {
        self.terminal.put(petscii(ascii));
    }

    /// Prints ASCII text.
    #[inline(never)]
    pub fn print(&mut self, text: &str) {
        for ascii in text.bytes() {
            self.ascii(ascii);
        }
    }

    /// Prints ASCII text and ends the line.
    #[inline(never)]
    pub fn line(&mut self, text: &str) {
        self.print(text);
        self.newline();
    }

    /// Ends the line.
    #[inline(never)]
    pub fn newline(&mut self) {
        self.terminal.put(RETURN);
    }

    /// Prints `n` spaces.
    pub fn spaces(&mut self, n: u8) {
        for _ in 0..n {
            self.terminal.put(b' ');
        }
    }

    /// Prints a byte as two hexadecimal digits.
    #[inline(never)]
    pub fn hex8(&mut self, byte: u8) {
        self.hex4(byte >> 4);
        self.hex4(byte & 15);
    }

    /// Prints a word as four hexadecimal digits.
    pub fn hex16(&mut self, word: u16) {
        let [low, high] = word.to_le_bytes();
        self.hex8(high);
        self.hex8(low);
    }

    /// Prints a number below 16 as one hexadecimal digit.
    pub fn hex4(&mut self, nibble: u8) {
        // PETSCII has ASCII's codes for digits and for unshifted letters.
        self.terminal.put(if nibble < 10 { b'0' + nibble } else { b'A' - 10 + nibble });
    }
}

impl<T: Terminal> uWrite for Text<T> {
    type Error = Infallible;

    fn write_str(&mut self, text: &str) -> Result<(), Infallible> {
        self.print(text);
        Ok(())
    }
}

/// The PETSCII code, upper-case set, that shows an ASCII character; `?` for what that set lacks.
///
/// Letters of either case map to $41-$5A. `"` becomes `'`, because a printed quotation mark would put the
/// KERNAL's screen editor into quote mode.
pub const fn petscii(ascii: u8) -> u8 {
    match ascii {
        b'\n' => RETURN,
        b'a'..=b'z' => ascii - 0x20,
        b'_' => LOW_LINE,
        b'"' => b'\'',
        b' '..=b'[' | b']' => ascii,
        _ => b'?',
    }
}

/// The ASCII character of a key worth echoing, letters in upper case whether shifted or not; `None` for
/// every other PETSCII byte.
pub const fn ascii_of_key(petscii: u8) -> Option<u8> {
    match petscii {
        b' ' | b'.' | b'-' | b'0'..=b'9' | b'A'..=b'Z' => Some(petscii),
        // Shifted letters: graphics characters in this set, but a person who shifts means the letter.
        0xc1..=0xda => Some(petscii - 0x80),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_either_case_become_unshifted_petscii() {
        assert_eq!((petscii(b'a'), petscii(b'z'), petscii(b'A'), petscii(b'Z')), (0x41, 0x5a, 0x41, 0x5a));
    }

    #[test]
    fn no_text_can_reach_a_control_code_or_quote_mode() {
        for ascii in 0..=255u8 {
            let code = petscii(ascii);
            let control = code & 0x7f < 0x20 && ascii != b'\n';
            assert!(!control && code != b'"', "{ascii:#04x} -> {code:#04x}");
        }
    }

    #[test]
    fn only_keys_with_a_plain_character_are_echoed() {
        for key in 0..=255u8 {
            if let Some(ascii) = ascii_of_key(key) {
                assert!(ascii.is_ascii_uppercase() || ascii.is_ascii_digit() || b" .-".contains(&ascii));
                assert_eq!(petscii(ascii), ascii);
            }
        }
        assert_eq!(ascii_of_key(0xc5), Some(b'E'));
        assert_eq!(ascii_of_key(b'"'), None);
    }
}
