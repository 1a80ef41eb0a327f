//! How the engine plays five in a row, level by level.

use super::{FiveInARow, Weights};
use crate::player::{Choice, Choose, LEVELS, Limits, Source};
use crate::search::Observer;

/// What five in a row is played with. All zeros when new.
#[derive(Clone, Debug)]
pub struct Thinker<const CELLS: usize> {
    /// The weights of the cells.
    pub weights: Weights<CELLS>,
}

impl<const CELLS: usize> Thinker<CELLS> {
    /// Weights of no position.
    pub const fn new() -> Self {
        Thinker { weights: Weights::new() }
    }

    /// Forgets what it knows of a position.
    pub fn forget(&mut self) {
        *self = Thinker::new();
    }
}

impl<const CELLS: usize> Default for Thinker<CELLS> {
    fn default() -> Self {
        Thinker::new()
    }
}

/// A level that errs at times.
const fn level(depth: u8, errs: u8) -> Limits {
    Limits { depth, polls: 0, seconds: 0, errs, exact: false }
}

impl<const CELLS: usize> Choose for FiveInARow<CELLS> {
    const LIMITS: [Limits; LEVELS as usize] =
        [level(0, 96), level(0, 32), level(0, 0), level(0, 0), level(0, 0), level(0, 0)];

    type Thinker = Thinker<CELLS>;

    fn think<O: Observer>(
        &mut self,
        thinker: &mut Thinker<CELLS>,
        _limits: &Limits,
        _observer: &mut O,
    ) -> Choice {
        Choice::plain(thinker.weights.best(self), Source::Weights)
    }
}
