//! Takes one of three numbers, if there is one at the index.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;

static NUMBERS: [u8; 3] = [1, 2, 3];

fn main() {
    uprintln!("{}", NUMBERS.get(black_box(1)).copied().unwrap_or(0));
}
