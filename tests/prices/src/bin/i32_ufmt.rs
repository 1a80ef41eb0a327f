//! Prints a `i32` by `ufmt`.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;

fn main() {
    uprintln!("{}", black_box(7_i32));
}
