//! The playing levels of tic-tac-toe.

use super::TicTacToe;
use crate::alpha_beta::AlphaBeta;
use crate::player::{Choice, Choose, LEVELS, Limits, deepen};
use crate::search::Observer;

/// Returns a level that searches to this depth and sometimes errs or is hasty.
const fn level(depth: u8, errs: u8, slips: u8) -> Limits {
    Limits { depth, quota: 0, seconds: 0, errs, slips, cautious: false, exact: false }
}

impl Choose for TicTacToe {
    /// Six plies are enough to find the value of every position; the tests try all of them.
    const LIMITS: [Limits; LEVELS as usize] =
        [level(1, 160, 0), level(1, 64, 0), level(2, 0, 96), level(3, 0, 64), level(3, 0, 0), level(6, 0, 0)];

    type Thinker = AlphaBeta;

    fn think<O: Observer>(&mut self, thinker: &mut AlphaBeta, limits: &Limits, observer: &mut O) -> Choice {
        deepen(self, thinker, limits, observer)
    }
}
