//! Takes one of three numbers, by an index that may be out of bounds.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;

static NUMBERS: [u8; 3] = [1, 2, 3];

fn main() {
    uprintln!("{}", NUMBERS[black_box(1)]);
}
