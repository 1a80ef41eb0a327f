//! Prints a `&str` that is not a constant.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;

fn main() {
    println!("{}", black_box("A"));
}
