//! What the programs must know of a game to show it and to speak of it.

use engine::player::LEVELS;

use crate::device::Colour;
use crate::words::Word;

/// A text of the verification in English and Spanish, PETSCII.
pub type Saying = [&'static [u8]; 2];

/// How the cells of a board look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cells {
    /// Dark and light squares with pieces that move on the dark ones. The pieces of the second player have numbers.
    Squares,
    /// Large letters between lines. The cells have digits instead of coordinates.
    Letters,
    /// Stones on the crossings of lines.
    Stones,
}

/// How the board and the pieces of a game look.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// How its cells look.
    pub cells: Cells,
    /// The colours of the pieces of both players.
    pub colours: [Colour; 2],
    /// Whether rows are numbered from the top.
    pub from_top: bool,
}

/// A step of a lesson: what is said, whether a new game begins, and the moves that show it, as squares one behind the other: column and
/// row, from where a piece goes and to where, or the cell of a stone.
pub type Step = (Word, bool, &'static [u8]);

/// How a game is shown.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// Its name.
    pub name: Word,
    /// Who wins.
    pub aim: Word,
    /// What the opponents are like, by the level.
    pub opponents: [Word; LEVELS as usize],
    /// What is shown to who wants to learn it.
    pub lesson: &'static [Step],
    /// The names of the sides.
    pub sides: [Word; 2],
    /// The letters of the sides at the console, one behind the other.
    pub letters: Word,
    /// What is said of each [`engine::Outcome`], the game going on first.
    pub results: [Word; 4],
    /// What the console says when the first or the second player has won.
    pub announced: [Word; 2],
    /// How its board and its pieces look.
    pub look: Look,
}

impl Look {
    /// Whether a move takes a piece from one cell to another; otherwise, a stone comes from the hand.
    #[inline(always)]
    pub fn moves_pieces(&self) -> bool {
        self.cells as u8 == Cells::Squares as u8
    }

    /// The colour of a piece, by [`Engines::content`](engine::engines::Engines::content).
    #[inline(always)]
    pub fn colour(&self, content: u8) -> Colour {
        self.colours[(content != 1) as usize]
    }
}
