//! A screen in the RAM under the chips, of which the jiffies and what is printed notice nothing; and the cycles between two marks.
#![no_std]
use sys2080::petscii::Charset;
use sys2080::prelude::*;
use sys2080::time::Cycles;
use sys2080::video::sprite::{Shape, Sprite};
use sys2080::video::{self, under_chips};

fn main() {
    let start = time::jiffies();
    let cycles = Cycles::new();
    cycles.reset();
    time::mark(1);
    cycles.resume();
    under_chips::fill(32);
    cycles.pause();
    time::mark(2);

    under_chips::define_character(0, [1, 2, 3, 4, 5, 6, 7, 8]);
    under_chips::define_character(255, video::character(Charset::Text, 1));
    under_chips::set_cell(39, 24, 255, Colour::Yellow);
    under_chips::set_shape(Sprite::new(7), under_chips::define(15, &Shape::new([0x5a; 63])));
    under_chips::show();
    uprintln!("{:?} {}", time::jiffies() > start, cycles.elapsed());
}
