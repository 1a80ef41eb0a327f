//! High scores: a table that is loaded from disk, and saved whenever a new score enters it.
#![no_std]
use sys2080::disk::{DosErrorKind, Drive, Error};
use sys2080::prelude::*;
use sys2080::print;
use sys2080::random::Rng;

const FILE: &[u8] = b"HIGH SCORES";
const PLACES: usize = 5;
const LETTERS: usize = 8;

/// An entry in the table: ten bytes in the file.
#[derive(Clone, Copy)]
struct Score {
    name: [u8; LETTERS],
    points: u16,
}

const BYTES: usize = LETTERS + 2;

impl Score {
    const NOBODY: Score = Score { name: *b"NOBODY  ", points: 0 };

    fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..LETTERS].copy_from_slice(&self.name);
        bytes[LETTERS..].copy_from_slice(&self.points.to_le_bytes());
        bytes
    }

    fn of_bytes(bytes: &[u8; BYTES]) -> Score {
        let [name @ .., low, high] = *bytes;
        Score { name, points: u16::from_le_bytes([low, high]) }
    }
}

/// Loads the table from the file; it is empty if there is no file yet.
fn load(drive: Drive) -> Result<[Score; PLACES], Error> {
    let mut bytes = [[0; BYTES]; PLACES];
    match drive.load(FILE, bytes.as_flattened_mut()) {
        Ok(_) => Ok(bytes.each_ref().map(Score::of_bytes)),
        Err(Error::Dos(error)) if error.kind() == DosErrorKind::FileNotFound => Ok([Score::NOBODY; PLACES]),
        Err(error) => Err(error),
    }
}

fn save(drive: Drive, table: &[Score; PLACES]) -> Result<(), Error> {
    drive.replace(FILE, table.map(Score::to_bytes).as_flattened())
}

fn show(table: &[Score; PLACES]) {
    print::colour(Colour::Cyan);
    uprintln!("\n   HIGH SCORES\n");
    for (place, score) in table.iter().enumerate() {
        print::colour(if place == 0 { Colour::Yellow } else { Colour::LightGrey });
        uprint!("{}. ", place + 1);
        score.name.iter().for_each(|letter| print::raw(*letter));
        uprintln!("  {}", score.points);
    }
    print::colour(Colour::White);
}

fn play(drive: Drive) -> Result<(), Error> {
    let mut table = load(drive)?;
    show(&table);
    // The game would be here.
    uprint!("\nYOUR NAME? ");
    let name = input::line();
    let points = Rng::from_noise().word() % 1000;
    uprintln!("YOU HAVE {} POINTS.", points);
    if let Some(place) = table.iter().position(|score| points > score.points) {
        let mut score = Score { name: [b' '; LETTERS], points };
        score.name.iter_mut().zip(name.bytes()).for_each(|(to, from)| *to = from);
        table[place..].rotate_right(1);
        table[place] = score;
        save(drive, &table)?;
        show(&table);
    }
    Ok(())
}

fn main() {
    screen::border(Colour::Black);
    screen::background(Colour::Black);
    screen::clear();
    if let Err(error) = play(Drive::of_program()) {
        println!("{error}");
    }
}
