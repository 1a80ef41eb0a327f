//! The two kinds of search.

use crate::table::Kind;

/// Which search to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mode {
    /// The published program's search of this game, reproduced exactly.
    Seed = 0,
    /// The engine's own search.
    Play = 1,
}

impl Mode {
    /// Returns the kind of table entries that this search uses.
    pub(super) const fn kind(self) -> Kind {
        match self {
            Mode::Seed => Kind::Moves,
            Mode::Play => Kind::Values,
        }
    }
}
