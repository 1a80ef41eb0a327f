//! The evaluation of tic-tac-toe: the lines still open to X minus those still open to O.

use super::TicTacToe;
use crate::evaluate::{EVEN, Evaluate, IDENTITY};
use crate::game::{Move, Side};

/// The value of a completed line: more than all open lines together.
const LINE: u8 = 16;

impl Evaluate for TicTacToe {
    /// Exact minimax: win, draw or loss, however far away, and the first of equally good moves.
    const SEED_KNOWS_ENDS: bool = true;
    const ORDERED: bool = false;

    fn evaluate(&self) -> u8 {
        let (first, second) = (self.turn_of(Side::First), self.turn_of(Side::Second));
        if self.counts.has_line(first) {
            return EVEN + LINE;
        }
        if self.counts.has_line(second) {
            return EVEN - LINE;
        }
        // The lines open to X are those without an O.
        EVEN + self.counts.lines(first) - self.counts.lines(second)
    }

    /// The squares of X and O, nine bits each, and the player to move.
    fn identity(&self) -> [u8; IDENTITY] {
        let (mut x, mut o) = (0u16, 0u16);
        let mut square = 0;
        while square < 9 {
            if let Some(side) = self.stone_on(square) {
                *(if side == Side::First { &mut x } else { &mut o }) |= 1 << square;
            }
            square += 1;
        }
        [x as u8, (x >> 8) as u8, o as u8, (o >> 8) as u8, self.side as u8]
    }

    /// The side and the square.
    #[inline(always)]
    fn habit(&self, mv: Move) -> u8 {
        mv.to | if self.side == Side::First { 0 } else { 16 }
    }
}
