//! Verification requests and reports: the same 64 bytes for the host, the simulated and the real C64.
//!
//! Request: 0 kind (1 perft, 2 search), 1 game, 2 depth, 3 mode, 4 flags (bit 0 deepening), 5 number of
//! moves, then from, to of each move to play first. Report: 0 status (0 done), 1 detail of the status, 2
//! kind; then little endian for perft: 3 leaves, 7 wins of the first, 11 of the second player, 15 draws; for
//! a search: 3 nodes, 7 score, 8 best from, to, 10 alpha cutoffs, 14 beta cutoffs, 18 length of the
//! variation, then from, to of each of its moves.

use crate::evaluate::Evaluate;
use crate::game::Move;
use crate::games::GameId;
use crate::games::mouse_and_cats::MouseAndCats;
use crate::games::tic_tac_toe::TicTacToe;
use crate::keys::Lcg;
use crate::perft::{Count, MAX_PERFT_DEPTH, perft};
use crate::search::{MAX_DEPTH, Mode, Observer, Search, Silent};
use crate::table::{Line, MAX_LINE, Tables};
use core::fmt;

/// Bytes of a request.
pub const REQUEST_LEN: usize = 64;
/// Bytes of a report.
pub const REPORT_LEN: usize = 64;
/// The most moves a request plays before its work.
pub const MAX_MOVES: u8 = 24;

const KIND_PERFT: u8 = 1;
const KIND_SEARCH: u8 = 2;
const FLAG_DEEPENING: u8 = 1;
const FIRST_MOVE: usize = 6;
const LINE_START: usize = 19;
const LINE_END: usize = LINE_START + 2 * MAX_LINE as usize;
const MOVE_BYTES: usize = 2 * MAX_MOVES as usize;

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Count the positions `depth` moves ahead.
    Perft,
    /// Search to `depth`.
    Search {
        /// Which search.
        mode: Mode,
        /// Search to depth 1, 2 and so on up to `depth`; the counts are those of all iterations.
        deepening: bool,
    },
}

/// A task from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What to do.
    pub task: Task,
    /// In which game.
    pub game: GameId,
    /// How deep: 0..=[`MAX_PERFT_DEPTH`] for perft, 1..=[`MAX_DEPTH`] for a search.
    pub depth: u8,
    count: u8,
    /// From and to of each move; zero after the last.
    bytes: [u8; MOVE_BYTES],
}

/// Why a request was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskError {
    /// No such kind of request.
    Kind,
    /// No such game.
    Game,
    /// No such mode.
    Mode,
    /// The depth is out of range for this kind.
    Depth,
    /// More than [`MAX_MOVES`] moves.
    Moves,
    /// The move of this number, counted from 0, is illegal.
    Illegal(u8),
    /// The observer stopped the search.
    Stopped,
    /// The bytes are no report.
    Report,
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskError::Kind => f.write_str("unknown kind of request"),
            TaskError::Game => f.write_str("unknown game"),
            TaskError::Mode => f.write_str("unknown search mode"),
            TaskError::Depth => {
                write!(f, "the depth of a search is 1 to {MAX_DEPTH}, that of a perft 0 to {MAX_PERFT_DEPTH}")
            }
            TaskError::Moves => write!(f, "more than {MAX_MOVES} moves before the task"),
            TaskError::Illegal(number) => write!(f, "move number {} is illegal", number + 1),
            TaskError::Stopped => f.write_str("the search was stopped"),
            TaskError::Report => f.write_str("these bytes are not a report"),
        }
    }
}

impl core::error::Error for TaskError {}

impl Request {
    /// A request from the starting position.
    pub const fn new(task: Task, game: GameId, depth: u8) -> Self {
        Request { task, game, depth, count: 0, bytes: [0; MOVE_BYTES] }
    }

    /// Adds a move to play before the task.
    ///
    /// # Errors
    /// [`TaskError::Moves`] when there are [`MAX_MOVES`] already.
    pub fn push(&mut self, mv: Move) -> Result<(), TaskError> {
        if self.count >= MAX_MOVES {
            return Err(TaskError::Moves);
        }
        let i = 2 * self.count as usize;
        self.bytes[i] = mv.from;
        self.bytes[i + 1] = mv.to;
        self.count += 1;
        Ok(())
    }

    /// How many moves are played before the task.
    pub const fn moves(&self) -> u8 {
        self.count
    }

    /// The move at `index`, [`Move::NONE`] past the last.
    pub const fn get(&self, index: u8) -> Move {
        if index < self.count && index < MAX_MOVES {
            let i = 2 * index as usize;
            Move { from: self.bytes[i], to: self.bytes[i + 1] }
        } else {
            Move::NONE
        }
    }

    /// The request's bytes.
    pub fn encode(&self) -> [u8; REQUEST_LEN] {
        let mut bytes = [0; REQUEST_LEN];
        let (kind, mode, deepening) = match self.task {
            Task::Perft => (KIND_PERFT, 0, false),
            Task::Search { mode, deepening } => (KIND_SEARCH, mode as u8, deepening),
        };
        bytes[0] = kind;
        bytes[1] = self.game as u8;
        bytes[2] = self.depth;
        bytes[3] = mode;
        bytes[4] = if deepening { FLAG_DEEPENING } else { 0 };
        bytes[5] = self.count;
        bytes[FIRST_MOVE..FIRST_MOVE + MOVE_BYTES].copy_from_slice(&self.bytes);
        bytes
    }

    /// Reads a request.
    ///
    /// # Errors
    /// Any [`TaskError`] that says which byte is out of range. Whether the moves are legal is not looked at.
    pub fn decode(bytes: &[u8; REQUEST_LEN]) -> Result<Request, TaskError> {
        let game = GameId::from_id(bytes[1]).ok_or(TaskError::Game)?;
        let depth = bytes[2];
        let task = match bytes[0] {
            KIND_PERFT => Task::Perft,
            KIND_SEARCH => Task::Search {
                mode: Mode::from_id(bytes[3]).ok_or(TaskError::Mode)?,
                deepening: bytes[4] & FLAG_DEEPENING != 0,
            },
            _ => return Err(TaskError::Kind),
        };
        let in_range = match task {
            Task::Perft => depth <= MAX_PERFT_DEPTH,
            Task::Search { .. } => (1..=MAX_DEPTH).contains(&depth),
        };
        if !in_range {
            return Err(TaskError::Depth);
        }
        let count = bytes[5];
        if count > MAX_MOVES {
            return Err(TaskError::Moves);
        }
        let mut request = Request::new(task, game, depth);
        request.count = count;
        request.bytes.copy_from_slice(&bytes[FIRST_MOVE..FIRST_MOVE + MOVE_BYTES]);
        Ok(request)
    }
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// The count of a perft.
    Perft(Count),
    /// The results of a search.
    Search(Found),
    /// It was not done.
    Failed(TaskError),
}

/// The results of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Nodes, leaves not counted; of all iterations when deepening.
    pub nodes: u32,
    /// Value for the first player, biased at $80.
    pub score: u8,
    /// The move to play, [`Move::NONE`] if there is none.
    pub best: Move,
    /// Nodes of the second player cut off.
    pub alpha_cutoffs: u32,
    /// Nodes of the first player cut off.
    pub beta_cutoffs: u32,
    /// The principal variation.
    pub variation: Line,
}

impl Found {
    /// What `search` has found.
    fn of(search: &Search) -> Found {
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

/// Little-endian words in a report.
fn put(bytes: &mut [u8; REPORT_LEN], at: usize, value: u32) {
    bytes[at] = value as u8;
    bytes[at + 1] = (value >> 8) as u8;
    bytes[at + 2] = (value >> 16) as u8;
    bytes[at + 3] = (value >> 24) as u8;
}

fn word(bytes: &[u8; REPORT_LEN], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

impl Report {
    /// The report's bytes.
    pub fn encode(&self) -> [u8; REPORT_LEN] {
        let mut bytes = [0; REPORT_LEN];
        self.write(&mut bytes);
        bytes
    }

    /// Writes the report's bytes over `bytes`.
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
                };
            }
        }
    }

    /// Reads a report.
    ///
    /// # Errors
    /// [`TaskError::Report`] when the bytes are none.
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
            (1, _) => Report::Failed(TaskError::Kind),
            (2, _) => Report::Failed(TaskError::Game),
            (3, _) => Report::Failed(TaskError::Mode),
            (4, _) => Report::Failed(TaskError::Depth),
            (5, _) => Report::Failed(TaskError::Moves),
            (6, _) => Report::Failed(TaskError::Illegal(bytes[1])),
            (7, _) => Report::Failed(TaskError::Stopped),
            _ => return Err(TaskError::Report),
        })
    }
}

/// Who measures the work: told where it starts and ends, and asked by the search whether to go on.
pub trait Stamp: Observer {
    /// The work starts.
    fn start(&mut self);
    /// The work has ended.
    fn stop(&mut self);
}

impl Stamp for Silent {
    fn start(&mut self) {}
    fn stop(&mut self) {}
}

/// The state of every game and of the search. All zeros when new.
#[derive(Clone, Debug)]
pub struct Engines {
    /// The position of mouse and cats.
    pub mouse_and_cats: MouseAndCats,
    /// The position of tic-tac-toe.
    pub tic_tac_toe: TicTacToe,
    /// The search.
    pub search: Search,
    /// The best-move tables.
    pub tables: Tables,
}

impl Engines {
    /// Engines whose positions are not set up yet.
    pub const fn new() -> Self {
        use crate::game::Game;
        Engines {
            mouse_and_cats: MouseAndCats::EMPTY,
            tic_tac_toe: TicTacToe::EMPTY,
            search: Search::new(),
            tables: Tables::new(),
        }
    }
}

impl Default for Engines {
    fn default() -> Self {
        Engines::new()
    }
}

/// Does what `request` says, from a fresh starting position with fixed keys and empty tables, and writes the
/// report. `stamp` brackets the work itself, without the setting up.
pub fn serve<S: Stamp>(
    engines: &mut Engines,
    request: &[u8; REQUEST_LEN],
    report: &mut [u8; REPORT_LEN],
    stamp: &mut S,
) {
    let Engines { mouse_and_cats, tic_tac_toe, search, tables } = engines;
    let result = match Request::decode(request) {
        Ok(request) => match request.game {
            GameId::MouseAndCats => work(mouse_and_cats, search, tables, &request, stamp),
            GameId::TicTacToe => work(tic_tac_toe, search, tables, &request, stamp),
        },
        Err(error) => Report::Failed(error),
    };
    result.write(report);
}

fn work<G: Evaluate, S: Stamp>(
    game: &mut G,
    search: &mut Search,
    tables: &mut Tables,
    request: &Request,
    stamp: &mut S,
) -> Report {
    game.set_keys(&mut Lcg::fixed());
    game.reset();
    tables.clear();
    let mut number = 0;
    while number < request.moves() {
        let mv = request.get(number);
        if !game.is_legal(mv) {
            return Report::Failed(TaskError::Illegal(number));
        }
        game.play(mv);
        number += 1;
    }
    match request.task {
        Task::Perft => {
            stamp.start();
            let count = perft(game, request.depth);
            stamp.stop();
            count.map_or(Report::Failed(TaskError::Depth), Report::Perft)
        }
        Task::Search { mode, deepening } => {
            stamp.start();
            let finished = if deepening {
                search.deepen(game, tables, request.depth, mode, stamp)
            } else {
                search.run(game, tables, request.depth, mode, stamp)
            };
            stamp.stop();
            if finished { Report::Search(Found::of(search)) } else { Report::Failed(TaskError::Stopped) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    fn served(bytes: &[u8; REQUEST_LEN]) -> Report {
        let mut report = [0xAA; REPORT_LEN];
        serve(&mut Engines::new(), bytes, &mut report, &mut Silent);
        Report::decode(&report).unwrap()
    }

    #[test]
    fn requests_read_back() {
        let deep = Task::Search { mode: Mode::Play, deepening: true };
        for (task, game, depth) in [(Task::Perft, GameId::TicTacToe, 9), (deep, GameId::MouseAndCats, 15)] {
            let mut request = Request::new(task, game, depth);
            for i in 0..MAX_MOVES {
                request.push(Move { from: i + 1, to: i + 2 }).unwrap();
                assert_eq!(Request::decode(&request.encode()), Ok(request.clone()));
            }
            assert_eq!(request.push(Move { from: 1, to: 1 }), Err(TaskError::Moves));
        }
    }

    #[test]
    fn reports_read_back() {
        let mut variation = Line::new();
        for i in 0..=MAX_LINE {
            let mv = Move { from: 3, to: i };
            let search = Found {
                nodes: 0x01020304 << i,
                score: i,
                best: mv,
                alpha_cutoffs: 7 + i as u32,
                beta_cutoffs: 0xFFFF_FFFF,
                variation: variation.clone(),
            };
            let count = Count { leaves: 1 << i, first_wins: 2, second_wins: 3 << i, draws: 4 };
            for report in
                [Report::Search(search), Report::Perft(count), Report::Failed(TaskError::Illegal(i))]
            {
                assert_eq!(Report::decode(&report.encode()), Ok(report));
            }
            variation.push(mv);
        }
        assert_eq!(Report::decode(&[0; REPORT_LEN]), Err(TaskError::Report));
    }

    #[test]
    fn bad_requests_are_refused() {
        let task = Task::Search { mode: Mode::Seed, deepening: false };
        let good = Request::new(task, GameId::MouseAndCats, 1).encode();
        assert!(matches!(served(&good), Report::Search(_)));
        for (at, value, error) in [
            (0, 0, TaskError::Kind),
            (0, 3, TaskError::Kind),
            (1, 2, TaskError::Game),
            (2, 0, TaskError::Depth),
            (2, 16, TaskError::Depth),
            (3, 2, TaskError::Mode),
            (5, 25, TaskError::Moves),
        ] {
            let mut bytes = good;
            bytes[at] = value;
            assert_eq!(served(&bytes), Report::Failed(error));
        }
    }

    #[test]
    fn moves_are_played_first_and_illegal_ones_named() {
        let mut request = Request::new(Task::Perft, GameId::MouseAndCats, 1);
        for (text, leaves) in [("E1D2", 7), ("B8A7", 4), ("D2E1", 6)] {
            request.push(MouseAndCats::parse_move(text.as_bytes()).unwrap()).unwrap();
            match served(&request.encode()) {
                Report::Perft(count) => assert_eq!(count.leaves, leaves),
                other => panic!("{other:?}"),
            }
        }
        request.push(MouseAndCats::parse_move(b"E1D2").unwrap()).unwrap();
        assert_eq!(served(&request.encode()), Report::Failed(TaskError::Illegal(3)));
    }

    /// Counts the calls and stops the search after some.
    #[derive(Default)]
    struct Watch {
        starts: u32,
        stops: u32,
        polls: u32,
        limit: u32,
    }

    impl Observer for Watch {
        fn poll(&mut self) -> bool {
            self.polls += 1;
            self.polls > self.limit
        }
    }

    impl Stamp for Watch {
        fn start(&mut self) {
            self.starts += 1;
        }
        fn stop(&mut self) {
            assert_eq!(self.starts, self.stops + 1);
            self.stops += 1;
        }
    }

    #[test]
    fn a_stopped_search_is_no_result() {
        let task = Task::Search { mode: Mode::Seed, deepening: false };
        let bytes = Request::new(task, GameId::MouseAndCats, 8).encode();
        let mut report = [0; REPORT_LEN];
        for (limit, stopped) in [(0, true), (20, true), (3502 / 64, false)] {
            let mut watch = Watch { limit, ..Watch::default() };
            serve(&mut Engines::new(), &bytes, &mut report, &mut watch);
            assert_eq!((watch.starts, watch.stops), (1, 1));
            let failed = Report::decode(&report) == Ok(Report::Failed(TaskError::Stopped));
            assert_eq!(failed, stopped);
        }
    }

    #[test]
    fn results_do_not_depend_on_what_was_served_before() {
        let mut engines = Engines::new();
        let mut report = [0; REPORT_LEN];
        for mode in [Mode::Seed, Mode::Play] {
            for game in GameId::ALL {
                let request = Request::new(Task::Search { mode, deepening: true }, game, 6).encode();
                serve(&mut engines, &request, &mut report, &mut Silent);
                assert_eq!(Report::decode(&report), Ok(served(&request)));
            }
        }
    }
}
