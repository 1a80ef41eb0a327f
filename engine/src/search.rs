//! Alpha-beta as one loop over depth-indexed byte tables, and iterative deepening.
//!
//! Fail-hard, scores are bytes for the first player, who maximises; the window is 0..=255 at the root. A node
//! at depth d keeps its bound, its best move, its place among the moves and the move being tried at index d: see
//! [`frames`].
//! There are two loops: [`seed`] for published programs without win tests, [`play`] for the others and for the
//! engine's own play.

mod frames;
mod play;
mod seed;

use crate::counter::{BATCH, BatchCounter, Counter};
use crate::evaluate::{EVEN, Evaluate, FIRST_WINS, SECOND_WINS};
use crate::game::{Move, Side};
use crate::record::next_legal_move;
use crate::table::{Line, Tables};
use frames::{Column, Frames};
use play::Ordering;

/// The deepest search.
pub const MAX_DEPTH: u8 = 15;

/// Entries of the depth-indexed tables.
const DEPTHS: usize = MAX_DEPTH as usize + 1;

/// Index of a depth.
#[inline(always)]
const fn at(depth: u8) -> usize {
    (depth & MAX_DEPTH) as usize
}

/// Which search to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mode {
    /// The published program's search of this game, number for number.
    Seed = 0,
    /// The engine's own.
    Play = 1,
}

impl Mode {
    /// The mode numbered `id` in a request.
    pub const fn from_id(id: u8) -> Option<Mode> {
        match id {
            0 => Some(Mode::Seed),
            1 => Some(Mode::Play),
            _ => None,
        }
    }
}

/// Nodes in the unit of [`Budget::quota`], and polls in it.
pub(crate) const UNIT: u16 = 64;
const POLLS_A_UNIT: u16 = UNIT / BATCH as u16;

/// Who watches a search.
pub trait Observer {
    /// Called when so many more nodes have been searched, a divisor of 64; true stops the search. That is every 0.05 seconds
    /// or so on a C64, which even a short push of a joystick outlasts.
    fn poll(&mut self, _nodes: u8) -> bool {
        false
    }

    /// Called after each finished iteration of [`Search::deepen`].
    fn iteration(&mut self, _search: &Search) {}
}

/// An observer that neither looks nor stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}

/// How much work a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// It ends after this many times 64 nodes and 64 more, 0 for never; at most 16,383. The first iterations are never cut
    /// short: they are smaller than that.
    pub quota: u16,
    /// Deepening ends when the game is decided: a deeper search finds no better move. It ends, too, when half of the
    /// quota is spent: the next iteration takes longer than all before.
    pub until_decided: bool,
}

impl Budget {
    /// As much as the depth asks for.
    pub const UNLIMITED: Budget = Budget { quota: 0, until_decided: false };
}

/// The state of a search and, after it, its results. All zeros when new.
#[derive(Clone, Debug)]
pub struct Search {
    frames: Frames,
    ordering: Ordering,
    budget: Budget,
    /// Polls that the budget leaves before the last.
    polls: u16,
    root: u8,
    nodes: BatchCounter,
    alpha_cutoffs: Counter,
    beta_cutoffs: Counter,
    depth: u8,
    score: u8,
    best: Move,
    line: Line,
}

impl Search {
    /// A search that has not run.
    pub const fn new() -> Self {
        Search {
            frames: Frames::new(),
            ordering: Ordering::new(),
            budget: Budget::UNLIMITED,
            polls: 0,
            root: 0,
            nodes: BatchCounter::new(),
            alpha_cutoffs: Counter::new(),
            beta_cutoffs: Counter::new(),
            depth: 0,
            score: 0,
            best: Move { from: 0, to: 0 },
            line: Line::new(),
        }
    }

    /// The depth of the last finished search, 0 if there is none.
    pub const fn depth(&self) -> u8 {
        self.depth
    }

    /// The value of the position for the first player after the last finished search, biased at [`EVEN`].
    pub const fn score(&self) -> u8 {
        self.score
    }

    /// The move to play, [`Move::NONE`] if there is none.
    pub const fn best(&self) -> Move {
        self.best
    }

    /// The principal variation, as far as the move tables still hold it.
    pub const fn variation(&self) -> &Line {
        &self.line
    }

    /// Nodes searched, leaves of the full depth not counted, over all iterations of the last call.
    pub const fn nodes(&self) -> u32 {
        self.nodes.value()
    }

    /// Nodes of the second player cut off.
    pub const fn alpha_cutoffs(&self) -> u32 {
        self.alpha_cutoffs.value()
    }

    /// Nodes of the first player cut off.
    pub const fn beta_cutoffs(&self) -> u32 {
        self.beta_cutoffs.value()
    }

    /// Whether the last finished search has seen the end of the game.
    pub const fn is_decided(&self) -> bool {
        self.score >= FIRST_WINS || self.score <= SECOND_WINS
    }

    fn is_half_spent(&self) -> bool {
        self.budget.quota != 0 && self.polls / POLLS_A_UNIT < self.budget.quota / 2
    }

    /// Limits the searches to come.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

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

    /// Clears counts and results.
    fn prepare(&mut self, tables: &mut Tables, mode: Mode) {
        tables.prepare(mode);
        self.ordering.prepare();
        self.polls = self.budget.quota * POLLS_A_UNIT + (POLLS_A_UNIT - 1);
        self.nodes.start();
        self.alpha_cutoffs = Counter::new();
        self.beta_cutoffs = Counter::new();
        self.depth = 0;
        self.score = EVEN;
        self.best = Move::NONE;
        self.line.clear();
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

    /// Counts a node; true if the search is to stop.
    #[inline(always)]
    fn count_node<O: Observer>(&mut self, observer: &mut O) -> bool {
        self.nodes.step() && self.poll(observer)
    }

    #[inline(never)]
    fn poll<O: Observer>(&mut self, observer: &mut O) -> bool {
        self.nodes.end_batch();
        if self.budget.quota != 0 {
            if self.polls == 0 {
                return true;
            }
            self.polls -= 1;
        }
        observer.poll(BATCH)
    }

    /// Begins with the moves of the node at `depth`.
    #[inline(always)]
    fn open(&mut self, depth: u8) {
        self.frames.set(Column::Cursor, depth, 0);
        self.frames.set_best(depth, Move::NONE);
    }

    /// Takes back every move that leads to the open node at `depth`, where it is the turn of `side`.
    #[cold]
    #[inline(never)]
    fn abandon<G: Evaluate>(&mut self, game: &mut G, side: Side, depth: u8) {
        if game.side() != side {
            game.pass();
        }
        let mut d = depth;
        while d < self.root {
            d += 1;
            game.undo(self.frames.tried(d));
        }
        game.refresh();
    }
}

impl Default for Search {
    fn default() -> Self {
        Search::new()
    }
}

#[cfg(test)]
mod tests;
