//! Move ordering of the engine's own search: the moves of each depth with their ranks, killers, history; and the principal
//! variation.

use super::depths::{DEPTHS, MAX_DEPTH, at};
use crate::evaluate::Evaluate;
use crate::game::Move;
use crate::table::Line;

/// Slots per depth in the move lists: one more than the number of moves a position may have, see [`Evaluate::ORDERED`].
const SLOTS: u8 = 16;

/// Rank of the newer killer.
const KILLER: u8 = 0xFF;
/// Rank of the older killer.
const OLD_KILLER: u8 = 0xFE;
/// The range of ranks by history; 0 is a move already tried.
const HISTORY: core::ops::RangeInclusive<u8> = 1..=0xFD;

/// The data for move ordering, and the principal variation. All zeros when new.
#[derive(Clone, Debug)]
pub(super) struct Ordering {
    /// The moves of each depth, 16 bytes apart.
    pub(super) from: [u8; 256],
    pub(super) to: [u8; 256],
    rank: [u8; 256],
    count: [u8; DEPTHS],
    /// The slot of the best move that [`Ordering::pick`] has found. (In memory, so that LLVM does not add a comparison for it.)
    picked: u8,
    /// The killers by ply from the root: the last two different moves that caused a cutoff. (0, 0) is none.
    killer_from: [u8; DEPTHS],
    killer_to: [u8; DEPTHS],
    old_killer_from: [u8; DEPTHS],
    old_killer_to: [u8; DEPTHS],
    /// The number of cutoffs caused by a move, indexed by [`Evaluate::habit`], weighted by depth.
    history: [u8; 256],
    /// The variation from each depth on, 16 bytes apart.
    line_from: [u8; 256],
    line_to: [u8; 256],
    pub(super) line_len: [u8; DEPTHS],
}

impl Ordering {
    pub(super) const fn new() -> Self {
        Ordering {
            from: [0; 256],
            to: [0; 256],
            rank: [0; 256],
            count: [0; DEPTHS],
            picked: 0,
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

    /// Clears killers and history.
    pub(super) fn prepare(&mut self) {
        self.killer_from = [0; DEPTHS];
        self.killer_to = [0; DEPTHS];
        self.old_killer_from = [0; DEPTHS];
        self.old_killer_to = [0; DEPTHS];
        self.history = [0; 256];
    }

    /// Copies the principal variation of a search to `depth` into `line`.
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

    /// Sets the variation at `depth` to `mv` followed, if `child`, by the variation one ply below.
    #[inline(never)]
    pub(super) fn prepend(&mut self, depth: u8, mv: Move, child: bool) {
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

    /// Records that a move caused a cutoff in a node `ply` plies from the root and `depth` plies above the leaves.
    pub(super) fn remember(&mut self, ply: u8, depth: u8, mv: Move, habit: u8) {
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

    /// Lists the moves of the node at `depth` except `tried`, with their ranks.
    pub(super) fn list<G: Evaluate>(&mut self, game: &G, ply: u8, depth: u8, tried: Move) {
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

    /// Whether the list at `depth` was generated and is empty.
    pub(super) fn is_stuck(&self, depth: u8) -> bool {
        self.count[at(depth)] == 0
    }

    /// Picks the move of the highest rank left in the list at `depth`, the first of equals, or [`Move::NONE`].
    #[inline(always)]
    pub(super) fn pick(&mut self, depth: u8) -> Move {
        let base = depth << 4;
        // From last to first, so that the first of equals wins.
        let mut slot = base | self.count[at(depth)];
        let mut highest = 1;
        self.picked = 0xFF;
        while slot != base {
            slot = slot.wrapping_sub(1);
            let rank = self.rank[slot as usize];
            if rank >= highest {
                highest = rank;
                self.picked = slot;
            }
        }
        let best = self.picked;
        if best == 0xFF {
            return Move::NONE;
        }
        self.rank[best as usize] = 0;
        Move { from: self.from[best as usize], to: self.to[best as usize] }
    }
}
