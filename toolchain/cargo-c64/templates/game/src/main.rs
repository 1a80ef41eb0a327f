//! Catch the stars: move with the joystick in port 2, or fire to end the game.
#![no_std]
use sys2080::joystick::{Joystick, Port};
use sys2080::prelude::*;
use sys2080::random::Rng;

/// Columns and rows of the screen; the top row shows the score.
const COLUMNS: u8 = 40;
const ROWS: u8 = 25;
/// Screen codes.
const SPACE: u8 = 0x20;
const BALL: u8 = 0x51;
const STAR: u8 = 0x2a;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    column: u8,
    row: u8,
}

impl Place {
    /// The place one step further, or the same at the edge.
    fn step(self, joystick: Joystick) -> Place {
        let Place {
            mut column,
            mut row,
        } = self;
        column += u8::from(joystick.right() && column < COLUMNS - 1);
        column -= u8::from(joystick.left() && column > 0);
        row += u8::from(joystick.down() && row < ROWS - 1);
        row -= u8::from(joystick.up() && row > 1);
        Place { column, row }
    }

    fn random(rng: &mut Rng) -> Place {
        Place {
            column: rng.below(COLUMNS),
            row: 1 + rng.below(ROWS - 1),
        }
    }

    fn show(self, code: u8, colour: Colour) {
        screen::set_cell(self.column, self.row, code, colour);
    }
}

fn main() {
    screen::border(Colour::Black);
    screen::background(Colour::Black);
    screen::clear();
    let mut rng = Rng::from_noise();
    let mut player = Place {
        column: 20,
        row: 12,
    };
    let mut star = Place::random(&mut rng);
    let mut score = 0_u16;
    loop {
        let joystick = joystick::read(Port::Two);
        if joystick.fire() {
            break;
        }
        player.show(SPACE, Colour::White);
        player = player.step(joystick);
        if player == star {
            score += 1;
            star = Place::random(&mut rng);
        }
        star.show(STAR, Colour::Yellow);
        player.show(BALL, Colour::White);
        sys2080::print::at(0, 0);
        uprint!("SCORE {}", score);
        time::wait_jiffies(4);
    }
    screen::clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The register of a control port has a 0 for each switch that is pressed.
    const RIGHT_AND_UP: Joystick = Joystick::of(!(1 | 8));

    #[test]
    fn a_step_goes_where_the_joystick_points() {
        let place = Place { column: 5, row: 5 };
        assert_eq!(place.step(RIGHT_AND_UP), Place { column: 6, row: 4 });
    }

    #[test]
    fn the_edge_stops_a_step() {
        let corner = Place {
            column: COLUMNS - 1,
            row: 1,
        };
        assert_eq!(corner.step(RIGHT_AND_UP), corner);
    }
}
