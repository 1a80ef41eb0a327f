//! PETSCII, screen codes and readable text.

/// The character set shown: upper case with graphics, or lower with upper case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// Upper case and graphics, as after power-on.
    Graphics,
    /// Lower and upper case, after printing $0E.
    Text,
}

/// The screen code the KERNAL stores for a printable PETSCII byte, `None` for control codes ($00-$1F, $80-$9F).
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

/// The Unicode character nearest to a screen code. Reversed characters ($80-$FF) are shown as the plain ones, only a
/// reversed space as a full block.
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

/// The character a PETSCII byte prints: a newline for a carriage return, `None` for other control codes.
pub fn printed(petscii: u8, charset: Charset) -> Option<char> {
    match petscii {
        0x0d | 0x8d => Some('\n'),
        _ => screen_code(petscii).map(|code| glyph(code, charset)),
    }
}

#[cfg(test)]
mod tests {
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
}
