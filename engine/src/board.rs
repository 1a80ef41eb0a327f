//! The squares of a game's board, as a picture has them: columns from the left, rows from the bottom, both from 0.

use crate::game::{Game, Move};

/// Column and row.
pub type Square = (u8, u8);

/// No square.
pub const NOWHERE: Square = (0xFF, 0xFF);

/// A game on a board of squares.
pub trait Board: Game {
    /// Columns and rows of the board.
    fn size(&self) -> (u8, u8);

    /// What stands on a square of the board: 0 nothing, 1 a piece of the first player, 2 and up pieces of the second.
    fn content(&self, square: Square) -> u8;

    /// The squares that a move leaves and enters; the same twice where stones come from the hand. [`NOWHERE`] if there are none.
    fn squares(&self, mv: Move) -> (Square, Square);

    /// The move that leaves one square and enters another, which is on the board; [`Move::NONE`] if there is none. Where
    /// stones come from the hand only the second counts. Whether it is legal is another question.
    fn move_between(&self, from: Square, to: Square) -> Move;
}
