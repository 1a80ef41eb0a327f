//! The search of a published program without win tests: leaves are scored from their parent, and a later move that is
//! not worse replaces the best one.

use super::{Column, Observer, Search};
use crate::evaluate::Evaluate;
use crate::game::{Move, Side};
use crate::table::Tables;

/// How a player's turn in the loop begins, or ends for the other player's to begin.
#[derive(Clone, Copy)]
enum Turn {
    /// The other player is to open the root.
    Start,
    /// A node is opened, one move below.
    Down,
    /// The node one move below has been settled: its value.
    Up(u8),
    /// The root has been settled, or the observer stopped the search.
    Over(Option<u8>),
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
        // The depth of the node where the last turn ended.
        let mut depth = self.root + 1;
        let mut turn = if game.side() == Side::First { Turn::Down } else { Turn::Start };
        loop {
            turn = self.turn(Side::First, turn, game, tables, &mut depth, observer);
            if let Turn::Over(value) = turn {
                return value;
            }
            turn = self.turn(Side::Second, turn, game, tables, &mut depth, observer);
            if let Turn::Over(value) = turn {
                return value;
            }
        }
    }

    /// One turn at nodes of `side`: opens the node below or goes back to the one above, and there either goes down into
    /// a child or settles the node.
    #[inline(always)]
    fn turn<G: Evaluate, O: Observer>(
        &mut self,
        side: Side,
        turn: Turn,
        game: &mut G,
        tables: &mut Tables,
        depth: &mut u8,
        observer: &mut O,
    ) -> Turn {
        let done = match turn {
            Turn::Up(score) => {
                if *depth == self.root {
                    return Turn::Over(Some(score));
                }
                *depth = depth.wrapping_add(1);
                self.weigh(side, game, *depth, score)
            }
            Turn::Start => return Turn::Down,
            Turn::Over(_) => return turn,
            Turn::Down => {
                *depth = depth.wrapping_sub(1);
                if self.count_node(observer) {
                    self.abandon(game, *depth);
                    return Turn::Over(None);
                }
                if *depth == 1 {
                    return Turn::Up(self.last_node(side, game, tables));
                }
                self.open(*depth);
                false
            }
        };
        if !done && self.try_next(side, game, *depth) {
            return Turn::Down;
        }
        Turn::Up(self.close(side, tables, *depth))
    }

    /// Makes the next move of the node at `depth`; false if there is none.
    #[inline(always)]
    fn try_next<G: Evaluate>(&mut self, side: Side, game: &mut G, depth: u8) -> bool {
        let mut cursor = self.frames.get(Column::Cursor, depth);
        let Some(mv) = game.next_move_of(side, &mut cursor) else { return false };
        self.frames.set(Column::Cursor, depth, cursor);
        self.frames.set_tried(depth, mv);
        let below = depth.wrapping_sub(1);
        self.frames.take_window(below);
        let sums = game.sums_after(side, mv, self.frames.sums_above(below));
        self.frames.set_sums(below, sums);
        game.step(side, mv);
        true
    }

    /// Takes the move at `depth` back, whose subtree is worth `score`. True if the rest of the moves is cut
    /// off.
    #[inline(always)]
    fn weigh<G: Evaluate>(&mut self, side: Side, game: &mut G, depth: u8, score: u8) -> bool {
        let mv = self.frames.tried(depth);
        game.step_back(side, mv);
        if side == Side::First {
            if score >= self.frames.get(Column::Alpha, depth) {
                self.frames.set(Column::Alpha, depth, score);
                self.frames.set_best(depth, mv);
                if score >= self.frames.get(Column::Beta, depth) {
                    self.beta_cutoffs.step();
                    return true;
                }
            }
        } else if score <= self.frames.get(Column::Beta, depth) {
            self.frames.set(Column::Beta, depth, score);
            self.frames.set_best(depth, mv);
            if score <= self.frames.get(Column::Alpha, depth) {
                self.alpha_cutoffs.step();
                return true;
            }
        }
        false
    }

    /// Stores the best move of the node at `depth`, all of whose moves are done with, and returns its value.
    #[inline(always)]
    fn close(&mut self, side: Side, tables: &mut Tables, depth: u8) -> u8 {
        let (hash, lock) = (self.frames.get(Column::Hash, depth), self.frames.get(Column::Lock, depth));
        tables.store_best(side, hash, lock, self.frames.best(depth));
        self.frames.get(if side == Side::First { Column::Alpha } else { Column::Beta }, depth)
    }

    /// A whole node one move above the leaves, which are scored without being visited.
    #[inline(always)]
    fn last_node<G: Evaluate>(&mut self, side: Side, game: &mut G, tables: &mut Tables) -> u8 {
        let (mut alpha, mut beta) = (self.frames.get(Column::Alpha, 1), self.frames.get(Column::Beta, 1));
        let evaluation = self.frames.get(Column::Evaluation, 1);
        let mut best = Move::NONE;
        let mut cut = false;
        game.score_moves(side, evaluation, |mv, score| {
            if side == Side::First {
                if score >= alpha {
                    alpha = score;
                    best = mv;
                    cut = score >= beta;
                }
            } else if score <= beta {
                beta = score;
                best = mv;
                cut = score <= alpha;
            }
            cut
        });
        tables.store_best(side, self.frames.get(Column::Hash, 1), self.frames.get(Column::Lock, 1), best);
        if side == Side::First {
            if cut {
                self.beta_cutoffs.step();
            }
            alpha
        } else {
            if cut {
                self.alpha_cutoffs.step();
            }
            beta
        }
    }
}
