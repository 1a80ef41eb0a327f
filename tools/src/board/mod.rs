//! Boards for a terminal, readable without colours.

mod style;

use engine::Move;

pub use style::{BOLD, FAINT, FIRST, GOOD, LAST, SECOND, WARNING, on_ground, paint};

/// A game that can be drawn.
pub trait Draw {
    /// Draws the board as several lines, without a final line end, with brackets around the squares of the last
    /// move ([`Move::NONE`]: no move yet). Colours are escape sequences, which callers may strip.
    fn draw(&self, last: Move) -> String;

    /// Draws the weight of each cell for the player to move, in a game that is played by weights.
    fn draw_weights(&self) -> Option<String> {
        None
    }
}
