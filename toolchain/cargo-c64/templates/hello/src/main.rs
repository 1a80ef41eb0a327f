//! Says hello, and asks for a name.
#![no_std]
use sys2080::prelude::*;

fn main() {
    screen::border(Colour::Green);
    println!("hello from rust!");
    print!("your name? ");
    println!("hello, {}", input::line());
}
