//! The result of a request, in 64 bytes.

use super::error::TaskError;
use super::layout::{self, KIND_CHOOSE, KIND_PERFT, KIND_PROVE, KIND_SEARCH, KIND_WEIGHTS, REPORT_LEN};
use engine::actions::Proof;
use engine::engines::Engines;
use engine::game::Move;
use engine::perft::Count;
use engine::player::Choice;
use engine::search::Search;
use engine::table::{Line, MAX_LINE};

const LINE_START: usize = 19;
const LINE_END: usize = LINE_START + 2 * MAX_LINE as usize;

/// The offset of the weights of a row.
const ROW_START: usize = 4;
const ROW_BYTES: usize = REPORT_LEN - ROW_START;
/// The maximum number of columns in a row.
const MAX_COLUMNS: usize = ROW_BYTES / 3;
/// Stands for the weight of a square with a stone.
const STONE: u32 = 0xFF_FFFF;

/// The weights of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    columns: u8,
    /// Three bytes for each column, the lowest first.
    bytes: [u8; ROW_BYTES],
}

impl Row {
    /// Reads a row of weights, counted from the top; the weights must be up to date.
    pub(super) fn of(engines: &Engines, row: u8) -> Row {
        let (columns, rows) = engines.board_size();
        let mut of = Row { columns, bytes: [0; ROW_BYTES] };
        let mut column = 0;
        while column < of.columns {
            let [low, middle, high, _] =
                engines.weight((column, rows - 1 - row)).unwrap_or(STONE).to_le_bytes();
            let i = 3 * column as usize;
            of.bytes[i] = low;
            of.bytes[i + 1] = middle;
            of.bytes[i + 2] = high;
            column += 1;
        }
        of
    }

    /// Returns the weight of each square in twelve-hundredths, `None` for a square with a stone.
    pub fn weights(&self) -> impl Iterator<Item = Option<u32>> + '_ {
        self.bytes.chunks_exact(3).take(self.columns as usize).map(|bytes| {
            let weight = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]);
            (weight != STONE).then_some(weight)
        })
    }
}

/// The result of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// The count of a perft.
    Perft(Count),
    /// The results of a search.
    Search(Found),
    /// The move that one of the engine's players makes.
    Choice(Choice),
    /// The weights of a row.
    Weights(Row),
    /// The proof of a strategy.
    Proof(Proof),
    /// The request was rejected.
    Failed(TaskError),
}

/// The results of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Nodes without leaves; those of all iterations when deepening.
    pub nodes: u32,
    /// Value for the first player, biased at $80.
    pub score: u8,
    /// The move to play, [`Move::NONE`] if there is none.
    pub best: Move,
    /// Cutoffs at nodes of the second player.
    pub alpha_cutoffs: u32,
    /// Cutoffs at nodes of the first player.
    pub beta_cutoffs: u32,
    /// The principal variation.
    pub variation: Line,
}

impl Found {
    /// Collects the results of `search`.
    pub(super) fn of(search: &Search) -> Found {
        Found {
            nodes: search.nodes(),
            score: search.score(),
            best: search.best(),
            alpha_cutoffs: search.alpha_cutoffs(),
            beta_cutoffs: search.beta_cutoffs(),
            variation: search.variation().clone(),
        }
    }
}

/// Writes a little-endian number into a report.
fn put(bytes: &mut [u8; REPORT_LEN], at: usize, value: u32) {
    bytes[at] = value as u8;
    bytes[at + 1] = (value >> 8) as u8;
    bytes[at + 2] = (value >> 16) as u8;
    bytes[at + 3] = (value >> 24) as u8;
}

/// Reads a little-endian number from four bytes of a report.
#[inline(never)]
pub fn word(bytes: &[u8; REPORT_LEN], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

impl Report {
    /// Encodes the report.
    pub fn encode(&self) -> [u8; REPORT_LEN] {
        let mut bytes = [0; REPORT_LEN];
        self.write(&mut bytes);
        bytes
    }

    /// Writes the report's bytes to `bytes`.
    #[inline(never)]
    pub fn write(&self, bytes: &mut [u8; REPORT_LEN]) {
        *bytes = [0; REPORT_LEN];
        match self {
            Report::Perft(count) => {
                bytes[2] = KIND_PERFT;
                put(bytes, 3, count.leaves);
                put(bytes, 7, count.first_wins);
                put(bytes, 11, count.second_wins);
                put(bytes, 15, count.draws);
            }
            Report::Search(found) => {
                bytes[2] = KIND_SEARCH;
                put(bytes, 3, found.nodes);
                bytes[7] = found.score;
                bytes[8] = found.best.from;
                bytes[9] = found.best.to;
                put(bytes, 10, found.alpha_cutoffs);
                put(bytes, 14, found.beta_cutoffs);
                bytes[18] = found.variation.len();
                bytes[LINE_START..LINE_END].copy_from_slice(found.variation.bytes());
            }
            Report::Choice(choice) => {
                bytes[2] = KIND_CHOOSE;
                bytes[3] = choice.mv.from;
                bytes[4] = choice.mv.to;
                bytes[5] = choice.source as u8;
                bytes[6] = choice.depth;
                bytes[7] = choice.score;
                put(bytes, 8, choice.nodes);
            }
            Report::Proof(proof) => {
                bytes[2] = KIND_PROVE;
                [bytes[3], bytes[4]] = proof.positions.to_le_bytes();
                bytes[5] = proof.longest;
                [bytes[6], bytes[7]] = proof.losses.to_le_bytes();
                [bytes[8], bytes[9]] = proof.unused.to_le_bytes();
                [bytes[10], bytes[11]] = proof.checksum.to_le_bytes();
            }
            Report::Weights(row) => {
                bytes[2] = KIND_WEIGHTS;
                bytes[3] = row.columns;
                bytes[ROW_START..].copy_from_slice(&row.bytes);
            }
            Report::Failed(error) => {
                (bytes[0], bytes[1]) = match error {
                    TaskError::Kind => (1, 0),
                    TaskError::Game => (2, 0),
                    TaskError::Mode => (3, 0),
                    TaskError::Depth => (4, 0),
                    TaskError::Moves => (5, 0),
                    TaskError::Illegal(number) => (6, *number),
                    TaskError::Stopped => (7, 0),
                    TaskError::Report => (8, 0),
                    TaskError::Position => (9, 0),
                    TaskError::Level => (10, 0),
                    TaskError::Task => (11, 0),
                };
            }
        }
    }

    /// Decodes a report.
    ///
    /// # Errors
    /// [`TaskError::Report`] if the bytes are not a report.
    pub fn decode(bytes: &[u8; REPORT_LEN]) -> Result<Report, TaskError> {
        Ok(match (bytes[0], bytes[2]) {
            (0, KIND_PERFT) => Report::Perft(Count {
                leaves: word(bytes, 3),
                first_wins: word(bytes, 7),
                second_wins: word(bytes, 11),
                draws: word(bytes, 15),
            }),
            (0, KIND_SEARCH) => {
                if bytes[18] > MAX_LINE {
                    return Err(TaskError::Report);
                }
                let mut variation = Line::new();
                for i in 0..bytes[18] as usize {
                    variation
                        .push(Move { from: bytes[LINE_START + 2 * i], to: bytes[LINE_START + 2 * i + 1] });
                }
                Report::Search(Found {
                    nodes: word(bytes, 3),
                    score: bytes[7],
                    best: Move { from: bytes[8], to: bytes[9] },
                    alpha_cutoffs: word(bytes, 10),
                    beta_cutoffs: word(bytes, 14),
                    variation,
                })
            }
            (0, KIND_CHOOSE) => Report::Choice(Choice {
                mv: Move { from: bytes[3], to: bytes[4] },
                source: layout::source(bytes[5]).ok_or(TaskError::Report)?,
                depth: bytes[6],
                score: bytes[7],
                nodes: word(bytes, 8),
            }),
            (0, KIND_PROVE) => Report::Proof(Proof {
                positions: u16::from_le_bytes([bytes[3], bytes[4]]),
                longest: bytes[5],
                losses: u16::from_le_bytes([bytes[6], bytes[7]]),
                unused: u16::from_le_bytes([bytes[8], bytes[9]]),
                checksum: u16::from_le_bytes([bytes[10], bytes[11]]),
            }),
            (0, KIND_WEIGHTS) => {
                if bytes[3] as usize > MAX_COLUMNS {
                    return Err(TaskError::Report);
                }
                let mut row = Row { columns: bytes[3], bytes: [0; ROW_BYTES] };
                row.bytes.copy_from_slice(&bytes[ROW_START..]);
                Report::Weights(row)
            }
            (1, _) => Report::Failed(TaskError::Kind),
            (2, _) => Report::Failed(TaskError::Game),
            (3, _) => Report::Failed(TaskError::Mode),
            (4, _) => Report::Failed(TaskError::Depth),
            (5, _) => Report::Failed(TaskError::Moves),
            (6, _) => Report::Failed(TaskError::Illegal(bytes[1])),
            (7, _) => Report::Failed(TaskError::Stopped),
            (9, _) => Report::Failed(TaskError::Position),
            (10, _) => Report::Failed(TaskError::Level),
            (11, _) => Report::Failed(TaskError::Task),
            _ => return Err(TaskError::Report),
        })
    }
}
