//! The characters of the picture screen. Screen codes 0 to 63 are the first ones of the C64's character ROM; these follow.

use super::{joined, pictures, wood};

/// The code of the first character here.
pub const FIRST: u8 = 64;
/// The number of these characters.
pub const COUNT: usize = (BOARD - FIRST) as usize + wood::COUNT;

/// The blank in the character ROM.
pub const BLANK: u8 = 32;
/// The seven accented letters and the two signs, in the order of [`crate::spelling::ACCENTED`]. For the first five, only the accent is
/// here; the device puts the character ROM's vowel under it, in six lines: with fewer, it would look like a lower-case letter.
pub const ACCENTS: u8 = FIRST;
/// All pixels set.
pub const SOLID: u8 = ACCENTS + 9;
/// The four halves of a diagonally cut square, by the corner that is filled: lower right, lower left, upper left, upper right.
pub const SLOPES: u8 = SOLID + 1;
/// Lines for frames: horizontal, vertical, the corners upper left, upper right, lower left, lower right, and a crossing.
pub const FRAMES: u8 = SLOPES + 4;
/// The marker in a list: for the chosen row, or the side to move.
pub const ARROW: u8 = FRAMES + 7;
/// The wood of the title, a black stone cut out of it, and a white one.
pub const STONES: u8 = ARROW + 1;
/// A dot.
pub const DOT: u8 = STONES + 3;
/// The wooden board of five in a row: see [`super::wood`].
pub const BOARD: u8 = DOT + 1;

/// After these, the device puts glyphs of the character ROM shifted to lie between two characters: the left halves of the letters A to
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
/// The first code without a meaning of its own.
pub const END: u8 = LOWER_HALVES + 10;

/// The characters from [`FIRST`] on, eight bytes each.
pub const CHARACTERS: [[u8; 8]; COUNT] = joined(&[
    &pictures::<8, 8, 9>([
        "....##.. ....##.. ....##.. ....##.. ....##.. .###.##. .##..##. ...##... ...##...",
        "........ ........ ........ ........ ........ ##.###.. ........ ........ ........",
        "........ ........ ........ ........ ........ ........ .##..##. ...##... ...##...",
        "........ ........ ........ ........ ........ ##...##. .##..##. ..##.... ...##...",
        "........ ........ ........ ........ ........ ####.##. .##..##. .##..... ..####..",
        "........ ........ ........ ........ ........ ##.####. .##..##. .##..##. ..####..",
        "........ ........ ........ ........ ........ ##...##. ..####.. ..####.. ..####..",
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
    fn opposite_slopes_fill_a_square() {
        let slope = |at: u8| CHARACTERS[(SLOPES - FIRST + at) as usize];
        for row in 0..8 {
            assert_eq!(slope(0)[row] | slope(2)[row], 0xff);
            assert_eq!(slope(1)[row] | slope(3)[row], 0xff);
        }
    }
}
