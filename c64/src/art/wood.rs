//! The wooden board of five in a row and its stones in multicolour characters, computed at compile time.
//!
//! A pixel is two bits: 0 is black, 1 wood, 2 the brown of lines and shadows, and 3 the white of highlights. The light comes from the upper
//! left. Stones of 24, 16 and 8 pixels fill whole characters. Those of 12 pixels share characters with their neighbours, so the characters
//! between two cells exist for every pair of contents.

/// The possible contents of a cell: empty, a stone of the first player, a stone of the second.
const CONTENTS: usize = 3;
/// The pairs of contents of two cells.
const PAIRS: usize = CONTENTS * CONTENTS;

/// The first character of cells of one by one, two by two and three by three characters: those of the three contents, one after the
/// other, row by row.
pub const WHOLE: [u8; 3] = [0, 3, 15];
/// The character that holds the middle of a 12-pixel cell: four for the positions in a block of two by two cells, from the upper
/// left, each with three contents.
pub const MIDDLES: u8 = 42;
/// The characters between two horizontally adjacent 12-pixel cells, in the upper and the lower row: nine pairs of contents each.
pub const BESIDE: u8 = MIDDLES + 12;
/// The characters between two vertically adjacent 12-pixel cells, in the left and the right column.
pub const BELOW: u8 = BESIDE + 18;
/// The characters between four 12-pixel cells: one for each of the nine pairs of contents of the upper and lower left cells. Of the right
/// cells, only a stone at the upper right would put a dot there: it is left out.
pub const CORNERS: u8 = BELOW + 18;
/// Plain wood, between empty cells.
pub const WOOD: u8 = CORNERS;
/// Shades from wood to white.
pub const SHADES: u8 = CORNERS + PAIRS as u8;
/// The number of shades.
pub const SHADE_COUNT: u8 = 3;
/// The number of all these characters.
pub const COUNT: usize = (SHADES + SHADE_COUNT) as usize;

/// Black, wood, brown and white.
const BODY: u8 = 0;
const GROUND: u8 = 1;
const LINE: u8 = 2;
const LIGHT: u8 = 3;

/// Whether a point lies in a disc, given its distances from the centre in half pixels.
const fn in_disc(x: i32, y: i32, radius: i32) -> bool {
    x * x + y * y <= radius * radius
}

/// The look of stones in cells of one size. All lengths are in half pixels.
struct Look {
    /// The double-width pixel that holds the vertical line.
    line: i32,
    /// Twice the centre of a stone, and its radius.
    middle: (i32, i32),
    radius: i32,
    /// The offset of its shadow to the right and down.
    shadow: (i32, i32),
    /// The offset of the highlight's centre to the left and up, and the highlight's radius.
    light: (i32, i32),
    lit: i32,
    /// The offset of the shade on a white stone, 0 for none.
    shade: i32,
}

const fn look(size: i32) -> Look {
    match size {
        // Three double-width pixels across and seven down around the crossing of the lines: the stones are round and do not touch.
        8 => Look { line: 1, middle: (6, 9), radius: 6, shadow: (4, 0), light: (0, 4), lit: 1, shade: 0 },
        // Five across and nine down, with the shadow below, as the next stone is close by.
        12 => Look { line: 3, middle: (14, 13), radius: 9, shadow: (0, 2), light: (3, 3), lit: 3, shade: 0 },
        _ => {
            let shift = if size / 6 > 2 { size / 6 } else { 2 };
            let radius = size - 2;
            Look {
                line: size / 4,
                middle: (size, size),
                radius,
                shadow: (shift, shift),
                light: (radius / 3, radius / 3),
                lit: radius / 4 + 1,
                shade: shift,
            }
        }
    }
}

/// Returns a pixel of a cell `size` pixels wide and high; `x` counts double-width pixels.
const fn pixel(content: usize, size: i32, x: i32, y: i32) -> u8 {
    let look = look(size);
    let line = if x == look.line || y == size / 2 { LINE } else { GROUND };
    if content == 0 {
        return line;
    }
    let (right, down) = (4 * x + 2 - look.middle.0, 2 * y + 1 - look.middle.1);
    if in_disc(right, down, look.radius) {
        let shines = in_disc(right + look.light.0, down + look.light.1, look.lit);
        let shaded = look.shade != 0 && !in_disc(right + look.shade, down + look.shade, look.radius);
        match content {
            1 if shines => LIGHT,
            1 => BODY,
            _ if shaded => LINE,
            _ => LIGHT,
        }
    } else if in_disc(right - look.shadow.0, down - look.shadow.1, look.radius) {
        LINE
    } else {
        line
    }
}

/// Returns the character whose pixels begin at `left` and `top` in a block of two by two cells with these contents.
const fn character(contents: [[usize; 2]; 2], size: usize, left: usize, top: usize) -> [u8; 8] {
    let mut bytes = [0; 8];
    let mut row = 0;
    while row < 8 {
        let mut column = 0;
        while column < 4 {
            let (x, y) = (left / 2 + column, top + row);
            let content = contents[y / size][x / (size / 2)];
            let bits = pixel(content, size as i32, (x % (size / 2)) as i32, (y % size) as i32);
            bytes[row] |= bits << (6 - 2 * column);
            column += 1;
        }
        row += 1;
    }
    bytes
}

/// The characters, in the order of the constants above.
pub const CHARACTERS: [[u8; 8]; COUNT] = {
    let mut all = [[0x55; 8]; COUNT];
    let mut to = 0;
    let mut across = 1;
    while across <= 3 {
        assert!(to == WHOLE[across - 1] as usize);
        let mut content = 0;
        while content < CONTENTS {
            let mut k = 0;
            while k < across * across {
                let (left, top) = (k % across * 8, k / across * 8);
                all[to] = character([[content; 2]; 2], across * 8, left, top);
                to += 1;
                k += 1;
            }
            content += 1;
        }
        across += 1;
    }
    let mut k = 0;
    while k < 4 * CONTENTS {
        let place = k / CONTENTS;
        all[to] = character([[k % CONTENTS; 2]; 2], 12, place % 2 * 16, place / 2 * 16);
        to += 1;
        k += 1;
    }
    k = 0;
    while k < 2 * PAIRS {
        let (first, second) = (k % PAIRS / CONTENTS, k % CONTENTS);
        all[to] = character([[first, second]; 2], 12, 8, k / PAIRS * 16);
        all[to + 2 * PAIRS] = character([[first; 2], [second; 2]], 12, k / PAIRS * 16, 8);
        if k < PAIRS {
            all[to + 4 * PAIRS] = character([[first, 0], [second, 0]], 12, 8, 8);
        }
        to += 1;
        k += 1;
    }
    // The number of white pixels out of 16 in four rows: those of a grid, of a chequerboard, and all. Other numbers leave gaps in the
    // pattern, which looks restless from cell to cell.
    const ORDER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    const WHITE: [u8; SHADE_COUNT as usize] = [4, 8, 16];
    let mut shade = 0;
    while shade < WHITE.len() {
        let mut row = 0;
        while row < 8 {
            let mut column = 0;
            while column < 4 {
                if ORDER[row % 4][column] < WHITE[shade] {
                    all[SHADES as usize + shade][row] |= LIGHT << (6 - 2 * column);
                }
                column += 1;
            }
            row += 1;
        }
        shade += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bits of a double-width pixel.
    fn at(code: u8, x: usize, y: usize) -> u8 {
        CHARACTERS[code as usize][y] >> (6 - 2 * x) & 3
    }

    #[test]
    fn stones_are_black_and_white_in_the_middle_with_light_and_shadow() {
        for (across, content, body) in [(2, 1, BODY), (2, 2, LIGHT), (3, 1, BODY), (3, 2, LIGHT)] {
            let tiles = across * across;
            let first = WHOLE[across as usize - 1] + content * tiles;
            let pixels: std::vec::Vec<u8> = (first..first + tiles)
                .flat_map(|code| (0..32).map(move |k| at(code, k % 4, k / 4)))
                .collect();
            let count = |bits| pixels.iter().filter(|&&pixel| pixel == bits).count();
            assert!(count(body) * 3 > pixels.len() && count(LIGHT) > 0 && count(LINE) > 0);
            assert_eq!(at(first, 0, 0), GROUND, "the corner is wood");
        }
    }

    #[test]
    fn stones_of_a_single_character_are_round_on_the_crossing_and_stand_apart() {
        const WIDTHS: [usize; 8] = [0, 1, 3, 3, 3, 3, 3, 1];
        assert_eq!([at(WHOLE[0], 1, 0), at(WHOLE[0], 0, 4), at(WHOLE[0], 0, 0)], [LINE, LINE, GROUND]);
        for content in 1..3 {
            for (y, width) in WIDTHS.into_iter().enumerate() {
                let stone = |x| [LIGHT, BODY].contains(&at(WHOLE[0] + content, x, y));
                assert_eq!((0..4).filter(|&x| stone(x)).count(), width, "{content}, {y}");
                assert!(width == 0 || stone(1) && !stone(3));
            }
        }
        // A highlight, and a shadow to the right.
        assert_eq!([at(WHOLE[0] + 1, 1, 2), at(WHOLE[0] + 1, 1, 4)], [LIGHT, BODY]);
        assert_eq!((at(WHOLE[0] + 2, 3, 3), at(WHOLE[0] + 2, 3, 0)), (LINE, GROUND));
    }

    /// Returns the pixels of a block of two by two 12-pixel cells as drawn: their own characters and the shared ones.
    fn block(contents: [[usize; 2]; 2]) -> impl Fn(usize, usize) -> u8 {
        let code = move |column: usize, row: usize| match (column, row) {
            (1, 1) => CORNERS as usize + 3 * contents[0][0] + contents[1][0],
            (1, _) => BESIDE as usize + 9 * (row / 2) + 3 * contents[row / 2][0] + contents[row / 2][1],
            (_, 1) => {
                BELOW as usize + 9 * (column / 2) + 3 * contents[0][column / 2] + contents[1][column / 2]
            }
            _ => MIDDLES as usize + 3 * (row / 2 * 2 + column / 2) + contents[row / 2][column / 2],
        };
        move |x, y| at(code(x / 4, y / 8) as u8, x % 4, y % 8)
    }

    #[test]
    fn stones_of_12_pixels_are_round_and_alike_in_every_place_of_a_block() {
        // Nine lines, each this many double-width pixels wide.
        const WIDTHS: [usize; 9] = [3, 3, 5, 5, 5, 5, 5, 3, 3];
        for content in 1..3 {
            for place in 0..4 {
                let (column, row) = (place % 2, place / 2);
                let mut contents = [[0; 2]; 2];
                contents[row][column] = content;
                let shown = block(contents);
                for (y, width) in WIDTHS.into_iter().enumerate() {
                    for x in 0..6usize {
                        let inside = x.abs_diff(3) * 2 < width;
                        let bits = shown(6 * column + x, 12 * row + 2 + y);
                        let stone = bits == LIGHT || bits == BODY;
                        // The one dot that is left out.
                        let lacks = place == 1 && (x, y) == (1, 6);
                        assert_eq!(stone, inside && !lacks, "{content} in {place} at {x}, {y}");
                    }
                }
            }
        }
        let full = block([[1, 2], [2, 1]]);
        assert_eq!([full(3, 6), full(9, 6), full(3, 18), full(9, 18)], [BODY, LIGHT, LIGHT, BODY]);
        assert_eq!(CHARACTERS[WOOD as usize], [0x55; 8]);
    }

    #[test]
    fn shades_become_brighter() {
        let white = |shade| (0..32).filter(|&k| at(SHADES + shade, k % 4, k / 4) == LIGHT).count();
        assert!((1..SHADE_COUNT).all(|shade| white(shade) > white(shade - 1)));
    }
}
