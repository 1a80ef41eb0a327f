//! Moves as text: bytes in, bytes out, no allocation.

use crate::game::{Game, Move};
use core::fmt;

/// The longest move text of any game, in bytes.
pub const MAX_TEXT: usize = 4;

/// Why a text is no move. The texts say nothing about legality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// Too few or too many characters.
    Length,
    /// A character that names no square of this game.
    Square,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseError::Length => "a move of this game has another length",
            ParseError::Square => "no such square in this game",
        })
    }
}

impl core::error::Error for ParseError {}

/// A game whose moves can be written and read.
pub trait Notation: Game {
    /// Reads a move; letters may be of either case.
    ///
    /// # Errors
    /// [`ParseError`] when the text names no squares; a move that is named need not be legal.
    fn parse_move(text: &[u8]) -> Result<Move, ParseError>;

    /// Writes `mv` as ASCII to the front of `text` and returns its length in bytes; for what is no move,
    /// dashes.
    fn write_move(mv: Move, text: &mut [u8; MAX_TEXT]) -> u8;
}
