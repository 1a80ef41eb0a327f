//! What a search keeps for each depth.

use super::MAX_DEPTH;
use crate::evaluate::Sums;
use crate::game::Move;

/// Bytes from a column to the next.
const DEPTHS: usize = MAX_DEPTH as usize + 1;

/// What is kept, a byte for each depth.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Column {
    /// The window.
    Alpha,
    /// Its upper bound.
    Beta,
    /// The place among the moves.
    Cursor,
    /// The move being tried.
    From,
    /// Its second half.
    To,
    /// The best move.
    BestFrom,
    /// Its second half.
    BestTo,
    /// What the position adds up to.
    Hash,
    /// Its second part.
    Lock,
    /// Its third part.
    Evaluation,
}

/// Columns in [`Column`].
const COLUMNS: usize = Column::Evaluation as usize + 1;

/// The columns, one after the other, and room behind them for an index with any byte for a depth: so none needs to be
/// checked, and each is a byte plus a constant.
#[derive(Clone, Debug)]
pub(super) struct Frames([u8; COLUMNS * DEPTHS + 256]);

impl Frames {
    pub(super) const fn new() -> Self {
        Frames([0; COLUMNS * DEPTHS + 256])
    }

    #[inline(always)]
    pub(super) const fn get(&self, column: Column, depth: u8) -> u8 {
        self.0[column as usize * DEPTHS + depth as usize]
    }

    #[inline(always)]
    pub(super) const fn set(&mut self, column: Column, depth: u8, value: u8) {
        self.0[column as usize * DEPTHS + depth as usize] = value;
    }

    /// Copies the window of the depth above.
    #[inline(always)]
    pub(super) const fn take_window(&mut self, depth: u8) {
        self.set(Column::Alpha, depth, self.above(Column::Alpha, depth));
        self.set(Column::Beta, depth, self.above(Column::Beta, depth));
    }

    /// The move being tried.
    #[inline(always)]
    pub(super) const fn tried(&self, depth: u8) -> Move {
        Move { from: self.get(Column::From, depth), to: self.get(Column::To, depth) }
    }

    #[inline(always)]
    pub(super) const fn set_tried(&mut self, depth: u8, mv: Move) {
        self.set(Column::From, depth, mv.from);
        self.set(Column::To, depth, mv.to);
    }

    #[inline(always)]
    pub(super) const fn best(&self, depth: u8) -> Move {
        Move { from: self.get(Column::BestFrom, depth), to: self.get(Column::BestTo, depth) }
    }

    #[inline(always)]
    pub(super) const fn set_best(&mut self, depth: u8, mv: Move) {
        self.set(Column::BestFrom, depth, mv.from);
        self.set(Column::BestTo, depth, mv.to);
    }

    /// A byte of the depth above, for one that is not the deepest.
    #[inline(always)]
    const fn above(&self, column: Column, depth: u8) -> u8 {
        self.0[column as usize * DEPTHS + depth as usize + 1]
    }

    /// What the position above adds up to.
    #[inline(always)]
    pub(super) const fn sums_above(&self, depth: u8) -> Sums {
        Sums {
            hash: self.above(Column::Hash, depth),
            lock: self.above(Column::Lock, depth),
            evaluation: self.above(Column::Evaluation, depth),
        }
    }

    #[inline(always)]
    pub(super) const fn set_sums(&mut self, depth: u8, sums: Sums) {
        self.set(Column::Hash, depth, sums.hash);
        self.set(Column::Lock, depth, sums.lock);
        self.set(Column::Evaluation, depth, sums.evaluation);
    }
}
