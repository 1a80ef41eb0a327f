//! The rules of mouse and cats.

use super::MouseAndCats;
use super::tables::{
    ABOVE_LEFT, ABOVE_RIGHT, BELOW_LEFT, BELOW_RIGHT, BOARD, CATS, CATS_START, DOWN_LEFT, DOWN_RIGHT, EMPTY,
    END_PLACE, FIRST_PLACE, LAST_ROW, MOUSE_START, STEPS, UP_LEFT, UP_RIGHT, VALUES,
};
use crate::evaluate::{EVEN, Evaluate, Sum};
use crate::game::{Game, Move, Outcome, Side, outcome_by_making};
use crate::keys::{KeySource, Keys};

impl Game for MouseAndCats {
    const EMPTY: Self = MouseAndCats {
        board: [0; BOARD],
        mouse: 0,
        cats: [0; 256],
        side: Side::First,
        evaluation: 0,
        hash: 0,
        lock: 0,
        left_gains: [0; 256],
        right_gains: [0; 256],
        keys: Keys::EMPTY,
    };

    type Cursor = u8;

    fn reset(&mut self) {
        self.lift();
        self.mouse = MOUSE_START;
        self.put(MOUSE_START, MOUSE_START);
        let mut k = 0;
        while k < 4 {
            self.cats[k] = CATS_START[k];
            self.put(CATS_START[k], CATS[k] + CATS_START[k]);
            k += 1;
        }
        self.side = Side::First;
        self.refresh();
    }

    /// Also fills in the other tables indexed by place.
    fn set_keys(&mut self, source: &mut dyn KeySource) {
        let mut place = FIRST_PLACE;
        while place < END_PLACE {
            self.keys.hash[place as usize] = source.next_key();
            self.keys.lock[place as usize] = source.next_key();
            let gain = |step| VALUES[place as usize].wrapping_sub(VALUES[place.wrapping_add(step) as usize]);
            self.left_gains[place as usize] = gain(DOWN_LEFT);
            self.right_gains[place as usize] = gain(DOWN_RIGHT);
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
            let cell = if k == 4 { self.mouse } else { self.cats[k] };
            let place = self.content(cell) as usize;
            self.hash ^= self.keys.hash[place];
            self.lock ^= self.keys.lock[place];
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
        let next =
            if self.side == Side::First { self.next_of_mouse(cursor) } else { self.next_of_cats(cursor) };
        next.unwrap_or(Move::NONE)
    }

    #[inline(always)]
    fn make(&mut self, mv: Move) {
        let side = self.side;
        let for_sums = self.for_sums(side, mv);
        self.hash = self.sum_after(Sum::Hash, side, for_sums, self.hash);
        self.lock = self.sum_after(Sum::Lock, side, for_sums, self.lock);
        self.evaluation = self.sum_after(Sum::Evaluation, side, for_sums, self.evaluation);
        self.advance(mv);
    }

    #[inline(always)]
    fn take_back(&mut self, mv: Move) {
        let side = self.side.other();
        self.retreat(mv);
        // XORs are their own inverse; the change of the evaluation, which is that from 0, is subtracted.
        let for_sums = self.for_sums(side, mv);
        self.hash = self.sum_after(Sum::Hash, side, for_sums, self.hash);
        self.lock = self.sum_after(Sum::Lock, side, for_sums, self.lock);
        self.evaluation = self.evaluation.wrapping_sub(self.sum_after(Sum::Evaluation, side, for_sums, 0));
    }

    #[inline(never)]
    fn advance(&mut self, mv: Move) {
        let side = self.side;
        self.side = side.other();
        self.advance_of(side, mv);
    }

    #[inline(never)]
    fn retreat(&mut self, mv: Move) {
        self.side = self.side.other();
        self.retreat_of(self.side, mv);
    }

    fn outcome(&self) -> Outcome {
        if self.mouse >= LAST_ROW {
            return Outcome::First;
        }
        if !self.is_stuck() {
            return Outcome::Ongoing;
        }
        match self.side {
            Side::First => Outcome::Second,
            Side::Second => Outcome::First,
        }
    }

    #[inline(always)]
    fn outcome_after(&mut self, mv: Move) -> Outcome {
        match self.side {
            Side::First => outcome_by_making(self, mv),
            Side::Second if self.can_leave(mv) => Outcome::Ongoing,
            Side::Second => Outcome::Second,
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
    /// Returns the mouse's next move.
    #[inline(always)]
    fn next_of_mouse(&self, cursor: &mut u8) -> Option<Move> {
        let from = self.mouse;
        let mut next = *cursor;
        while next != 4 {
            let to = from.wrapping_add(STEPS[(next & 3) as usize]);
            next += 1;
            if self.content(to) == EMPTY {
                *cursor = next;
                return Some(Move { from, to });
            }
        }
        None
    }

    /// [`MouseAndCats::next_of_mouse`], optimised for speed.
    #[inline(always)]
    pub(super) fn next_of_mouse_fast(&self, cursor: &mut u8) -> Option<Move> {
        let from = self.mouse;
        let is_free = |entry: usize| self.board[from as usize + entry] == EMPTY;
        let mut next = *cursor;
        let step = 'found: {
            if next == 0 {
                next = 1;
                if is_free(BELOW_LEFT) {
                    break 'found DOWN_LEFT;
                }
            }
            if next == 1 {
                next = 2;
                if is_free(BELOW_RIGHT) {
                    break 'found DOWN_RIGHT;
                }
            }
            if next == 2 {
                next = 3;
                if is_free(ABOVE_RIGHT) {
                    break 'found UP_RIGHT;
                }
            }
            if next == 3 {
                next = 4;
                if is_free(ABOVE_LEFT) {
                    break 'found UP_LEFT;
                }
            }
            return None;
        };
        *cursor = next;
        Some(Move { from, to: from.wrapping_add(step) })
    }

    /// Returns the cats' next move: for each cat, first to its left, then to its right.
    #[inline(always)]
    pub(super) fn next_of_cats(&self, cursor: &mut u8) -> Option<Move> {
        let mut next = *cursor;
        while next != 8 {
            let from = self.cats[(next >> 1) as usize];
            if next & 1 == 0 {
                next += 1;
                if self.board[from as usize + BELOW_LEFT] == EMPTY {
                    *cursor = next;
                    return Some(Move { from, to: from.wrapping_add(DOWN_LEFT) });
                }
            }
            next += 1;
            if self.board[from as usize + BELOW_RIGHT] == EMPTY {
                *cursor = next;
                return Some(Move { from, to: from.wrapping_add(DOWN_RIGHT) });
            }
        }
        None
    }

    /// Whether the mouse has a move after a cat's move.
    #[inline(always)]
    fn can_leave(&self, cat: Move) -> bool {
        let from = self.mouse;
        let leads_on = |entry: usize, step| {
            let to = from.wrapping_add(step);
            (self.board[from as usize + entry] == EMPTY && to != cat.to) || to == cat.from
        };
        leads_on(BELOW_LEFT, DOWN_LEFT)
            || leads_on(BELOW_RIGHT, DOWN_RIGHT)
            || leads_on(ABOVE_RIGHT, UP_RIGHT)
            || leads_on(ABOVE_LEFT, UP_LEFT)
    }

    /// Whether the player to move has no move.
    #[inline(never)]
    pub(super) fn is_stuck(&self) -> bool {
        self.next_move(&mut 0).is_none()
    }

    /// Moves the mouse.
    #[inline(always)]
    pub(super) fn move_mouse(&mut self, from: u8, to: u8) {
        self.put(from, EMPTY);
        self.put(to, to);
        self.mouse = to;
    }

    /// Returns the place of a piece after a move.
    #[inline(always)]
    pub(super) fn place_after(&self, mv: Move) -> u8 {
        self.content(mv.from).wrapping_sub(mv.from).wrapping_add(mv.to)
    }

    /// Moves a cat down to a cell, where its place is `place`. The list stays sorted: the cats between the two cells move up into the gap.
    #[inline(always)]
    pub(super) fn move_cat_down(&mut self, from: u8, to: u8, place: u8) {
        self.put(to, place);
        self.put(from, EMPTY);
        let mut k = 0u8;
        while self.cats[k as usize] < to {
            k = k.wrapping_add(1);
        }
        let mut arriving = to;
        loop {
            let cat = core::mem::replace(&mut self.cats[k as usize], arriving);
            if cat == from {
                return;
            }
            arriving = cat;
            k = k.wrapping_add(1);
        }
    }

    /// Moves a cat back up, undoing [`MouseAndCats::move_cat_down`].
    #[inline(always)]
    pub(super) fn move_cat_up(&mut self, from: u8, to: u8) {
        self.put(to, self.place_after(Move { from, to }));
        self.put(from, EMPTY);
        let mut k = 0u8;
        while self.cats[k as usize] != from {
            k = k.wrapping_add(1);
        }
        while k != 3 {
            let above = k.wrapping_add(1);
            let cat = self.cats[above as usize];
            if cat > to {
                break;
            }
            self.cats[k as usize] = cat;
            k = above;
        }
        self.cats[k as usize] = to;
    }

    /// Gives the cat at an index of the list a lower cell, and returns its new index. The list stays sorted: the cats between
    /// the two cells move up one into the gap.
    #[inline(always)]
    pub(super) fn sink(&mut self, number: u8, to: u8) -> u8 {
        let mut k = number;
        while k != 0 {
            let below = self.cats[k as usize - 1];
            if below < to {
                break;
            }
            self.cats[k as usize] = below;
            k -= 1;
        }
        self.cats[k as usize] = to;
        k
    }

    /// Undoes [`MouseAndCats::sink`], which returned `lower`.
    #[inline(always)]
    pub(super) fn raise(&mut self, lower: u8, number: u8, from: u8) {
        let mut k = lower;
        while k != number {
            let above = k.wrapping_add(1);
            self.cats[k as usize] = self.cats[above as usize];
            k = above;
        }
        self.cats[k as usize] = from;
    }
}
