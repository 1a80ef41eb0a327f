//! PAL or NTSC, told apart by the number of raster lines.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use sys2080::raster;

/// Raster lines of a PAL machine. An NTSC machine has 262 or 263. Source: MOS 6569 and 6567.
const PAL_LINES: u16 = 312;

/// Whether this is an NTSC machine.
static NTSC: AtomicBool = AtomicBool::new(false);

/// Whether this is an NTSC machine: another clock, another number of lines.
pub fn is_ntsc() -> bool {
    NTSC.load(Relaxed)
}

/// Finds out which machine this is.
pub fn detect() {
    NTSC.store(raster::count_lines() < PAL_LINES, Relaxed);
}
