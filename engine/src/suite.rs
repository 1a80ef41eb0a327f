//! The verification suite: every request the targets are compared by, with what must come out.

use crate::game::Move;
use crate::games::GameId;
use crate::games::mouse_and_cats::MouseAndCats;
use crate::games::mouse_and_cats::strategy::Proof;
use crate::notation::Notation;
use crate::perft::Count;
use crate::search::Mode;
use crate::task::{Report, Request, Task};

/// One request from the starting position and its expected report.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The game.
    pub game: GameId,
    /// What to do.
    pub task: Task,
    /// How deep.
    pub depth: u8,
    /// Too long for the real C64 and for VICE; run on the host and on the simulated machine.
    pub slow: bool,
    /// What must come out.
    pub expected: Expected,
}

/// The expected report.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// Of a perft.
    Perft(Count),
    /// Of the engine's own search.
    Play {
        /// Nodes, of all iterations when deepening.
        nodes: u32,
        /// Value biased at $80.
        score: u8,
    },
    /// Of the proof of the cats' strategy.
    Proof(Proof),
    /// Of the published search of mouse and cats.
    Search {
        /// Nodes, of all iterations when deepening.
        nodes: u32,
        /// Value biased at $80.
        score: u8,
        /// How many moves of [`VARIATION`] the principal variation has; its first is the best move.
        variation: u8,
    },
}

/// The principal variation of mouse and cats' seed search, as published for depths 7 and 8; those of
/// smaller depths are its beginnings.
pub const VARIATION: [&str; 8] = ["E1D2", "B8A7", "D2C3", "D8C7", "C3B4", "F8E7", "B4A5", "H8G7"];

impl Case {
    /// The case's request.
    pub const fn request(&self) -> Request {
        Request::new(self.task, self.game, self.depth)
    }

    /// Whether `report` says what is expected.
    pub fn is_met_by(&self, report: &Report) -> bool {
        match (&self.expected, report) {
            (Expected::Perft(count), Report::Perft(counted)) => count == counted,
            (Expected::Play { nodes, score }, Report::Search(found)) => {
                found.nodes == *nodes && found.score == *score
            }
            (Expected::Proof(proof), Report::Proof(found)) => found == proof,
            (Expected::Search { nodes, score, variation }, Report::Search(found)) => {
                let mut same = found.nodes == *nodes
                    && found.score == *score
                    && found.variation.len() == *variation
                    && found.best == expected_move(0);
                let mut i = 0;
                while i < *variation {
                    same &= found.variation.get(i) == expected_move(i);
                    i += 1;
                }
                same
            }
            _ => false,
        }
    }
}

/// Move `index` of [`VARIATION`].
fn expected_move(index: u8) -> Move {
    let text = VARIATION[(index & 7) as usize];
    MouseAndCats::parse_move(text.as_bytes()).unwrap_or(Move::NONE)
}

/// Every case, quick ones first.
///
/// Sources of the numbers: the publication of mouse and cats prints 3,502 nodes and $18 for depth 8, sums of
/// 1,908 ($17) and 5,410 nodes for deepening to 7 and 8, and both variations; tic-tac-toe's table is
/// published whole. The rest comes from models of the rules written independently of this engine (`tests/`).
pub fn suite() -> &'static [Case] {
    &SUITE
}

static SUITE: [Case; 35] = [
    search(1, false, 1, 0x11),
    search(2, false, 3, 0x12),
    search(3, false, 11, 0x13),
    search(4, false, 37, 0x14),
    search(5, false, 145, 0x15),
    search(6, false, 359, 0x16),
    search(7, false, 1_352, 0x17),
    search(8, false, 3_502, 0x18),
    search(1, true, 1, 0x11),
    search(2, true, 4, 0x12),
    search(3, true, 15, 0x13),
    search(4, true, 52, 0x14),
    search(5, true, 197, 0x15),
    search(6, true, 556, 0x16),
    search(7, true, 1_908, 0x17),
    search(8, true, 5_410, 0x18),
    play(GameId::MouseAndCats, 8, false, 538, 0x18),
    play(GameId::MouseAndCats, 10, true, 4_286, 0x1B),
    play(GameId::TicTacToe, 6, false, 1_659, 0x81),
    proof(Proof { positions: 163, longest: 44, losses: 0, unused: 0, checksum: 27_076 }),
    perft(GameId::MouseAndCats, 1, [2, 0, 0, 0]),
    perft(GameId::MouseAndCats, 2, [14, 0, 0, 0]),
    perft(GameId::MouseAndCats, 3, [56, 0, 0, 0]),
    perft(GameId::MouseAndCats, 4, [344, 0, 0, 0]),
    perft(GameId::MouseAndCats, 5, [1_032, 0, 0, 0]),
    perft(GameId::MouseAndCats, 6, [6_264, 0, 0, 0]),
    perft(GameId::TicTacToe, 1, [9, 0, 0, 0]),
    perft(GameId::TicTacToe, 2, [72, 0, 0, 0]),
    perft(GameId::TicTacToe, 3, [504, 0, 0, 0]),
    perft(GameId::TicTacToe, 4, [3_024, 0, 0, 0]),
    perft(GameId::TicTacToe, 5, [15_120, 1_440, 0, 0]),
    perft(GameId::TicTacToe, 6, [56_160, 1_440, 5_328, 0]),
    perft(GameId::TicTacToe, 7, [154_944, 49_392, 5_328, 0]),
    perft(GameId::TicTacToe, 8, [255_168, 49_392, 77_904, 0]),
    perft(GameId::TicTacToe, 9, [255_168, 131_184, 77_904, 46_080]),
];

const fn search(depth: u8, deepening: bool, nodes: u32, score: u8) -> Case {
    Case {
        game: GameId::MouseAndCats,
        task: Task::Search { mode: Mode::Seed, deepening },
        depth,
        slow: false,
        expected: Expected::Search { nodes, score, variation: depth },
    }
}

/// The engine's own search: the values are those of plain minimax, see `tests/play_search.rs`.
const fn play(game: GameId, depth: u8, deepening: bool, nodes: u32, score: u8) -> Case {
    Case {
        game,
        task: Task::Search { mode: Mode::Play, deepening },
        depth,
        slow: false,
        expected: Expected::Play { nodes, score },
    }
}

/// The proof that the cats cannot lose: an independent model's figures, see `tests/strategy.rs`.
const fn proof(proof: Proof) -> Case {
    let expected = Expected::Proof(proof);
    Case { game: GameId::MouseAndCats, task: Task::Prove, depth: 0, slow: false, expected }
}

const fn perft(game: GameId, depth: u8, counts: [u32; 4]) -> Case {
    let [leaves, first_wins, second_wins, draws] = counts;
    Case {
        game,
        task: Task::Perft,
        depth,
        slow: depth > 6,
        expected: Expected::Perft(Count { leaves, first_wins, second_wins, draws }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engines;
    use crate::search::Silent;
    use crate::task::{REPORT_LEN, serve};

    #[test]
    fn every_case_is_met() {
        let mut engines = Engines::new();
        let mut bytes = [0; REPORT_LEN];
        for case in suite() {
            serve(&mut engines, &case.request().encode(), &mut bytes, &mut Silent);
            let report = Report::decode(&bytes).unwrap();
            assert!(case.is_met_by(&report), "{case:?}: {report:?}");
        }
    }

    #[test]
    fn another_number_is_noticed() {
        let mut engines = Engines::new();
        let mut bytes = [0; REPORT_LEN];
        for case in suite().iter().filter(|case| !case.slow) {
            serve(&mut engines, &case.request().encode(), &mut bytes, &mut Silent);
            let used = match case.expected {
                Expected::Perft(_) => 3..19,
                Expected::Play { .. } => 3..8,
                Expected::Proof(_) => 3..12,
                Expected::Search { variation, .. } => 3..19 + 2 * variation as usize,
            };
            // The cutoffs are compared between targets but have no published value.
            for at in
                used.filter(|at| !matches!(case.expected, Expected::Search { .. }) || !(10..18).contains(at))
            {
                bytes[at] ^= 1;
                assert!(
                    !Report::decode(&bytes).is_ok_and(|report| case.is_met_by(&report)),
                    "{case:?} byte {at}"
                );
                bytes[at] ^= 1;
            }
        }
    }
}
