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

use engine::alpha_beta::AlphaBeta;
use engine::engines::{Engines, Five, Searching};
use engine::evaluate::Evaluate;
use engine::game::{Game, Side};
use engine::games::five_in_a_row::{Board19, DEFAULT_SIDE};
use engine::games::mouse_and_cats::{MouseAndCats, strategy};
use engine::keys::Lcg;
use engine::perft::perft;
use engine::player::{Choose, Level, Limits};
use engine::search::{Mode, Observer, Silent};

/// Measures the work: is told where it starts and ends, and is asked by the search whether to go on.
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

/// Does what `request` says, from its position with fixed keys and empty tables, and writes the report. `stamp`
/// brackets the work itself, without the setting up.
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

/// As [`serve`], without the bytes.
#[inline(never)]
pub fn answer<S: Stamp>(engines: &mut Engines, request: &Request, stamp: &mut S) -> Report {
    work(engines, request, stamp).unwrap_or_else(Report::Failed)
}

fn work<S: Stamp>(engines: &mut Engines, request: &Request, stamp: &mut S) -> Result<Report, TaskError> {
    engines.select(request.game);
    engines.set_keys(&mut Lcg::fixed());
    set_up(engines, request)?;
    match request.task {
        Task::Perft => {
            stamp.start();
            let count = perft(engines, request.depth);
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
            if let Some(five) = engines.five() {
                return Ok(search_five(five, mode, request.depth, stamp));
            }
            let search = Iterations { depth: request.depth, mode, deepening, stamp };
            engines.search(search).ok_or(TaskError::Task)?
        }
        Task::Prove => {
            let game = engines.mouse_and_cats().ok_or(TaskError::Task)?;
            stamp.start();
            let proof = strategy::prove(game, stamp);
            stamp.stop();
            proof.map(Report::Proof).ok_or(TaskError::Stopped)
        }
        Task::Weights { row } => {
            let Five { board, thinker } = engines.five().ok_or(TaskError::Task)?;
            if row >= board.rows() {
                return Err(TaskError::Position);
            }
            stamp.start();
            let weights = thinker.weights(board);
            stamp.stop();
            Ok(Report::Weights(Row::of(board, weights, row)))
        }
    }
}

/// Sets up the request's position.
fn set_up(engines: &mut Engines, request: &Request) -> Result<(), TaskError> {
    match engines.five() {
        Some(five) => {
            let (columns, rows) = match request.size {
                (0, 0) => (DEFAULT_SIDE, DEFAULT_SIDE),
                size => size,
            };
            five.board.set_size(columns, rows).map_err(|_| TaskError::Position)?;
        }
        None if request.size == (0, 0) => engines.reset(),
        None => return Err(TaskError::Position),
    }
    if request.start() == Start::Position {
        let position = request.position();
        if let Some(five) = engines.five() {
            return set_stones(&mut five.board, position);
        }
        return set_pieces(engines.mouse_and_cats().ok_or(TaskError::Position)?, position);
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

/// Sets up a position of mouse and cats: the squares of the mouse and of the cats, then the player to move.
fn set_pieces(game: &mut MouseAndCats, position: &[u8]) -> Result<(), TaskError> {
    let [mouse, a, b, c, d, side, ..] = *position else { return Err(TaskError::Position) };
    let set = game.set_squares(mouse, [a, b, c, d], side_of(side));
    if set { Ok(()) } else { Err(TaskError::Position) }
}

/// The player to move in a position's bytes.
fn side_of(byte: u8) -> Side {
    if byte == 0 { Side::First } else { Side::Second }
}

/// Sets up a position's stones: the player to move, then two bits a square, row by row from the top.
fn set_stones(board: &mut Board19, position: &[u8]) -> Result<(), TaskError> {
    let mut square = 0u16;
    let mut row = 0;
    while row < board.rows() {
        let mut column = 0;
        while column < board.columns() {
            let byte = position.get(1 + (square >> 2) as usize).copied().unwrap_or(0);
            let stone = match (byte >> (2 * (square & 3))) & 3 {
                0 => None,
                1 => Some(Side::First),
                2 => Some(Side::Second),
                _ => return Err(TaskError::Position),
            };
            board.put(column, row, stone);
            square += 1;
            column += 1;
        }
        row += 1;
    }
    if side_of(position[0]) != board.side() {
        board.pass();
    }
    board.refresh();
    Ok(())
}

/// Five in a row has no alpha-beta: the published player takes a move of greatest weight, the engine's own looks for forced
/// wins of at most `depth` plies.
fn search_five<S: Stamp>(five: &mut Five, mode: Mode, depth: u8, stamp: &mut S) -> Report {
    let Five { board, thinker } = five;
    let best = Level::BEST.of(&Board19::LIMITS);
    let limits = if mode == Mode::Seed { Limits { quota: 0, ..best } } else { Limits { depth, ..best } };
    stamp.start();
    let choice = board.think(thinker, &limits, stamp);
    stamp.stop();
    Report::Search(Found {
        nodes: choice.nodes,
        score: choice.score,
        best: choice.mv,
        alpha_cutoffs: 0,
        beta_cutoffs: 0,
        variation: thinker.line().clone(),
    })
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
