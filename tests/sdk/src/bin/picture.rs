//! Sprites on the text screen, then characters of the program's own, then a bitmap; the text screen is back at the end.
#![no_std]
use sys2080::input;
use sys2080::petscii::Charset;
use sys2080::prelude::*;
use sys2080::video::sprite::{self, Shape, Sprite};
use sys2080::video::{Bitmap, Characters};

static BITMAP: Bitmap = Bitmap::new();
static CHARACTERS: Characters = Characters::new();

const BLOCK: Shape = Shape::new([0xff; 63]);

fn main() {
    println!("Text");
    let one = Sprite::new(1);
    one.set_shape(sprite::define(3, &BLOCK));
    one.set_colour(Colour::Yellow);
    one.move_to(300, 60);
    one.show(true);
    input::wait_key();

    CHARACTERS.show(Charset::Graphics);
    CHARACTERS.define_character(0, [0xff, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0xff]);
    one.set_shape(CHARACTERS.define(0, &BLOCK));
    println!("Own @");
    input::wait_key();

    BITMAP.clear(Colour::White, Colour::Blue);
    BITMAP.show();
    one.set_shape(BITMAP.define(47, &BLOCK));
    for x in 0..200 {
        BITMAP.plot(x, x as u8);
    }
    input::wait_key();
}
