//! The source code that surrounds the functions of every random crate.

/// The source that outputs results of more than a byte, and that hides arguments from the optimiser.
pub(super) const FRAME: &str = r#"
#[cfg(target_vendor = "c64")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

#[cfg(not(target_vendor = "c64"))]
fn o8(byte: u8) {
    use std::io::Write;
    std::io::stdout().write_all(&[byte]).unwrap();
}

#[inline(never)]
fn o16(n: u16) {
    o8(n as u8);
    o8((n >> 8) as u8);
}

#[inline(never)]
fn o32(n: u32) {
    o16(n as u16);
    o16((n >> 16) as u16);
}

#[inline(never)]
fn o64(n: u64) {
    o32(n as u32);
    o32((n >> 32) as u32);
}

#[inline(never)]
fn o128(n: u128) {
    o64(n as u64);
    o64((n >> 64) as u64);
}

static ALL: u8 = 255;

fn rows<T, const N: usize>(rows: &'static [T; N]) -> impl Iterator<Item = &'static T> {
    let rows: *const [T; N] = rows;
    unsafe { (*core::ptr::read_volatile(&rows)).iter().take(core::ptr::read_volatile(&ALL) as usize) }
}
"#;

/// The generic functions that random functions call with their own types.
pub(super) const GENERIC: &str = r#"
fn b32(x: f32) -> u32 {
    if x.is_nan() { 0x7fc0_0000 } else { x.to_bits() }
}

fn b64(x: f64) -> u64 {
    if x.is_nan() { 0x7ff8_0000_0000_0000 } else { x.to_bits() }
}

trait Number: Copy {
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn turned(self, other: Self) -> Self;
    fn low(self) -> u8;
    fn of(n: u8) -> Self;
}

macro_rules! numbers {
    ($($t:ty),*) => { $(impl Number for $t {
        fn plus(self, other: Self) -> Self { self.wrapping_add(other) }
        fn times(self, other: Self) -> Self { self.wrapping_mul(other) }
        fn turned(self, other: Self) -> Self { self.rotate_left(3) ^ other }
        fn low(self) -> u8 { self as u8 }
        fn of(n: u8) -> Self { n as $t }
    })* };
}
numbers!(u8, i8, u16, i16, u32, i32, u64, i64, u128, i128);

#[inline(never)]
fn through<T, R>(f: &dyn Fn(T) -> R, x: T) -> R {
    f(x)
}

fn apply<T, R>(f: impl FnOnce(T) -> R, x: T) -> R {
    f(x)
}

#[inline(never)]
fn repeat<T: Copy>(f: &mut dyn FnMut(T), x: T) {
    f(x);
    f(x);
}

fn mixed<T: Number, U: Number>(a: T, b: T, c: U) -> T {
    (0..c.low() & 3).fold(a, |x, i| x.turned(b).plus(T::of(i)))
}

fn summed<T: Number, const N: usize>(all: &[T; N], first: T) -> T {
    all.iter().fold(first, |x, y| x.times(T::of(5)).plus(*y))
}

struct Ring<T, const N: usize> {
    items: [T; N],
    at: usize,
}

impl<T: Number, const N: usize> Ring<T, N> {
    fn new(x: T) -> Self {
        Ring { items: [x; N], at: 0 }
    }
    fn pushed(mut self, x: T) -> Self {
        self.items[self.at] = self.items[self.at].turned(x);
        self.at = (self.at + 1) % N;
        self
    }
    fn total(&self) -> T {
        summed(&self.items, T::of(self.at as u8))
    }
}

struct Pair<A, B> {
    a: A,
    b: B,
}

impl<A, B> Pair<A, B> {
    fn swapped(self) -> Pair<B, A> {
        Pair { a: self.b, b: self.a }
    }
}
"#;

/// The source that precedes a crate with a heap. On the C64, a freed block goes onto a free list for its size.
pub(super) const HEAP: &str = r#"
extern crate alloc;
#[allow(unused_imports)]
use alloc::{boxed::Box, collections::BTreeMap, format, string::String, vec::Vec};

fn hashed(text: &str) -> u32 {
    text.bytes().fold(7, |n: u32, byte| n.wrapping_mul(31) ^ byte as u32)
}

#[cfg(target_vendor = "c64")]
mod heap {
    use core::alloc::{GlobalAlloc, Layout};

    const SIZE: usize = 8192;
    struct Heap;
    #[global_allocator]
    static HEAP: Heap = Heap;
    static mut MEMORY: [u8; SIZE] = [0; SIZE];
    static mut USED: usize = 0;
    static mut FREE: [*mut u8; 16] = [core::ptr::null_mut(); 16];

    fn class(layout: Layout) -> usize {
        layout.size().max(4).next_power_of_two().trailing_zeros() as usize & 15
    }

    unsafe impl GlobalAlloc for Heap {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            unsafe {
                let class = class(layout);
                let first = FREE[class];
                if !first.is_null() {
                    FREE[class] = first.cast::<*mut u8>().read_unaligned();
                    return first;
                }
                let size = 1 << class;
                if size > SIZE - USED {
                    return core::ptr::null_mut();
                }
                USED += size;
                (&raw mut MEMORY).cast::<u8>().add(USED - size)
            }
        }
        unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
            unsafe {
                let class = class(layout);
                piece.cast::<*mut u8>().write_unaligned(FREE[class]);
                FREE[class] = piece;
            }
        }
    }
}
"#;
