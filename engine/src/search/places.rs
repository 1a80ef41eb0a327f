//! Offsets of the fields of a search, for a debugger.

use super::depths::at;
use super::frames::Frames;
use super::ordering::Ordering;
use super::state::Search;
use crate::counter::{BatchCounter, Counter};
use crate::game::Move;
use crate::places::{Place, joined};
use crate::table::Line;
use core::mem::offset_of;

/// The fields of a search apart from the columns and the node counter.
const OWN: [Place; 10] = [
    ("root", offset_of!(Search, root)),
    ("depth", offset_of!(Search, depth)),
    ("score", offset_of!(Search, score)),
    ("alpha_cutoffs_low", offset_of!(Search, alpha_cutoffs) + Counter::PLACES[0]),
    ("alpha_cutoffs_high", offset_of!(Search, alpha_cutoffs) + Counter::PLACES[1]),
    ("beta_cutoffs_low", offset_of!(Search, beta_cutoffs) + Counter::PLACES[0]),
    ("beta_cutoffs_high", offset_of!(Search, beta_cutoffs) + Counter::PLACES[1]),
    ("line_length", offset_of!(Search, line) + Line::PLACES[0]),
    ("line", offset_of!(Search, line) + Line::PLACES[1]),
    // The length of the variation from each depth on: reset to 0 when the search enters a node.
    ("lengths", offset_of!(Search, ordering) + offset_of!(Ordering, line_len)),
];

/// The number of offsets.
pub(crate) const COUNT: usize = OWN.len() + Frames::PLACES.len() + BatchCounter::PLACES.len();

impl Search {
    /// The offsets of the fields that show a search.
    pub(crate) const PLACES: [Place; COUNT] = joined(&[
        (0, &OWN),
        (offset_of!(Search, frames), &Frames::PLACES),
        (offset_of!(Search, nodes), &BatchCounter::PLACES),
    ]);

    /// Returns the move being tried at a depth, at most [`MAX_DEPTH`](super::MAX_DEPTH), and the two bounds of the window there:
    /// the one that this node's moves narrow, and the other. After a stopped search, they are as it left them.
    pub const fn kept_at(&self, depth: u8) -> (Move, [u8; 2]) {
        let depth = at(depth) as u8;
        (self.frames.tried(depth), [self.frames.own_bound(depth), self.frames.other_bound(depth)])
    }
}
