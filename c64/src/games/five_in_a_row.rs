//! The presentation of five in a row.

use super::{Cells, Face, Look, Saying};
use crate::device::Colour;
use crate::words::Word;

/// Its look, names and lesson.
pub(super) const FACE: Face = Face {
    name: Word::FiveInARow,
    aim: Word::FiveRule,
    opponents: [
        Word::MostlyChance,
        Word::OftenDreams,
        Word::StopsThreats,
        Word::HastyPlan,
        Word::HastyFar,
        Word::NeverHasty,
    ],
    lesson: &[
        (Word::StonesTurn, true, b"D4D5C4E5E4C5"),
        (Word::FourOpen, false, b"F4B4"),
        (Word::FiveRule, false, b"G4"),
    ],
    sides: [Word::Black, Word::White],
    letters: Word::StoneSides,
    results: [Word::StillOpen, Word::BlackWins, Word::WhiteWins, Word::DrawnGame],
    announced: [Word::CrossesHaveWon, Word::NoughtsHaveWon],
    look: Look { cells: Cells::Stones, colours: [Colour::Yellow, Colour::Cyan], from_top: true },
};

/// Its name in the verification program.
pub(super) const SAYING: Saying = [b"FIVE IN A ROW", b"CINCO EN RAYA"];
