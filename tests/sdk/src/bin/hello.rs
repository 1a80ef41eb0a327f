//! The first program of everybody.
#![no_std]
use sys2080::prelude::*;

fn main() {
    println!("Hello, \"C64\"!");
}
