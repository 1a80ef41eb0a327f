//! PETSCII, the C64's character code, to Unicode and back.
//!
//! One rule, used everywhere: the upper-case/graphics set that the machine shows after power-on. The letters are
//! `$41`-`$5A`; going in, `a` and `A` mean the same key, coming out they are always capitals. Every graphic
//! character has exactly one Unicode character (the mapping of Unicode 13's "Symbols for Legacy Computing").

/// `$A0`-`$BF`.
const GRAPHICS_A0: [char; 32] = [
    '\u{a0}',
    '▌',
    '▄',
    '▔',
    '▁',
    '▏',
    '▒',
    '▕',
    '\u{1fb8f}',
    '◤',
    '\u{1fb87}',
    '├',
    '▗',
    '└',
    '┐',
    '▂', //
    '┌',
    '┴',
    '┬',
    '┤',
    '▎',
    '▍',
    '\u{1fb88}',
    '\u{1fb82}',
    '\u{1fb83}',
    '▃',
    '\u{1fb7f}',
    '▖',
    '▝',
    '┘',
    '▘',
    '▚',
];

/// `$C0`-`$DF`, which `$60`-`$7F` repeat.
const GRAPHICS_C0: [char; 32] = [
    '─',
    '♠',
    '\u{1fb72}',
    '\u{1fb78}',
    '\u{1fb77}',
    '\u{1fb76}',
    '\u{1fb7a}',
    '\u{1fb71}',
    '\u{1fb74}',
    '╮',
    '╰',
    '╯',
    '\u{1fb7c}',
    '╲',
    '╱',
    '\u{1fb7d}', //
    '\u{1fb7e}',
    '●',
    '\u{1fb7b}',
    '♥',
    '\u{1fb70}',
    '╭',
    '╳',
    '○',
    '♣',
    '\u{1fb75}',
    '♦',
    '┼',
    '\u{1fb8c}',
    '│',
    'π',
    '◥',
];

/// The key RETURN, which is also the end of a line in a text file.
pub const RETURN: u8 = 0x0d;

/// The shifted space that pads names on a disk.
pub const PAD: u8 = 0xa0;

/// The PETSCII code of a character, or `None` if the C64 has no such character. Line feed becomes [`RETURN`].
pub fn encode_char(character: char) -> Option<u8> {
    match character {
        '\n' => Some(RETURN),
        ' '..='@' | 'A'..='[' | ']' => Some(character as u8),
        'a'..='z' => Some(character.to_ascii_uppercase() as u8),
        '£' => Some(0x5c),
        '↑' | '^' => Some(0x5e),
        '←' | '_' => Some(0x5f),
        _ => {
            let find = |table: &[char; 32]| table.iter().position(|&known| known == character);
            find(&GRAPHICS_C0)
                .map(|at| 0xc0 + at as u8)
                .or_else(|| find(&GRAPHICS_A0).map(|at| 0xa0 + at as u8))
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

/// The Unicode character of a PETSCII code, `None` for control codes other than [`RETURN`].
pub fn decode_char(code: u8) -> Option<char> {
    Some(match code {
        RETURN => '\n',
        0x5c => '£',
        0x5e => '↑',
        0x5f => '←',
        0x20..=0x5d => code as char,
        0x60..=0x7f => GRAPHICS_C0[usize::from(code - 0x60)],
        0xa0..=0xbf => GRAPHICS_A0[usize::from(code - 0xa0)],
        0xc0..=0xdf => GRAPHICS_C0[usize::from(code - 0xc0)],
        0xe0..=0xfe => GRAPHICS_A0[usize::from(code - 0xe0)],
        0xff => 'π',
        _ => return None,
    })
}

/// A text for people: control codes become U+FFFD.
pub fn decode(codes: &[u8]) -> String {
    codes.iter().map(|&code| decode_char(code).unwrap_or('\u{fffd}')).collect()
}

/// The PETSCII code that shows a screen code; reverse video (bit 7) is left out.
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
