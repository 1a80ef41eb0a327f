//! The machine around a test: where the runner puts its wishes, how a test ends, what is told of a panic.

use core::cell::Cell;
use core::fmt::{self, Write};
use core::panic::PanicInfo;

/// Where the runner stores which test is to run, two bytes; `toolchain/conformance/src/run.rs` has the same. $02A7 to $02FF belong
/// to nobody. Source: Sheldon Leemon, "Mapping the Commodore 64", $2A7-$2FF.
const CHOICE: usize = 0x02a7;
/// The first address of the heap, two bytes.
const HEAP_START: usize = 0x02a9;
/// The address after the last of the heap, two bytes.
const HEAP_END: usize = 0x02ab;

/// Where a program stores 1 before it ends by itself, with whatever code; `toolchain/conformance/src/foreign/target.rs` has the same.
const FINISHED: *mut u8 = 0x02ad as *mut u8;

/// The file of `alloc` that panics when the heap is used up.
#[cfg(feature = "programs")]
const OUT_OF_MEMORY: &str = "alloc/src/alloc.rs";

/// A store of an exit code here ends the run on the in-process machine.
const EXIT: *mut u8 = 0xd7ff as *mut u8;

/// How a test ends, as the runner knows it; 102 and 103 are the compiler's, for full stacks.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub enum Exit {
    /// It returned.
    Returned = 0,
    /// It panicked.
    Panicked = 101,
    /// It panicked where the panic would be caught: there is no unwinding.
    Caught = 111,
    /// It waits for another thread.
    Waits = 112,
    /// A program, not a test, has no heap left. The panic of a test tells that by its place.
    Memory = 113,
}

/// A variable of a program with one thread.
pub struct Single<T>(pub T);

// SAFETY: there is one thread.
unsafe impl<T> Sync for Single<T> {}

/// How many calls of `catch_unwind` surround us.
pub(crate) static CATCHING: Single<Cell<u8>> = Single(Cell::new(0));

/// Ends the test.
pub fn exit(exit: Exit) -> ! {
    end(exit as u8)
}

/// Ends the program with a code of its own.
pub(crate) fn finish(code: u8) -> ! {
    // SAFETY: this byte is nobody's else.
    unsafe { FINISHED.write_volatile(1) };
    end(code)
}

/// Ends the program with a code.
fn end(code: u8) -> ! {
    // SAFETY: the register is the machine's; nothing else is there.
    unsafe { EXIT.write_volatile(code) };
    loop {}
}

/// The number that the runner stored for us.
fn told(address: usize) -> usize {
    // SAFETY: these bytes are nobody's else.
    unsafe { (address as *const u16).read_volatile() as usize }
}

/// The number of the test to run.
pub fn choice() -> usize {
    told(CHOICE)
}

/// First address of the heap, and the one after its last.
pub(crate) fn heap() -> (usize, usize) {
    (told(HEAP_START), told(HEAP_END))
}

/// The KERNAL's screen.
pub(crate) struct Console;

impl Write for Console {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        show(text.as_bytes());
        Ok(())
    }
}

/// Prints bytes as they are.
pub(crate) fn show(bytes: &[u8]) {
    unsafe extern "C" {
        /// The KERNAL's CHROUT.
        safe fn chrout(character: u8);
    }
    bytes.iter().for_each(|byte| chrout(*byte));
}

/// Tells where a panic happened, and what it says if that is a text: to format a message, every program would need the code
/// that shows its values, which is larger than most tests.
#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    #[cfg(not(feature = "programs"))]
    tell(info);
    #[cfg(feature = "programs")]
    if info.location().is_some_and(|place| place.file().ends_with(OUT_OF_MEMORY)) {
        exit(Exit::Memory)
    }
    exit(match CATCHING.0.get() {
        0 => Exit::Panicked,
        _ => Exit::Caught,
    })
}

#[cfg(not(feature = "messages"))]
fn tell(info: &PanicInfo<'_>) {
    let _ = Console.write_str(info.message().as_str().unwrap_or_default());
    if let Some(place) = info.location() {
        let _ = Console.write_str("\n");
        let _ = Console.write_str(place.file());
        let _ = Console.write_str("\n");
        let mut line = place.line();
        let mut digits = [0; 10];
        let mut first = digits.len();
        while line > 0 {
            first -= 1;
            digits[first] = b'0' + (line % 10) as u8;
            line /= 10;
        }
        let _ = Console.write_str(core::str::from_utf8(&digits[first..]).unwrap_or_default());
    }
}

/// With every value in the message.
#[cfg(feature = "messages")]
fn tell(info: &PanicInfo<'_>) {
    let _ = write!(Console, "{}", info.message());
    if let Some(place) = info.location() {
        let _ = write!(Console, "\n{}\n{}", place.file(), place.line());
    }
}
