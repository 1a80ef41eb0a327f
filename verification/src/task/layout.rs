//! The layout that requests and reports share.

/// Bytes of a request.
pub const REQUEST_LEN: usize = 128;
/// The most moves a request plays before its work; the last two bytes of a request stay unused.
pub const MAX_MOVES: u8 = 58;
/// Bytes of a report.
pub const REPORT_LEN: usize = 64;

pub(super) const KIND_PERFT: u8 = 1;
pub(super) const KIND_SEARCH: u8 = 2;
pub(super) const KIND_CHOOSE: u8 = 3;
pub(super) const KIND_PROVE: u8 = 4;
pub(super) const KIND_WEIGHTS: u8 = 5;
