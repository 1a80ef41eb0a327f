//! The evaluation of tic-tac-toe: lines still open to X against those still open to O.

use super::TicTacToe;
use super::tables::{LINES, has_line};
use crate::evaluate::{EVEN, Evaluate, IDENTITY};
use crate::game::{Move, Side};

/// What a finished line adds: more than all open lines together.
const LINE: u8 = 16;

impl Evaluate for TicTacToe {
    /// Exact minimax: win, draw or loss, however far away, and the first of equally good moves.
    const SEED_KNOWS_ENDS: bool = true;
    const ORDERED: bool = false;

    fn evaluate(&self) -> u8 {
        if has_line(self.x) {
            return EVEN + LINE;
        }
        if has_line(self.o) {
            return EVEN - LINE;
        }
        let mut score = EVEN;
        let mut i = 0;
        while i < 8 {
            let line = LINES[i];
            if self.o & line == 0 {
                score += 1;
            }
            if self.x & line == 0 {
                score -= 1;
            }
            i += 1;
        }
        score
    }

    #[inline(always)]
    fn identity(&self) -> [u8; IDENTITY] {
        [self.x as u8, (self.x >> 8) as u8, self.o as u8, (self.o >> 8) as u8, self.side as u8]
    }

    /// The side and the square.
    #[inline(always)]
    fn habit(&self, mv: Move) -> u8 {
        mv.to | if self.side == Side::First { 0 } else { 16 }
    }
}
