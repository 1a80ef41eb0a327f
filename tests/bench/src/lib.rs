//! What the benchmarks share: memory, marks for the cycle counter, inputs that no compiler can know, output, and a game.
#![no_std]

pub mod bytes;
pub mod cats;
pub mod deflated;
pub mod search;

use core::cell::UnsafeCell;

/// The machine notes the cycle of every store to this address.
const MARK: *mut u8 = 0xd7fe as *mut u8;

unsafe extern "C" {
    /// CHROUT of the KERNAL: prints a character.
    safe fn chrout(character: u8);
}

/// Makes a function the program's entry. With a type and a value it is given a variable at a fixed address, with this
/// value at first.
#[macro_export]
macro_rules! main {
    ($function:ident) => {
        #[unsafe(no_mangle)]
        extern "C" fn main() {
            $function();
        }
    };
    ($function:ident, $type:ty, $value:expr) => {
        #[unsafe(no_mangle)]
        extern "C" fn main() {
            static MEMORY: $crate::Memory<$type> = $crate::Memory::new($value);
            // SAFETY: the start-up code calls this, once, and nothing else does.
            $function(unsafe { MEMORY.get() });
        }
    };
}

/// A variable at a fixed address. [`main!`] makes the program's only one.
pub struct Memory<T>(UnsafeCell<T>);

// SAFETY: there is one thread, and no interrupt handler of ours.
unsafe impl<T> Sync for Memory<T> {}

impl<T> Memory<T> {
    /// A variable with its first value.
    pub const fn new(value: T) -> Memory<T> {
        Memory(UnsafeCell::new(value))
    }

    /// The variable.
    ///
    /// # Safety
    /// To be called once.
    pub unsafe fn get(&'static self) -> &'static mut T {
        // SAFETY: this is the only reference, as the caller promises.
        unsafe { &mut *self.0.get() }
    }
}

/// Notes the cycle.
#[inline(always)]
pub fn mark() {
    // SAFETY: nothing else is at this address.
    unsafe { MARK.write_volatile(1) }
}

/// The value, which no compiler can know.
#[inline(always)]
pub fn input<T: Copy>(value: T) -> T {
    // SAFETY: a reference is valid for reads.
    unsafe { (&raw const value).read_volatile() }
}

/// Prints two hexadecimal digits.
#[inline(never)]
pub fn hex8(value: u8) {
    for nibble in [value >> 4, value & 15] {
        chrout(if nibble < 10 { b'0' + nibble } else { b'A' - 10 + nibble });
    }
}

/// Prints four hexadecimal digits and a blank.
#[inline(never)]
pub fn hex16(value: u16) {
    let [high, low] = value.to_be_bytes();
    hex8(high);
    hex8(low);
    chrout(b' ');
}

/// Prints eight hexadecimal digits and a blank.
#[inline(never)]
pub fn hex32(value: u32) {
    let [first, second, third, fourth] = value.to_be_bytes();
    hex8(first);
    hex8(second);
    hex16(u16::from_be_bytes([third, fourth]));
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {
        chrout(b'!');
    }
}
