//! The squares of tic-tac-toe as displayed.

use super::TicTacToe;
use crate::board::{Board, NOWHERE, Square};
use crate::game::Move;

impl Board for TicTacToe {
    #[inline(always)]
    fn size(&self) -> (u8, u8) {
        (3, 3)
    }

    #[inline(always)]
    fn content(&self, (column, row): Square) -> u8 {
        self.figure_on((2 - row) * 3 + column)
    }

    #[inline(always)]
    fn squares(&self, mv: Move) -> (Square, Square) {
        let to = if mv.to < 9 { (mv.to % 3, 2 - mv.to / 3) } else { NOWHERE };
        (to, to)
    }

    #[inline(always)]
    fn move_between(&self, _from: Square, to: Square) -> Move {
        TicTacToe::place((2 - to.1) * 3 + to.0)
    }
}
