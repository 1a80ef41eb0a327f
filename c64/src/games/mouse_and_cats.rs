//! The presentation of mouse and cats.

use super::{Cells, Face, Look, Saying};
use crate::device::Colour;
use crate::words::Word;

/// Its look, names and lesson.
pub(super) const FACE: Face = Face {
    name: Word::MouseAndCats,
    aim: Word::MouseAim,
    opponents: [
        Word::MostlyChance,
        Word::OftenDreams,
        Word::OftenHasty,
        Word::SeesMore,
        Word::SeesFar,
        Word::NeverHasty,
    ],
    lesson: &[
        (Word::MouseMoves, true, b"E1D2D8C7D2E1"),
        (Word::CatsMove, false, b"C7B6E1F2F8G7"),
        (Word::MouseGoal, true, b"E1D2D8C7D2C3B8A7C3B4C7B6B4A5B6C5A5B6C5B4B6C7B4A3C7B8"),
        (Word::CatsGoal, true, b"E1D2D8C7D2E3H8G7E3F4G7F6F4G5F8G7G5H6F6G5"),
    ],
    sides: [Word::Mouse, Word::Cats],
    letters: Word::MouseSides,
    results: [Word::StillOpen, Word::MouseWins, Word::CatsWin, Word::DrawnGame],
    announced: [Word::MouseHasWon, Word::CatsHaveWon],
    look: Look { cells: Cells::Squares, colours: [Colour::White, Colour::Yellow], from_top: false },
};

/// Its name in the verification program.
pub(super) const SAYING: Saying = [b"MOUSE AND CATS", b"RATON Y GATOS"];
