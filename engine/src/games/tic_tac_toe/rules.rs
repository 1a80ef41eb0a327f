//! The rules of tic-tac-toe.

use super::tables::{BITS, FULL, has_line};
use super::{HAND, TicTacToe};
use crate::game::{Game, Move, Outcome, Side};
use crate::keys::KeySource;

impl Game for TicTacToe {
    const EMPTY: Self = TicTacToe {
        x: 0,
        o: 0,
        side: Side::First,
        reversed: 0,
        hash: 0,
        lock: 0,
        hash_keys: [0; 32],
        lock_keys: [0; 32],
    };

    type Cursor = u8;

    fn reset(&mut self) {
        self.x = 0;
        self.o = 0;
        self.side = Side::First;
        self.refresh();
    }

    fn set_keys(&mut self, source: &mut dyn KeySource) {
        let mut i = 0;
        while i < 32 {
            self.hash_keys[i] = source.next_key();
            self.lock_keys[i] = source.next_key();
            i += 1;
        }
        self.refresh();
    }

    fn refresh(&mut self) {
        self.hash = 0;
        self.lock = 0;
        let mut square = 0;
        while square < 9 {
            if let Some(side) = self.stone_on(square) {
                self.flip_keys(side, square);
            }
            square += 1;
        }
    }

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    fn pass(&mut self) {
        self.side = self.side.other();
    }

    #[inline(always)]
    fn next_move(&self, cursor: &mut u8) -> Move {
        let taken = self.x | self.o;
        let mut next = *cursor;
        while next < 9 {
            // 8 - next when reversed.
            let square = (next ^ self.reversed).wrapping_add(self.reversed & 9);
            next += 1;
            if taken & BITS[(square & 15) as usize] == 0 {
                *cursor = next;
                return Move { from: HAND, to: square };
            }
        }
        Move::NONE
    }

    #[inline(always)]
    fn make(&mut self, mv: Move) {
        let bit = BITS[(mv.to & 15) as usize];
        let side = self.side;
        if side == Side::First {
            self.x |= bit;
            self.side = Side::Second;
        } else {
            self.o |= bit;
            self.side = Side::First;
        }
        self.flip_keys(side, mv.to);
    }

    #[inline(always)]
    fn take_back(&mut self, mv: Move) {
        let bit = BITS[(mv.to & 15) as usize];
        let side = self.side.other();
        self.side = side;
        if side == Side::First {
            self.x ^= bit;
        } else {
            self.o ^= bit;
        }
        self.flip_keys(side, mv.to);
    }

    #[inline(always)]
    fn outcome(&self) -> Outcome {
        if has_line(self.x) {
            Outcome::First
        } else if has_line(self.o) {
            Outcome::Second
        } else if self.x | self.o == FULL {
            Outcome::Draw
        } else {
            Outcome::Ongoing
        }
    }

    #[inline(always)]
    fn hash(&self) -> u8 {
        self.hash
    }

    #[inline(always)]
    fn lock(&self) -> u8 {
        self.lock
    }
}

impl TicTacToe {
    /// Adds a side's stone on `square` to the keys, or removes it.
    #[inline(always)]
    fn flip_keys(&mut self, side: Side, square: u8) {
        let half = if side == Side::First { 0 } else { 16 };
        let i = ((square & 15) | half) as usize;
        self.hash ^= self.hash_keys[i];
        self.lock ^= self.lock_keys[i];
    }
}
