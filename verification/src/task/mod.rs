//! Verification requests and reports, with the same bytes on the host, the simulated and the real C64.
//!
//! Request, 128 bytes: 0 kind (1 perft, 2 search, 3 choose, 4 prove, 5 weights), 1 game, 2 depth, level or row, 3 mode, 4 flags (bit 0
//! deepening, bit 1 a position instead of moves), 5 number of moves, 6 columns and 7 rows of the board (0 the usual ones), 8 random
//! seed, then from byte 10 from, to of each move to play first, or the position, in bytes whose meaning is the game's own: see
//! [`Actions::set_position`](engine::actions::Actions::set_position).
//!
//! Report, 64 bytes: 0 status (0 done), 1 detail of the status, 2 kind, then little endian. Perft: 3 leaves, 7 wins of the first,
//! 11 of the second player, 15 draws. Search: 3 nodes, 7 score, 8 best from, to, 10 alpha cutoffs, 14 beta cutoffs, 18 length of the
//! variation, then from, to of each of its moves. Choose: 3 from, to, 5 source, 6 depth, 7 score, 8 nodes. Prove: 3 positions,
//! 5 longest game, 6 losses, 8 unused members, 10 checksum. Weights: 3 number of squares, then three bytes for each.

mod error;
mod layout;
mod report;
mod request;
#[cfg(test)]
mod tests;

pub use error::TaskError;
pub use layout::{MAX_MOVES, REPORT_LEN, REQUEST_LEN};
pub use report::{Found, Report, Row, word};
pub use request::{Request, Start, Task};

use engine::actions::Action;
use engine::alpha_beta::AlphaBeta;
use engine::engines::{Engines, Searching};
use engine::evaluate::Evaluate;
use engine::game::Game;
use engine::keys::Lcg;
use engine::search::{Mode, Observer, Silent};

/// Measures the work: it is notified of the start and the end, and the search asks it whether to continue.
pub trait Stamp: Observer {
    /// Marks the start of the work.
    fn start(&mut self);
    /// Marks the end of the work.
    fn stop(&mut self);
}

impl Stamp for Silent {
    fn start(&mut self) {}
    fn stop(&mut self) {}
}

/// Performs the task of `request` from its position with fixed keys and empty tables, and writes the report. `stamp`
/// brackets the work itself, without the set-up.
pub fn serve<S: Stamp>(
    engines: &mut Engines,
    request: &[u8; REQUEST_LEN],
    report: &mut [u8; REPORT_LEN],
    stamp: &mut S,
) {
    let done = match Request::decode(request) {
        Ok(request) => answer(engines, &request, stamp),
        Err(error) => Report::Failed(error),
    };
    done.write(report);
}

/// As [`serve`], but without encoding the report.
#[inline(never)]
pub fn answer<S: Stamp>(engines: &mut Engines, request: &Request, stamp: &mut S) -> Report {
    work(engines, request, stamp).unwrap_or_else(Report::Failed)
}

fn work<S: Stamp>(engines: &mut Engines, request: &Request, stamp: &mut S) -> Result<Report, TaskError> {
    engines.select(request.game);
    engines.set_keys(&mut Lcg::fixed());
    set_up(engines, request)?;
    let game = request.game;
    match request.task {
        Task::Perft => {
            stamp.start();
            let count = engines.perft(request.depth);
            stamp.stop();
            count.map_or(Err(TaskError::Depth), |count| Ok(Report::Perft(count)))
        }
        Task::Choose { level, seed } => {
            let limits = engines.limits(level);
            stamp.start();
            let choice = engines.choose(&limits, &mut Lcg::new(seed), stamp);
            stamp.stop();
            Ok(Report::Choice(choice))
        }
        Task::Search { mode, deepening } => {
            if !game.can(Action::Search) {
                return look_ahead(engines, mode, request.depth, stamp);
            }
            let search = Iterations { depth: request.depth, mode, deepening, stamp };
            engines.search(search).ok_or(TaskError::Task)?
        }
        Task::Prove if game.can(Action::Proof) => {
            stamp.start();
            let proof = engines.prove(stamp);
            stamp.stop();
            proof.map(Report::Proof).ok_or(TaskError::Stopped)
        }
        Task::Weights { row } if game.can(Action::Weights) => {
            if row >= engines.board_size().1 {
                return Err(TaskError::Position);
            }
            stamp.start();
            engines.weigh();
            stamp.stop();
            Ok(Report::Weights(Row::of(engines, row)))
        }
        Task::Prove | Task::Weights { .. } => Err(TaskError::Task),
    }
}

/// Sets up the request's position.
fn set_up(engines: &mut Engines, request: &Request) -> Result<(), TaskError> {
    let [_, usual, _] = request.game.descriptor().sides;
    let mut size = request.size;
    if size == (0, 0) && request.game.can(Action::Sizes) {
        size = (usual, usual);
    }
    let mut done = true;
    if size == (0, 0) {
        engines.reset();
    } else {
        done = engines.set_size(size.0, size.1);
    }
    if !done || request.start() == Start::Position && !engines.set_position(request.position()) {
        return Err(TaskError::Position);
    }
    let mut number = 0;
    while number < request.moves() {
        let mv = request.get(number);
        if !engines.is_legal(mv) {
            return Err(TaskError::Illegal(number));
        }
        engines.make(mv);
        number += 1;
    }
    Ok(())
}

/// A search in a game without alpha-beta.
fn look_ahead<S: Stamp>(
    engines: &mut Engines,
    mode: Mode,
    plies: u8,
    stamp: &mut S,
) -> Result<Report, TaskError> {
    stamp.start();
    let choice = engines.look_ahead(mode, plies, stamp);
    stamp.stop();
    let choice = choice.ok_or(TaskError::Task)?;
    Ok(Report::Search(Found {
        nodes: choice.nodes,
        score: choice.score,
        best: choice.mv,
        alpha_cutoffs: 0,
        beta_cutoffs: 0,
        variation: engines.line().clone(),
    }))
}

/// A request for a search.
struct Iterations<'a, S> {
    depth: u8,
    mode: Mode,
    deepening: bool,
    stamp: &'a mut S,
}

impl<S: Stamp> Searching for Iterations<'_, S> {
    type Found = Result<Report, TaskError>;

    fn search<G: Evaluate>(self, game: &mut G, thinker: &mut AlphaBeta) -> Self::Found {
        let Iterations { depth, mode, deepening, stamp } = self;
        let AlphaBeta { search, tables } = thinker;
        stamp.start();
        let finished = if deepening {
            search.deepen(game, tables, depth, mode, stamp)
        } else {
            search.run(game, tables, depth, mode, stamp)
        };
        stamp.stop();
        if finished { Ok(Report::Search(Found::of(search))) } else { Err(TaskError::Stopped) }
    }
}
