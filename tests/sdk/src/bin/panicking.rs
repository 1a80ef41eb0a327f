//! An index out of its bounds.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;

fn main() {
    let squares = [1_u8, 4, 9];
    let index = black_box(3);
    uprintln!("{}", squares[index]);
}
