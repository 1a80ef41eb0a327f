//! The evaluation of mouse and cats: the mouse's row against the cats' rows.

use super::{MouseAndCats, VALUES};
use crate::evaluate::{Evaluate, Style};
use crate::game::Move;

impl Evaluate for MouseAndCats {
    /// No win test in the tree, a later equal move replaces an earlier one.
    const SEED: Style = Style { terminal: false, distance: false, table_first: false };

    #[inline(always)]
    fn evaluate(&self) -> u8 {
        self.evaluation
    }

    #[inline(always)]
    fn evaluate_after(&mut self, mv: Move) -> u8 {
        let piece = self.board[mv.from as usize];
        let left = piece.wrapping_add(mv.from) as usize;
        let entered = piece.wrapping_add(mv.to) as usize;
        self.evaluation.wrapping_sub(VALUES[left]).wrapping_add(VALUES[entered])
    }
}
