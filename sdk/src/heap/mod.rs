//! The heap: with the feature `heap`, a global allocator over the RAM between the program and its software stack.
//!
//! ```toml
//! [dependencies]
//! sys2080 = { version = "0.2", features = ["heap"] } # or a path, as in the Cargo.toml of `cargo c64 new`
//! ```
//!
//! Then `extern crate alloc;` gives `String`, `Vec`, `format!`, `BTreeMap` and so on. Do not allocate in interrupt handlers.
//!
//! On the host, the allocator of `std` is in charge, and [`room`] and `free` return 0.

#[cfg(any(test, all(target_vendor = "c64", feature = "heap")))]
mod blocks;
#[cfg(all(target_vendor = "c64", feature = "heap"))]
mod global;

mod region;

pub use region::STACK;

/// The size of the heap, or of the memory that a program without one may use by addresses: the bytes between the program and
/// the software stack as it is now, less [`STACK`] for the stack to grow by, or less half of them where they are few.
#[must_use]
pub fn room() -> u16 {
    let (start, end) = region::bounds();
    end - start
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
