//! Prints an `f32` with two places by `decimal`.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;

use sys2080::decimal::decimal;

fn main() {
    println!("{}", decimal(black_box(1.5), 2));
}
