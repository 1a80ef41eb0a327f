//! The characters and sprites of the picture screen, drawn as text and converted to bytes at compile time.

pub mod characters;
pub mod lettering;
pub mod sprites;
pub mod wood;

/// Reads pixels, `#` set and `.` clear, eight to a byte, row by row, `BYTES / rows` bytes to a row. The pictures are side by
/// side, `BYTES` each, separated by one blank.
const fn pictures<const ROWS: usize, const BYTES: usize, const COUNT: usize>(
    rows: [&str; ROWS],
) -> [[u8; BYTES]; COUNT] {
    let width = BYTES / ROWS * 8;
    let mut pictures = [[0; BYTES]; COUNT];
    let mut row = 0;
    while row < ROWS {
        let text = rows[row].as_bytes();
        assert!(text.len() == COUNT * (width + 1) - 1, "a row is too short or too long");
        let mut at = 0;
        while at < text.len() {
            let (picture, column) = (at / (width + 1), at % (width + 1));
            match text[at] {
                b'#' if column < width => {
                    pictures[picture][row * (width / 8) + column / 8] |= 0x80 >> (column % 8);
                }
                b'.' if column < width => {}
                b' ' if column == width => {}
                _ => panic!("a pixel is # or ., and between pictures is one blank"),
            }
            at += 1;
        }
        row += 1;
    }
    pictures
}

/// Concatenates groups of pictures.
const fn joined<const BYTES: usize, const COUNT: usize>(groups: &[&[[u8; BYTES]]]) -> [[u8; BYTES]; COUNT] {
    let mut all = [[0; BYTES]; COUNT];
    let (mut group, mut to) = (0, 0);
    while group < groups.len() {
        let mut at = 0;
        while at < groups[group].len() {
            all[to] = groups[group][at];
            to += 1;
            at += 1;
        }
        group += 1;
    }
    assert!(to == COUNT, "there are more or fewer pictures than that");
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_become_bits_from_the_left() {
        let pictures: [[u8; 2]; 2] = pictures(["#......# ........", "..##.... #.#.#.#."]);
        assert_eq!(pictures, [[0x81, 0x30], [0x00, 0xaa]]);
        assert_eq!(joined::<2, 3>(&[&pictures, &[[1, 2]]]), [[0x81, 0x30], [0x00, 0xaa], [1, 2]]);
    }
}
