//! The heap: with the feature `heap`, a global allocator over the RAM between the program and its software stack.
//!
//! ```toml
//! [dependencies]
//! sys2080 = { version = "0.2", features = ["heap"] } # or a path, as in the Cargo.toml of `cargo c64 new`
//! ```
//!
//! `extern crate alloc;` then provides `String`, `Vec`, `format!`, `BTreeMap` and so on. Interrupt handlers have
//! no heap: allocations fail there, and memory freed there is lost.
//!
//! On the host, the allocator of `std` is used, and [`room`] and `free` return 0.

#[cfg(any(test, all(target_vendor = "c64", feature = "heap")))]
mod blocks;
#[cfg(all(target_vendor = "c64", feature = "heap"))]
mod global;

use crate::hardware::{free_ram, program_end};

/// Returns the number of bytes between the program and the memory that its software stack needs below its current position: those already
/// taken, such as the heap after its first allocation, and those that [`memory::take`](crate::memory::take) would return.
#[must_use]
pub fn room() -> u16 {
    let (start, end) = free_ram();
    start.max(end) - program_end()
}

/// Returns the number of unallocated bytes in the heap, which may be fragmented.
#[cfg(feature = "heap")]
#[must_use]
pub fn free() -> u16 {
    #[cfg(target_vendor = "c64")]
    return global::free();
    #[cfg(not(target_vendor = "c64"))]
    0
}
