//! Prints a struct by a derived `Debug`.
#![no_std]
use core::hint::black_box;

use sys2080::prelude::*;

#[derive(Debug)]
struct Pair {
    #[allow(dead_code, reason = "`Debug` reads it")]
    a: u8,
    #[allow(dead_code, reason = "`Debug` reads it")]
    b: u8,
}

fn main() {
    println!("{:?}", black_box(Pair { a: 1, b: 2 }));
}
