//! The global allocator on the C64.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::Cell;
use core::ptr::{null_mut, with_exposed_provenance, with_exposed_provenance_mut};

use super::blocks::{Blocks, Memory};
use crate::hardware::in_handler;
use crate::memory;

/// The C64's memory.
struct Ram;

impl Memory for Ram {
    fn load(&self, address: u16) -> u16 {
        // SAFETY: the address is in a free block of the heap, which nothing else uses.
        unsafe { with_exposed_provenance::<u16>(usize::from(address)).read_unaligned() }
    }

    fn store(&mut self, address: u16, word: u16) {
        // SAFETY: as in `load`.
        unsafe { with_exposed_provenance_mut::<u16>(usize::from(address)).write_unaligned(word) }
    }
}

/// The heap: its first free block, or `None` before the first allocation.
struct Heap(Cell<Option<u16>>);

// SAFETY: there is one thread, and `Heap::with` does nothing in interrupt handlers.
unsafe impl Sync for Heap {}

#[global_allocator]
static HEAP: Heap = Heap(Cell::new(None));

impl Heap {
    /// Runs `work` on the free blocks. Returns `None` in an interrupt handler, which may have interrupted such work.
    fn with<T>(&self, work: impl FnOnce(&mut Blocks<Ram>) -> T) -> Option<T> {
        if in_handler() {
            return None;
        }
        let mut blocks = match self.0.get() {
            Some(first) => Blocks::resume(Ram, first),
            None => {
                let all = memory::take(u16::MAX).as_mut_ptr_range();
                let mut blocks = Blocks::new(Ram);
                blocks.add(all.start.expose_provenance() as u16, all.end.expose_provenance() as u16);
                blocks
            }
        };
        let result = work(&mut blocks);
        self.0.set(Some(blocks.first()));
        Some(result)
    }
}

/// See [`super::free`].
pub(super) fn free() -> u16 {
    HEAP.with(|blocks| blocks.free()).unwrap_or(0)
}

// SAFETY: blocks are taken from the free list, return to it, and never overlap. Sizes are at most 32,767.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let start = self.with(|blocks| blocks.take(layout.size() as u16, layout.align() as u16));
        start.flatten().map_or(null_mut(), |start| with_exposed_provenance_mut(usize::from(start)))
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        self.with(|blocks| blocks.give(pointer.expose_provenance() as u16, layout.size() as u16));
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let start = pointer.expose_provenance() as u16;
        if self.with(|blocks| blocks.resize(start, layout.size() as u16, size as u16)) == Some(true) {
            return pointer;
        }
        // SAFETY: the caller passes a block of this layout and a non-zero size; the new block is a different one.
        unsafe {
            let new = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !new.is_null() {
                new.copy_from_nonoverlapping(pointer, layout.size().min(size));
                self.dealloc(pointer, layout);
            }
            new
        }
    }
}
