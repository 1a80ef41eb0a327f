//! The squares of five in a row as displayed.

use super::FiveInARow;
use crate::board::{Board, Square};
use crate::game::Move;

impl<const CELLS: usize> Board for FiveInARow<CELLS> {
    #[inline(always)]
    fn size(&self) -> (u8, u8) {
        (self.columns(), self.rows())
    }

    #[inline(always)]
    fn content(&self, (column, row): Square) -> u8 {
        self.figure_on(column, self.rows() - 1 - row)
    }

    #[inline(always)]
    fn squares(&self, mv: Move) -> (Square, Square) {
        let to = (mv.from.wrapping_sub(1), self.rows().wrapping_sub(mv.to));
        (to, to)
    }

    #[inline(always)]
    fn move_between(&self, _from: Square, to: Square) -> Move {
        Move { from: to.0 + 1, to: self.rows() - to.1 }
    }
}
