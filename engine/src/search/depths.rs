//! The depth limit of a search, and arrays indexed by depth.

/// The maximum search depth.
pub const MAX_DEPTH: u8 = 15;

/// The number of entries of the depth-indexed tables.
pub(super) const DEPTHS: usize = MAX_DEPTH as usize + 1;

/// Converts a depth to an index.
#[inline(always)]
pub(super) const fn at(depth: u8) -> usize {
    (depth & MAX_DEPTH) as usize
}
