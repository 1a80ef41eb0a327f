//! Colours, cursor, cells and the two character sets.
#![no_std]
use sys2080::petscii::{self, Charset};
use sys2080::prelude::*;

fn main() {
    screen::clear();
    screen::border(Colour::Green);
    screen::background(Colour::Black);
    print::at(10, 5);
    print::colour(Colour::Yellow);
    print!("Here");
    let (column, row) = sys2080::kernal::cursor();
    print::home();
    uprint!("{} {}", column, row);
    let heart = petscii::encode('♥', Charset::Graphics).and_then(petscii::screen_code).unwrap_or(0);
    screen::set_cell(39, 24, heart, Colour::Red);
    assert_eq!(screen::cell(39, 24), heart);
    assert_eq!(screen::cell_colour(39, 24), Colour::Red);
    screen::set_charset(Charset::Text);
    print::at(0, 1);
    print::reverse(true);
    print!("Both");
    print::reverse(false);
    print!(" Cases");
}
