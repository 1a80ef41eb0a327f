//! The common layout of requests and reports, and the meaning of their numbers.

use engine::player::Source;
use engine::search::Mode;

/// Bytes of a request.
pub const REQUEST_LEN: usize = 128;
/// The maximum number of moves that a request plays before its task; the last two bytes of a request are unused.
pub const MAX_MOVES: u8 = 58;
/// Bytes of a report.
pub const REPORT_LEN: usize = 64;

pub(super) const KIND_PERFT: u8 = 1;
pub(super) const KIND_SEARCH: u8 = 2;
pub(super) const KIND_CHOOSE: u8 = 3;
pub(super) const KIND_PROVE: u8 = 4;
pub(super) const KIND_WEIGHTS: u8 = 5;

/// Returns the search with this number in a request.
pub(super) const fn mode(number: u8) -> Option<Mode> {
    match number {
        0 => Some(Mode::Seed),
        1 => Some(Mode::Play),
        _ => None,
    }
}

/// Returns the move source with this number in a report.
pub(super) const fn source(number: u8) -> Option<Source> {
    Some(match number {
        0 => Source::OnlyMove,
        1 => Source::Chance,
        2 => Source::Search,
        3 => Source::Strategy,
        4 => Source::Weights,
        5 => Source::None,
        _ => return None,
    })
}
