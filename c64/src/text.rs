//! Text output: PETSCII, words, numbers, and ufmt on the console.

use core::convert::Infallible;

use ufmt::uWrite;

use crate::number::{PLACES, digit};
use crate::spelling::{self, LINE};
use crate::terminal::Terminal;
use crate::words::{Language, Word};

/// PETSCII: carriage return, to the start of the next line.
pub const RETURN: u8 = 0x0d;
/// PETSCII: clears the screen.
pub const CLEAR: u8 = 0x93;
/// PETSCII: cursor one column to the left.
pub const LEFT: u8 = 0x9d;
/// PETSCII: the DEL key; printed, it rubs out the character to the left of the cursor.
pub const DELETE: u8 = 0x14;
/// PETSCII: a low line, which represents ASCII's `_`.
pub const LOW_LINE: u8 = 0xa4;

/// The substitutes for [`spelling::ACCENTED`], which the character ROM lacks.
const PLAIN: [u8; 9] = *b"AEIOUNU?!";

/// Writes text to the console screen in one language.
pub struct Text<'a, D> {
    /// The terminal to write to.
    pub terminal: &'a mut D,
    /// The language of the texts.
    pub language: Language,
}

impl<'a, D: Terminal> Text<'a, D> {
    /// Creates an output for English text.
    pub const fn new(terminal: &'a mut D) -> Self {
        Text { terminal, language: Language::English }
    }

    /// Prints one character: ASCII or one of [`spelling::ACCENTED`].
    #[inline(never)]
    pub fn ascii(&mut self, ascii: u8) {
        self.terminal.put(petscii(ascii));
    }

    /// Prints ASCII text.
    #[inline(never)]
    pub fn print(&mut self, text: &[u8]) {
        for &ascii in text {
            self.ascii(ascii);
        }
    }

    /// Ends the line.
    #[inline(never)]
    pub fn newline(&mut self) {
        self.terminal.put(RETURN);
    }

    /// Prints a space.
    #[inline(never)]
    pub fn space(&mut self) {
        self.terminal.put(b' ');
    }

    /// Prints a number in decimal.
    #[inline(never)]
    pub fn number(&mut self, number: u32) {
        let mut rest = number;
        let mut place = PLACES;
        let mut begun = false;
        while place != 0 {
            place -= 1;
            let digit = digit(&mut rest, place);
            begun |= digit != 0 || place == 0;
            if begun {
                self.ascii(b'0' + digit);
            }
        }
    }

    /// Prints a byte as two hexadecimal digits.
    #[inline(never)]
    pub fn hex8(&mut self, byte: u8) {
        self.hex4(byte >> 4);
        self.hex4(byte & 15);
    }

    /// Prints a number below 16 as one hexadecimal digit.
    #[inline(never)]
    pub fn hex4(&mut self, nibble: u8) {
        self.ascii(if nibble < 10 { b'0' + nibble } else { b'A' - 10 + nibble });
    }

    /// Prints a word.
    pub fn say(&mut self, word: Word) {
        self.say_numbered(word as u8);
    }

    /// Prints a word given its number; returns its length.
    #[inline(never)]
    pub fn say_numbered(&mut self, word: u8) -> u8 {
        let mut line = [0; LINE];
        spelling::spell(self.terminal.words(), word, self.language, &mut line);
        let mut length = 0;
        loop {
            let ascii = line[length as usize % LINE];
            if ascii == 0 {
                return length;
            }
            self.ascii(ascii);
            length += 1;
        }
    }

    /// Prints a word and ends the line.
    #[inline(never)]
    pub fn tell(&mut self, word: Word) {
        self.say(word);
        self.newline();
    }

    /// Returns character `index` of a word.
    pub fn letter(&mut self, word: Word, index: u8) -> u8 {
        let mut line = [0; LINE];
        spelling::spell(self.terminal.words(), word as u8, self.language, &mut line);
        line[index as usize % LINE]
    }
}

impl<D: Terminal> uWrite for Text<'_, D> {
    type Error = Infallible;

    fn write_str(&mut self, text: &str) -> Result<(), Infallible> {
        self.print(text.as_bytes());
        Ok(())
    }
}

/// Returns the PETSCII code, upper-case set, of an ASCII character or one of [`spelling::ACCENTED`]; `?` for characters that the set
/// lacks.
///
/// Letters of either case map to $41-$5A. `"` becomes `'`, because a printed quotation mark would put the
/// KERNAL's screen editor into quote mode.
pub const fn petscii(ascii: u8) -> u8 {
    match ascii {
        0x80..=0x88 => PLAIN[(ascii - 0x80) as usize],
        b'\n' => RETURN,
        b'a'..=b'z' => ascii - 0x20,
        b'_' => LOW_LINE,
        b'"' => b'\'',
        b' '..=b'[' | b']' => ascii,
        _ => b'?',
    }
}

/// Returns the ASCII character of a key worth echoing, letters in upper case whether shifted or not; `None` for
/// every other PETSCII byte.
pub const fn ascii_of_key(petscii: u8) -> Option<u8> {
    match petscii {
        b' ' | b'.' | b'-' | b'0'..=b'9' | b'A'..=b'Z' => Some(petscii),
        // Shifted letters are graphics characters in this set, but a person who types one means the letter.
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
    fn accents_are_left_out() {
        let shown: std::string::String = (0..9).map(|at| petscii(0x80 + at) as char).collect();
        assert_eq!(shown, "AEIOUNU?!");
        assert_eq!(spelling::ACCENTED.len(), shown.len());
    }

    #[test]
    fn numbers_are_decimal() {
        for number in [0, 7, 10, 99, 100, 65_535, 65_536, 141_427, u32::MAX] {
            let mut mock = crate::testing::Mock::new();
            Text::new(&mut mock).number(number);
            assert_eq!(mock.printed(), std::format!("{number}\n"));
        }
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
