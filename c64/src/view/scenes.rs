//! Animations of mouse and cats: the cats blink while somebody thinks about a move; the mouse dances, or the cats close in, at the end.

use engine::engines::Engines;
use engine::{Game, Outcome};

use super::pieces::wait;
use super::{PIXELS, Square, View};
use crate::device::Device;

/// Jiffies out of every 256 in which the cats' eyes are closed.
const BLINK: u8 = 10;
/// Pixels that the mouse dances sideways, and pixels per step.
const DANCE: u8 = 20;
const STEP: u8 = 2;
const _: () = assert!(DANCE.is_multiple_of(STEP), "it ends where it stood");
/// Pixels by which the cats come closer, and how many times they do so, or the mouse dances.
const CLOSER: u8 = 5;
const TIMES: u8 = 3;

/// The number of the mouse as a piece.
const MOUSE: u8 = 1;

/// Returns the position of the piece with this number.
#[inline(never)]
pub fn place_of(engines: &Engines, piece: u8) -> Square {
    let size = engines.board_size().0;
    let mut row = 0;
    while row < size {
        let mut column = 0;
        while column < size {
            if engines.content(column, row) == piece {
                return (column, row);
            }
            column += 1;
        }
        row += 1;
    }
    (0, 0)
}

impl View {
    /// Closes or opens the cats' eyes when it is time to, or opens them.
    #[inline(never)]
    pub fn blink<D: Device>(&mut self, device: &mut D, engines: &Engines, may: bool) {
        let closed = may && self.look.moves_pieces() && (device.jiffies() as u8) < BLINK;
        if closed != self.blinks {
            self.blinks = closed;
            self.cats(device, engines, 0);
        }
    }

    /// Draws the cats this many pixels closer to the mouse than they stand.
    #[inline(never)]
    fn cats<D: Device>(&mut self, device: &mut D, engines: &Engines, nearer: u8) {
        let mouse = self.corner(place_of(engines, MOUSE));
        let mut row = 0;
        while row < self.size {
            let mut column = 0;
            while column < self.size {
                let content = engines.content(column, row);
                if content > 1 {
                    let (x, y) = self.corner((column, row));
                    let at = (near(x, mouse.0, nearer), near(y, mouse.1, nearer));
                    self.piece(device, content, at);
                }
                column += 1;
            }
            row += 1;
        }
    }

    /// Shows how mouse and cats ended; does nothing in other games. Afterwards, everything is back in its place.
    pub fn last_scene<D: Device>(&mut self, device: &mut D, engines: &Engines) {
        if !self.look.moves_pieces() {
            return;
        }
        let at = place_of(engines, MOUSE);
        match engines.outcome() {
            Outcome::First if at.1 + 1 == self.size => {
                // To the left: above its row is the border, and to the right of H8 is the panel.
                let (column, row) = self.corner(at);
                let mut x = column * PIXELS;
                let mut turns = 2 * TIMES;
                while turns != 0 {
                    turns -= 1;
                    for _ in 0..DANCE / STEP {
                        x = if turns & 1 == 0 { x + STEP } else { x - STEP };
                        self.piece(device, 1, (x, row * PIXELS));
                        wait(device, 1);
                    }
                }
            }
            Outcome::Second => {
                for _ in 0..TIMES {
                    for nearer in [CLOSER, 0] {
                        self.cats(device, engines, nearer);
                        wait(device, 6);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns a column or row in pixels, moved this many pixels towards another one.
fn near(from: u8, to: u8, pixels: u8) -> u8 {
    let at = from * PIXELS;
    match from.cmp(&to) {
        core::cmp::Ordering::Less => at + pixels,
        core::cmp::Ordering::Equal => at,
        core::cmp::Ordering::Greater => at - pixels,
    }
}
