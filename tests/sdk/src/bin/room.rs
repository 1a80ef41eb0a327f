//! A file is saved in place of one of this name, on a disk that may be full.
#![no_std]
use sys2080::disk::Drive;
use sys2080::prelude::*;

fn main() {
    match Drive::of_program().replace(b"BLOCKS", &[1; 300]) {
        Ok(()) => println!("SAVED"),
        Err(error) => println!("{error}"),
    }
}
