//! Prints a `i32` by `core::fmt`.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;

fn main() {
    println!("{}", black_box(7_i32));
}
