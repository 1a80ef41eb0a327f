//! Board geometry and piece values of mouse and cats as byte tables.
//!
//! Only the 32 dark squares are used. They are cells 5..=40 of a byte array, four per row of the board,
//! with one spare cell after every second row: cell = 5 + (9 row + column) / 2. A diagonal step is then the
//! same difference from every cell, and every step off the board leads to a spare cell.

/// The steps of the mouse, in the order in which the moves are tried; the first two are the cats' as well.
pub(super) const STEPS: [u8; 4] = [DOWN_LEFT, DOWN_RIGHT, UP_RIGHT, UP_LEFT];
/// One row down, one column left (-9 on a board of 64 squares).
pub(super) const DOWN_LEFT: u8 = 5u8.wrapping_neg();
/// One row down, one column right (-7).
pub(super) const DOWN_RIGHT: u8 = 4u8.wrapping_neg();
/// One row up, one column right (+9).
pub(super) const UP_RIGHT: u8 = 5;
/// One row up, one column left (+7).
pub(super) const UP_LEFT: u8 = 4;

/// The index of cell 0 in a table by cells or places in which neighbouring entries are accessed, too: the target of a step
/// is then at a sum without borrow, and the index is a byte plus a constant.
pub(super) const HERE: usize = 5;
/// Offset from a cell's number to the entry one step [`DOWN_LEFT`].
pub(super) const BELOW_LEFT: usize = 0;
/// Offset from a cell's number to the entry one step [`DOWN_RIGHT`].
pub(super) const BELOW_RIGHT: usize = 1;
/// Offset from a cell's number to the entry one step [`UP_RIGHT`].
pub(super) const ABOVE_RIGHT: usize = 10;
/// Offset from a cell's number to the entry one step [`UP_LEFT`].
pub(super) const ABOVE_LEFT: usize = 9;
/// Entries of a board: every byte is the number of a cell that can be accessed, and so is each of its neighbours.
pub(super) const BOARD: usize = 256 + 2 * HERE;

/// The first cell of row 8: on this cell or above, the mouse has won.
pub(super) const LAST_ROW: u8 = cell(56 + 1);

/// Content of an empty cell.
pub(super) const EMPTY: u8 = 0;
/// Content of a cell outside the board.
pub(super) const WALL: u8 = 0xFF;
/// The start of each cat's part in the tables indexed by place. The *place* of the mouse is its cell; that of a cat is its part plus
/// its cell, below 255; the parts of 36 cells each are consecutive. A piece's place is the content of its cell.
pub(super) const CATS: [u8; 4] = [36, 72, 108, 144];

/// The first place of a piece on the board.
pub(super) const FIRST_PLACE: u8 = 5;
/// One more than the last place.
pub(super) const END_PLACE: u8 = CATS[3] + 41;

/// The mouse's starting cell, E1.
pub(super) const MOUSE_START: u8 = cell(4);
/// The cats' starting cells, B8 D8 F8 H8.
pub(super) const CATS_START: [u8; 4] = [cell(57), cell(59), cell(61), cell(63)];

/// Returns the cell of dark square 0..=63 (A1 = 0, H8 = 63).
pub(super) const fn cell(square: u8) -> u8 {
    5 + (square / 8 * 9 + square % 8) / 2
}

/// Whether a square is dark (A1 is).
pub(super) const fn is_dark(square: u8) -> bool {
    (square / 8 + square % 8).is_multiple_of(2)
}

/// The dark square of each cell, [`WALL`] for the spare ones.
pub(super) static SQUARES: [u8; 64] = squares();

const fn squares() -> [u8; 64] {
    let mut table = [WALL; 64];
    let mut square = 0;
    while square < 64 {
        if is_dark(square) {
            table[cell(square) as usize] = square;
        }
        square += 1;
    }
    table
}

/// The first cell of each cell's row; for a spare cell, that of the nearest row below it.
pub(super) static ROW_STARTS: [u8; 64] = rows(false);

/// The number of rows above the row of each cell.
pub(super) static ROWS_ABOVE: [u8; 64] = rows(true);

const fn rows(above: bool) -> [u8; 64] {
    let mut table = [0; 64];
    let mut place = 0;
    while place < 64 {
        let mut row = 0;
        while row < 7 && cell(8 * (row + 1) + (row + 1) % 2) <= place {
            row += 1;
        }
        table[place as usize] = if above { 7 - row } else { cell(8 * row + row % 2) };
        place += 1;
    }
    table
}

/// The value of a cat on each row while it stands in its own two columns.
const CAT_VALUES: [u8; 8] = [0, 7, 13, 18, 22, 25, 27, 28];

/// The contribution of a piece on each place to the evaluation, modulo 256: the mouse's row, or minus a cat's value.
pub(super) static VALUES: [u8; 256] = values();

const fn values() -> [u8; 256] {
    let mut table = [0; 256];
    let mut square = 0;
    while square < 64 {
        if is_dark(square) {
            let (row, column) = (square / 8, square % 8);
            table[cell(square) as usize] = row;
            let own = CATS[(column / 2) as usize];
            table[(own + cell(square)) as usize] = CAT_VALUES[row as usize].wrapping_neg();
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_agree_with_the_board_of_64_squares() {
        for square in (0..64u8).filter(|&s| is_dark(s)) {
            let (row, column) = ((square / 8) as i8, (square % 8) as i8);
            for (step, (up, right)) in STEPS.into_iter().zip([(-1, -1), (-1, 1), (1, 1), (1, -1)]) {
                let (row, column) = (row + up, column + right);
                let inside = (0..8).contains(&row) && (0..8).contains(&column);
                let expected = if inside { (row * 8 + column) as u8 } else { WALL };
                assert_eq!(SQUARES[cell(square).wrapping_add(step) as usize], expected);
            }
        }
    }

    #[test]
    fn no_two_pieces_share_a_place() {
        let mut seen = [false; 256];
        for part in core::iter::once(0).chain(CATS) {
            for square in (0..64u8).filter(|&s| is_dark(s)) {
                let place = part.checked_add(cell(square)).unwrap();
                assert!(!seen[place as usize] && (FIRST_PLACE..END_PLACE).contains(&place));
                seen[place as usize] = true;
            }
        }
    }
}
