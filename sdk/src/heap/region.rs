//! The memory of the heap.

use crate::hardware::free_ram;

/// The bytes below the software stack, as it is at the first allocation, that the heap leaves to it, or half of what is there if
/// that is less. The stack holds what functions keep that call themselves: see docs/PROGRAMMING.md.
pub const STACK: u16 = 2048;

/// First address of the heap, and the one behind its last; both the same if there is no room.
pub(super) fn bounds() -> (u16, u16) {
    let (start, stack) = free_ram();
    let room = stack.saturating_sub(start);
    (start, start + room - STACK.min(room / 2))
}
