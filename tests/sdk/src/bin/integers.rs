//! Integers of four types by `ufmt`.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;

fn main() {
    uprintln!("{} {}", black_box(207_u8), black_box(-128_i8));
    uprintln!("{} {}", black_box(65_535_u16), black_box(-2_147_483_648_i32));
}
