//! `main` returns an error.
#![no_std]
use sys2080::kernal;
use sys2080::prelude::*;

fn main() -> Result<(), kernal::Error> {
    kernal::open(2, 8, 2, b"NOTHING,S,R")?;
    println!("There is a drive.");
    Ok(())
}
