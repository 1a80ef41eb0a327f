//! A line that a person types, and the keys after it.
#![no_std]
use sys2080::input::Event;
use sys2080::prelude::*;

fn main() {
    print!("Name? ");
    let name = input::line();
    println!("Hello, {name} ({})", name.len());
    loop {
        match input::wait_key() {
            Event::Char(c) => print!("[{c}]"),
            Event::Function(number) => uprint!("F{}", number),
            Event::Return => break,
            _ => print!("?"),
        }
    }
}
