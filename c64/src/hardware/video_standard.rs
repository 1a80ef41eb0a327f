//! PAL or NTSC, told apart by the number of raster lines.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use mos_hardware::c64;
use mos_hardware::vic2::ControlYFlags;

use super::kernal;

/// The last raster line from 256 on, without that bit: 311 on PAL, 261 or 262 on NTSC. This is between.
/// Source: MOS 6569 and 6567.
const BETWEEN: u8 = 0x20;

/// Whether this is an NTSC machine.
static NTSC: AtomicBool = AtomicBool::new(false);

/// Whether this is an NTSC machine: another clock, another number of lines.
pub fn is_ntsc() -> bool {
    NTSC.load(Relaxed)
}

/// Finds out which machine this is.
pub fn detect() {
    NTSC.store(last_line() < BETWEEN, Relaxed);
    kernal::cli();
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
