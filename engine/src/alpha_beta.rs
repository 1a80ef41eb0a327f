//! A player by alpha-beta search: the search and its memory.

use crate::search::Search;
use crate::table::Tables;

/// What a game with alpha-beta search is played with. All zeros when new.
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    /// The search.
    pub search: Search,
    /// The memory of the search.
    pub tables: Tables,
}

impl AlphaBeta {
    /// A search that has not run, and empty tables.
    pub const fn new() -> Self {
        AlphaBeta { search: Search::new(), tables: Tables::new() }
    }
}

impl Default for AlphaBeta {
    fn default() -> Self {
        AlphaBeta::new()
    }
}
