//! A float with two places.
#![no_std]
use core::hint::black_box;
use sys2080::prelude::*;

fn main() {
    println!("{}", decimal(black_box(1.0 / 3.0), 2));
}
