//! The Mandelbrot set: `f32` numbers and a multicolour bitmap. Drawn in large squares first, then finer and finer, until a key is pressed.
#![no_std]
use sys2080::prelude::*;
use sys2080::video::Bitmap;

static BITMAP: Bitmap = Bitmap::new();

/// Pixels of the bitmap, which are twice as wide as they are high.
const WIDTH: u8 = 160;
const HEIGHT: u8 = 200;

/// The visible part of the plane: its left and lower edges, and the width and height of a pixel.
const LEFT: f32 = -2.2;
const BOTTOM: f32 = -1.25;
const STEP_X: f32 = 3.2 / WIDTH as f32;
const STEP_Y: f32 = 2.5 / HEIGHT as f32;

/// A point that has not left the circle after this many iterations counts as part of the set.
const LIMIT: u8 = 16;

/// The number of iterations after which a point leaves the circle of radius 2.
fn rounds(cx: f32, cy: f32) -> u8 {
    let (mut x, mut y) = (0.0, 0.0);
    for round in 0..LIMIT {
        let (xx, yy) = (x * x, y * y);
        if xx + yy > 4.0 {
            return round;
        }
        (x, y) = (xx - yy + cx, 2.0 * x * y + cy);
    }
    LIMIT
}

/// One of the bitmap's four colours.
fn shade(rounds: u8) -> u8 {
    match rounds {
        LIMIT => 0,
        0..3 => 0,
        3 => 1,
        4..6 => 2,
        _ => 3,
    }
}

fn draw_rectangle(left: u8, top: u8, width: u8, height: u8, colour: u8) {
    for y in top..(top + height).min(HEIGHT) {
        for x in left..left + width {
            BITMAP.plot_multicolour(x, y, colour);
        }
    }
}

/// Draws the set in rectangles of this size. Returns false if a key was pressed meanwhile.
fn draw(width: u8, height: u8) -> bool {
    for top in (0..HEIGHT).step_by(usize::from(height)) {
        let cy = BOTTOM + STEP_Y * f32::from(top);
        for left in (0..WIDTH).step_by(usize::from(width)) {
            let cx = LEFT + STEP_X * f32::from(left);
            draw_rectangle(left, top, width, height, shade(rounds(cx, cy)));
            if input::key().is_some() {
                return false;
            }
        }
    }
    true
}

fn main() {
    screen::border(Colour::Black);
    screen::background(Colour::Black);
    BITMAP.clear(Colour::Blue, Colour::LightBlue);
    BITMAP.set_third_colour(Colour::White);
    BITMAP.show_multicolour();
    let sizes = [(8, 16), (4, 8), (2, 4), (1, 2)];
    if sizes.into_iter().all(|(width, height)| draw(width, height)) {
        input::wait_key();
    }
}
