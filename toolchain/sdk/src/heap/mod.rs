//! The heap: with the feature `heap`, a global allocator over the RAM between the program and its software stack.
//!
//! ```toml
//! [dependencies]
//! sys2080 = { version = "0.2", features = ["heap"] } # or a path, as in the Cargo.toml of `cargo c64 new`
//! ```
//!
//! Then `extern crate alloc;` gives `String`, `Vec`, `format!`, `BTreeMap` and so on. In interrupt handlers there is
//! no heap: an allocation fails there, and what is freed there is lost.
//!
//! On the host, the allocator of `std` is in charge, and [`room`] and `free` return 0.

#[cfg(any(test, all(target_vendor = "c64", feature = "heap")))]
mod blocks;
#[cfg(all(target_vendor = "c64", feature = "heap"))]
mod global;

use crate::hardware::{free_ram, program_end};

/// The bytes between the program and what its software stack needs below where it is now: those that are taken, as the heap is from
/// its first allocation on, and those that [`memory::take`](crate::memory::take) would give.
#[must_use]
pub fn room() -> u16 {
    let (start, end) = free_ram();
    start.max(end) - program_end()
}

/// The bytes of the heap that are not allocated, in however many pieces.
#[cfg(feature = "heap")]
#[must_use]
pub fn free() -> u16 {
    #[cfg(target_vendor = "c64")]
    return global::free();
    #[cfg(not(target_vendor = "c64"))]
    0
}
