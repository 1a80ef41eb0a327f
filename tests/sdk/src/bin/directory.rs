//! The directory: its entries, the free blocks, and whether a file is in it.
#![no_std]
use sys2080::disk::{Drive, Error};
use sys2080::prelude::*;
use sys2080::print;

fn list(drive: Drive) -> Result<(), Error> {
    let mut directory = drive.directory()?;
    for entry in &mut directory {
        let entry = entry?;
        uprint!("{} ", entry.blocks);
        entry.name().iter().for_each(|byte| print::raw(*byte));
        uprintln!(" {}", char::from(entry.kind));
    }
    uprintln!("{} BLOCKS FREE", directory.free().unwrap_or(0));
    let [one, three] = [&b"ONE"[..], b"THREE"]
        .map(|name| drive.directory().is_ok_and(|mut directory| directory.any(|entry| has(entry, name))));
    uprintln!("ONE: {}, THREE: {}", one, three);
    Ok(())
}

fn has(entry: Result<sys2080::disk::Entry, Error>, name: &[u8]) -> bool {
    entry.is_ok_and(|entry| entry.name() == name)
}

fn main() {
    if let Err(error) = list(Drive::of_program()) {
        println!("{error}");
    }
}
