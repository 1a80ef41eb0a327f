//! Sets up the machine, which another program may have used before, and restores the state that BASIC expects.
//!
//! RUN/STOP with RESTORE does nothing while the program runs: the start-up code catches it, so no game is lost by it.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use mos_hardware::c64;
use mos_hardware::vic2::ControlYFlags;
use sys2080_console::device::View;

use crate::{disk, joystick, kernal, picture, random, sound};

/// PETSCII: the SHIFT and Commodore keys together no longer change the characters, and do so again.
const LOCK_CASE: u8 = 0x08;
const UNLOCK_CASE: u8 = 0x09;

/// The last raster line from 256 on, without that bit: 311 on PAL, 261 or 262 on NTSC. This is between.
/// Source: MOS 6569 and 6567.
const BETWEEN: u8 = 0x20;
/// CIA 1's timer A for 60 interrupts a second, on PAL and NTSC. Source: KERNAL 901227-03, $FDDD.
const SIXTIETHS: [u16; 2] = [0x4025, 0x4295];

/// Whether this is an NTSC machine.
static NTSC: AtomicBool = AtomicBool::new(false);

/// Whether this is an NTSC machine: another clock, another number of lines.
pub fn is_ntsc() -> bool {
    NTSC.load(Relaxed)
}

/// Arrives.
pub fn arrive() {
    disk::start();
    NTSC.store(last_line() < BETWEEN, Relaxed);
    kernal::cli();
    // SAFETY: the KERNAL's own value, if it has looked at the machine as well.
    unsafe { c64::cia1().timer_a.write(SIXTIETHS[usize::from(is_ntsc())]) }
    kernal::setmsg(0);
    kernal::chrout(LOCK_CASE);
    picture::start();
    sound::start();
    random::start();
    joystick::start();
}

/// Gets ready to leave, from whatever screen.
pub fn leave() {
    random::stop();
    sound::stop();
    picture::show(View::Console);
    kernal::chrout(UNLOCK_CASE);
}

/// The low byte of the number of the last raster line. Interrupts are off afterwards: one in between would hide lines.
fn last_line() -> u8 {
    let vic = c64::vic2();
    let below = || vic.control_y.read().contains(ControlYFlags::RASTER_COMPARE);
    kernal::sei();
    while !below() {}
    let mut last = 0;
    while below() {
        last = last.max(vic.raster_counter.read());
    }
    last
}
