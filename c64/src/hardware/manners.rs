//! Sets up the machine, which another program may have used before, and restores the state that BASIC expects.
//!
//! RUN/STOP with RESTORE does nothing while the program runs: the start-up code catches it, so no game is lost by it.

use sys2080::{joystick, kernal, time};
use sys2080_console::device::View;

use super::{disk, picture, sound};

/// PETSCII: the SHIFT and Commodore keys together no longer change the characters, and do so again.
const LOCK_CASE: u8 = 0x08;
const UNLOCK_CASE: u8 = 0x09;

/// Arrives.
pub fn arrive() {
    disk::start();
    time::reset_jiffy_rate();
    kernal::setmsg(0);
    kernal::chrout(LOCK_CASE);
    picture::start();
    sound::silence();
    joystick::latch();
}

/// Gets ready to leave, from whatever screen.
pub fn leave() {
    sound::stop();
    picture::show(View::Console);
    kernal::chrout(UNLOCK_CASE);
}
