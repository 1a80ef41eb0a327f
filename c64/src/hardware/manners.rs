//! Sets up the machine, which another program may have used before, and restores the state that BASIC expects.
//!
//! RUN/STOP with RESTORE does nothing while the program runs: the start-up code catches it, so it cannot lose a game.

use sys2080::{joystick, kernal, time};
use sys2080_console::device::View;

use super::{disk, picture, sound};

/// PETSCII: stops SHIFT and the Commodore key together from changing the character set; the other code allows it again.
const LOCK_CASE: u8 = 0x08;
const UNLOCK_CASE: u8 = 0x09;

/// Sets up the machine.
pub fn arrive() {
    disk::start();
    time::reset_jiffy_rate();
    kernal::setmsg(0);
    kernal::chrout(LOCK_CASE);
    picture::start();
    sound::silence();
    joystick::latch();
}

/// Prepares the return to BASIC, from whichever screen.
pub fn leave() {
    sound::stop();
    picture::show(View::Console);
    kernal::chrout(UNLOCK_CASE);
}
