//! A heap without memory: the program allocates nothing.

use core::alloc::{GlobalAlloc, Layout};
use core::ptr;

/// Refuses every allocation. `mos-hardware` mentions `alloc`, so a program that uses it needs a global allocator;
/// nothing here allocates, and the linked program contains none of this.
struct NoHeap;

// SAFETY: a null pointer is the documented result of an allocator that cannot serve a request.
unsafe impl GlobalAlloc for NoHeap {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static HEAP: NoHeap = NoHeap;
