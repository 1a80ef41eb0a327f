//! An alpha-beta player: the search and its memory.

use crate::search::Search;
use crate::table::Tables;

/// The player of a game with alpha-beta search. All zeros when new.
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    /// The search.
    pub search: Search,
    /// The memory of the search.
    pub tables: Tables,
}

impl AlphaBeta {
    /// Returns a search that has not run, with empty tables.
    pub const fn new() -> Self {
        AlphaBeta { search: Search::new(), tables: Tables::new() }
    }
}

impl Default for AlphaBeta {
    fn default() -> Self {
        AlphaBeta::new()
    }
}
