//! Prints an `f64` with two places by `core::fmt`.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;

fn main() {
    println!("{:.2}", black_box(1.5_f64));
}
