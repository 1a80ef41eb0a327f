//! Writes a register of a chip by the crate `mos-hardware`.
#![no_std]

use sys2080::prelude::*;

fn main() {
    #[cfg(target_vendor = "c64")]
    // SAFETY: the VIC-II is there, and its border may have any colour.
    unsafe {
        sys2080::mos_hardware::c64::vic2().border_color.write(5);
    }
    uprintln!("{}", screen::border_colour() as u8);
}
