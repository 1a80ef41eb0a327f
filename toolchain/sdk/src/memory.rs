//! The RAM between the program and its software stack, for the heap and for other allocators.
//!
//! All users of this memory take it here, for good. The compiler keeps the address where the free memory begins; the memory below is safe
//! from the stack: functions that check the stack compare it with this address, and memory that the stack is known to need cannot be taken
//! (`stack-reserve`; see docs/PROGRAMMING.md, "Stacks").

use core::mem::MaybeUninit;

use crate::hardware::{free_ram, take_ram};

/// The number of bytes that [`take`] could return: those between the end of the program or of the memory already taken, and the memory
/// that the software stack needs below its current position. 0 on the host, and possibly in an interrupt handler.
#[must_use]
pub fn free() -> u16 {
    let (start, end) = free_ram();
    end.saturating_sub(start)
}

/// Takes this many bytes for good, or all that are left if there are fewer: none on the host, and none in an interrupt handler. They follow
/// those of the previous call and are not initialised.
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
