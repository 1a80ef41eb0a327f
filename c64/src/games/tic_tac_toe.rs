//! The presentation of tic-tac-toe.

use super::{Cells, Face, Look, Saying};
use crate::device::Colour;
use crate::words::Word;

/// Its look, names and lesson.
pub(super) const FACE: Face = Face {
    name: Word::TicTacToe,
    aim: Word::ThreeRule,
    opponents: [
        Word::MostlyChance,
        Word::OftenDreams,
        Word::OftenHasty,
        Word::SeesMore,
        Word::SeesFar,
        Word::NeverHasty,
    ],
    lesson: &[
        (Word::TakeTurns, true, b"B2A3C3"),
        (Word::ThreeRule, false, b"C2A1"),
        (Word::NoThree, true, b"B2A3C3A1A2C2B1B3C1"),
    ],
    sides: [Word::Crosses, Word::Noughts],
    letters: Word::StoneSides,
    results: [Word::StillOpen, Word::CrossesWin, Word::NoughtsWin, Word::DrawnGame],
    announced: [Word::CrossesHaveWon, Word::NoughtsHaveWon],
    look: Look { cells: Cells::Letters, colours: [Colour::Yellow, Colour::Cyan], from_top: false },
};

/// Its name in the verification program.
pub(super) const SAYING: Saying = [b"TIC-TAC-TOE", b"TRES EN RAYA"];
