//! The verification suite: every request on which the targets are compared, with the expected report.

use crate::task::{REPORT_LEN, Request, Task, word};
use engine::actions::Proof;
use engine::games::GameId;
use engine::games::mouse_and_cats::MouseAndCats;
use engine::perft::Count;
use engine::search::Mode;

/// The first byte of a report that is compared.
const FIRST: usize = 3;
/// The number of bytes that are compared, excluding those of a variation.
const EXPECTED: usize = 16;
/// The offset of the variation in a search report: the number of its moves, then the moves.
const MOVES: usize = 18;

/// One request from the starting position and its expected report.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The game.
    pub game: GameId,
    /// The task.
    pub task: Task,
    /// The depth.
    pub depth: u8,
    /// Too long for the real C64 and for VICE; run on the host and on the simulated machine.
    pub slow: bool,
    /// The expected bytes of the report from [`FIRST`] on, 0 where nothing is expected.
    expected: [u8; EXPECTED],
}

/// The expected report.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// The result of a perft.
    Perft(Count),
    /// The result of the engine's own search.
    Play {
        /// Nodes; those of all iterations when deepening.
        nodes: u32,
        /// Value biased at $80.
        score: u8,
    },
    /// The result of the proof of the cats' strategy.
    Proof(Proof),
    /// The result of the published search of mouse and cats.
    Search {
        /// Nodes; those of all iterations when deepening.
        nodes: u32,
        /// Value biased at $80.
        score: u8,
        /// The number of moves of [`VARIATION`] in the principal variation; its first is the best move.
        variation: u8,
    },
}

/// The principal variation of mouse and cats' seed search, as published for depths 7 and 8; those of
/// smaller depths are its beginnings.
pub const VARIATION: [&str; 8] = ["E1D2", "B8A7", "D2C3", "D8C7", "C3B4", "F8E7", "B4A5", "H8G7"];

impl Case {
    /// Returns the request of the case.
    pub const fn request(&self) -> Request {
        Request::new(self.task, self.game, self.depth)
    }

    /// Returns the expected report.
    pub fn expected(&self) -> Expected {
        let mut bytes = [0; REPORT_LEN];
        bytes[FIRST..FIRST + EXPECTED].copy_from_slice(&self.expected);
        let byte = |at: usize| bytes[at];
        match self.task {
            Task::Perft => Expected::Perft(Count {
                leaves: word(&bytes, 3),
                first_wins: word(&bytes, 7),
                second_wins: word(&bytes, 11),
                draws: word(&bytes, 15),
            }),
            Task::Prove => Expected::Proof(Proof {
                positions: word(&bytes, 3) as u16,
                longest: byte(5),
                losses: word(&bytes, 6) as u16,
                unused: word(&bytes, 8) as u16,
                checksum: word(&bytes, 10) as u16,
            }),
            Task::Search { mode: Mode::Seed, .. } => {
                Expected::Search { nodes: word(&bytes, 3), score: byte(7), variation: byte(MOVES) }
            }
            _ => Expected::Play { nodes: word(&bytes, 3), score: byte(7) },
        }
    }

    /// Returns whether a report matches the expected one.
    #[inline(never)]
    pub fn is_met_by(&self, report: &[u8; REPORT_LEN]) -> bool {
        // There are no published numbers of cutoffs, nor variations of the engine's own search.
        let seed = matches!(self.task, Task::Search { mode: Mode::Seed, .. });
        let (known, resume) = match self.task {
            _ if seed => (7, 15),
            Task::Search { .. } => (5, ENTRIES),
            _ => (ENTRIES, ENTRIES),
        };
        let mut at = 0;
        while at < ENTRIES {
            if at == known {
                at = resume;
                continue;
            }
            if self.expected[slot(at)] != report[FIRST + slot(at)] {
                return false;
            }
            at += 1;
        }
        let mut left = if seed { report[MOVES] * 2 } else { 0 };
        while left != 0 {
            left -= 1;
            if VARIATION_BYTES[slot(left)] != report[MOVES + 1 + slot(left)] {
                return false;
            }
        }
        true
    }
}

/// [`EXPECTED`] as a byte.
const ENTRIES: u8 = EXPECTED as u8;

/// Returns the index of an expected byte.
const fn slot(at: u8) -> usize {
    (at & (ENTRIES - 1)) as usize
}

/// [`VARIATION`] as encoded in a report.
const VARIATION_BYTES: [u8; 16] = {
    let mut bytes = [0; 16];
    let mut at = 0;
    while at < bytes.len() {
        let text = VARIATION[at / 2].as_bytes();
        bytes[at] = cell(text[at % 2 * 2], text[at % 2 * 2 + 1]);
        at += 1;
    }
    bytes
};

/// Encodes numbers, each with its size in bytes, as expected bytes.
const fn expected<const N: usize>(numbers: [(u32, usize); N]) -> [u8; EXPECTED] {
    let mut bytes = [0; EXPECTED];
    let (mut number, mut to) = (0, 0);
    while number < N {
        let (value, length) = numbers[number];
        let mut byte = 0;
        while byte < length {
            bytes[to] = if byte < 4 { value.to_le_bytes()[byte] } else { 0 };
            byte += 1;
            to += 1;
        }
        number += 1;
    }
    bytes
}

/// Returns the cell of mouse and cats in a column and row.
const fn cell(column: u8, row: u8) -> u8 {
    match MouseAndCats::cell((row - b'1') * 8 + column - b'A') {
        Some(cell) => cell,
        None => panic!("a light square"),
    }
}

/// Every case, quick ones first.
///
/// Sources of the numbers: the publication of mouse and cats gives 3,502 nodes and $18 for depth 8, totals of
/// 1,908 ($17) and 5,410 nodes for deepening to 7 and 8, and both variations; tic-tac-toe's table is
/// published in full. The rest comes from models of the rules written independently of this engine (`tests/`).
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
        expected: expected([
            (nodes, 4),
            (score as u32, 1),
            (VARIATION_BYTES[0] as u32, 1),
            (VARIATION_BYTES[1] as u32, 1),
            (0, 8),
            (depth as u32, 1),
        ]),
    }
}

/// A case of the engine's own search: the values are those of plain minimax, see `tests/play_search.rs`.
const fn play(game: GameId, depth: u8, deepening: bool, nodes: u32, score: u8) -> Case {
    Case {
        game,
        task: Task::Search { mode: Mode::Play, deepening },
        depth,
        slow: false,
        expected: expected([(nodes, 4), (score as u32, 1)]),
    }
}

/// The case of the proof that the cats cannot lose: the figures are those of an independent model, see `tests/strategy.rs`.
const fn proof(proof: Proof) -> Case {
    let expected = expected([
        (proof.positions as u32, 2),
        (proof.longest as u32, 1),
        (proof.losses as u32, 2),
        (proof.unused as u32, 2),
        (proof.checksum as u32, 2),
    ]);
    Case { game: GameId::MouseAndCats, task: Task::Prove, depth: 0, slow: false, expected }
}

/// A perft case; `counts` has the leaves, the wins of each player and the draws.
const fn perft(game: GameId, depth: u8, counts: [u32; 4]) -> Case {
    let [leaves, first_wins, second_wins, draws] = counts;
    let expected = expected([(leaves, 4), (first_wins, 4), (second_wins, 4), (draws, 4)]);
    Case { game, task: Task::Perft, depth, slow: depth > 6, expected }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::{Report, serve};
    use engine::engines::Engines;
    use engine::game::Move;
    use engine::notation::Notation;
    use engine::search::Silent;

    #[test]
    fn the_variation_is_the_published_one() {
        for (text, bytes) in VARIATION.into_iter().zip(VARIATION_BYTES.chunks_exact(2)) {
            let mv = Move { from: bytes[0], to: bytes[1] };
            assert_eq!(MouseAndCats::parse_move(text.as_bytes()), Ok(mv));
        }
    }

    #[test]
    fn every_case_is_met() {
        let mut engines = Engines::new();
        let mut bytes = [0; REPORT_LEN];
        for case in suite() {
            serve(&mut engines, &case.request().encode(), &mut bytes, &mut Silent);
            let report = Report::decode(&bytes).unwrap();
            assert!(case.is_met_by(&bytes), "{case:?}: {report:?}");
            match (case.expected(), report) {
                (Expected::Perft(expected), Report::Perft(count)) => assert_eq!(expected, count),
                (Expected::Proof(expected), Report::Proof(proof)) => assert_eq!(expected, proof),
                (Expected::Play { nodes, score }, Report::Search(found)) => {
                    assert_eq!((nodes, score), (found.nodes, found.score));
                }
                (Expected::Search { nodes, score, variation }, Report::Search(found)) => {
                    let published = (nodes, score, variation);
                    assert_eq!(published, (found.nodes, found.score, found.variation.len()));
                }
                other => panic!("{case:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn another_number_is_noticed() {
        let mut engines = Engines::new();
        let mut bytes = [0; REPORT_LEN];
        for case in suite().iter().filter(|case| !case.slow) {
            serve(&mut engines, &case.request().encode(), &mut bytes, &mut Silent);
            let used = match case.expected() {
                Expected::Perft(_) => 3..19,
                Expected::Play { .. } => 3..8,
                Expected::Proof(_) => 3..12,
                Expected::Search { variation, .. } => 3..19 + 2 * variation as usize,
            };
            // The cutoffs are compared between targets but have no published value.
            for at in used
                .filter(|at| !matches!(case.expected(), Expected::Search { .. }) || !(10..18).contains(at))
            {
                bytes[at] ^= 1;
                assert!(!case.is_met_by(&bytes), "{case:?} byte {at}");
                bytes[at] ^= 1;
            }
        }
    }
}
