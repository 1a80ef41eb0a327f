//! Boards for a terminal, readable without colours.

mod five_in_a_row;
mod mouse_and_cats;
mod style;
mod tic_tac_toe;

use engine::Move;

pub use five_in_a_row::{weight_rows, weights_table};
pub use style::{BOLD, FAINT, FIRST, GOOD, LAST, SECOND, WARNING, paint};

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
