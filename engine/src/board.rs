//! The squares of a game's board as displayed: columns from the left, rows from the bottom, both starting at 0.

use crate::game::{Game, Move};

/// Column and row.
pub type Square = (u8, u8);

/// No square.
pub const NOWHERE: Square = (0xFF, 0xFF);

/// A game on a board of squares.
pub trait Board: Game {
    /// Returns the number of columns and rows.
    fn size(&self) -> (u8, u8);

    /// Returns the content of a square: 0 if empty, 1 for a piece of the first player, 2 and up for pieces of the second.
    fn content(&self, square: Square) -> u8;

    /// Returns the squares that a move leaves and enters, both the same for a placement; [`NOWHERE`] if there are none.
    fn squares(&self, mv: Move) -> (Square, Square);

    /// Returns the move between two squares, the second of which is on the board; [`Move::NONE`] if there is none. For
    /// placements only the second square counts. Does not check whether the move is legal.
    fn move_between(&self, from: Square, to: Square) -> Move;
}
