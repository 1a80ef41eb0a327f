//! Prints a text.
#![no_std]
use sys2080::prelude::*;

fn main() {
    println!("HELLO");
}
