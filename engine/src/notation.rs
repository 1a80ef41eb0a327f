//! Moves as text: bytes in, bytes out, no allocation.

use crate::game::{Game, Move};
use core::fmt;

/// The maximum length of a move's text in any game, in bytes.
pub const MAX_TEXT: usize = 4;

/// The reason why a text is not a move. Does not cover legality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// Too few or too many characters.
    Length,
    /// A character that does not name a square of this game.
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

/// A game whose moves can be written and parsed.
pub trait Notation: Game {
    /// Parses a move; letters may be of either case.
    ///
    /// # Errors
    /// [`ParseError`] when the text does not name squares; the move need not be legal.
    fn parse_move(text: &[u8]) -> Result<Move, ParseError>;

    /// Writes `mv` as ASCII to the front of `text` and returns its length in bytes; if it is not a move,
    /// writes dashes.
    fn write_move(mv: Move, text: &mut [u8; MAX_TEXT]) -> u8;
}
