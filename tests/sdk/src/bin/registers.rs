//! Reads a register of a chip by the crate `mos-hardware`.
#![no_std]

use sys2080::prelude::*;

fn main() {
    screen::border(Colour::Green);
    #[cfg(target_vendor = "c64")]
    uprintln!("{}", sys2080::mos_hardware::c64::vic2().border_color.read() & 15);
}
