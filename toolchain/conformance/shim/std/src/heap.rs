//! The heap: the RAM between the program and its stack, as a list of free blocks.

use core::alloc::{AllocError, Allocator, GlobalAlloc, Layout};
use core::cell::Cell;
use core::ptr::{NonNull, null_mut};

use alloc_crate::alloc::Global;

use crate::platform::{Single, heap};

/// What a free block begins with: its size in bytes and the next free block, or 0. Every block is a multiple of this.
const HEADER: usize = 4;

/// The heap, as `std::alloc::System` names it.
#[derive(Clone, Copy, Debug, Default)]
pub struct System;

/// The first free block, 0 if there is none; `None` before the first allocation.
static FREE: Single<Cell<Option<usize>>> = Single(Cell::new(None));

fn load(address: usize) -> usize {
    // SAFETY: the address is that of a free block, which nobody else uses.
    unsafe { (address as *const u16).read_unaligned() as usize }
}

fn store(address: usize, value: usize) {
    // SAFETY: as in `load`.
    unsafe { (address as *mut u16).write_unaligned(value as u16) }
}

/// The first free block; at the first call, all of the heap is one.
fn first() -> usize {
    FREE.0.get().unwrap_or_else(|| {
        let (start, end) = heap();
        let start = start.next_multiple_of(HEADER);
        store(start, (end - start) / HEADER * HEADER);
        store(start + 2, 0);
        FREE.0.set(Some(start));
        start
    })
}

/// Makes `next` what follows `before`, or the first if there is none before.
fn link(before: usize, next: usize) {
    match before {
        0 => FREE.0.set(Some(next)),
        _ => store(before + 2, next),
    }
}

/// The bytes that a block of this layout takes.
fn size(layout: Layout) -> Option<usize> {
    layout.size().max(1).checked_next_multiple_of(HEADER)
}

// SAFETY: blocks come out of the list of free ones and go back there, and never overlap.
unsafe impl GlobalAlloc for System {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(size) = size(layout) else { return null_mut() };
        let (mut before, mut block) = (0, first());
        while block != 0 {
            let (room, next) = (load(block), load(block + 2));
            let start = block.next_multiple_of(layout.align().max(HEADER));
            let skipped = start - block;
            if let Some(rest) = room.checked_sub(skipped).and_then(|room| room.checked_sub(size)) {
                let mut after = next;
                if rest > 0 {
                    after = start + size;
                    store(after, rest);
                    store(after + 2, next);
                }
                if skipped > 0 {
                    store(block, skipped);
                    before = block;
                    link(before, after);
                } else {
                    link(before, after);
                }
                return core::ptr::with_exposed_provenance_mut(start);
            }
            (before, block) = (block, next);
        }
        null_mut()
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        let (block, mut size) = (pointer.expose_provenance(), size(layout).unwrap_or(HEADER));
        let (mut before, mut next) = (0, first());
        while next != 0 && next < block {
            (before, next) = (next, load(next + 2));
        }
        if next != 0 && block + size == next {
            size += load(next);
            next = load(next + 2);
        }
        if before != 0 && before + load(before) == block {
            store(before, load(before) + size);
            store(before + 2, next);
            return;
        }
        store(block, size);
        store(block + 2, next);
        link(before, block);
    }
}

// SAFETY: it is the heap that `Global` hands out.
unsafe impl Allocator for System {
    fn allocate(&self, layout: Layout) -> Result<NonNull<[u8]>, AllocError> {
        Global.allocate(layout)
    }

    unsafe fn deallocate(&self, pointer: NonNull<u8>, layout: Layout) {
        // SAFETY: the caller has the pointer from `allocate`, which is that of `Global`.
        unsafe { Global.deallocate(pointer, layout) }
    }
}

#[global_allocator]
static HEAP: System = System;
