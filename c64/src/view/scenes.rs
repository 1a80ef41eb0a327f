//! Little scenes of mouse and cats: cats blink while somebody thinks about a move; the mouse runs home, or the cats close in, at the end.

use engine::engines::Engines;
use engine::{Game, Outcome};

use super::pieces::wait;
use super::{PIXELS, Square, View};
use crate::art::sprites;
use crate::device::Device;

/// Jiffies of each 256 in which the cats' eyes are closed.
const BLINK: u8 = 10;
/// Pixels that the mouse runs home, beyond the board's edge, and those at a time.
const HOME: i16 = 20;
const RUN: i16 = 2;
const _: () = assert!(HOME % RUN == 0, "the run ends where it turns");
/// Pixels that the cats come closer, and how often.
const CLOSER: u8 = 5;
const TIMES: u8 = 3;

impl View {
    /// Closes or opens the cats' eyes, as it is time to, or opens them.
    #[inline(never)]
    pub fn blink<D: Device>(&mut self, device: &mut D, engines: &Engines, may: bool) {
        let closed = may && self.look.moves_pieces() && (device.jiffies() as u8) < BLINK;
        if closed != self.blinks {
            self.blinks = closed;
            self.cats(device, engines, 0);
        }
    }

    /// Draws the cats, so many pixels nearer to the mouse than they stand.
    #[inline(never)]
    fn cats<D: Device>(&mut self, device: &mut D, engines: &Engines, nearer: u8) {
        let mouse = self.corner(self.place_of_mouse(engines));
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

    /// Where the mouse is.
    #[inline(never)]
    fn place_of_mouse(&self, engines: &Engines) -> Square {
        let mut row = 0;
        while row < self.size {
            let mut column = 0;
            while column < self.size {
                if engines.content(column, row) == 1 {
                    return (column, row);
                }
                column += 1;
            }
            row += 1;
        }
        (0, 0)
    }

    /// Shows how mouse and cats has ended; nothing in other games. Everything stands where it stood afterwards.
    pub fn last_scene<D: Device>(&mut self, device: &mut D, engines: &Engines) {
        if !self.look.moves_pieces() {
            return;
        }
        let at = self.place_of_mouse(engines);
        match engines.outcome() {
            Outcome::First if at.1 + 1 == self.size => {
                // Over the edge of the board, and back for the applause.
                let (column, row) = self.corner(at);
                let (x, y) = ((column * PIXELS) as i16, (row * PIXELS) as i16 + 1);
                let mut gone = 0;
                let mut step = RUN;
                loop {
                    gone += step;
                    device.sprite(1, sprites::MOUSE, x, y - gone, self.colour(1));
                    wait(device, 1);
                    if gone == HOME {
                        step = 0 - RUN;
                        wait(device, 30);
                    }
                    if gone == 0 {
                        break;
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

/// A column or row in pixels, so many nearer to another one.
fn near(from: u8, to: u8, pixels: u8) -> u8 {
    let at = from * PIXELS;
    match from.cmp(&to) {
        core::cmp::Ordering::Less => at + pixels,
        core::cmp::Ordering::Equal => at,
        core::cmp::Ordering::Greater => at - pixels,
    }
}
