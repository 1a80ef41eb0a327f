//! The depth limit of a search, and arrays indexed by depth.

/// The greatest search depth.
pub const MAX_DEPTH: u8 = 15;

/// Entries of the depth-indexed tables.
pub(super) const DEPTHS: usize = MAX_DEPTH as usize + 1;

/// Index of a depth.
#[inline(always)]
pub(super) const fn at(depth: u8) -> usize {
    (depth & MAX_DEPTH) as usize
}
