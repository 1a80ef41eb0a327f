//! Large letters made of solid characters and slopes.

use super::characters::{BLANK, SLOPES, SOLID};

/// The start of the X of tic-tac-toe: five rows of five characters; the O follows.
pub const X: u8 = 0;
/// The start of the letters of the title, six rows of four characters each: `S`, `Y`, `2`, `0`, `8`.
pub const TITLE: u8 = 50;

/// The letters, row by row, as screen codes of the picture.
pub static LETTERING: [u8; 170] = characters(
    b"#b a#d###c ### a###b#c d#\
      a###b#c d##   ##b a#d###c\
      a####c  d##b  d#  a####c\
      #  ##  ##ba#d##c ##  ## \
      ###b  d#  a#a##c#c  ####\
      a##b#cd##  ##  ##ba#d##c\
      a##b#cd#d##ca##b#ba#d##c",
);

/// Encodes a pattern in which `#` is a solid character and `a` to `d` are slopes.
const fn characters(pattern: &[u8; 170]) -> [u8; 170] {
    let mut characters = [BLANK; 170];
    let mut at = 0;
    while at < pattern.len() {
        match pattern[at] {
            b'#' => characters[at] = SOLID,
            slope @ b'a'..=b'd' => characters[at] = SLOPES + slope - b'a',
            blank => assert!(blank == b' '),
        }
        at += 1;
    }
    characters
}
