//! How mouse and cats is shown.

use super::{Cells, Face, Look, Saying};
use crate::device::Colour;
use crate::words::Word;

/// How it is shown.
pub(super) const FACE: Face = Face {
    name: Word::MouseAndCats,
    rules: [Word::MouseRule, Word::CatsRule],
    sides: [Word::Mouse, Word::Cats],
    letters: Word::MouseSides,
    results: [Word::StillOpen, Word::MouseWins, Word::CatsWin, Word::DrawnGame],
    announced: [Word::MouseHasWon, Word::CatsHaveWon],
    look: Look { cells: Cells::Squares, colours: [Colour::White, Colour::Yellow], from_top: false },
};

/// Its name in the verification.
pub(super) const SAYING: Saying = [b"MOUSE AND CATS", b"RATON Y GATOS"];
