//! The rules of mouse and cats.

use super::MouseAndCats;
use super::tables::{
    CATS, CATS_START, EMPTY, END_PLACE, FIRST_PLACE, LAST_ROW, MOUSE, MOUSE_START, STEPS, VALUES,
};
use crate::evaluate::EVEN;
use crate::game::{Game, Move, Outcome, Side};
use crate::keys::KeySource;

impl Game for MouseAndCats {
    const EMPTY: Self = MouseAndCats {
        board: [0; 256],
        mouse: 0,
        cats: [0; 4],
        side: Side::First,
        evaluation: 0,
        hash: 0,
        lock: 0,
        hash_keys: [0; 256],
        lock_keys: [0; 256],
    };

    type Cursor = u8;

    fn reset(&mut self) {
        self.lift();
        self.mouse = MOUSE_START;
        self.board[MOUSE_START as usize] = MOUSE;
        self.cats = CATS_START;
        let mut k = 0;
        while k < 4 {
            self.board[CATS_START[k] as usize] = CATS[k];
            k += 1;
        }
        self.side = Side::First;
        self.refresh();
    }

    fn set_keys(&mut self, source: &mut dyn KeySource) {
        let mut place = FIRST_PLACE;
        while place < END_PLACE {
            self.hash_keys[place as usize] = source.next_key();
            self.lock_keys[place as usize] = source.next_key();
            place += 1;
        }
        self.refresh();
    }

    fn refresh(&mut self) {
        self.hash = 0;
        self.lock = 0;
        self.evaluation = EVEN;
        let mut k = 0;
        while k < 5 {
            let cell = if k == 4 { self.mouse } else { self.cats[k & 3] };
            let place = self.board[cell as usize].wrapping_add(cell) as usize;
            self.hash ^= self.hash_keys[place];
            self.lock ^= self.lock_keys[place];
            self.evaluation = self.evaluation.wrapping_add(VALUES[place]);
            k += 1;
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
        let mut next = *cursor;
        if self.side == Side::First {
            let from = self.mouse;
            while next < 4 {
                let to = from.wrapping_add(STEPS[(next & 3) as usize]);
                next += 1;
                if self.board[to as usize] == EMPTY {
                    *cursor = next;
                    return Move { from, to };
                }
            }
        } else {
            while next < 8 {
                let from = self.cats[((next >> 1) & 3) as usize];
                let to = from.wrapping_add(STEPS[(next & 1) as usize]);
                next += 1;
                if self.board[to as usize] == EMPTY {
                    *cursor = next;
                    return Move { from, to };
                }
            }
        }
        Move::NONE
    }

    #[inline(always)]
    fn make(&mut self, mv: Move) {
        let piece = self.shift(mv.from, mv.to);
        if piece == MOUSE {
            self.mouse = mv.to;
            self.side = Side::Second;
        } else {
            self.side = Side::First;
            // A cat moves towards cell 0: it slides down the list past the cats now above it.
            let mut k = self.cat_at(mv.from);
            while k > 0 {
                let below = self.cats[(k.wrapping_sub(1) & 3) as usize];
                if below < mv.to {
                    break;
                }
                self.cats[(k & 3) as usize] = below;
                k -= 1;
            }
            self.cats[(k & 3) as usize] = mv.to;
        }
    }

    #[inline(always)]
    fn take_back(&mut self, mv: Move) {
        let piece = self.shift(mv.to, mv.from);
        if piece == MOUSE {
            self.mouse = mv.from;
            self.side = Side::First;
        } else {
            self.side = Side::Second;
            let mut k = self.cat_at(mv.to);
            while k < 3 {
                let above = self.cats[(k.wrapping_add(1) & 3) as usize];
                if above > mv.from {
                    break;
                }
                self.cats[(k & 3) as usize] = above;
                k += 1;
            }
            self.cats[(k & 3) as usize] = mv.from;
        }
    }

    fn outcome(&self) -> Outcome {
        if self.mouse >= LAST_ROW {
            return Outcome::First;
        }
        if !self.next_move(&mut 0).is_none() {
            return Outcome::Ongoing;
        }
        match self.side {
            Side::First => Outcome::Second,
            Side::Second => Outcome::First,
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

impl MouseAndCats {
    /// Moves what is on one cell to another, with hash, lock and evaluation, and returns it.
    #[inline(always)]
    fn shift(&mut self, from: u8, to: u8) -> u8 {
        let piece = self.board[from as usize];
        let left = piece.wrapping_add(from) as usize;
        let entered = piece.wrapping_add(to) as usize;
        self.board[from as usize] = EMPTY;
        self.board[to as usize] = piece;
        self.hash ^= self.hash_keys[left] ^ self.hash_keys[entered];
        self.lock ^= self.lock_keys[left] ^ self.lock_keys[entered];
        self.evaluation = self.evaluation.wrapping_sub(VALUES[left]).wrapping_add(VALUES[entered]);
        piece
    }

    /// The index into the list of the cat on `cell`, where one stands.
    #[inline(always)]
    fn cat_at(&self, cell: u8) -> u8 {
        let mut k = 0;
        while k < 3 && self.cats[k as usize] != cell {
            k += 1;
        }
        k
    }
}
