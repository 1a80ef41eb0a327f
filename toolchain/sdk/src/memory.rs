//! The RAM between the program and its software stack, for the heap and for allocators of others.
//!
//! Whoever uses this memory takes it here, once and for all. The compiler keeps the address where the rest begins, and all that is below it is safe
//! from the stack: functions that test the stack compare it with this address, and what the stack is known to need cannot be taken
//! (`stack-reserve`; see docs/PROGRAMMING.md, "Stacks").

use core::mem::MaybeUninit;

use crate::hardware::{free_ram, take_ram};

/// The bytes that [`take`] would give: those between the program, or what has been taken, and what the software stack needs below
/// where it is now. 0 on the host, and perhaps in an interrupt handler.
#[must_use]
pub fn free() -> u16 {
    let (start, end) = free_ram();
    end.saturating_sub(start)
}

/// Takes so many bytes for good, or all that are left if these are fewer: none on the host, and none in an interrupt handler. They follow
/// those of the call before, and begin with whatever is there.
///
/// ```
/// use sys2080::memory;
///
/// let arena = memory::take(1_000);
/// assert!(arena.len() <= 1_000);
/// ```
pub fn take(up_to: u16) -> &'static mut [MaybeUninit<u8>] {
    take_ram(up_to)
}
