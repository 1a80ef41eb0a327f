//! The rules of tic-tac-toe.

use super::tables::{Counts, lines_through};
use super::{CELLS, EMPTY, HAND, HERE, TicTacToe, Ties, X};
use crate::game::{Game, Move, Outcome, Side};
use crate::keys::{KeySource, Keys};

impl Game for TicTacToe {
    const EMPTY: Self = TicTacToe {
        cells: [EMPTY; CELLS],
        stones: 0,
        counts: Counts::NONE,
        side: Side::First,
        ties: Ties::First,
        hash: 0,
        lock: 0,
        keys: Keys::EMPTY,
    };

    type Cursor = u8;

    fn reset(&mut self) {
        self.cells = [EMPTY; CELLS];
        self.side = Side::First;
        self.refresh();
    }

    fn set_keys(&mut self, source: &mut dyn KeySource) {
        let mut i = 0;
        while i < 32 {
            self.keys.hash[i] = source.next_key();
            self.keys.lock[i] = source.next_key();
            i += 1;
        }
        self.refresh();
    }

    fn refresh(&mut self) {
        self.stones = 0;
        self.counts = Counts::NONE;
        self.hash = 0;
        self.lock = 0;
        let mut square = 0;
        while square < 9 {
            if let Some(side) = self.stone_on(square) {
                self.stones += 1;
                self.counts.add(side, lines_through(square));
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
        let mut entry;
        if self.ties == Ties::First {
            entry = cursor.wrapping_add(1);
            while self.cells[entry as usize] != EMPTY {
                entry = entry.wrapping_add(1);
            }
            *cursor = entry;
        } else {
            entry = 9u8.wrapping_sub(*cursor);
            while self.cells[entry as usize] != EMPTY {
                entry = entry.wrapping_sub(1);
            }
            *cursor = 10u8.wrapping_sub(entry);
        }
        let square = entry.wrapping_sub(HERE as u8);
        if square < 9 { Move { from: HAND, to: square } } else { Move::NONE }
    }

    #[inline(always)]
    fn make(&mut self, mv: Move) {
        self.flip_keys(self.side, mv.to);
        self.advance(mv);
    }

    #[inline(always)]
    fn take_back(&mut self, mv: Move) {
        self.retreat(mv);
        self.flip_keys(self.side, mv.to);
    }

    #[inline(always)]
    fn advance(&mut self, mv: Move) {
        self.cells[mv.to as usize + HERE] = X + self.side as u8;
        self.counts.add(self.side, lines_through(mv.to));
        self.stones += 1;
        self.side = self.side.other();
    }

    #[inline(always)]
    fn retreat(&mut self, mv: Move) {
        self.side = self.side.other();
        self.stones -= 1;
        self.counts.remove(self.side, lines_through(mv.to));
        self.cells[mv.to as usize + HERE] = EMPTY;
    }

    #[inline(always)]
    fn outcome(&self) -> Outcome {
        if self.counts.has_line(Side::First) {
            Outcome::First
        } else if self.counts.has_line(Side::Second) {
            Outcome::Second
        } else if self.stones == 9 {
            Outcome::Draw
        } else {
            Outcome::Ongoing
        }
    }

    #[inline(always)]
    fn outcome_after(&mut self, mv: Move) -> Outcome {
        if self.counts.completes(self.side, lines_through(mv.to)) {
            match self.side {
                Side::First => Outcome::First,
                Side::Second => Outcome::Second,
            }
        } else if self.stones == 8 {
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
        self.hash ^= self.keys.hash[i];
        self.lock ^= self.keys.lock[i];
    }
}
