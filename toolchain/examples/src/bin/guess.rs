//! Guess a number: `format!`, `match` on an ordering, and a `BTreeMap` of the guesses so far, on the heap.
#![no_std]
extern crate alloc;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use core::cmp::Ordering;

use sys2080::prelude::*;
use sys2080::print;
use sys2080::random::Rng;

fn main() {
    screen::border(Colour::Blue);
    screen::background(Colour::Blue);
    screen::clear();
    print::colour(Colour::White);
    println!("I THINK OF A NUMBER FROM 1 TO 100.");
    println!("PRESS A KEY WHEN YOU ARE READY.");
    // The time that the player takes is what makes the number random.
    input::wait_key();
    let secret = Rng::from_noise().below(100) + 1;

    // Each guess and how often it was made.
    let mut guesses: BTreeMap<u8, u8> = BTreeMap::new();
    loop {
        print::colour(Colour::LightBlue);
        print!("\nYOUR GUESS? ");
        let line = input::line();
        let Ok(guess @ 1..=100) = line.trim().parse() else {
            println!("A NUMBER FROM 1 TO 100, PLEASE.");
            continue;
        };
        let times = guesses.entry(guess).or_insert(0);
        *times += 1;
        let again = if *times > 1 { format!(", AS {times} TIMES NOW") } else { String::new() };
        print::colour(Colour::Yellow);
        match guess.cmp(&secret) {
            Ordering::Less => println!("{guess} IS TOO LOW{again}."),
            Ordering::Greater => println!("{guess} IS TOO HIGH{again}."),
            Ordering::Equal => break,
        }
    }

    let made: u8 = guesses.values().sum();
    println!("{secret} IS RIGHT! THAT TOOK {made} GUESSES:");
    print::colour(Colour::White);
    for (guess, times) in &guesses {
        println!("{guess:>4}  {}", "*".repeat(usize::from(*times)));
    }
}
