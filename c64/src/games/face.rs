//! The data that the programs need to show a game and to talk about it.

use engine::player::LEVELS;

use crate::device::Colour;
use crate::words::Word;

/// A text of the verification program in English and Spanish, in PETSCII.
pub type Saying = [&'static [u8]; 2];

/// The look of a board's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cells {
    /// Dark and light squares, with pieces that move on the dark ones. The second player's pieces are numbered.
    Squares,
    /// Large letters between lines. The cells have digits instead of coordinates.
    Letters,
    /// Stones on the intersections of lines.
    Stones,
}

/// The look of a game's board and pieces.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The look of its cells.
    pub cells: Cells,
    /// The colours of both players' pieces.
    pub colours: [Colour; 2],
    /// Whether rows are numbered from the top.
    pub from_top: bool,
}

/// A step of a lesson: the sentence, whether a new game begins, and the moves that illustrate it, as consecutive squares: column and
/// row, the start and the target of a piece's move, or the cell of a stone.
pub type Step = (Word, bool, &'static [u8]);

/// The data for showing a game.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    /// Its name.
    pub name: Word,
    /// The sentence that says who wins.
    pub aim: Word,
    /// The opponents' descriptions, by level.
    pub opponents: [Word; LEVELS as usize],
    /// The steps of the lesson.
    pub lesson: &'static [Step],
    /// The names of the sides.
    pub sides: [Word; 2],
    /// The letters of both sides at the console, one after the other.
    pub letters: Word,
    /// The messages for each [`engine::Outcome`], starting with the game still going on.
    pub results: [Word; 4],
    /// The console's announcements of a win of the first and of the second player.
    pub announced: [Word; 2],
    /// The look of its board and pieces.
    pub look: Look,
}

impl Look {
    /// Whether a move takes a piece from one cell to another; otherwise it places a stone from the hand.
    #[inline(always)]
    pub fn moves_pieces(&self) -> bool {
        self.cells as u8 == Cells::Squares as u8
    }

    /// Returns the colour of a piece, by [`Engines::content`](engine::engines::Engines::content).
    #[inline(always)]
    pub fn colour(&self, content: u8) -> Colour {
        self.colours[(content != 1) as usize]
    }
}
