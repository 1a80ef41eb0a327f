//! Floats, printed by both formatters.
#![no_std]
use core::hint::black_box;
use sys2080::prelude::*;

fn main() {
    let third = black_box(1.0_f32) / black_box(3.0);
    println!("{}{:>9}", decimal(third, 2), decimal(black_box(-1e6), 1));
    uprintln!("{} {}", decimal(third, 9), decimal(black_box(f32::MAX), 0));
    uprintln!("{} {}", decimal(black_box(f32::NAN), 3), decimal(black_box(0.5_f32), 0));
}
