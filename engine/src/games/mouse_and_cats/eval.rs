//! The evaluation of mouse and cats: the mouse's row against the cats' rows.

use super::MouseAndCats;
use super::tables::{EMPTY, STEPS, VALUES};
use crate::evaluate::{Evaluate, Style};
use crate::game::{Move, Side};

impl Evaluate for MouseAndCats {
    /// No win test in the tree, a later equal move replaces an earlier one.
    const SEED: Style = Style { terminal: false, distance: false, table_first: false };

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
}
