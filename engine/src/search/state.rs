//! The state of a search that both loops share, its observer and its limits.

use super::frames::{Column, Frames};
use super::mode::Mode;
use super::ordering::Ordering;
use crate::counter::{BATCH, BatchCounter, Counter};
use crate::evaluate::{EVEN, Evaluate, FIRST_WINS, SECOND_WINS};
use crate::game::{Move, Side};
use crate::table::{Line, Tables};

/// The number of nodes in a unit of [`Budget::quota`], and of polls in it.
pub(crate) const UNIT: u16 = 64;
const POLLS_A_UNIT: u16 = UNIT / BATCH as u16;

/// The observer of a search.
pub trait Observer {
    /// Called after every `_nodes` nodes, a divisor of 64; returns whether to stop the search. The interval is about 0.05 seconds
    /// on a C64, which is shorter than the shortest push of a joystick.
    fn poll(&mut self, _nodes: u8) -> bool {
        false
    }

    /// Called after each finished iteration of [`Search::deepen`].
    fn iteration(&mut self, _search: &Search) {}
}

/// An observer that ignores all events and never stops the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}

/// The amount of work that a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Stops the search after 64 times this many nodes plus 64; 0 for never; at most 16,383. The first iterations are never cut
    /// short, because they are smaller than that.
    pub quota: u16,
    /// Stops deepening when the game is decided, because a deeper search finds no better move, and also when half of the
    /// quota is spent, because the next iteration takes longer than all before.
    pub until_decided: bool,
}

impl Budget {
    /// No limit other than the depth.
    pub const UNLIMITED: Budget = Budget { quota: 0, until_decided: false };
}

/// The state of a search and, after it, its results. All zeros when new.
#[derive(Clone, Debug)]
pub struct Search {
    pub(super) frames: Frames,
    pub(super) ordering: Ordering,
    pub(super) budget: Budget,
    /// Polls left in the budget before the last one.
    pub(super) polls: u16,
    pub(super) root: u8,
    pub(super) nodes: BatchCounter,
    pub(super) alpha_cutoffs: Counter,
    pub(super) beta_cutoffs: Counter,
    pub(super) depth: u8,
    pub(super) score: u8,
    pub(super) best: Move,
    pub(super) line: Line,
}

impl Search {
    /// Returns the state of a search that has not run.
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

    /// Returns the depth of the last finished search, 0 if there is none.
    pub const fn depth(&self) -> u8 {
        self.depth
    }

    /// Returns the value of the position for the first player after the last finished search, biased at [`EVEN`].
    pub const fn score(&self) -> u8 {
        self.score
    }

    /// Returns the move to play, [`Move::NONE`] if there is none.
    pub const fn best(&self) -> Move {
        self.best
    }

    /// Returns the principal variation, as far as the move tables still hold it.
    pub const fn variation(&self) -> &Line {
        &self.line
    }

    /// Returns the number of nodes searched, not counting leaves at full depth, over all iterations of the last call.
    pub const fn nodes(&self) -> u32 {
        self.nodes.value()
    }

    /// Returns the number of alpha cutoffs: nodes of the second player that were cut off.
    pub const fn alpha_cutoffs(&self) -> u32 {
        self.alpha_cutoffs.value()
    }

    /// Returns the number of beta cutoffs: nodes of the first player that were cut off.
    pub const fn beta_cutoffs(&self) -> u32 {
        self.beta_cutoffs.value()
    }

    /// Whether the last finished search found a forced result.
    pub const fn is_decided(&self) -> bool {
        self.score >= FIRST_WINS || self.score <= SECOND_WINS
    }

    pub(super) fn is_half_spent(&self) -> bool {
        self.budget.quota != 0 && self.polls / POLLS_A_UNIT < self.budget.quota / 2
    }

    /// Sets the limits of the next searches.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Resets counters and results.
    pub(super) fn prepare(&mut self, tables: &mut Tables, mode: Mode) {
        tables.prepare(mode.kind());
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

    /// Counts a node; returns true if the search must stop.
    #[inline(always)]
    pub(super) fn count_node<O: Observer>(&mut self, observer: &mut O) -> bool {
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

    /// Returns the counter of cutoffs in nodes of a side.
    #[inline(always)]
    pub(super) fn cutoffs(&mut self, side: Side) -> &mut Counter {
        if side == Side::First { &mut self.beta_cutoffs } else { &mut self.alpha_cutoffs }
    }

    /// Resets the cursor and the best move of the node at `depth`.
    #[inline(always)]
    pub(super) fn open(&mut self, depth: u8) {
        self.frames.set(Column::Cursor, depth, 0);
        self.frames.set_best(depth, Move::NONE);
    }

    /// Unmakes every move that leads to the open node at `depth`, where `side` is to move.
    #[cold]
    #[inline(never)]
    pub(super) fn abandon<G: Evaluate>(&mut self, game: &mut G, side: Side, depth: u8) {
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
