//! Hello: coloured text, and a line typed by the user.
#![no_std]
use sys2080::prelude::*;
use sys2080::print;

const RAINBOW: [Colour; 6] =
    [Colour::LightRed, Colour::Orange, Colour::Yellow, Colour::LightGreen, Colour::LightBlue, Colour::Purple];

fn main() {
    screen::border(Colour::DarkGrey);
    screen::background(Colour::Black);
    screen::clear();
    print::colour(Colour::White);
    print!("WHAT IS YOUR NAME? ");
    let name = input::line();
    println!();
    for colour in RAINBOW {
        print::colour(colour);
        println!("HELLO, {name}!");
    }
    print::colour(Colour::White);
}
