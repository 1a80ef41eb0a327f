//! A vector that nobody writes to, while a function recurses.
#![no_std]
extern crate alloc;
use core::hint::black_box;

use sys2080::heap;
use sys2080::prelude::*;

fn deep(n: u8) -> u16 {
    if n == 0 {
        return 0;
    }
    let local = black_box([n; 64]);
    deep(black_box(n - 1)) + u16::from(local[usize::from(n) & 63])
}

fn main() {
    let vector = alloc::vec![0xaa_u8; usize::from(heap::free()).min(32_000)];
    let rest = alloc::vec![0xaa_u8; usize::from(heap::free()) - 8];
    for depth in [20, 30, 40, 60] {
        let sum = deep(black_box(depth));
        let changed = vector.iter().chain(&rest).filter(|byte| **byte != 0xaa).count();
        uprintln!("{} {} {}", depth, sum, changed);
    }
}
