//! The character generator of a machine without Commodore's ROMs: 4 KiB of characters that were drawn for this project.
//!
//! The assignment of characters to screen codes is that of the C64; their shapes are not. [`Rom::Characters`](crate::Rom::Characters)
//! replaces them.

/// The drawing, described in its first lines.
const DRAWING: &[u8] = include_bytes!("characters.txt");

/// Characters side by side in the drawing.
const ACROSS: usize = 8;

/// Characters per set; the same number follows in reverse video.
const SET: usize = 128;
/// The characters that only the second set has: letters, and the characters at these codes.
const LETTERS: usize = 26;
const OTHERS: [usize; 4] = [94, 95, 105, 122];
/// The code of the capital A in the second set.
const CAPITALS: usize = 65;

/// 4 KiB as in the ROM: two sets of 256 characters of eight bytes.
pub(crate) static CHARACTERS: [u8; 0x1000] = sets();

/// Returns the characters as drawn, one after another.
const fn drawn() -> [[u8; 8]; SET + LETTERS + OTHERS.len()] {
    let mut characters = [[0; 8]; SET + LETTERS + OTHERS.len()];
    let (mut at, mut row) = (0, 0);
    while at < DRAWING.len() {
        let comment = DRAWING[at] == b';';
        let mut column = 0;
        while DRAWING[at] != b'\n' {
            if !comment && DRAWING[at] != b' ' {
                let byte = &mut characters[row / 8 * ACROSS + column / 8][row % 8];
                *byte = *byte << 1 | (DRAWING[at] == b'#') as u8;
                column += 1;
            }
            at += 1;
        }
        at += 1;
        row += !comment as usize;
    }
    assert!(row == (SET + LETTERS + OTHERS.len()).div_ceil(ACROSS) * 8, "lines are missing");
    characters
}

const fn sets() -> [u8; 0x1000] {
    let drawn = drawn();
    let mut second = [0; SET];
    let mut code = 0;
    while code < SET {
        second[code] = code;
        code += 1;
    }
    let mut letter = 0;
    while letter < LETTERS {
        second[CAPITALS + letter] = letter + 1;
        second[letter + 1] = SET + letter;
        letter += 1;
    }
    let mut other = 0;
    while other < OTHERS.len() {
        second[OTHERS[other]] = SET + LETTERS + other;
        other += 1;
    }
    let mut bytes = [0; 0x1000];
    let mut at = 0;
    while at < SET * 8 {
        let [of_first, of_second] = [drawn[at / 8][at % 8], drawn[second[at / 8]][at % 8]];
        bytes[at] = of_first;
        bytes[at + SET * 8] = !of_first;
        bytes[at + SET * 16] = of_second;
        bytes[at + SET * 24] = !of_second;
        at += 1;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn character(set: usize, code: usize) -> &'static [u8] {
        &CHARACTERS[set * 0x800 + code * 8..][..8]
    }

    #[test]
    fn characters_are_where_the_c64_has_them() {
        assert_eq!(character(0, 0x20), [0; 8]);
        assert_eq!(character(1, 0x20), [0; 8]);
        assert_eq!(character(0, 0xa0), [0xff; 8]);
        assert_eq!(character(0, 0x61), [0xf0; 8], "the left half");
        let letter_a = [0x7c, 0xc6, 0xc6, 0xfe, 0xc6, 0xc6, 0xc6, 0];
        assert_eq!((character(0, 1), character(1, 65)), (&letter_a[..], &letter_a[..]));
        assert_eq!(character(1, 0x81)[2], !0x7c, "a small a, reversed");
        assert_eq!(character(0, 0x31), character(1, 0x31));
        assert_eq!(character(1, 122)[0], 0x01, "a check mark");
    }

    #[test]
    fn no_two_letters_or_digits_look_alike() {
        let codes = (0..0x40).map(|code| character(0, code)).chain((1..=26).map(|code| character(1, code)));
        let codes: Vec<&[u8]> = codes.collect();
        for (at, one) in codes.iter().enumerate() {
            assert!(!codes[..at].contains(one), "number {at}");
        }
    }
}
