//! The engine's own search: it knows when a game is over, remembers values, and tries the best moves first: the table's,
//! then two killers, then by history. Without all that order it is the search of a published program with win tests.

use super::{Column, DEPTHS, MAX_DEPTH, Mode, Observer, Search, at};
use crate::evaluate::{Decision, Evaluate, FIRST_WINS, SECOND_WINS};
use crate::game::{Move, Outcome, Side};
use crate::table::{Bound, Line, Tables};

/// The most moves of a position, and so the moves of a depth in the lists.
const SLOTS: u8 = 16;

/// A cursor that stands before the table's move; the others of a node with ordered moves.
const TABLE_MOVE: u8 = 0xFF;
/// No list of the moves has been made yet.
const UNLISTED: u8 = 0xFE;
/// The moves are in the list.
const LISTED: u8 = 0xFD;

/// Rank of the newer killer.
const KILLER: u8 = 0xFF;
/// Rank of the older one.
const OLD_KILLER: u8 = 0xFE;
/// The highest rank by history, and the lowest; 0 is a move already tried.
const HISTORY: core::ops::RangeInclusive<u8> = 1..=0xFD;

/// What orders the moves, and the principal variation. All zeros when new.
#[derive(Clone, Debug)]
pub(super) struct Ordering {
    /// The moves of each depth, 16 bytes apart.
    from: [u8; 256],
    to: [u8; 256],
    rank: [u8; 256],
    count: [u8; DEPTHS],
    /// By plies from the root: the last two different moves that cut off. (0, 0) is none.
    killer_from: [u8; DEPTHS],
    killer_to: [u8; DEPTHS],
    old_killer_from: [u8; DEPTHS],
    old_killer_to: [u8; DEPTHS],
    /// How often a move cut off, by [`Evaluate::habit`], weighted by depth.
    history: [u8; 256],
    /// The variation from each depth on, 16 bytes apart.
    line_from: [u8; 256],
    line_to: [u8; 256],
    line_len: [u8; DEPTHS],
}

impl Ordering {
    pub(super) const fn new() -> Self {
        Ordering {
            from: [0; 256],
            to: [0; 256],
            rank: [0; 256],
            count: [0; DEPTHS],
            killer_from: [0; DEPTHS],
            killer_to: [0; DEPTHS],
            old_killer_from: [0; DEPTHS],
            old_killer_to: [0; DEPTHS],
            history: [0; 256],
            line_from: [0; 256],
            line_to: [0; 256],
            line_len: [0; DEPTHS],
        }
    }

    /// Forgets killers and history.
    pub(super) fn prepare(&mut self) {
        self.killer_from = [0; DEPTHS];
        self.killer_to = [0; DEPTHS];
        self.old_killer_from = [0; DEPTHS];
        self.old_killer_to = [0; DEPTHS];
        self.history = [0; 256];
    }

    /// The principal variation of a search to `depth`.
    pub(super) fn variation(&self, depth: u8, line: &mut Line) {
        line.clear();
        let base = depth << 4;
        let mut i = 0;
        while i < self.line_len[at(depth)] {
            let slot = (base | i) as usize;
            line.push(Move { from: self.line_from[slot], to: self.line_to[slot] });
            i += 1;
        }
    }

    /// The variation at `depth` becomes `mv` and, if `child`, what follows one move below.
    #[inline(never)]
    fn prepend(&mut self, depth: u8, mv: Move, child: bool) {
        let base = depth << 4;
        self.line_from[base as usize] = mv.from;
        self.line_to[base as usize] = mv.to;
        let mut len = 1;
        if child {
            let below = base.wrapping_sub(SLOTS);
            let end = self.line_len[at(depth.wrapping_sub(1))];
            while len <= end {
                let source = below.wrapping_add(len).wrapping_sub(1) as usize;
                let slot = base.wrapping_add(len) as usize;
                self.line_from[slot] = self.line_from[source];
                self.line_to[slot] = self.line_to[source];
                len += 1;
            }
        }
        self.line_len[at(depth)] = len;
    }

    /// Remembers that a move cut off a node `ply` moves after the root and `depth` above the leaves.
    fn remember(&mut self, ply: u8, depth: u8, mv: Move, habit: u8) {
        let p = at(ply);
        if self.killer_from[p] != mv.from || self.killer_to[p] != mv.to {
            self.old_killer_from[p] = self.killer_from[p];
            self.old_killer_to[p] = self.killer_to[p];
            self.killer_from[p] = mv.from;
            self.killer_to[p] = mv.to;
        }
        let count = self.history[habit as usize].wrapping_add(depth);
        self.history[habit as usize] = count;
        if count >= *HISTORY.end() - MAX_DEPTH {
            let mut i = 0u8;
            loop {
                self.history[i as usize] >>= 1;
                i = i.wrapping_add(1);
                if i == 0 {
                    break;
                }
            }
        }
    }

    /// Lists the moves of the node at `depth` but `tried`, with their ranks.
    fn list<G: Evaluate>(&mut self, game: &G, ply: u8, depth: u8, tried: Move) {
        let p = at(ply);
        let mut slot = depth << 4;
        let mut cursor = 0;
        loop {
            let mv = game.next_move(&mut cursor);
            if mv.is_none() {
                break;
            }
            if mv.from == tried.from && mv.to == tried.to {
                continue;
            }
            let rank = if self.killer_to[p] == mv.to && self.killer_from[p] == mv.from {
                KILLER
            } else if self.old_killer_to[p] == mv.to && self.old_killer_from[p] == mv.from {
                OLD_KILLER
            } else {
                self.history[game.habit(mv) as usize].wrapping_add(*HISTORY.start())
            };
            self.from[slot as usize] = mv.from;
            self.to[slot as usize] = mv.to;
            self.rank[slot as usize] = rank;
            slot = slot.wrapping_add(1);
        }
        self.count[at(depth)] = slot & (SLOTS - 1);
    }

    /// Whether the list at `depth` was made without finding a move.
    fn is_stuck(&self, depth: u8) -> bool {
        self.count[at(depth)] == 0
    }

    /// The move of the highest rank left in the list at `depth`, the first of equals, or [`Move::NONE`].
    #[inline(always)]
    fn pick(&mut self, depth: u8) -> Move {
        let base = depth << 4;
        let end = base | self.count[at(depth)];
        let mut slot = base;
        let mut best = base;
        let mut highest = 0;
        while slot != end {
            let rank = self.rank[slot as usize];
            if rank > highest {
                highest = rank;
                best = slot;
            }
            slot = slot.wrapping_add(1);
        }
        if highest == 0 {
            return Move::NONE;
        }
        self.rank[best as usize] = 0;
        Move { from: self.from[best as usize], to: self.to[best as usize] }
    }
}

/// A value as stored: the plies of a decided one count from its own position, not from the root.
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

/// The reverse of [`from_here`].
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

/// Whether moves are ordered and values remembered.
#[inline(always)]
fn is_ordered<G: Evaluate>(mode: Mode) -> bool {
    G::ORDERED && mode == Mode::Play
}

impl Search {
    /// The loop, as [`Search::seed`].
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
            self.open(depth);
            let mut score = 0;
            let mut settled = true;
            // A game decided but not over needs a move at the root.
            let decision = game.decided().filter(|decision| depth != root || decision.plies == 0);
            if let Some(decision) = decision {
                score = decision.score(self.ply(mode, depth));
            } else if depth == 1 {
                score = self.last_playing_node(mode, game);
            } else if is_ordered::<G>(mode) {
                match self.recall(game, tables, depth) {
                    Some(value) => score = value,
                    None => settled = false,
                }
            } else {
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
                        if G::ORDERED {
                            self.frames.set_sums_after(depth, game, side, mv);
                        }
                        game.advance(mv);
                        self.frames.take_window(depth);
                        break;
                    }
                    settled = true;
                }
                score = self.conclude(mode, game, tables, depth);
            }
        }
    }

    /// Moves from the root to the node at `depth`; 0 where the length of a game does not count: a win found is
    /// then at the bound and ends the node.
    #[inline(always)]
    fn ply(&self, mode: Mode, depth: u8) -> u8 {
        if mode == Mode::Play { self.root.wrapping_sub(depth) } else { 0 }
    }

    /// Opens the node at `depth` with what is known of it, and returns its value if that is known.
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
            // The list's first places keep it until it has been tried.
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

    /// The next move to try at `depth`, or [`Move::NONE`].
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

    /// Takes the move at `depth` back, whose subtree is worth `score`. True if the rest of the moves is cut
    /// off.
    #[inline(always)]
    fn judge<G: Evaluate>(&mut self, mode: Mode, game: &mut G, depth: u8, score: u8) -> bool {
        let mv = self.frames.tried(depth);
        game.retreat(mv);
        let first = game.side() == Side::First;
        let (own, other) = (self.frames.own_bound(depth), self.frames.other_bound(depth));
        let better = if first { score > own } else { score < own };
        if !better {
            return false;
        }
        self.frames.set_best(depth, mv);
        self.frames.set(Column::Bound, depth, score);
        if if first { score < other } else { score > other } {
            self.ordering.prepend(depth, mv, true);
            return false;
        }
        if first {
            self.beta_cutoffs.step();
        } else {
            self.alpha_cutoffs.step();
        }
        if is_ordered::<G>(mode) {
            let habit = game.habit(mv);
            self.ordering.remember(self.ply(mode, depth), depth, mv, habit);
        }
        true
    }

    /// Stores what was found about the node at `depth`, all of whose moves are done with, and returns its value.
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
            // Perhaps there was not one move, which a glance did not tell.
            let outcome = game.outcome();
            if outcome != Outcome::Ongoing {
                return Decision { outcome, plies: 0 }.score(ply);
            }
        }
        // No move was better than the player's own bound; or one was, and even at the other's.
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

    /// A whole node one move above the leaves, which are scored without being visited.
    #[inline(always)]
    fn last_playing_node<G: Evaluate>(&mut self, mode: Mode, game: &mut G) -> u8 {
        let (mut own, other) = (self.frames.own_bound(1), self.frames.other_bound(1));
        let ply = self.ply(mode, 0);
        let mut best = Move::NONE;
        let mut cut = false;
        let mut stuck = true;
        let first = game.side() == Side::First;
        game.score_ends(self.frames.get(Column::Evaluation, 1), ply, |mv, score| {
            stuck = false;
            let better = if first { score > own } else { score < own };
            if better {
                best = mv;
                own = score;
                cut = if first { score >= other } else { score <= other };
            }
            cut
        });
        if stuck {
            return Decision { outcome: game.outcome(), plies: 0 }.score(self.ply(mode, 1));
        }
        if !best.is_none() {
            self.frames.set_best(1, best);
            if !cut {
                self.ordering.prepend(1, best, false);
            }
        }
        if cut {
            if first {
                self.beta_cutoffs.step();
            } else {
                self.alpha_cutoffs.step();
            }
        }
        own
    }
}
