//! What a drive says is wrong: the number, what it means, and the drive's words.
#![no_std]
use sys2080::disk::{self, DosError, Drive, Error};
use sys2080::prelude::*;
use sys2080::print;

fn tell<T>(result: Result<T, Error>) -> Option<DosError> {
    match result {
        Ok(_) => println!("FINE"),
        Err(Error::Dos(error)) => {
            println!("{} {:?}", error.number(), error.kind());
            println!("{error}");
            return Some(error);
        }
        Err(error) => println!("{error}"),
    }
    None
}

fn main() {
    let drive = Drive::of_program();
    let first = tell(drive.command(b"B-X"));
    let mut bytes = [0; 4];
    tell(drive.load(b"NOWHERE", &mut bytes));
    tell(drive.delete(b"SOMETHING"));
    tell(drive.command(b"I0"));
    disk::message().for_each(print::raw);
    println!();
    // The drive has said something else since.
    if let Some(error) = first {
        println!("{error}");
    }
}
