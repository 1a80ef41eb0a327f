//! Sprites: eight balls bounce over the screen until a key is pressed.
#![no_std]
use sys2080::prelude::*;
use sys2080::random::Rng;
use sys2080::raster;
use sys2080::video::sprite::{self, Shape, Sprite};

const BALL: Shape = Shape::drawn([
    "........########........",
    "......############......",
    "....################....",
    "...####..############...",
    "..###...##############..",
    ".###...################.",
    ".###..#################.",
    "########################",
    "########################",
    "########################",
    "########################",
    "########################",
    "########################",
    "########################",
    ".######################.",
    ".######################.",
    "..####################..",
    "...##################...",
    "....################....",
    "......############......",
    "........########........",
]);

/// The positions of a sprite's top left corner at which no part of it is behind the border.
const LEFT: u16 = 24;
const RIGHT: u16 = 320;
const TOP: u8 = 50;
const BOTTOM: u8 = 229;

struct Ball {
    sprite: Sprite,
    x: u16,
    y: u8,
    to_right: bool,
    down: bool,
}

impl Ball {
    fn new(number: u8, shape: sprite::Pointer, rng: &mut Rng) -> Ball {
        let sprite = Sprite::new(number);
        sprite.set_shape(shape);
        sprite.set_colour(Colour::of(number + 1));
        sprite.show(true);
        Ball {
            sprite,
            x: LEFT + u16::from(rng.byte()),
            y: TOP + rng.below(BOTTOM - TOP),
            to_right: rng.byte() < 128,
            down: rng.byte() < 128,
        }
    }

    /// Moves one step, and bounces off the edges.
    fn step(&mut self) {
        self.to_right = if self.to_right { self.x < RIGHT } else { self.x <= LEFT };
        self.down = if self.down { self.y < BOTTOM } else { self.y <= TOP };
        self.x = if self.to_right { self.x + 1 } else { self.x - 1 };
        self.y = if self.down { self.y + 1 } else { self.y - 1 };
        self.sprite.move_to(self.x, self.y);
    }
}

fn main() {
    screen::border(Colour::Black);
    screen::background(Colour::Black);
    screen::clear();
    let shape = sprite::define(0, &BALL);
    let mut rng = Rng::from_noise();
    let mut balls: [Ball; 8] = core::array::from_fn(|number| Ball::new(number as u8, shape, &mut rng));
    while input::key().is_none() {
        // Below the screen, where no ball is drawn: moving one while it is drawn would tear it.
        raster::wait_for(251);
        balls.iter_mut().for_each(Ball::step);
    }
}
