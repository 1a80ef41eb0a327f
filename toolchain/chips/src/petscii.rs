//! PETSCII (the C64's character code), screen codes and Unicode, and the conversions between them.
//!
//! Source of the codes: Commodore 64 Programmer's Reference Guide, appendix B ("Screen Display Codes") and appendix C ("ASCII and CHR$
//! Codes"). Every graphic character has one Unicode character, as in Unicode's mapping for "Symbols for Legacy Computing".
//!
//! [`encode`] and [`decode`] use the set of capitals and graphics that the machine shows after power-on. The letters are `$41`-`$5A`; `a`
//! and `A` are the same key, and both become capitals.

/// The active character set: upper case with graphics, or lower with upper case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// Upper case and graphics, as after power-on.
    Graphics,
    /// Lower and upper case, after printing $0E.
    Text,
}

/// Returns the screen code that the KERNAL stores for a printable PETSCII byte; `None` for control codes ($00-$1F, $80-$9F).
pub fn screen_code(petscii: u8) -> Option<u8> {
    match petscii {
        0x20..=0x3f => Some(petscii),
        0x40..=0x5f | 0xa0..=0xbf => Some(petscii - 0x40),
        0x60..=0x7f => Some(petscii - 0x20),
        0xc0..=0xfe => Some(petscii - 0x80),
        0xff => Some(0x5e),
        0x00..=0x1f | 0x80..=0x9f => None,
    }
}

const GRAPHICS: [char; 64] = [
    '─', '♠', '🭲', '🭸', '🭷', '🭶', '🭺', '🭱', '🭴', '╮', '╰', '╯', '🭼', '╲', '╱', '🭽', '🭾', '●', '🭻', '♥', '🭰',
    '╭', '╳', '○', '♣', '🭵', '♦', '┼', '🮌', '│', 'π', '◥', ' ', '▌', '▄', '▔', '▁', '▏', '▒', '▕', '🮏', '◤',
    '🮇', '├', '▗', '└', '┐', '▂', '┌', '┴', '┬', '┤', '▎', '▍', '🮈', '🮂', '🮃', '▃', '🭿', '▖', '▝', '┘', '▘',
    '▚',
];

/// Returns the Unicode character nearest to a screen code. Reversed characters ($80-$FF) are returned as normal ones, except that a
/// reversed space becomes a full block.
pub fn glyph(code: u8, charset: Charset) -> char {
    if code == 0xa0 {
        return '█';
    }
    let code = code & 0x7f;
    match (code, charset) {
        (0x00, _) => '@',
        (0x01..=0x1a, Charset::Graphics) => char::from(code + b'A' - 1),
        (0x01..=0x1a, Charset::Text) => char::from(code + b'a' - 1),
        (0x1b, _) => '[',
        (0x1c, _) => '£',
        (0x1d, _) => ']',
        (0x1e, _) => '↑',
        (0x1f, _) => '←',
        (0x20..=0x3f, _) => char::from(code),
        (0x41..=0x5a, Charset::Text) => char::from(code),
        (0x5e, Charset::Text) => '🮖',
        (0x5f, Charset::Text) => '🮘',
        (0x69, Charset::Text) => '🮙',
        (0x7a, Charset::Text) => '✓',
        _ => GRAPHICS[usize::from(code - 0x40)],
    }
}

/// Returns the character that a PETSCII byte prints: a newline for a carriage return, `None` for other control codes.
pub fn printed(petscii: u8, charset: Charset) -> Option<char> {
    match petscii {
        0x0d | 0x8d => Some('\n'),
        _ => screen_code(petscii).map(|code| glyph(code, charset)),
    }
}

/// The RETURN key, which also ends a line in a text file.
pub const RETURN: u8 = 0x0d;

/// The shifted space, which pads names on a disk.
pub const PAD: u8 = 0xa0;

/// Returns the PETSCII code of a character, or `None` if the C64 has no such character. Line feed becomes [`RETURN`].
pub fn encode_char(character: char) -> Option<u8> {
    match character {
        '\n' => Some(RETURN),
        ' '..='@' | 'A'..='[' | ']' => Some(character as u8),
        'a'..='z' => Some(character.to_ascii_uppercase() as u8),
        '\u{a0}' => Some(PAD),
        '£' => Some(0x5c),
        '↑' | '^' => Some(0x5e),
        '←' | '_' => Some(0x5f),
        _ => {
            let at = GRAPHICS.iter().position(|&known| known == character)?;
            // The first half is at $C0, the second at $A0.
            Some(if at < 32 { 0xc0 + at as u8 } else { 0xa0 - 32 + at as u8 })
        }
    }
}

/// Returns the PETSCII codes of a text.
///
/// # Errors
/// The first character that the C64 does not have.
pub fn encode(text: &str) -> Result<Vec<u8>, char> {
    text.chars().map(|character| encode_char(character).ok_or(character)).collect()
}

/// Returns the Unicode character of a PETSCII code; `None` for control codes other than [`RETURN`].
pub fn decode_char(code: u8) -> Option<char> {
    match code {
        RETURN => Some('\n'),
        // The shifted space stays distinct, because file names may differ in it.
        PAD | 0xe0 => Some('\u{a0}'),
        _ => screen_code(code).map(|code| glyph(code, Charset::Graphics)),
    }
}

/// Decodes text for display; control codes become U+FFFD.
pub fn decode(codes: &[u8]) -> String {
    codes.iter().map(|&code| decode_char(code).unwrap_or('\u{fffd}')).collect()
}

/// Returns the PETSCII code that prints a screen code; reverse video (bit 7) is ignored.
pub fn from_screen_code(code: u8) -> u8 {
    match code & 0x7f {
        code @ 0x00..=0x1f => code + 0x40,
        code @ 0x20..=0x3f => code,
        code @ 0x40..=0x5f => code + 0x80,
        code => code + 0x40,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn screen_codes_are_those_of_the_manual() {
        for (petscii, code) in [
            (0x20, 0x20),
            (0x41, 0x01),
            (0x5f, 0x1f),
            (0x61, 0x41),
            (0xa1, 0x61),
            (0xc1, 0x41),
            (0xfe, 0x7e),
            (0xff, 0x5e),
        ] {
            assert_eq!(screen_code(petscii), Some(code), "{petscii:#x}");
        }
        assert!((0..0x20).chain(0x80..0xa0).all(|control| screen_code(control).is_none()));
    }

    #[test]
    fn letters_follow_the_character_set() {
        assert_eq!(printed(b'A', Charset::Graphics), Some('A'));
        assert_eq!(printed(b'A', Charset::Text), Some('a'));
        assert_eq!(printed(0xc1, Charset::Text), Some('A'));
        assert_eq!(printed(0x61, Charset::Text), Some('A'));
        assert_eq!(printed(0xc1, Charset::Graphics), Some('♠'));
        assert_eq!(printed(0x0d, Charset::Text), Some('\n'));
        assert_eq!(printed(0x93, Charset::Text), None);
    }

    #[test]
    fn both_character_sets_have_all_their_glyphs() {
        let all = |charset| -> String { (0..=255).map(|code| glyph(code, charset)).collect() };
        let graphics: String = GRAPHICS.iter().collect();
        let plain = "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[£]↑← !\"#$%&'()*+,-./0123456789:;<=>?";
        let half = format!("{plain}{graphics}");
        let reversed: String =
            half.chars().enumerate().map(|(at, c)| if at == 0x20 { '█' } else { c }).collect();
        assert_eq!(all(Charset::Graphics), format!("{half}{reversed}"));
        // Lower-case letters for capitals, capitals for graphics, and four other graphics.
        let other = |(at, c): (usize, char)| match at {
            0x01..=0x1a => c.to_ascii_lowercase(),
            0x41..=0x5a => char::from(at as u8),
            0x5e => '🮖',
            0x5f => '🮘',
            0x69 => '🮙',
            0x7a => '✓',
            _ => c,
        };
        let text: String = half.chars().enumerate().map(other).collect();
        assert_eq!(all(Charset::Text).chars().take(128).collect::<String>(), text);
    }

    #[test]
    fn screen_codes_are_those_of_the_kernal() {
        let pairs =
            [(0x20, 0x20), (0x40, 0), (0x5f, 0x1f), (0x60, 0x40), (0xa0, 0x60), (0xc0, 0x40), (0xff, 0x5e)];
        for (petscii, code) in pairs {
            assert_eq!(screen_code(petscii), Some(code), "PETSCII ${petscii:02X}");
        }
        assert_eq!((0..=255).filter(|byte| screen_code(*byte).is_none()).count(), 64);
    }

    #[test]
    fn every_printable_code_survives_the_round_trip() {
        let canonical = (0x20..=0x5f).chain(0xa0..=0xdf);
        let mut seen = BTreeSet::new();
        for code in canonical {
            let character = decode_char(code).unwrap();
            assert_eq!(encode_char(character), Some(code), "{character}");
            assert!(seen.insert(character), "{character} twice");
        }
        assert_eq!(seen.len(), 128);
    }

    #[test]
    fn the_repeated_ranges_decode_like_the_canonical_ones() {
        for code in 0x60..=0x7f_u8 {
            assert_eq!(decode_char(code), decode_char(code + 0x60));
        }
        for code in 0xe0..=0xfe_u8 {
            assert_eq!(decode_char(code), decode_char(code - 0x40));
        }
        assert_eq!(decode_char(0xff), decode_char(0xde));
    }

    #[test]
    fn letters_have_one_code_whatever_their_case() {
        assert_eq!(encode("Sys 2080\n").unwrap(), b"SYS 2080\x0d");
        assert_eq!(decode(b"SYS 2080"), "SYS 2080");
        assert_eq!(encode("niño"), Err('ñ'));
    }

    #[test]
    fn control_codes_are_shown_but_not_invented() {
        assert_eq!(decode_char(0x93), None);
        assert_eq!(decode(&[0x41, 0x93, 0x00]), "A\u{fffd}\u{fffd}");
    }

    #[test]
    fn screen_codes_name_the_same_pictures() {
        let shown = |code| decode_char(from_screen_code(code)).unwrap();
        assert_eq!((shown(0), shown(1), shown(26), shown(0x20), shown(0x39)), ('@', 'A', 'Z', ' ', '9'));
        assert_eq!((shown(0x53), shown(0x81), shown(0x66)), ('♥', 'A', '▒'));
    }
}
