//! Right: written for gccrs, with lang items of its own, C's `printf` and a number as the result of `main`.
// { dg-output "7 x yes\r*\n" }
#![no_core]
#[lang = "add"]
pub trait Add<R = Self> {
    type Output;
    fn add(self, other: R) -> Self::Output;
}

impl Add for i32 {
    type Output = i32;
    fn add(self, other: i32) -> i32 {
        self + other
    }
}

struct Pair(i32, i32);

impl Add for Pair {
    type Output = i32;
    fn add(self, other: Pair) -> i32 {
        self.0 + other.1
    }
}

extern "C" {
    fn printf(format: *const i8, ...);
}

fn main() -> i32 {
    // SAFETY: the format has a conversion for each argument, and both texts end in a zero.
    unsafe {
        printf("%i %c %s\n\0" as *const str as *const i8, Pair(3, 1) + Pair(1, 4), 'x' as i32, "yes\0" as *const str as *const i8);
    }
    0
}
