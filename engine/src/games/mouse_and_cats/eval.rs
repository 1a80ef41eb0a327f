//! The evaluation of mouse and cats: the mouse's row versus the cats' rows.

use super::MouseAndCats;
use super::tables::{
    ABOVE_LEFT, ABOVE_RIGHT, BELOW_LEFT, BELOW_RIGHT, DOWN_LEFT, DOWN_RIGHT, EMPTY, HERE, ROW_STARTS,
    ROWS_ABOVE, STEPS, UP_LEFT, UP_RIGHT, VALUES, cell,
};
use crate::evaluate::{Decision, Evaluate, IDENTITY, Sum, Sums, Visit, score_by_playing, try_by_cursor};
use crate::game::{Move, Outcome, Side};

/// The first cell of row 2, B2. All cats can only be stuck when the lowest one stands on row 1: nothing but the
/// mouse could block it elsewhere, at the edge of the board, and then nothing blocks the next one.
const ROW_2: u8 = cell(9);

impl Evaluate for MouseAndCats {
    const SEED_KNOWS_ENDS: bool = false;
    const ORDERED: bool = true;

    #[inline(always)]
    fn evaluate(&self) -> u8 {
        self.evaluation
    }

    #[inline(always)]
    fn sum(&self, sum: Sum) -> u8 {
        match sum {
            Sum::Hash => self.hash,
            Sum::Lock => self.lock,
            Sum::Evaluation => self.evaluation,
        }
    }

    /// In the returned move, `from` and `to` are places.
    #[inline(always)]
    fn for_sums(&self, side: Side, mv: Move) -> Move {
        if side == Side::First {
            return mv;
        }
        Move { from: self.content(mv.from), to: self.place_after(mv) }
    }

    #[inline(always)]
    fn sum_after(&mut self, sum: Sum, _side: Side, mv: Move, value: u8) -> u8 {
        let (left, entered) = (mv.from as usize, mv.to as usize);
        match sum {
            Sum::Hash => value ^ self.keys.hash[left] ^ self.keys.hash[entered],
            Sum::Lock => value ^ self.keys.lock[left] ^ self.keys.lock[entered],
            Sum::Evaluation => value.wrapping_sub(VALUES[left]).wrapping_add(VALUES[entered]),
        }
    }

    #[inline(always)]
    fn next_move_of(&self, side: Side, cursor: &mut u8) -> Option<Move> {
        if side == Side::First { self.next_of_mouse_fast(cursor) } else { self.next_of_cats(cursor) }
    }

    #[inline(always)]
    fn advance_of(&mut self, side: Side, mv: Move) {
        if side == Side::First {
            self.move_mouse(mv.from, mv.to);
        } else {
            self.move_cat_down(mv.from, mv.to, self.place_after(mv));
        }
    }

    #[inline(always)]
    fn retreat_of(&mut self, side: Side, mv: Move) {
        if side == Side::First {
            self.move_mouse(mv.to, mv.from);
        } else {
            self.move_cat_up(mv.to, mv.from);
        }
    }

    #[inline(always)]
    fn advance_fast(&mut self, side: Side, mv: Move, places: Move) {
        self.side = side.other();
        if side == Side::First {
            self.move_mouse(mv.from, mv.to);
        } else {
            self.move_cat_down(mv.from, mv.to, places.to);
        }
    }

    #[inline(always)]
    fn retreat_fast(&mut self, side: Side, mv: Move) {
        self.side = side;
        self.retreat_of(side, mv);
    }

    #[inline(always)]
    fn try_moves(&mut self, side: Side, sums: Sums, visitor: &mut impl Visit<Self>) {
        if side == Side::First {
            return try_by_cursor(self, side, sums, visitor);
        }
        let mut cursor = 0;
        while let Some(mv) = self.next_of_cats(&mut cursor) {
            let places = self.for_sums(side, mv);
            let after = Sums {
                hash: self.sum_after(Sum::Hash, side, places, sums.hash),
                lock: self.sum_after(Sum::Lock, side, places, sums.lock),
                evaluation: self.sum_after(Sum::Evaluation, side, places, sums.evaluation),
            };
            let number = cursor.wrapping_sub(1) >> 1;
            self.put(mv.from, EMPTY);
            self.put(mv.to, places.to);
            let lower = self.sink(number, mv.to);
            let done = visitor.visit(self, mv, after);
            self.raise(lower, number, mv.from);
            self.put(mv.to, EMPTY);
            self.put(mv.from, places.from);
            if done {
                return;
            }
        }
    }

    /// The mouse is taken off the board between its moves.
    #[inline(always)]
    fn try_kinds_of_moves(&mut self, side: Side, sums: Sums, visitor: &mut impl Visit<Self>) {
        if side == Side::Second {
            return self.try_moves(side, sums, visitor);
        }
        let from = self.mouse;
        let (hash, lock) = (self.keys.hash[from as usize], self.keys.lock[from as usize]);
        let without = Sums { hash: sums.hash ^ hash, lock: sums.lock ^ lock, ..sums };
        self.put(from, EMPTY);
        let _ = self.try_step::<BELOW_LEFT>(from, without, DOWN_LEFT, visitor)
            || self.try_step::<BELOW_RIGHT>(from, without, DOWN_RIGHT, visitor)
            || self.try_step::<ABOVE_RIGHT>(from, without, UP_RIGHT, visitor)
            || self.try_step::<ABOVE_LEFT>(from, without, UP_LEFT, visitor);
        self.move_mouse(self.mouse, from);
    }

    #[inline(always)]
    fn score_moves(&mut self, side: Side, evaluation: u8, mut visit: impl FnMut(Move, u8) -> bool) -> bool {
        if side == Side::First {
            let from = self.mouse;
            let mut step = 0u8;
            while step != 4 {
                let to = from.wrapping_add(STEPS[(step & 3) as usize]);
                if self.content(to) == EMPTY {
                    // The mouse's value is its row: its first two steps go down, the others up.
                    let score =
                        if step < 2 { evaluation.wrapping_sub(1) } else { evaluation.wrapping_add(1) };
                    if visit(Move { from, to }, score) {
                        return true;
                    }
                }
                step += 1;
            }
            false
        } else {
            let score = |gain| evaluation.wrapping_add(gain);
            self.score_cat(0, score, &mut visit)
                || self.score_cat(1, score, &mut visit)
                || self.score_cat(2, score, &mut visit)
                || self.score_cat(3, score, &mut visit)
        }
    }

    /// The mouse has won if no cat is above it: cats only move down, so nothing is left in its way.
    #[inline(always)]
    fn decided(&self) -> Option<Decision> {
        if self.mouse < row_start(self.cats[3]) {
            return None;
        }
        let mut plies = plies_to_last_row(self.mouse);
        if self.side == Side::First {
            plies = plies.saturating_sub(1);
        } else if self.is_stuck() {
            plies = 0;
        }
        Some(Decision { outcome: Outcome::First, plies })
    }

    #[inline(always)]
    fn score_ends(
        &mut self,
        side: Side,
        evaluation: u8,
        ply: u8,
        mut visit: impl FnMut(Move, u8) -> bool,
    ) -> bool {
        let (second, top, mouse) = (self.cats[2], self.cats[3], self.mouse);
        let careful = if side == Side::First { self.cats[0] < ROW_2 } else { self.mouse_may_be_trapped() };
        if careful {
            let behind = core::mem::replace(&mut self.evaluation, evaluation);
            let done = score_by_playing(self, ply, visit);
            self.evaluation = behind;
            return done;
        }
        if side == Side::First {
            let line = row_start(top);
            self.score_moves(Side::First, evaluation, |mv, score| {
                let won = 0xFFu8.wrapping_sub(ply);
                visit(mv, if mv.to < line { score } else { won.wrapping_sub(plies_to_last_row(mv.to)) })
            })
        } else {
            let score = |gain| evaluation.wrapping_sub(gain);
            if mouse < row_start(second) {
                // The mouse has a cat above it whichever cat moves.
                return self.score_cats(score, &mut visit);
            }
            let mut visit = |mv: Move, score| {
                let mut score = score;
                if mv.from == top && mouse >= row_start(if mv.to > second { mv.to } else { second }) {
                    score = 0u8.wrapping_sub(ply).wrapping_sub(plies_to_last_row(mouse));
                }
                visit(mv, score)
            };
            self.score_cats(score, &mut visit)
        }
    }

    #[inline(always)]
    fn identity(&self) -> [u8; IDENTITY] {
        [self.mouse | (self.side as u8) << 7, self.cats[0], self.cats[1], self.cats[2], self.cats[3]]
    }

    /// The place that the piece enters.
    #[inline(always)]
    fn habit(&self, mv: Move) -> u8 {
        if self.side == Side::First { mv.to } else { self.place_after(mv) }
    }
}

/// Returns the first cell of the row of a cell on the board.
#[inline(always)]
fn row_start(cell: u8) -> u8 {
    ROW_STARTS[(cell & 63) as usize]
}

/// Returns the number of plies until a mouse on this cell, with the cats to move and none of them above, reaches row 8.
#[inline(always)]
fn plies_to_last_row(cell: u8) -> u8 {
    ROWS_ABOVE[(cell & 63) as usize] << 1
}

impl MouseAndCats {
    /// [`Evaluate::try_kinds_of_moves`] for one step of the mouse. `without` are the sums of the position without it; the mouse is left on
    /// its new cell if `visitor` returned true.
    #[inline(always)]
    fn try_step<const ENTRY: usize>(
        &mut self,
        from: u8,
        without: Sums,
        step: u8,
        visitor: &mut impl Visit<Self>,
    ) -> bool {
        if self.board[from as usize + ENTRY] != EMPTY {
            return false;
        }
        let to = from.wrapping_add(step);
        let after = Sums {
            hash: without.hash ^ self.keys.hash[to as usize],
            lock: without.lock ^ self.keys.lock[to as usize],
            evaluation: if ENTRY > HERE {
                without.evaluation.wrapping_add(1)
            } else {
                without.evaluation.wrapping_sub(1)
            },
        };
        self.board[from as usize + ENTRY] = to;
        self.mouse = to;
        if visitor.visit(self, Move { from, to }, after) {
            return true;
        }
        self.board[from as usize + ENTRY] = EMPTY;
        false
    }

    /// [`Evaluate::score_moves`] for one cat; `score` turns the gain of a step into the evaluation after it. Returns whether `visit`
    /// returned true.
    #[inline(always)]
    fn score_cat(&self, k: u8, score: impl Fn(u8) -> u8, visit: &mut impl FnMut(Move, u8) -> bool) -> bool {
        let from = self.cats[k as usize];
        let place = self.content(from) as usize;
        if self.board[from as usize + BELOW_LEFT] == EMPTY {
            let to = from.wrapping_add(DOWN_LEFT);
            if visit(Move { from, to }, score(self.left_gains[place])) {
                return true;
            }
        }
        if self.board[from as usize + BELOW_RIGHT] == EMPTY {
            let to = from.wrapping_add(DOWN_RIGHT);
            if visit(Move { from, to }, score(self.right_gains[place])) {
                return true;
            }
        }
        false
    }

    /// Calls [`MouseAndCats::score_cat`] for each cat in turn.
    #[inline(always)]
    fn score_cats(&self, score: impl Fn(u8) -> u8, visit: &mut impl FnMut(Move, u8) -> bool) -> bool {
        let mut k = 0;
        while k != 4 {
            if self.score_cat(k, &score, visit) {
                return true;
            }
            k += 1;
        }
        false
    }

    /// Whether at most one cell next to the mouse is free, so that a cat's move may trap it.
    fn mouse_may_be_trapped(&self) -> bool {
        let is_free = |entry: usize| self.board[self.mouse as usize + entry] == EMPTY;
        // Two free cells are enough, and usually the first two are free.
        if is_free(BELOW_LEFT) {
            !is_free(BELOW_RIGHT) && !is_free(ABOVE_RIGHT) && !is_free(ABOVE_LEFT)
        } else if is_free(BELOW_RIGHT) {
            !is_free(ABOVE_RIGHT) && !is_free(ABOVE_LEFT)
        } else {
            !is_free(ABOVE_RIGHT) || !is_free(ABOVE_LEFT)
        }
    }
}
