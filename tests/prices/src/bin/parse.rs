//! Reads a number in decimal.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;

fn main() {
    uprintln!("{}", black_box("7").parse::<u8>().unwrap());
}
