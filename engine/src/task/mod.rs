//! Verification requests and reports: the same bytes for the host, the simulated and the real C64.
//!
//! Request, 128 bytes: 0 kind (1 perft, 2 search, 3 choose, 4 prove, 5 weights), 1 game, 2 depth, level or row, 3 mode, 4 flags (bit 0
//! deepening, bit 1 a position instead of moves), 5 number of moves, 6 columns and 7 rows of the board (0 the usual ones), 8 random
//! seed, then from byte 10 from, to of each move to play first, or the position: of mouse and cats the squares of the mouse and of
//! cats 1 to 4, and the player to move (0 the mouse); of five in a row the player to move (0 X), then two bits a square (0 empty,
//! 1 X, 2 O), row by row from the top left, the first in the lowest bits.
//!
//! Report, 64 bytes: 0 status (0 done), 1 detail of the status, 2 kind, then little endian. Perft: 3 leaves, 7 wins of the first,
//! 11 of the second player, 15 draws. Search: 3 nodes, 7 score, 8 best from, to, 10 alpha cutoffs, 14 beta cutoffs, 18 length of the
//! variation, then from, to of each of its moves. Choose: 3 from, to, 5 source, 6 depth, 7 score, 8 nodes. Prove: 3 positions,
//! 5 longest game, 6 losses, 8 unused members, 10 checksum. Weights: 3 number of squares, then three bytes for each.

mod report;
mod request;
#[cfg(test)]
mod tests;

pub use report::{Found, REPORT_LEN, Report};
pub use request::{MAX_MOVES, REQUEST_LEN, Request, Start, Task};

use crate::evaluate::Evaluate;
use crate::game::{Game, Side};
use crate::games::GameId;
use crate::games::mouse_and_cats::{MouseAndCats, strategy};
use crate::games::tic_tac_toe::TicTacToe;
use crate::keys::Lcg;
use crate::perft::{MAX_PERFT_DEPTH, perft};
use crate::player::{Choose, LEVELS};
use crate::search::{MAX_DEPTH, Observer, Search, Silent};
use crate::table::Tables;
use core::fmt;

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
    /// The position cannot be set up: not of this game, or not by its rules.
    Position,
    /// No such level.
    Level,
    /// This game has no such task.
    Task,
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
            TaskError::Position => f.write_str("this position cannot be set up"),
            TaskError::Level => write!(f, "the levels are 1 to {LEVELS}"),
            TaskError::Task => f.write_str("this game has no such task"),
            TaskError::Illegal(number) => write!(f, "move number {} is illegal", number + 1),
            TaskError::Stopped => f.write_str("the work was stopped"),
            TaskError::Report => f.write_str("these bytes are not a report"),
        }
    }
}

impl core::error::Error for TaskError {}

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

/// Does what `request` says, from its position with fixed keys and empty tables, and writes the report. `stamp`
/// brackets the work itself, without the setting up.
pub fn serve<S: Stamp>(
    engines: &mut Engines,
    request: &[u8; REQUEST_LEN],
    report: &mut [u8; REPORT_LEN],
    stamp: &mut S,
) {
    let result = match Request::decode(request) {
        Ok(request) => work(engines, &request, stamp),
        Err(error) => Err(error),
    };
    result.unwrap_or_else(Report::Failed).write(report);
}

fn work<S: Stamp>(engines: &mut Engines, request: &Request, stamp: &mut S) -> Result<Report, TaskError> {
    let Engines { mouse_and_cats, tic_tac_toe, search, tables } = engines;
    tables.clear();
    match request.game {
        GameId::MouseAndCats => {
            let game = mouse_and_cats;
            begin(game, request)?;
            if request.start() == Start::Position {
                let [mouse, a, b, c, d, side, ..] = *request.position();
                let side = if side == 0 { Side::First } else { Side::Second };
                if !game.set_squares(mouse, [a, b, c, d], side) {
                    return Err(TaskError::Position);
                }
            }
            if request.task == Task::Prove {
                stamp.start();
                let proof = strategy::prove(game, stamp);
                stamp.stop();
                return proof.map(Report::Proof).ok_or(TaskError::Stopped);
            }
            play_or_search(game, search, tables, request, stamp)
        }
        GameId::TicTacToe => {
            begin(tic_tac_toe, request)?;
            if request.start() == Start::Position {
                return Err(TaskError::Position);
            }
            play_or_search(tic_tac_toe, search, tables, request, stamp)
        }
    }
}

/// Sets up the starting position with fixed keys and plays the request's moves.
fn begin<G: Game>(game: &mut G, request: &Request) -> Result<(), TaskError> {
    game.set_keys(&mut Lcg::fixed());
    game.reset();
    let mut number = 0;
    while number < request.moves() {
        let mv = request.get(number);
        if !game.is_legal(mv) {
            return Err(TaskError::Illegal(number));
        }
        game.play(mv);
        number += 1;
    }
    Ok(())
}

/// The tasks of any game.
fn play<G: Choose, S: Stamp>(
    game: &mut G,
    search: &mut Search,
    tables: &mut Tables,
    request: &Request,
    stamp: &mut S,
) -> Result<Report, TaskError> {
    match request.task {
        Task::Perft => {
            stamp.start();
            let count = perft(game, request.depth);
            stamp.stop();
            count.map_or(Err(TaskError::Depth), |count| Ok(Report::Perft(count)))
        }
        Task::Choose { level, seed } => {
            stamp.start();
            let choice = game.choose(search, tables, &level.of(&G::LIMITS), &mut Lcg::new(seed), stamp);
            stamp.stop();
            Ok(Report::Choice(choice))
        }
        Task::Search { .. } | Task::Prove => Err(TaskError::Task),
    }
}

/// The tasks of a game with alpha-beta search.
fn play_or_search<G: Choose + Evaluate, S: Stamp>(
    game: &mut G,
    search: &mut Search,
    tables: &mut Tables,
    request: &Request,
    stamp: &mut S,
) -> Result<Report, TaskError> {
    let Task::Search { mode, deepening } = request.task else {
        return play(game, search, tables, request, stamp);
    };
    stamp.start();
    let finished = if deepening {
        search.deepen(game, tables, request.depth, mode, stamp)
    } else {
        search.run(game, tables, request.depth, mode, stamp)
    };
    stamp.stop();
    if finished { Ok(Report::Search(Found::of(search))) } else { Err(TaskError::Stopped) }
}
