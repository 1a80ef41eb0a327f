//! The per-depth data of a search.

use super::depths::MAX_DEPTH;
use crate::evaluate::{Evaluate, Sum};
use crate::game::{Move, Side};
use crate::places::Place;
use core::mem::offset_of;

/// The number of bytes in a column: one for each depth, and one above the deepest.
const DEPTHS: usize = MAX_DEPTH as usize + 2;

/// A column of the per-depth data, one byte per depth.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Column {
    /// The bound of the window that this node's moves narrow: alpha in nodes of the first player, beta in the second's. The
    /// other bound is that of the parent, which does not change meanwhile.
    Bound,
    /// The cursor into the move list.
    Cursor,
    /// The move being tried.
    From,
    /// The second half of the move being tried.
    To,
    /// The best move.
    BestFrom,
    /// The second half of the best move.
    BestTo,
    /// The hash of the position.
    Hash,
    /// The lock of the position.
    Lock,
    /// The evaluation of the position.
    Evaluation,
}

/// The number of columns in [`Column`].
const COLUMNS: usize = Column::Evaluation as usize + 1;

/// The columns, one after the other, with room behind them so that any byte can be used as a depth: no index needs a bounds
/// check, and each is a byte plus a constant.
#[derive(Clone, Debug)]
pub(super) struct Frames([u8; COLUMNS * DEPTHS + 257]);

impl Frames {
    pub(super) const fn new() -> Self {
        Frames([0; COLUMNS * DEPTHS + 257])
    }

    /// The offsets of the columns, each with an entry per depth; the bounds have one more, the other bound of the root window.
    pub(super) const PLACES: [Place; 6] = [
        ("bound", Frames::place(Column::Bound)),
        ("from", Frames::place(Column::From)),
        ("to", Frames::place(Column::To)),
        ("best_from", Frames::place(Column::BestFrom)),
        ("best_to", Frames::place(Column::BestTo)),
        ("hash", Frames::place(Column::Hash)),
    ];

    const fn place(column: Column) -> usize {
        offset_of!(Frames, 0) + column as usize * DEPTHS
    }

    #[inline(always)]
    pub(super) const fn get(&self, column: Column, depth: u8) -> u8 {
        self.0[column as usize * DEPTHS + depth as usize]
    }

    #[inline(always)]
    pub(super) const fn set(&mut self, column: Column, depth: u8, value: u8) {
        self.0[column as usize * DEPTHS + depth as usize] = value;
    }

    /// Sets the two bounds of the root, the deepest node: its own and the other.
    #[inline(always)]
    pub(super) const fn set_window(&mut self, root: u8, own: u8, other: u8) {
        self.set(Column::Bound, root, own);
        self.0[Column::Bound as usize * DEPTHS + root as usize + 1] = other;
    }

    /// Takes over the window of the parent: its other bound is this node's own.
    #[inline(always)]
    pub(super) const fn take_window(&mut self, depth: u8) {
        self.set(Column::Bound, depth, self.0[Column::Bound as usize * DEPTHS + depth as usize + 2]);
    }

    /// Returns the bound that the moves of a node narrow.
    #[inline(always)]
    pub(super) const fn own_bound(&self, depth: u8) -> u8 {
        self.get(Column::Bound, depth)
    }

    /// Returns the bound at which a node is cut off.
    #[inline(always)]
    pub(super) const fn other_bound(&self, depth: u8) -> u8 {
        self.above(Column::Bound, depth)
    }

    /// Returns the move being tried.
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

    /// Returns a byte of the depth above, that of the parent.
    #[inline(always)]
    const fn above(&self, column: Column, depth: u8) -> u8 {
        self.0[column as usize * DEPTHS + depth as usize + 1]
    }

    /// Stores the sums of the position.
    #[inline(always)]
    pub(super) fn set_sums<G: Evaluate>(&mut self, depth: u8, game: &G) {
        self.set(Column::Hash, depth, game.sum(Sum::Hash));
        self.set(Column::Lock, depth, game.sum(Sum::Lock));
        self.set(Column::Evaluation, depth, game.sum(Sum::Evaluation));
    }

    /// Stores the sums of the position after a move that the game is about to make in the parent. Returns the move as converted by
    /// [`for_sums`](Evaluate::for_sums).
    #[inline(always)]
    pub(super) fn set_sums_after<G: Evaluate>(
        &mut self,
        depth: u8,
        game: &mut G,
        side: Side,
        mv: Move,
    ) -> Move {
        let mv = game.for_sums(side, mv);
        let hash = game.sum_after(Sum::Hash, side, mv, self.above(Column::Hash, depth));
        self.set(Column::Hash, depth, hash);
        let lock = game.sum_after(Sum::Lock, side, mv, self.above(Column::Lock, depth));
        self.set(Column::Lock, depth, lock);
        let evaluation = game.sum_after(Sum::Evaluation, side, mv, self.above(Column::Evaluation, depth));
        self.set(Column::Evaluation, depth, evaluation);
        mv
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_room_before_the_room_for_indices() {
        let last = Column::Evaluation as usize * DEPTHS + DEPTHS - 1;
        assert_eq!(last + 1 + 257, Frames::new().0.len());
    }
}
