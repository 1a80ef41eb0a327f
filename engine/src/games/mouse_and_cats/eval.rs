//! The evaluation of mouse and cats: the mouse's row against the cats' rows.

use super::MouseAndCats;
use super::tables::{EMPTY, ROW_STARTS, ROWS_ABOVE, STEPS, VALUES, cell};
use crate::evaluate::{Decision, Evaluate, IDENTITY, score_by_playing};
use crate::game::{Game, Move, Outcome, Side};

/// The first cell of row 2, B2. All cats can only be stuck when the lowest one stands on row 1: nothing but the
/// mouse could block it elsewhere, at the edge of the board, and then nothing blocks the next one.
const ROW_2: u8 = cell(9);

impl Evaluate for MouseAndCats {
    const SEED_KNOWS_ENDS: bool = false;
    const ORDERED: bool = true;

    #[inline(always)]
    fn evaluate(&self) -> u8 {
        self.evaluation
    }

    #[inline(always)]
    fn score_moves(&mut self, mut visit: impl FnMut(Move, u8) -> bool) {
        if self.side == Side::First {
            let from = self.mouse;
            let mut step = 0;
            while step < 4 {
                let to = from.wrapping_add(STEPS[step]);
                if self.board[to as usize] == EMPTY {
                    // The mouse's value is its row: the first two steps lead down, the others up.
                    let score = if step < 2 {
                        self.evaluation.wrapping_sub(1)
                    } else {
                        self.evaluation.wrapping_add(1)
                    };
                    if visit(Move { from, to }, score) {
                        return;
                    }
                }
                step += 1;
            }
        } else {
            let mut k = 0;
            while k < 4 {
                let from = self.cats[k];
                let piece = self.board[from as usize];
                let lifted = self.evaluation.wrapping_sub(VALUES[piece.wrapping_add(from) as usize]);
                let mut step = 0;
                while step < 2 {
                    let to = from.wrapping_add(STEPS[step]);
                    if self.board[to as usize] == EMPTY {
                        let score = lifted.wrapping_add(VALUES[piece.wrapping_add(to) as usize]);
                        if visit(Move { from, to }, score) {
                            return;
                        }
                    }
                    step += 1;
                }
                k += 1;
            }
        }
    }

    /// The mouse that no cat stands above has won: cats move down only, and nothing is left in its way.
    #[inline(always)]
    fn decided(&self) -> Option<Decision> {
        if self.mouse < row_start(self.cats[3]) {
            return None;
        }
        let mut plies = plies_to_last_row(self.mouse);
        if self.side == Side::First {
            plies = plies.saturating_sub(1);
        } else if self.next_move(&mut 0).is_none() {
            plies = 0;
        }
        Some(Decision { outcome: Outcome::First, plies })
    }

    #[inline(always)]
    fn score_ends(&mut self, ply: u8, mut visit: impl FnMut(Move, u8) -> bool) {
        let (second, top, mouse) = (self.cats[2], self.cats[3], self.mouse);
        let careful =
            if self.side == Side::First { self.cats[0] < ROW_2 } else { self.mouse_may_be_trapped() };
        if careful {
            return score_by_playing(self, ply, visit);
        }
        if self.side == Side::First {
            let line = row_start(top);
            self.score_moves(|mv, score| {
                let won = 0xFFu8.wrapping_sub(ply);
                visit(mv, if mv.to < line { score } else { won.wrapping_sub(plies_to_last_row(mv.to)) })
            });
        } else {
            self.score_moves(|mv, score| {
                let mut score = score;
                if mv.from == top && mouse >= row_start(if mv.to > second { mv.to } else { second }) {
                    score = 0u8.wrapping_sub(ply).wrapping_sub(plies_to_last_row(mouse));
                }
                visit(mv, score)
            });
        }
    }

    #[inline(always)]
    fn identity(&self) -> [u8; IDENTITY] {
        [self.mouse | (self.side as u8) << 7, self.cats[0], self.cats[1], self.cats[2], self.cats[3]]
    }

    /// The place the piece enters.
    #[inline(always)]
    fn habit(&self, mv: Move) -> u8 {
        self.board[mv.from as usize].wrapping_add(mv.to)
    }
}

/// The first cell of the row of a cell on the board.
#[inline(always)]
fn row_start(cell: u8) -> u8 {
    ROW_STARTS[(cell & 63) as usize]
}

/// Moves of both sides until a mouse on this cell, with the cats to move and none of them above, is on row 8.
#[inline(always)]
fn plies_to_last_row(cell: u8) -> u8 {
    ROWS_ABOVE[(cell & 63) as usize] << 1
}

impl MouseAndCats {
    /// Whether at most one cell beside the mouse is free, so that a cat's move may shut it in.
    fn mouse_may_be_trapped(&self) -> bool {
        let mut free = 0;
        let mut step = 0;
        while step < 4 {
            free += (self.board[self.mouse.wrapping_add(STEPS[step]) as usize] == EMPTY) as u8;
            step += 1;
        }
        free <= 1
    }
}
