//! The engine's own search: it detects the end of the game, stores values, and tries the best moves first: the table's move,
//! then two killers, then by history. Without move ordering and stored values, it is the search of a published program with win tests.

use super::depths::at;
use super::frames::Column;
use super::mode::Mode;
use super::state::{Observer, Search};
use crate::evaluate::{Decision, Evaluate, FIRST_WINS, SECOND_WINS};
use crate::game::{Move, Outcome, Side};
use crate::table::{Bound, Tables};

/// A cursor value: the table's move comes next. The others are further states of a node with ordered moves.
const TABLE_MOVE: u8 = 0xFF;
/// A cursor value: the moves have not been listed yet.
const UNLISTED: u8 = 0xFE;
/// A cursor value: the moves are in the list.
const LISTED: u8 = 0xFD;

/// Converts a value for storing: the plies of a decided game count from its own position, not from the root.
#[inline(always)]
fn from_here(value: u8, ply: u8) -> u8 {
    if value >= FIRST_WINS {
        value.saturating_add(ply)
    } else if value <= SECOND_WINS {
        value.saturating_sub(ply)
    } else {
        value
    }
}

/// The inverse of [`from_here`].
#[inline(always)]
fn from_root(value: u8, ply: u8) -> u8 {
    if value >= FIRST_WINS {
        value - ply
    } else if value <= SECOND_WINS {
        value + ply
    } else {
        value
    }
}

/// Whether moves are ordered and values stored.
#[inline(always)]
fn is_ordered<G: Evaluate>(mode: Mode) -> bool {
    G::ORDERED && mode == Mode::Play
}

impl Search {
    /// The main loop, like [`Search::seed`].
    #[inline(always)]
    pub(super) fn play<G: Evaluate, O: Observer>(
        &mut self,
        game: &mut G,
        tables: &mut Tables,
        mode: Mode,
        observer: &mut O,
    ) -> Option<u8> {
        let root = self.root;
        let mut depth = root;
        loop {
            if self.count_node(observer) {
                self.abandon(game, game.side(), depth);
                return None;
            }
            self.ordering.line_len[at(depth)] = 0;
            self.frames.set_best(depth, Move::NONE);
            let mut score = 0;
            let mut settled = true;
            // A game that is decided but not over still needs a move at the root.
            let decision = game.decided().filter(|decision| depth != root || decision.plies == 0);
            if let Some(decision) = decision {
                score = decision.score(self.ply(mode, depth));
            } else if depth == 1 {
                score = match game.side() {
                    Side::First if G::ORDERED => self.last_playing_node(Side::First, mode, game),
                    Side::Second if G::ORDERED => self.last_playing_node(Side::Second, mode, game),
                    side => self.last_playing_node(side, mode, game),
                };
            } else if is_ordered::<G>(mode) {
                match self.recall(game, tables, depth) {
                    Some(value) => score = value,
                    None => settled = false,
                }
            } else {
                self.frames.set(Column::Cursor, depth, 0);
                settled = false;
            }
            loop {
                if settled {
                    if depth == root {
                        return Some(score);
                    }
                    depth = depth.wrapping_add(1);
                    settled = self.judge(mode, game, depth, score);
                }
                if !settled {
                    let mv = self.next(mode, game, depth);
                    if !mv.is_none() {
                        self.frames.set_tried(depth, mv);
                        depth = depth.wrapping_sub(1);
                        let side = game.side();
                        let for_sums =
                            if G::ORDERED { self.frames.set_sums_after(depth, game, side, mv) } else { mv };
                        game.advance_fast(side, mv, for_sums);
                        self.frames.take_window(depth);
                        break;
                    }
                    settled = true;
                }
                score = self.conclude(mode, game, tables, depth);
            }
        }
    }

    /// Plies from the root to the node at `depth`; 0 where the length of a game does not count: a win found is
    /// then at the bound and cuts off the node.
    #[inline(always)]
    fn ply(&self, mode: Mode, depth: u8) -> u8 {
        if mode == Mode::Play { self.root.wrapping_sub(depth) } else { 0 }
    }

    /// Opens the node at `depth` with the data in its table entry, and returns its value if the entry determines it.
    #[inline(always)]
    fn recall<G: Evaluate>(&mut self, game: &G, tables: &Tables, depth: u8) -> Option<u8> {
        self.frames.set(Column::Cursor, depth, UNLISTED);
        let hash = self.frames.get(Column::Hash, depth);
        if !tables.knows(hash, game.identity()) {
            return None;
        }
        let mv = tables.best(hash);
        if !mv.is_none() {
            self.frames.set(Column::Cursor, depth, TABLE_MOVE);
            // The first slot of the list holds it until it has been tried.
            self.ordering.from[(depth << 4) as usize] = mv.from;
            self.ordering.to[(depth << 4) as usize] = mv.to;
        }
        if depth == self.root {
            return None;
        }
        let (value, bound) = tables.value(hash, depth)?;
        let value = from_root(value, self.ply(Mode::Play, depth));
        let (own, other) = (self.frames.own_bound(depth), self.frames.other_bound(depth));
        let (alpha, beta) = if game.side() == Side::First { (own, other) } else { (other, own) };
        match bound {
            Bound::Exact => {
                if !mv.is_none() {
                    self.ordering.prepend(depth, mv, false);
                }
                Some(if value < alpha {
                    alpha
                } else if value > beta {
                    beta
                } else {
                    value
                })
            }
            Bound::Lower if value >= beta => Some(beta),
            Bound::Upper if value <= alpha => Some(alpha),
            Bound::Lower | Bound::Upper => None,
        }
    }

    /// Returns the next move to try at `depth`, or [`Move::NONE`].
    #[inline(always)]
    fn next<G: Evaluate>(&mut self, mode: Mode, game: &G, depth: u8) -> Move {
        let mut cursor = self.frames.get(Column::Cursor, depth);
        if !is_ordered::<G>(mode) {
            let mv = game.next_move(&mut cursor);
            self.frames.set(Column::Cursor, depth, cursor);
            return mv;
        }
        if cursor != LISTED {
            let mut tried = Move::NONE;
            if cursor != UNLISTED {
                let slot = (depth << 4) as usize;
                tried = Move { from: self.ordering.from[slot], to: self.ordering.to[slot] };
                if cursor == TABLE_MOVE {
                    self.frames.set(Column::Cursor, depth, 0);
                    return tried;
                }
            }
            self.ordering.list(game, self.ply(mode, depth), depth, tried);
            self.frames.set(Column::Cursor, depth, LISTED);
        }
        self.ordering.pick(depth)
    }

    /// Unmakes the move at `depth`, whose subtree has the value `score`. Returns true if the remaining moves are cut
    /// off.
    #[inline(always)]
    fn judge<G: Evaluate>(&mut self, mode: Mode, game: &mut G, depth: u8, score: u8) -> bool {
        let mv = self.frames.tried(depth);
        let cut = match game.side().other() {
            Side::First if G::ORDERED => self.compare(Side::First, game, depth, mv, score),
            Side::Second if G::ORDERED => self.compare(Side::Second, game, depth, mv, score),
            side => self.compare(side, game, depth, mv, score),
        };
        if cut && is_ordered::<G>(mode) {
            let habit = game.habit(mv);
            self.ordering.remember(self.ply(mode, depth), depth, mv, habit);
        }
        cut
    }

    /// Unmakes a move of `side` and compares its value with the bounds of the node at `depth`. Returns true if the remaining moves are
    /// cut off.
    #[inline(always)]
    fn compare<G: Evaluate>(&mut self, side: Side, game: &mut G, depth: u8, mv: Move, score: u8) -> bool {
        game.retreat_fast(side, mv);
        if !is_better(side, score, self.frames.own_bound(depth)) {
            return false;
        }
        self.frames.set_best(depth, mv);
        self.frames.set(Column::Bound, depth, score);
        if is_better(side, self.frames.other_bound(depth), score) {
            self.ordering.prepend(depth, mv, true);
            return false;
        }
        self.cutoffs(side).step();
        true
    }

    /// Stores the result of the node at `depth` after all its moves and returns its value.
    #[inline(always)]
    fn conclude<G: Evaluate>(&mut self, mode: Mode, game: &G, tables: &mut Tables, depth: u8) -> u8 {
        let best = self.frames.best(depth);
        let first = game.side() == Side::First;
        let (own, other) = (self.frames.own_bound(depth), self.frames.other_bound(depth));
        if !is_ordered::<G>(mode) {
            return own;
        }
        let ply = self.ply(mode, depth);
        if best.is_none() && self.ordering.is_stuck(depth) {
            // Perhaps there was no move at all, which the cheap test did not detect.
            let outcome = game.outcome();
            if outcome != Outcome::Ongoing {
                return Decision { outcome, plies: 0 }.score(ply);
            }
        }
        // No move improved the player's own bound; or one did, perhaps up to the other bound.
        let bound = if best.is_none() {
            if first { Bound::Upper } else { Bound::Lower }
        } else if if first { own < other } else { own > other } {
            Bound::Exact
        } else if first {
            Bound::Lower
        } else {
            Bound::Upper
        };
        tables.store_value(
            self.frames.get(Column::Hash, depth),
            game.identity(),
            depth,
            bound,
            from_here(own, ply),
            best,
        );
        own
    }

    /// Searches a whole node one ply above the leaves, which are scored without being visited.
    #[inline(always)]
    fn last_playing_node<G: Evaluate>(&mut self, side: Side, mode: Mode, game: &mut G) -> u8 {
        let (mut own, other) = (self.frames.own_bound(1), self.frames.other_bound(1));
        let ply = self.ply(mode, 0);
        let mut stuck = true;
        let cut = game.score_ends(side, self.frames.get(Column::Evaluation, 1), ply, |mv, score| {
            stuck = false;
            if !is_better(side, score, own) {
                return false;
            }
            own = score;
            self.frames.set_best(1, mv);
            !is_better(side, other, score)
        });
        if stuck {
            return Decision { outcome: game.outcome(), plies: 0 }.score(self.ply(mode, 1));
        }
        if cut {
            self.cutoffs(side).step();
        } else {
            let best = self.frames.best(1);
            if !best.is_none() {
                self.ordering.prepend(1, best, false);
            }
        }
        own
    }
}

/// Whether `score` is better than `bound` for a side.
#[inline(always)]
fn is_better(side: Side, score: u8, bound: u8) -> bool {
    if side == Side::First { score > bound } else { score < bound }
}
