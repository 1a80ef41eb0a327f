//! PETSCII, the C64's character encoding, and screen codes, converted from and to Rust's characters.
//!
//! Source of both tables: Commodore 64 Programmer's Reference Guide, appendix B ("Screen Display Codes") and appendix C
//! ("ASCII and CHR$ Codes").

/// The character set on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// Upper-case letters and graphics, as after power-on. Lower-case letters are shown as upper-case ones.
    #[default]
    Graphics,
    /// Lower-case and upper-case letters.
    Text,
}

/// Replaces bytes of text that are not ASCII.
const UNKNOWN: u8 = b'?';

/// Replacements for `` ` ``, `{`, `|`, `}`, `~` and `_`, indexed by the lower three bits of their codes. DEL shares its index with
/// `_`.
const OTHERS: [u8; 8] = [b'\'', UNKNOWN, UNKNOWN, b'(', 0xdd, b')', b'-', 0xa4];

/// Converts an ASCII byte to PETSCII. Characters that PETSCII lacks become similar-looking ones: braces become
/// parentheses, and a backslash a slash. Control codes are unchanged, except for a newline, which becomes RETURN.
/// Bytes from $80 become a question mark.
#[must_use]
pub const fn encode_ascii(byte: u8, charset: Charset) -> u8 {
    if byte == b'\n' {
        return 0x0d;
    }
    // In PETSCII, the characters from $60 on are different.
    match byte {
        0x80.. => UNKNOWN,
        b'_'..=0x7f if !byte.is_ascii_lowercase() => OTHERS[(byte & 7) as usize],
        b'a'..=b'z' => byte - 0x20,
        b'A'..=b'Z' => match charset {
            Charset::Graphics => byte,
            Charset::Text => byte + 0x80,
        },
        b'\\' => b'/',
        _ => byte,
    }
}

/// Converts a character to PETSCII, `None` if no PETSCII character looks the same.
///
/// ```
/// use sys2080::petscii::{Charset, encode};
///
/// assert_eq!(encode('A', Charset::Text), Some(0xc1));
/// assert_eq!(encode('£', Charset::Graphics), Some(0x5c));
/// assert_eq!(encode('{', Charset::Graphics), None);
/// ```
#[must_use]
pub const fn encode(c: char, charset: Charset) -> Option<u8> {
    Some(match (c, charset) {
        ('£', _) => 0x5c,
        ('↑', _) => 0x5e,
        ('←', _) => 0x5f,
        ('π', Charset::Graphics) => 0xff,
        ('♠', Charset::Graphics) => 0xc1,
        ('♥', Charset::Graphics) => 0xd3,
        ('♣', Charset::Graphics) => 0xd8,
        ('♦', Charset::Graphics) => 0xda,
        ('│', _) => 0xdd,
        ('─', _) => 0xc0,
        ('a'..='z' | '\\' | '^' | '`' | '{' | '|' | '}' | '~', Charset::Graphics) => return None,
        ('\\' | '^' | '`' | '{' | '|' | '}' | '~', Charset::Text) => return None,
        ('\n' | ' '..='~', _) => encode_ascii(c as u8, charset),
        _ => return None,
    })
}

/// Converts a printable PETSCII byte to the character it shows, `None` for control codes and for most graphics.
#[must_use]
pub const fn decode(petscii: u8, charset: Charset) -> Option<char> {
    Some(match (petscii, charset) {
        (0x41..=0x5a, Charset::Text) => (petscii + 0x20) as char,
        (0x61..=0x7a, Charset::Text) => (petscii - 0x20) as char,
        (0xc1..=0xda, Charset::Text) => (petscii - 0x80) as char,
        (0x5c, _) => '£',
        (0x5e, _) => '↑',
        (0x5f, _) => '←',
        (0x20..=0x5d, _) => petscii as char,
        (0xa0, _) => ' ',
        (0xa4, _) => '_',
        (0x60 | 0xc0, _) => '─',
        (0x7d | 0xdd, _) => '│',
        (0x61 | 0xc1, Charset::Graphics) => '♠',
        (0x73 | 0xd3, Charset::Graphics) => '♥',
        (0x78 | 0xd8, Charset::Graphics) => '♣',
        (0x7a | 0xda, Charset::Graphics) => '♦',
        (0x7e | 0xde | 0xff, Charset::Graphics) => 'π',
        _ => return None,
    })
}

/// Converts like [`decode`], but to ASCII. Anything else becomes a question mark.
#[must_use]
pub const fn decode_ascii(petscii: u8, charset: Charset) -> u8 {
    match (petscii, charset) {
        (0x41..=0x5a, Charset::Text) => petscii + 0x20,
        (0x61..=0x7a, Charset::Text) => petscii - 0x20,
        (0xc1..=0xda, Charset::Text) => petscii - 0x80,
        (0x5e, _) => b'^',
        (0x5c | 0x5f, _) => UNKNOWN,
        (0x20..=0x5d, _) => petscii,
        (0xa0, _) => b' ',
        (0xa4, _) => b'_',
        (0x7d | 0xdd, _) => b'|',
        _ => UNKNOWN,
    }
}

/// Returns the screen code of a printable PETSCII byte, `None` for control codes. Add $80 for reverse video.
#[must_use]
pub const fn screen_code(petscii: u8) -> Option<u8> {
    match petscii {
        0x20..=0x3f => Some(petscii),
        0x40..=0x5f | 0xa0..=0xbf => Some(petscii - 0x40),
        0x60..=0x7f => Some(petscii - 0x20),
        0xc0..=0xfe => Some(petscii - 0x80),
        0xff => Some(0x5e),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETS: [Charset; 2] = [Charset::Graphics, Charset::Text];

    #[test]
    fn letters_follow_the_character_set() {
        assert_eq!(b"Hi".map(|byte| encode_ascii(byte, Charset::Graphics)), *b"HI");
        assert_eq!(b"Hi".map(|byte| encode_ascii(byte, Charset::Text)), [0xc8, b'I']);
        assert_eq!(decode(0xc8, Charset::Text), Some('H'));
        assert_eq!(decode(b'I', Charset::Text), Some('i'));
    }

    #[test]
    fn text_has_no_control_codes_but_its_own() {
        for charset in SETS {
            for byte in 0x20..=0xff {
                let petscii = encode_ascii(byte, charset);
                assert!(screen_code(petscii).is_some(), "{byte:02x} becomes {petscii:02x}");
            }
            assert_eq!(encode_ascii(b'\n', charset), 0x0d);
        }
    }

    #[test]
    fn what_is_encoded_is_decoded_again() {
        for charset in SETS {
            let all: std::vec::Vec<char> = (0..=0xffff_u32).filter_map(char::from_u32).collect();
            let encoded =
                all.into_iter().filter(|c| *c != '\n').filter_map(|c| Some((c, encode(c, charset)?)));
            let mut count = 0;
            for (c, petscii) in encoded {
                assert_eq!(decode(petscii, charset), Some(c), "{petscii:02x}");
                count += 1;
            }
            assert!(count > 60, "{count}");
        }
    }

    #[test]
    fn ascii_is_decoded_as_in_full() {
        for charset in SETS {
            for petscii in 0..=0xff {
                let full = match decode(petscii, charset) {
                    Some('↑') => b'^',
                    Some('│') => b'|',
                    Some(c) if c.is_ascii() => c as u8,
                    _ => UNKNOWN,
                };
                assert_eq!(decode_ascii(petscii, charset), full, "{petscii:02x}");
            }
        }
    }

    #[test]
    fn screen_codes_are_those_of_the_guide() {
        let pairs =
            [(b' ', 0x20), (b'@', 0), (b'A', 1), (0x5f, 0x1f), (0xa0, 0x60), (0xc1, 0x41), (0xff, 0x5e)];
        for (petscii, code) in pairs {
            assert_eq!(screen_code(petscii), Some(code), "{petscii:02x}");
        }
        assert_eq!((0..=0xff).filter(|byte| screen_code(*byte).is_none()).count(), 64);
    }
}
