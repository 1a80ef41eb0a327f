//! Alpha-beta as one loop over depth-indexed byte tables, and iterative deepening.
//!
//! Fail-hard, scores are bytes for the first player, who maximises; the window is 0..=255 at the root. A node
//! at depth d keeps its bound, its best move, its place among the moves and the move being tried at index d: see
//! `search/frames.rs`.
//! There are two loops: `search/seed.rs` for published programs without win tests, `search/play.rs` for the others and for the
//! engine's own play.

mod depths;
mod frames;
pub mod mode;
mod ordering;
pub(crate) mod places;
mod play;
mod seed;
mod state;

pub use depths::MAX_DEPTH;
pub use mode::Mode;
pub(crate) use state::UNIT;
pub use state::{Budget, Observer, Search, Silent};

use crate::evaluate::Evaluate;
use crate::game::Side;
use crate::record::next_legal_move;
use crate::table::Tables;

impl Search {
    /// Searches `game` to `depth` moves, at least 1 and at most [`MAX_DEPTH`]: other values are brought into
    /// that range. False if the observer stopped it: there is then no result but the counts. The position is as
    /// before afterwards.
    pub fn run<G: Evaluate, O: Observer>(
        &mut self,
        game: &mut G,
        tables: &mut Tables,
        depth: u8,
        mode: Mode,
        observer: &mut O,
    ) -> bool {
        self.prepare(tables, mode);
        self.iterate(game, tables, depth.clamp(1, MAX_DEPTH), mode, observer)
    }

    /// Searches to depth 1, 2 and so on up to `depth` (brought into 1..=[`MAX_DEPTH`]), reporting each to the
    /// observer. False if the observer stopped it: the results are those of the last finished iteration, if any.
    pub fn deepen<G: Evaluate, O: Observer>(
        &mut self,
        game: &mut G,
        tables: &mut Tables,
        depth: u8,
        mode: Mode,
        observer: &mut O,
    ) -> bool {
        self.prepare(tables, mode);
        let last = depth.clamp(1, MAX_DEPTH);
        let mut depth = 1;
        loop {
            if !self.iterate(game, tables, depth, mode, observer) {
                return false;
            }
            observer.iteration(self);
            if depth == last || (self.budget.until_decided && (self.is_decided() || self.is_half_spent())) {
                return true;
            }
            depth += 1;
        }
    }

    /// One search of the whole tree, and its results if it was not stopped. The mode is handed down to where it counts, not
    /// kept: so a program that has only one of them holds no code of the other.
    #[inline(never)]
    fn iterate<G: Evaluate, O: Observer>(
        &mut self,
        game: &mut G,
        tables: &mut Tables,
        depth: u8,
        mode: Mode,
        observer: &mut O,
    ) -> bool {
        self.root = depth;
        let (own, other) = if game.side() == Side::First { (0, 0xFF) } else { (0xFF, 0) };
        self.frames.set_window(depth, own, other);
        self.frames.set_sums(depth, game);
        let plays = G::SEED_KNOWS_ENDS || mode == Mode::Play;
        let score =
            if plays { self.play(game, tables, mode, observer) } else { self.seed(game, tables, observer) };
        let Some(score) = score else { return false };
        self.depth = depth;
        self.score = score;
        // The published search has stored the root last.
        self.best =
            if plays { self.frames.best(depth) } else { tables.stored_best(game.side(), game.hash()) };
        if self.best.is_none() {
            // Every move is as bad as can be, or there is none.
            self.best = next_legal_move(game, &mut 0);
        }
        if plays {
            self.ordering.variation(depth, &mut self.line);
        } else {
            tables.variation(game, depth, &mut self.line);
        }
        true
    }
}

#[cfg(test)]
mod tests;
