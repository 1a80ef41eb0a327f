//! Alpha-beta as one loop over depth-indexed byte tables, and iterative deepening.
//!
//! Fail-hard; scores are bytes from the point of view of the first player, who maximises; the root window is 0..=255. A node
//! at depth d keeps its bound, its best move, its cursor into the move list and the move being tried at index d: see
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
    /// Searches `game` to a depth of `depth` plies, clamped to 1..=[`MAX_DEPTH`].
    /// Returns false if the observer stopped the search: only the counts are valid then. The position is
    /// restored afterwards.
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

    /// Iterative deepening: searches to depth 1, 2 and so on up to `depth` (clamped to 1..=[`MAX_DEPTH`]), reporting each iteration to the
    /// observer. Returns false if the observer stopped it: the results are then those of the last finished iteration, if any.
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

    /// Runs one search of the whole tree and stores its results unless it was stopped. The mode is passed down to where it matters and
    /// not stored, so that a program that uses only one mode contains no code of the other.
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
        // The published search stores the root last.
        self.best =
            if plays { self.frames.best(depth) } else { tables.stored_best(game.side(), game.hash()) };
        if self.best.is_none() {
            // Every move has the worst possible score, or there is none.
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
