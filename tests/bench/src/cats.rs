//! Mouse and cats on a board with a border, as the programs that search it see it.

use crate::bytes::{Bytes, Wide};

/// The cell of the lowest row's first square. Rows are nine cells apart: one border cell serves both edges.
const FIRST: u8 = 10;

/// Where cell 0 is in the board's array, so that no neighbour lies before its start.
pub const HOME: usize = 10;
/// Distances from a cell to its neighbours, plus [`HOME`].
pub const DOWN_LEFT: usize = HOME - 10;
/// See [`DOWN_LEFT`].
pub const DOWN_RIGHT: usize = HOME - 8;
/// See [`DOWN_LEFT`].
pub const UP_RIGHT: usize = HOME + 10;
/// See [`DOWN_LEFT`].
pub const UP_LEFT: usize = HOME + 8;

/// A cell with nothing on it.
pub const FREE: u8 = 0;
/// The mouse.
pub const MOUSE: u8 = 1;
/// Any cat.
pub const CAT: u8 = 2;
const BORDER: u8 = 0xff;

/// What a cat is worth in its own pair of columns, by rows from the bottom.
const WORTH: [u8; 8] = [0, 7, 13, 18, 22, 25, 27, 28];

/// What stands on each cell.
pub struct Board(Wide);

impl Board {
    /// Not a board yet: see [`Board::clear`].
    pub const ZERO: Board = Board(Wide::ZERO);

    /// The cell at a distance from another.
    #[inline(always)]
    pub fn at<const DISTANCE: usize>(&mut self, cell: u8) -> &mut u8 {
        self.0.at::<DISTANCE>(cell)
    }

    /// Whether a piece can step from a cell in a direction.
    #[inline(always)]
    pub fn is_free<const DIRECTION: usize>(&self, cell: u8) -> bool {
        self.0.get::<DIRECTION>(cell) == FREE
    }

    /// Makes all squares free, and a border around them.
    pub fn clear(&mut self) {
        self.0.fill(BORDER);
        for square in 0..64 {
            *self.at::<HOME>(cell_of(square)) = FREE;
        }
    }
}

/// The cell in a direction.
#[inline(always)]
pub fn target<const DIRECTION: usize>(cell: u8) -> u8 {
    cell.wrapping_add(DIRECTION as u8).wrapping_sub(HOME as u8)
}

/// The value after a step of the mouse: each row up is worth one.
#[inline(always)]
pub fn after_mouse<const DIRECTION: usize>(value: u8) -> u8 {
    if DIRECTION > HOME { value.wrapping_add(1) } else { value.wrapping_sub(1) }
}

/// The cell of a square, 0 to 63: nine times its row, plus its column.
pub fn cell_of(square: u8) -> u8 {
    FIRST + square + (square >> 3)
}

/// The square of a cell inside the border.
pub fn square_of(cell: u8) -> u8 {
    (0..63).find(|square| cell_of(*square) == cell).unwrap_or(63)
}

/// What a cat, 0 to 3, is worth on a square.
pub fn worth(cat: u8, square: u8) -> u8 {
    if (square & 7) >> 1 == cat { WORTH[usize::from(square >> 3)] } else { 0 }
}

/// The value of a position whose mouse has not moved yet, from its cats' places: 64 times which cat, plus its square.
pub fn evaluate(places: impl Iterator<Item = u8>) -> u8 {
    places.fold(0x80, |value, place| value.wrapping_sub(worth(place >> 6, place & 63)))
}

/// By a cat's place, how the value changes when it steps left or right.
pub fn fill_changes(left: &mut Bytes, right: &mut Bytes) {
    for place in 0..=255 {
        let (cat, square) = (place >> 6, place & 63);
        let here = worth(cat, square);
        let change = |inside: bool, distance: u8| match inside && square >= 8 {
            true => here.wrapping_sub(worth(cat, square - distance)),
            false => here,
        };
        left[place] = change(square & 7 != 0, 9);
        right[place] = change(square & 7 != 7, 7);
    }
}
