//! Offsets of the fields of a search within [`Engines`], for a debugger. The web page uses them to display a search.

use super::{Engines, Five, Searched};
use crate::alpha_beta::AlphaBeta;
use crate::games::five_in_a_row::{Board19, Thinker19};
use crate::games::mouse_and_cats::MouseAndCats;
use crate::games::tic_tac_toe::TicTacToe;
use crate::places::{Place, joined, payload};
use crate::search::Search;
use crate::search::places::COUNT;
use crate::table::Tables;
use core::mem::offset_of;

/// Offsets of the enum's tag and, behind it, of the fields of either variant.
const MEMORY: usize = offset_of!(Engines, memory);
const SEARCHED: usize = MEMORY + payload::<Searched>();
const THINKER: usize = SEARCHED + offset_of!(Searched, thinker);
const FIVE: usize = MEMORY + payload::<Five>();

impl Engines {
    /// The offsets of the fields that show a search, by name. Those beginning with `five` are valid while the memory's tag is 1, the others
    /// while it is 0; the tag and the number of the game are always valid.
    pub const PLACES: [Place; COUNT + 20] = joined(&[
        (0, &[("game", offset_of!(Engines, game)), ("memory", MEMORY)]),
        (SEARCHED + offset_of!(Searched, mouse_and_cats), &MouseAndCats::PLACES),
        (SEARCHED + offset_of!(Searched, tic_tac_toe), &TicTacToe::PLACES),
        (THINKER + offset_of!(AlphaBeta, search), &Search::PLACES),
        (THINKER + offset_of!(AlphaBeta, tables), &Tables::PLACES),
        (FIVE + offset_of!(Five, board), &Board19::PLACES),
        (FIVE + offset_of!(Five, thinker), &Thinker19::PLACES),
    ]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_inside_and_has_a_name_of_its_own() {
        let mut places = std::vec::Vec::from(Engines::PLACES);
        places.sort_unstable();
        places.dedup_by_key(|place| place.0);
        assert_eq!(places.len(), Engines::PLACES.len());
        assert!(places.iter().all(|(_, place)| *place < size_of::<Engines>()));
    }
}
