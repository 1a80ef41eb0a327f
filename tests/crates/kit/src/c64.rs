//! The platform of an exerciser on the C64: two functions that the test supplies, a heap, the end of a panic.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::{Cell, UnsafeCell};

unsafe extern "C" {
    /// Prints a character.
    fn putch(character: u8);
    /// Ends the program.
    fn halt() -> !;
}

/// Prints a number in eight hexadecimal digits and ends the line.
pub fn print(number: u32) {
    let digits = (0..8).rev().map(|place| b"0123456789abcdef"[(number >> (4 * place)) as usize & 15]);
    // SAFETY: `putch` is the KERNAL's CHROUT, which takes any byte.
    digits.chain([b'\n']).for_each(|character| unsafe { putch(character) });
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    // SAFETY: as above; `halt` leaves the program.
    unsafe {
        putch(b'!');
        halt()
    }
}

/// The bytes that an exerciser may have of the heap in all.
const HEAP: usize = 12 * 1024;

/// A heap that only grows.
struct Heap {
    memory: UnsafeCell<[u8; HEAP]>,
    used: Cell<usize>,
}

// SAFETY: there is one thread.
unsafe impl Sync for Heap {}

unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let start = self.used.get().next_multiple_of(layout.align());
        match start.checked_add(layout.size()) {
            Some(end) if end <= HEAP => {
                self.used.set(end);
                // SAFETY: `start` is at most `end`, which lies within the memory.
                unsafe { self.memory.get().cast::<u8>().add(start) }
            }
            _ => core::ptr::null_mut(),
        }
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static HEAP_OF_THE_PROGRAM: Heap = Heap { memory: UnsafeCell::new([0; HEAP]), used: Cell::new(0) };
