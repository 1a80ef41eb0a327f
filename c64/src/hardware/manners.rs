//! Sets up the machine, which another program may have used before, and restores the state that BASIC expects.
//!
//! RUN/STOP with RESTORE does nothing while the program runs: the start-up code catches it, so no game is lost by it.

use mos_hardware::c64;
use sys2080::{joystick, kernal, time};
use sys2080_console::device::View;

use super::{disk, picture, random, sound};

/// PETSCII: the SHIFT and Commodore keys together no longer change the characters, and do so again.
const LOCK_CASE: u8 = 0x08;
const UNLOCK_CASE: u8 = 0x09;

/// CIA 1's timer A for 60 interrupts a second, on PAL and NTSC. Source: KERNAL 901227-03, $FDDD.
const SIXTIETHS: [u16; 2] = [0x4025, 0x4295];

/// Arrives.
pub fn arrive() {
    disk::start();
    // SAFETY: the KERNAL's own value, if it has looked at the machine as well.
    unsafe { c64::cia1().timer_a.write(SIXTIETHS[usize::from(!time::is_pal())]) }
    kernal::setmsg(0);
    kernal::chrout(LOCK_CASE);
    picture::start();
    sound::start();
    random::start();
    joystick::latch();
}

/// Gets ready to leave, from whatever screen.
pub fn leave() {
    random::stop();
    sound::stop();
    picture::show(View::Console);
    kernal::chrout(UNLOCK_CASE);
}
