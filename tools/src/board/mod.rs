//! Boards for a terminal, readable without colours.

mod style;

use engine::Move;

pub use style::{BOLD, FAINT, FIRST, GOOD, LAST, SECOND, WARNING, on_ground, paint};

/// A game that can be drawn.
pub trait Draw {
    /// The board, several lines without a line end after the last, with brackets around the squares of the last
    /// move ([`Move::NONE`]: no move yet). Colours are escape sequences, to be dropped where they are not wanted.
    fn draw(&self, last: Move) -> String;

    /// What each cell is worth to the player to move, in a game that is played by weights.
    fn draw_weights(&self) -> Option<String> {
        None
    }
}
