//! The global allocator of a program on a C64.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::Cell;
use core::ptr::{null_mut, with_exposed_provenance, with_exposed_provenance_mut};

use super::blocks::{Blocks, Memory};
use super::region::bounds;

/// The C64's memory.
struct Ram;

impl Memory for Ram {
    fn load(&self, address: u16) -> u16 {
        // SAFETY: the address is that of a free block of the heap, which nobody else uses.
        unsafe { with_exposed_provenance::<u16>(usize::from(address)).read_unaligned() }
    }

    fn store(&mut self, address: u16, word: u16) {
        // SAFETY: as in `load`.
        unsafe { with_exposed_provenance_mut::<u16>(usize::from(address)).write_unaligned(word) }
    }
}

/// The heap: its first free block, `None` before the first allocation.
struct Heap(Cell<Option<u16>>);

// SAFETY: there is one thread, and interrupt handlers do not allocate.
unsafe impl Sync for Heap {}

#[global_allocator]
static HEAP: Heap = Heap(Cell::new(None));

impl Heap {
    fn with<T>(&self, work: impl FnOnce(&mut Blocks<Ram>) -> T) -> T {
        let mut blocks = match self.0.get() {
            Some(first) => Blocks::resume(Ram, first),
            None => {
                let (start, end) = bounds();
                let mut blocks = Blocks::new(Ram);
                blocks.add(start, end);
                blocks
            }
        };
        let result = work(&mut blocks);
        self.0.set(Some(blocks.first()));
        result
    }
}

/// As [`super::free`].
pub(super) fn free() -> u16 {
    HEAP.with(|blocks| blocks.free())
}

// SAFETY: blocks come out of the list of free ones and go back there, and never overlap. Sizes are at most 32,767.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let start = self.with(|blocks| blocks.take(layout.size() as u16, layout.align() as u16));
        start.map_or(null_mut(), |start| with_exposed_provenance_mut(usize::from(start)))
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        self.with(|blocks| blocks.give(pointer.expose_provenance() as u16, layout.size() as u16));
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let start = pointer.expose_provenance() as u16;
        if self.with(|blocks| blocks.resize(start, layout.size() as u16, size as u16)) {
            return pointer;
        }
        // SAFETY: the caller gives a block of this layout and a size that is not 0; the new block is another one.
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
