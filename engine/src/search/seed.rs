//! The search of a published program without win tests: leaves are scored from their parent, and a later move that is
//! not worse replaces the best one.

use super::{Column, Observer, Search};
use crate::counter::Counter;
use crate::evaluate::{Evaluate, Sum};
use crate::game::{Move, Side};
use crate::table::Tables;
use core::ops::ControlFlow;

/// How a player's turn in the loop begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// With the node below, to be opened.
    Down,
    /// With the node above, as the one below has been settled.
    Up,
}

/// Where the loop stands. Its fields become variables of the loop.
struct Walk {
    turn: Turn,
    /// The depth of the node where the last turn ended.
    depth: u8,
    /// The value of that node, if it is settled.
    score: u8,
    /// Whether the root has been opened.
    begun: bool,
}

/// What is known of a node one move above the leaves.
struct LastNode {
    own: u8,
    other: u8,
    hash: u8,
    lock: u8,
    evaluation: u8,
}

impl Search {
    /// The loop. The players take turns, as every move leads from a node of one to a node of the other, and back: so in
    /// each half of the loop the player is known. `None` if the observer stopped it, else the value of the root.
    #[inline(always)]
    pub(super) fn seed<G: Evaluate, O: Observer>(
        &mut self,
        game: &mut G,
        tables: &mut Tables,
        observer: &mut O,
    ) -> Option<u8> {
        if self.root == 1 {
            let stopped = self.count_node(observer);
            return if stopped { None } else { Some(self.only_node(game, tables)) };
        }
        // A search of the second player begins in the other half of the loop, as it ends: back at the root.
        let begun = game.side() == Side::First;
        let mut walk = if begun {
            Walk { turn: Turn::Down, depth: self.root.wrapping_add(1), score: 0, begun }
        } else {
            Walk { turn: Turn::Up, depth: self.root, score: 0, begun }
        };
        loop {
            if let ControlFlow::Break(value) = self.turn(Side::First, &mut walk, game, tables, observer) {
                return value;
            }
            if let ControlFlow::Break(value) = self.turn(Side::Second, &mut walk, game, tables, observer) {
                return value;
            }
        }
    }

    /// A turn at nodes of `side`: opens the node below or goes back to the one above, and there either goes down into
    /// a child or settles the node.
    #[inline(always)]
    fn turn<G: Evaluate, O: Observer>(
        &mut self,
        side: Side,
        walk: &mut Walk,
        game: &mut G,
        tables: &mut Tables,
        observer: &mut O,
    ) -> ControlFlow<Option<u8>> {
        let cursor = if walk.turn == Turn::Up {
            if walk.depth == self.root {
                if walk.begun {
                    return ControlFlow::Break(Some(walk.score));
                }
                *walk = Walk { turn: Turn::Down, depth: self.root.wrapping_add(1), score: 0, begun: true };
                return ControlFlow::Continue(());
            }
            walk.depth = walk.depth.wrapping_add(1);
            let cursor = self.frames.get(Column::Cursor, walk.depth);
            if self.weigh(side, game, walk.depth, cursor, walk.score) {
                walk.score = self.close(side, tables, walk.depth);
                return ControlFlow::Continue(());
            }
            cursor
        } else {
            walk.depth = walk.depth.wrapping_sub(1);
            if self.count_node(observer) {
                self.abandon(game, side, walk.depth);
                return ControlFlow::Break(None);
            }
            if walk.depth == 2 {
                let Some(value) = self.node_above_last(side, game, tables, observer) else {
                    return ControlFlow::Break(None);
                };
                walk.score = value;
                walk.turn = Turn::Up;
                return ControlFlow::Continue(());
            }
            self.frames.set_best(walk.depth, Move::NONE);
            0
        };
        if self.try_next(side, game, walk.depth, cursor) {
            walk.turn = Turn::Down;
        } else {
            walk.score = self.close(side, tables, walk.depth);
            walk.turn = Turn::Up;
        }
        ControlFlow::Continue(())
    }

    /// Makes the next move of the node at `depth`; false if there is none.
    #[inline(always)]
    fn try_next<G: Evaluate>(&mut self, side: Side, game: &mut G, depth: u8, mut cursor: u8) -> bool {
        let Some(mv) = game.next_move_of(side, &mut cursor) else { return false };
        self.frames.set(Column::Cursor, depth, cursor);
        self.frames.set_tried(depth, mv);
        let below = depth.wrapping_sub(1);
        self.frames.take_window(below);
        self.frames.set_sums_after(below, game, side, mv);
        game.advance_of(side, mv, cursor);
        true
    }

    /// Takes the move at `depth` back, whose subtree is worth `score`. True if the rest of the moves is cut
    /// off.
    #[inline(always)]
    fn weigh<G: Evaluate>(&mut self, side: Side, game: &mut G, depth: u8, cursor: u8, score: u8) -> bool {
        let mv = self.frames.tried(depth);
        game.retreat_of(side, mv, cursor);
        if !is_no_worse(side, score, self.frames.own_bound(depth)) {
            return false;
        }
        self.frames.set(Column::Bound, depth, score);
        self.frames.set_best(depth, mv);
        let cut = is_no_worse(side, score, self.frames.other_bound(depth));
        if cut {
            self.cutoffs(side).step();
        }
        cut
    }

    /// Stores the best move of the node at `depth`, all of whose moves are done with, and returns its value.
    #[inline(always)]
    fn close(&mut self, side: Side, tables: &mut Tables, depth: u8) -> u8 {
        let (hash, lock) = (self.frames.get(Column::Hash, depth), self.frames.get(Column::Lock, depth));
        tables.store_best(side, hash, lock, self.frames.best(depth));
        self.frames.own_bound(depth)
    }

    /// A whole node two moves above the leaves. Most of the nodes of a search are such ones and their children: what the
    /// others keep by depth are local variables here. `None` if the observer stopped the search.
    #[inline(always)]
    fn node_above_last<G: Evaluate, O: Observer>(
        &mut self,
        side: Side,
        game: &mut G,
        tables: &mut Tables,
        observer: &mut O,
    ) -> Option<u8> {
        let (mut own, other) = (self.frames.own_bound(2), self.frames.other_bound(2));
        let mut best = Move::NONE;
        let mut cursor = 0;
        while let Some(mv) = game.next_move_of(side, &mut cursor) {
            if self.count_node(observer) {
                self.abandon(game, side, 2);
                return None;
            }
            let for_sums = game.for_sums(side, mv);
            let last = LastNode {
                own: other,
                other: own,
                hash: game.sum_after(Sum::Hash, side, for_sums, self.frames.get(Column::Hash, 2)),
                lock: game.sum_after(Sum::Lock, side, for_sums, self.frames.get(Column::Lock, 2)),
                evaluation: game.sum_after(
                    Sum::Evaluation,
                    side,
                    for_sums,
                    self.frames.get(Column::Evaluation, 2),
                ),
            };
            game.advance_of(side, mv, cursor);
            let score = self.last_node(side.other(), last, game, tables);
            game.retreat_of(side, mv, cursor);
            if is_no_worse(side, score, own) {
                own = score;
                best = mv;
                if is_no_worse(side, score, other) {
                    self.cutoffs(side).step();
                    break;
                }
            }
        }
        tables.store_best(side, self.frames.get(Column::Hash, 2), self.frames.get(Column::Lock, 2), best);
        Some(own)
    }

    /// A whole node one move above the leaves, which are scored without being visited.
    #[inline(always)]
    fn last_node<G: Evaluate>(
        &mut self,
        side: Side,
        node: LastNode,
        game: &mut G,
        tables: &mut Tables,
    ) -> u8 {
        let mut own = node.own;
        let mut best = Move::NONE;
        let cut = game.score_moves(side, node.evaluation, |mv, score| {
            if !is_no_worse(side, score, own) {
                return false;
            }
            own = score;
            best = mv;
            is_no_worse(side, score, node.other)
        });
        if cut {
            self.cutoffs(side).step();
        }
        tables.store_best(side, node.hash, node.lock, best);
        own
    }

    /// The search of depth 1, a single node.
    #[inline(never)]
    fn only_node<G: Evaluate>(&mut self, game: &mut G, tables: &mut Tables) -> u8 {
        let side = game.side();
        // The second player's scores and bounds from the other end, so that more is better for either.
        let turned = if side == Side::First { 0 } else { 0xFF };
        let (mut own, other) = (self.frames.own_bound(1) ^ turned, self.frames.other_bound(1) ^ turned);
        let mut best = Move::NONE;
        let mut cursor = 0;
        loop {
            let mv = game.next(&mut cursor);
            if mv.is_none() {
                break;
            }
            let score = game.evaluate_after(mv) ^ turned;
            if score >= own {
                own = score;
                best = mv;
                if score >= other {
                    self.cutoffs(side).step();
                    break;
                }
            }
        }
        tables.store_best(side, game.hash(), game.lock(), best);
        own ^ turned
    }

    /// What counts the nodes of a side that are cut off.
    #[inline(always)]
    fn cutoffs(&mut self, side: Side) -> &mut Counter {
        if side == Side::First { &mut self.beta_cutoffs } else { &mut self.alpha_cutoffs }
    }
}

/// Whether `score` is at least as good as `bound` for a side.
#[inline(always)]
fn is_no_worse(side: Side, score: u8, bound: u8) -> bool {
    if side == Side::First { score >= bound } else { score <= bound }
}
