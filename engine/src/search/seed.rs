//! The search of a published program without win tests: leaves are scored from their parent, and a later move that is
//! not worse replaces the best one.

use super::{MAX_DEPTH, Observer, Search, at};
use crate::evaluate::Evaluate;
use crate::game::{Move, Side};
use crate::table::Tables;

impl Search {
    /// The loop. Each turn opens the node at `depth`, whose bounds are set, then either goes down into a
    /// child or settles nodes upwards until one has a move left to try. `None` if the observer stopped it, else the
    /// value of the root.
    #[inline(always)]
    pub(super) fn seed<G: Evaluate, O: Observer>(
        &mut self,
        game: &mut G,
        tables: &mut Tables,
        observer: &mut O,
    ) -> Option<u8> {
        let root = at(self.root) as u8;
        let mut depth = root;
        loop {
            if self.count_node(observer) {
                self.abandon(game, depth);
                return None;
            }
            let mut score = 0;
            let mut settled = false;
            if depth == 1 {
                score = self.last_node(game, tables);
                settled = true;
            } else {
                self.open(depth);
            }
            loop {
                if settled {
                    if depth == root {
                        return Some(score);
                    }
                    depth = (depth + 1) & MAX_DEPTH;
                    settled = self.weigh(game, depth, score);
                }
                if !settled {
                    let mv = game.next_move(&mut self.cursor[at(depth)]);
                    if !mv.is_none() {
                        self.from[at(depth)] = mv.from;
                        self.to[at(depth)] = mv.to;
                        let (alpha, beta) = (self.alpha[at(depth)], self.beta[at(depth)]);
                        game.make(mv);
                        depth = depth.wrapping_sub(1) & MAX_DEPTH;
                        self.alpha[at(depth)] = alpha;
                        self.beta[at(depth)] = beta;
                        break;
                    }
                    settled = true;
                }
                score = self.close(game, tables, depth);
            }
        }
    }

    /// Takes the move at `depth` back, whose subtree is worth `score`. True if the rest of the moves is cut
    /// off.
    #[inline(always)]
    fn weigh<G: Evaluate>(&mut self, game: &mut G, depth: u8, score: u8) -> bool {
        let d = at(depth);
        let mv = Move { from: self.from[d], to: self.to[d] };
        game.take_back(mv);
        if game.side() == Side::First {
            if score >= self.alpha[d] {
                self.alpha[d] = score;
                self.best_from[d] = mv.from;
                self.best_to[d] = mv.to;
                if score >= self.beta[d] {
                    self.beta_cutoffs.step();
                    return true;
                }
            }
        } else if score <= self.beta[d] {
            self.beta[d] = score;
            self.best_from[d] = mv.from;
            self.best_to[d] = mv.to;
            if score <= self.alpha[d] {
                self.alpha_cutoffs.step();
                return true;
            }
        }
        false
    }

    /// Stores the best move of the node at `depth`, all of whose moves are done with, and returns its value.
    #[inline(always)]
    fn close<G: Evaluate>(&mut self, game: &G, tables: &mut Tables, depth: u8) -> u8 {
        let d = at(depth);
        let best = Move { from: self.best_from[d], to: self.best_to[d] };
        if game.side() == Side::First {
            tables.store_best(Side::First, game.hash(), game.lock(), best);
            self.alpha[d]
        } else {
            tables.store_best(Side::Second, game.hash(), game.lock(), best);
            self.beta[d]
        }
    }

    /// A whole node one move above the leaves, which are scored without being visited.
    #[inline(always)]
    fn last_node<G: Evaluate>(&mut self, game: &mut G, tables: &mut Tables) -> u8 {
        let (mut alpha, mut beta) = (self.alpha[1], self.beta[1]);
        let mut best = Move::NONE;
        let score = if game.side() == Side::First {
            let mut cut = false;
            game.score_moves(|mv, score| {
                if score >= alpha {
                    alpha = score;
                    best = mv;
                    cut = score >= beta;
                }
                cut
            });
            if cut {
                self.beta_cutoffs.step();
            }
            tables.store_best(Side::First, game.hash(), game.lock(), best);
            alpha
        } else {
            let mut cut = false;
            game.score_moves(|mv, score| {
                if score <= beta {
                    beta = score;
                    best = mv;
                    cut = score <= alpha;
                }
                cut
            });
            if cut {
                self.alpha_cutoffs.step();
            }
            tables.store_best(Side::Second, game.hash(), game.lock(), best);
            beta
        };
        self.best_from[1] = best.from;
        self.best_to[1] = best.to;
        score
    }
}
