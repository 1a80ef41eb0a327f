//! Files on the disk in drive 8: saved, loaded, written, read, listed, deleted, and errors.
#![no_std]
use sys2080::disk::{DosError, Drive, Error};
use sys2080::prelude::*;

fn text(bytes: &[u8]) -> &str {
    core::str::from_utf8(bytes).unwrap_or("?")
}

fn work(drive: Drive) -> Result<(), Error> {
    let data: [u8; 300] = core::array::from_fn(|at| at as u8 ^ 0x5a);
    drive.save(b"BLOCKS", &data)?;
    let mut again = [0; 300];
    let length = drive.load(b"BLOCKS", &mut again)?;
    println!("{} {}", length, again == data);
    println!("{}", drive.load(b"BLOCKS", &mut again[..9]) == Err(Error::TooLong));
    println!("{}", drive.save(b"BLOCKS", &data) == Err(Error::Dos(DosError::FILE_EXISTS)));
    drive.replace(b"BLOCKS", b"SHORT")?;
    println!("{}", drive.load(b"BLOCKS", &mut again)?);

    let mut short = drive.open(b"BLOCKS")?;
    let mut writer = drive.create(b"TEXT")?;
    writer.write(b"SOME ")?;
    println!("{}", drive.command(b"B-X").is_err());
    println!("{}", drive.load(b"BLOCKS", &mut again)?);
    println!("{}", short.read(&mut again)?);
    drop(short);
    writer.write(b"WORDS")?;
    writer.finish()?;
    let mut reader = drive.open(b"TEXT")?;
    let mut piece = [0; 4];
    loop {
        match reader.read(&mut piece)? {
            0 => break,
            length => print!("[{}]", text(&piece[..length])),
        }
    }
    drop(reader);
    println!();
    let mut directory = drive.directory()?;
    for entry in &mut directory {
        let entry = entry?;
        println!("{} {} {}", entry.blocks, text(entry.name()), char::from(entry.kind));
        // Other files may be used meanwhile.
        println!("{}", drive.load(entry.name(), &mut again)?);
    }
    println!("{}", directory.free() > Some(600));
    let first = drive.directory()?.next();
    println!("{}", first.is_some_and(|entry| entry.is_ok_and(|entry| entry.name() == b"BLOCKS")));
    println!("{} {}", drive.delete(b"BLOCKS")?, drive.delete(b"BLOCKS")?);
    println!("{}", drive.open(b"NOWHERE").is_err());
    println!("{}", drive.save(b"A*", &data) == Err(Error::Name));
    Ok(())
}

fn main() {
    if let Err(error) = work(Drive::of_program()) {
        println!("{error}");
    }
    let absent = Drive::new(9);
    let errors = || {
        [
            absent.command(b"I0").err(),
            absent.load(b"A", &mut []).err(),
            absent.save(b"A", b"A").err(),
            absent.open(b"A").err(),
            absent.create(b"A").err(),
            absent.directory().err(),
        ]
    };
    // Nothing stays open.
    for error in errors().into_iter().chain(errors()).flatten() {
        print!("{error}, ");
    }
}
