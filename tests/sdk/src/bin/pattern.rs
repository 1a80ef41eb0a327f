//! A test pattern: a page for each mode of the VIC-II, its sprites, borders, scrolling, memory and raster interrupts. A key shows the next one.
#![no_std]
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

use sys2080::petscii::Charset;
use sys2080::prelude::*;
use sys2080::video::sprite::{self, Shape, Sprite};
use sys2080::video::{self, Bitmap, Characters, Mode};
use sys2080::{input, irq};

static BITMAP: Bitmap = Bitmap::new();
static CHARACTERS: Characters = Characters::new();

/// Control registers 1 and 2, of which the invalid modes set bits that no call of the crate sets together.
const CONTROL_1: usize = 0xd011;
const CONTROL_2: usize = 0xd016;
const EXTENDED_BITMAP: u8 = 0x7b;
const EXTENDED_TEXT: u8 = 0x5b;
const ONE_BIT: u8 = 0x08;
const TWO_BITS: u8 = 0x18;

const BALL: Shape = Shape::drawn([
    "........########........",
    "......############......",
    "....################....",
    "...##################...",
    "..####################..",
    "..####################..",
    ".######..........######.",
    ".######..........######.",
    "#######..........#######",
    "#######..........#######",
    "#######..........#######",
    "#######..........#######",
    ".######..........######.",
    ".######..........######.",
    "..####################..",
    "..####################..",
    "...##################...",
    "....################....",
    "......############......",
    "........########........",
    "...........##...........",
]);
/// All four pairs of bits.
const STRIPES: Shape = Shape::new([0x1b; 63]);

/// Puts all 256 characters on the screen, in colours that change from cell to cell.
fn fill() {
    let mut code = 0_u8;
    for row in 0..25 {
        for column in 0..40 {
            screen::set_cell(column, row, code, Colour::ALL[usize::from(code.wrapping_add(row) & 15)]);
            code = code.wrapping_add(1);
        }
    }
}

fn backgrounds() {
    video::background(0, Colour::Blue);
    video::background(1, Colour::LightGreen);
    video::background(2, Colour::Orange);
    video::background(3, Colour::DarkGrey);
}

fn control(one: u8, two: u8) {
    for (register, value) in [(CONTROL_1, one), (CONTROL_2, two)] {
        // SAFETY: the VIC-II's control registers are at these addresses, and change nothing but the picture.
        unsafe { core::ptr::write_volatile(register as *mut u8, value) };
    }
}

/// Eight sprites: of one colour and of three, wide, high, both, overlapping, before and behind the text; and what they touch.
fn sprites() {
    let ball = sprite::define(0, &BALL);
    let stripes = sprite::define(1, &STRIPES);
    sprite::share_colours(Colour::Yellow, Colour::Cyan);
    for number in 0..8_u8 {
        let one = Sprite::new(number);
        one.set_shape(if number & 1 == 0 { ball } else { stripes });
        one.set_multicolour(number & 1 != 0);
        one.set_colour(Colour::ALL[usize::from(number) + 1]);
        one.expand(number & 2 != 0, number & 4 != 0);
        one.put_behind(number >= 4);
        one.move_to(20 + 44 * u16::from(number), 60 + 20 * (number & 3));
        one.show(true);
    }
    // Two that cross the borders.
    Sprite::new(6).move_to(330, 40);
    Sprite::new(7).move_to(4, 235);
    // What was touched until now does not count.
    let _ = (sprite::touched_sprites(), sprite::touched_picture());
    time::wait_jiffies(6);
    let (sprites, picture) = (sprite::touched_sprites(), sprite::touched_picture());
    for number in 0..8_u8 {
        let one = Sprite::new(number);
        let code = |touched: bool| if touched { 0xa0 } else { 0x2e };
        screen::set_cell(number, 24, code(sprites.contains(one)), Colour::White);
        screen::set_cell(number + 10, 24, code(picture.contains(one)), Colour::Yellow);
    }
}

/// What the next raster interrupt does.
static NEXT: AtomicU8 = AtomicU8::new(0);

/// Colours and modes, each from a line on.
fn split() {
    let next = NEXT.load(Relaxed);
    match next {
        0 => screen::border(Colour::Red),
        1 => screen::background(Colour::Green),
        2 => video::set_mode(Mode::MulticolourText),
        3 => video::set_mode(Mode::Text),
        4 => video::set_mode(Mode::ExtendedText),
        5 => video::set_mode(Mode::Text),
        6 => screen::border(Colour::LightGrey),
        _ => screen::background(Colour::Purple),
    }
    NEXT.store(next + 1, Relaxed);
}

fn end_of_picture() {
    NEXT.store(0, Relaxed);
    screen::border(Colour::Black);
    screen::background(Colour::Blue);
}

fn main() {
    screen::clear();
    fill();
    input::wait_key();

    backgrounds();
    video::set_mode(Mode::MulticolourText);
    input::wait_key();

    video::set_mode(Mode::ExtendedText);
    input::wait_key();

    // One bit and two bits a pixel without a bitmap.
    control(EXTENDED_TEXT, TWO_BITS);
    input::wait_key();
    video::reset();

    sprites();
    input::wait_key();
    sprite::hide_all();

    screen::border(Colour::Green);
    video::scroll(0, 3, true);
    input::wait_key();

    video::scroll(7, 7, true);
    input::wait_key();

    video::scroll(4, 0, false);
    input::wait_key();

    video::scroll(0, 3, false);
    video::show(false);
    input::wait_key();
    video::show(true);

    irq::start(&[
        (70, split),
        (90, split),
        (110, split),
        (130, split),
        (150, split),
        (170, split),
        (190, split),
        (210, split),
        (252, end_of_picture),
    ]);
    input::wait_key();
    irq::stop();

    CHARACTERS.show(Charset::Graphics);
    CHARACTERS.define_character(1, [0xff, 0x81, 0xbd, 0xa5, 0xa5, 0xbd, 0x81, 0xff]);
    fill();
    input::wait_key();

    CHARACTERS.show(Charset::Text);
    fill();
    input::wait_key();

    BITMAP.clear(Colour::White, Colour::Blue);
    BITMAP.show();
    for at in 0..200_u8 {
        BITMAP.plot(u16::from(at), at);
        BITMAP.plot(319 - u16::from(at), at);
        BITMAP.set_colours(at / 8, at / 8, Colour::Yellow, Colour::ALL[usize::from(at / 8) & 15]);
    }
    input::wait_key();

    BITMAP.set_third_colour(Colour::Red);
    BITMAP.show_multicolour();
    for at in 0..160_u8 {
        BITMAP.plot_multicolour(at, at, at & 3);
        BITMAP.plot_multicolour(159 - at, at, at >> 4 & 3);
    }
    input::wait_key();

    // Black, whatever is there.
    control(EXTENDED_BITMAP, ONE_BIT);
    input::wait_key();
    control(EXTENDED_BITMAP, TWO_BITS);
    input::wait_key();
}
