//! Unwraps an `Option`.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;

fn main() {
    uprintln!("{}", black_box(Some(3_u8)).unwrap());
}
