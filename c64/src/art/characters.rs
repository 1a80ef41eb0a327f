//! The pictures' own characters. Codes 0 to 63 are the first ones of the C64's character ROM; these follow.

use super::{joined, pictures, wood};

/// The code of the first character here.
pub const FIRST: u8 = 64;
/// The number of these characters.
pub const COUNT: usize = (BOARD - FIRST) as usize + wood::COUNT;

/// The blank of the character ROM.
pub const BLANK: u8 = 32;
/// The seven letters with accents and the two signs, in the order of [`crate::spelling::ACCENTED`]. Vowels have six lines under the
/// accent, one less than the other capitals: smaller ones look like small letters among them.
pub const ACCENTS: u8 = FIRST;
/// All pixels set.
pub const SOLID: u8 = ACCENTS + 9;
/// The four halves of a square cut diagonally, by the corner that is full: lower right, lower left, upper left, upper right.
pub const SLOPES: u8 = SOLID + 1;
/// Lines for frames: across, down, the corners upper left, upper right, lower left, lower right, and a crossing.
pub const FRAMES: u8 = SLOPES + 4;
/// The mark in a list: the row chosen, or the side to move.
pub const ARROW: u8 = FRAMES + 7;
/// The wood of the title, a black stone cut out of it, and a white one.
pub const STONES: u8 = ARROW + 1;
/// A dot.
pub const DOT: u8 = STONES + 3;
/// The wooden board of five in a row: see [`super::wood`].
pub const BOARD: u8 = DOT + 1;

/// After them the device puts glyphs of the character ROM that stand between two characters: the left halves of the letters A to
/// O, four pixels to the right.
pub const LEFT_HALVES: u8 = FIRST + COUNT as u8;
/// The number of these letters.
pub const HALF_LETTERS: u8 = 15;
/// Their right halves.
pub const RIGHT_HALVES: u8 = LEFT_HALVES + HALF_LETTERS;
/// The upper halves of the ten digits, four lines further down.
pub const UPPER_HALVES: u8 = RIGHT_HALVES + HALF_LETTERS;
/// Their lower halves.
pub const LOWER_HALVES: u8 = UPPER_HALVES + 10;
/// The first code that shows nothing in particular.
pub const END: u8 = LOWER_HALVES + 10;

/// The characters from [`FIRST`] on, eight bytes each.
pub const CHARACTERS: [[u8; 8]; COUNT] = joined(&[
    &pictures::<8, 8, 9>([
        "....##.. ....##.. ....##.. ....##.. ....##.. .###.##. .##..##. ...##... ...##...",
        "...##... .######. ..####.. ..####.. .##..... ##.###.. ........ ........ ........",
        "..####.. .##..... ...##... .##..##. .##..##. ........ .##..##. ...##... ...##...",
        ".##..##. .####... ...##... .##..##. .##..##. ##...##. .##..##. ..##.... ...##...",
        ".######. .##..... ...##... .##..##. .##..##. ####.##. .##..##. .##..... ..####..",
        ".##..##. .##..... ...##... .##..##. .##..##. ##.####. .##..##. .##..##. ..####..",
        ".##..##. .######. ..####.. ..####.. ..####.. ##...##. ..####.. ..####.. ..####..",
        "........ ........ ........ ........ ........ ........ ........ ........ ........",
    ]),
    &pictures::<8, 8, 5>([
        "######## .......# #....... ######## ########",
        "######## ......## ##...... #######. .#######",
        "######## .....### ###..... ######.. ..######",
        "######## ....#### ####.... #####... ...#####",
        "######## ...##### #####... ####.... ....####",
        "######## ..###### ######.. ###..... .....###",
        "######## .####### #######. ##...... ......##",
        "######## ######## ######## #....... .......#",
    ]),
    &pictures::<8, 8, 8>([
        "........ ...##... ........ ........ ...##... ...##... ...##... .##.....",
        "........ ...##... ........ ........ ...##... ...##... ...##... .####...",
        "........ ...##... ........ ........ ...##... ...##... ...##... .######.",
        "######## ...##... ....#### ####.... ...##### #####... ######## .#######",
        "######## ...##... ...##### #####... ....#### ####.... ######## .######.",
        "........ ...##... ...##... ...##... ........ ........ ...##... .####...",
        "........ ...##... ...##... ...##... ........ ........ ...##... .##.....",
        "........ ...##... ...##... ...##... ........ ........ ...##... ........",
    ]),
    &pictures::<8, 8, 4>([
        "####.### ##....## ..####.. ........",
        "####.### #......# .######. ..###...",
        "####.### ........ ######## .#####..",
        "####.### ........ ######## .#####..",
        "........ ........ ######## .#####..",
        "####.### ........ ######## ..###...",
        "####.### #......# .######. ........",
        "####.### ##....## ..####.. ........",
    ]),
    &wood::CHARACTERS,
]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_cover_the_characters() {
        assert_eq!(BOARD as usize + wood::COUNT, FIRST as usize + COUNT);
        assert_eq!(CHARACTERS[(SOLID - FIRST) as usize], [0xff; 8]);
        assert_eq!(CHARACTERS[(ARROW - FIRST) as usize][3], 0x7f);
    }

    #[test]
    fn accented_vowels_are_nearly_as_high_as_capitals() {
        let stem = |at: u8, bits: u8, lines: core::ops::Range<usize>| {
            let glyph = &CHARACTERS[(ACCENTS - FIRST + at) as usize];
            assert!(glyph[0] == 0x0c && glyph[7] == 0, "the accent alone is above, and nothing below");
            lines.into_iter().all(|line| glyph[line] & bits == bits)
        };
        // The left leg of A, E and U, what is in the middle of I, the left side of O.
        assert!(stem(0, 0x60, 3..7) && stem(1, 0x60, 1..7) && stem(4, 0x60, 1..6));
        assert!(stem(2, 0x18, 1..7) && stem(3, 0x60, 2..6));
    }

    #[test]
    fn opposite_slopes_fill_a_square() {
        let slope = |at: u8| CHARACTERS[(SLOPES - FIRST + at) as usize];
        for row in 0..8 {
            assert_eq!(slope(0)[row] | slope(2)[row], 0xff);
            assert_eq!(slope(1)[row] | slope(3)[row], 0xff);
        }
    }
}
