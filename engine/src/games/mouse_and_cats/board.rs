//! The squares of mouse and cats as displayed.

use super::{MouseAndCats, Piece};
use crate::board::{Board, NOWHERE, Square};
use crate::game::Move;

impl Board for MouseAndCats {
    #[inline(always)]
    fn size(&self) -> (u8, u8) {
        (8, 8)
    }

    /// The mouse is 1, cats 1 to 4 are 2 to 5.
    #[inline(always)]
    fn content(&self, (column, row): Square) -> u8 {
        match self.piece_on(row * 8 + column) {
            None => 0,
            Some(Piece::Mouse) => 1,
            Some(Piece::Cat(number)) => 1 + number,
        }
    }

    #[inline(always)]
    fn squares(&self, mv: Move) -> (Square, Square) {
        (square_of(mv.from), square_of(mv.to))
    }

    #[inline(always)]
    fn move_between(&self, from: Square, to: Square) -> Move {
        match (cell_of(from), cell_of(to)) {
            (Some(from), Some(to)) => Move { from, to },
            _ => Move::NONE,
        }
    }
}

/// Returns the column and row of a cell.
#[inline(never)]
fn square_of(cell: u8) -> Square {
    let square = MouseAndCats::square(cell);
    if square < 64 { (square & 7, square >> 3) } else { NOWHERE }
}

/// Returns the cell in a column and row.
#[inline(never)]
fn cell_of((column, row): Square) -> Option<u8> {
    if column < 8 && row < 8 { MouseAndCats::cell(row * 8 + column) } else { None }
}
