//! The search of a published program without win tests: leaves are scored from their parent, and a later move that is
//! not worse replaces the best one.

use super::{Column, Observer, Search};
use crate::counter::Counter;
use crate::evaluate::Evaluate;
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
    /// It does not: the root is the other player's.
    Skipped,
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
        // The depth of the node where the last turn ended, and its value if it was settled.
        let mut depth = self.root.wrapping_add(1);
        let mut score = 0;
        let mut turn = if game.side() == Side::First { Turn::Down } else { Turn::Skipped };
        loop {
            turn = match self.turn(Side::First, turn, game, tables, &mut depth, &mut score, observer) {
                ControlFlow::Continue(turn) => turn,
                ControlFlow::Break(value) => return value,
            };
            turn = match self.turn(Side::Second, turn, game, tables, &mut depth, &mut score, observer) {
                ControlFlow::Continue(turn) => turn,
                ControlFlow::Break(value) => return value,
            };
        }
    }

    /// A turn at nodes of `side`: opens the node below or goes back to the one above, and there either goes down into
    /// a child or settles the node. Returns how the other player's turn begins, or the result of the search.
    #[inline(always)]
    #[expect(
        clippy::too_many_arguments,
        reason = "the loop's variables are to be found in registers, not in memory"
    )]
    fn turn<G: Evaluate, O: Observer>(
        &mut self,
        side: Side,
        turn: Turn,
        game: &mut G,
        tables: &mut Tables,
        depth: &mut u8,
        score: &mut u8,
        observer: &mut O,
    ) -> ControlFlow<Option<u8>, Turn> {
        let cursor = match turn {
            Turn::Up => {
                if *depth == self.root {
                    return ControlFlow::Break(Some(*score));
                }
                *depth = depth.wrapping_add(1);
                let cursor = self.frames.get(Column::Cursor, *depth);
                if self.weigh(side, game, *depth, cursor, *score) {
                    *score = self.close(side, tables, *depth);
                    return ControlFlow::Continue(Turn::Up);
                }
                cursor
            }
            Turn::Down => {
                *depth = depth.wrapping_sub(1);
                if self.count_node(observer) {
                    self.abandon(game, side, *depth);
                    return ControlFlow::Break(None);
                }
                if *depth == 1 {
                    *score = self.last_node(side, game, tables);
                    return ControlFlow::Continue(Turn::Up);
                }
                self.frames.set_best(*depth, Move::NONE);
                0
            }
            Turn::Skipped => return ControlFlow::Continue(Turn::Down),
        };
        if self.try_next(side, game, *depth, cursor) {
            return ControlFlow::Continue(Turn::Down);
        }
        *score = self.close(side, tables, *depth);
        ControlFlow::Continue(Turn::Up)
    }

    /// Makes the next move of the node at `depth`; false if there is none.
    #[inline(always)]
    fn try_next<G: Evaluate>(&mut self, side: Side, game: &mut G, depth: u8, mut cursor: u8) -> bool {
        let Some(mv) = game.next_move_of(side, &mut cursor) else { return false };
        self.frames.set(Column::Cursor, depth, cursor);
        self.frames.set_tried(depth, mv);
        let below = depth.wrapping_sub(1);
        self.frames.take_window(below);
        let sums = game.sums_after(side, mv, self.frames.sums_above(below));
        self.frames.set_sums(below, sums);
        game.step_at(side, mv, cursor);
        true
    }

    /// Takes the move at `depth` back, whose subtree is worth `score`. True if the rest of the moves is cut
    /// off.
    #[inline(always)]
    fn weigh<G: Evaluate>(&mut self, side: Side, game: &mut G, depth: u8, cursor: u8, score: u8) -> bool {
        let mv = self.frames.tried(depth);
        game.step_back_at(side, mv, cursor);
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

    /// A whole node one move above the leaves, which are scored without being visited.
    #[inline(always)]
    fn last_node<G: Evaluate>(&mut self, side: Side, game: &mut G, tables: &mut Tables) -> u8 {
        let (mut own, other) = (self.frames.own_bound(1), self.frames.other_bound(1));
        let mut best = Move::NONE;
        game.score_moves(side, self.frames.get(Column::Evaluation, 1), |mv, score| {
            if !is_no_worse(side, score, own) {
                return false;
            }
            own = score;
            best = mv;
            let cut = is_no_worse(side, score, other);
            if cut {
                self.cutoffs(side).step();
            }
            cut
        });
        tables.store_best(side, self.frames.get(Column::Hash, 1), self.frames.get(Column::Lock, 1), best);
        own
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
