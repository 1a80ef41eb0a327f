//! Divides two numbers.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;

fn main() {
    uprintln!("{}", black_box(7_u8) / black_box(3_u8));
}
