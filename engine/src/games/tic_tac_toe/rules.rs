//! The rules of tic-tac-toe.

use super::empties::{END, Empties, square_of};
use super::tables::{Counts, lines_through};
use super::{CELLS, EMPTY, TicTacToe, Ties, X};
use crate::game::{Game, Move, Outcome, Side};
use crate::keys::{KeySource, Keys};

impl Game for TicTacToe {
    const EMPTY: Self = TicTacToe {
        cells: [EMPTY; CELLS],
        empties: Empties::UNFILLED,
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
        self.empties.fill();
        if self.ties == Ties::Last {
            self.empties.reverse();
        }
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

    /// Does not touch data kept for unmaking moves, which does not follow from the pieces.
    fn refresh(&mut self) {
        self.stones = 0;
        let mut square = 0;
        while square < 9 {
            self.stones += self.stone_on(square).is_some() as u8;
            square += 1;
        }
        self.counts.clear(self.stones);
        self.counts.clear(self.stones + 1);
        self.hash = 0;
        self.lock = 0;
        square = 0;
        while square < 9 {
            if let Some(side) = self.stone_on(square) {
                let turn = self.turn_of(side);
                self.counts.add(turn, turn, lines_through(square));
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
        self.counts.exchange(self.stones);
    }

    /// The cursor is an entry of the list of empty squares; after the last move it stays there.
    #[inline(always)]
    fn next_move(&self, cursor: &mut u8) -> Move {
        let next = self.empties.after(*cursor);
        if next == END {
            return Move::NONE;
        }
        *cursor = next;
        TicTacToe::place(square_of(next))
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
        self.cells[mv.to as usize % CELLS] = X + self.side as u8;
        self.empties.take(mv.to);
        self.counts.add(self.stones, self.stones + 2, lines_through(mv.to));
        self.stones += 1;
        self.side = self.side.other();
    }

    #[inline(always)]
    fn retreat(&mut self, mv: Move) {
        self.side = self.side.other();
        self.stones -= 1;
        self.empties.put_back(mv.to);
        self.cells[mv.to as usize % CELLS] = EMPTY;
    }

    #[inline(always)]
    fn outcome(&self) -> Outcome {
        if self.counts.has_line(self.turn_of(Side::First)) {
            Outcome::First
        } else if self.counts.has_line(self.turn_of(Side::Second)) {
            Outcome::Second
        } else if self.stones == 9 {
            Outcome::Draw
        } else {
            Outcome::Ongoing
        }
    }

    #[inline(always)]
    fn outcome_after(&mut self, mv: Move) -> Outcome {
        if self.counts.completes(self.stones, lines_through(mv.to)) {
            self.side.wins()
        } else if self.stones == 8 {
            Outcome::Draw
        } else {
            Outcome::Ongoing
        }
    }

    /// A stone of the other player neither completes nor blocks a line through an empty square.
    #[inline(always)]
    fn outcomes_after_two(&mut self, mut visit: impl FnMut(Outcome)) {
        let (turn, side) = (self.stones, self.side);
        let quiet = |stones| if stones == 9 { Outcome::Draw } else { Outcome::Ongoing };
        let mut first = self.empties.after(END);
        while first != END {
            if self.counts.completes(turn, lines_through(square_of(first))) {
                visit(side.wins());
            } else if turn == 8 {
                visit(Outcome::Draw);
            } else {
                let mut second = self.empties.after(END);
                while second != END {
                    if second != first {
                        let wins = self.counts.completes(turn + 1, lines_through(square_of(second)));
                        visit(if wins { side.other().wins() } else { quiet(turn + 2) });
                    }
                    second = self.empties.after(second);
                }
            }
            first = self.empties.after(first);
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
    /// Returns the entry of `counts` that belongs to `side`.
    #[inline(always)]
    pub(super) fn turn_of(&self, side: Side) -> u8 {
        self.stones + (side != self.side) as u8
    }

    /// Adds a side's stone on `square` to the hash and the lock, or removes it.
    #[inline(always)]
    fn flip_keys(&mut self, side: Side, square: u8) {
        let half = if side == Side::First { 0 } else { 16 };
        let i = ((square & 15) | half) as usize;
        self.hash ^= self.keys.hash[i];
        self.lock ^= self.keys.lock[i];
    }
}
