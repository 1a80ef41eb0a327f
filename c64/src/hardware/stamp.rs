//! Marks around a piece of work, so that its cycles can be counted from outside or by the CIA's timers.
//!
//! A store to $D7FE is a mark, one to $D7FF an exit, for the in-process machine and for VICE's debug cart.
//! On a C64 both are mirrors of the SID's registers 30 and 31, which do not exist: the stores do nothing there.

use core::ptr;

use mos_hardware::c64;

/// Address of the marks.
const MARK: *mut u8 = 0xd7fe as *mut u8;
/// Address of VICE's debug cart.
const EXIT: *mut u8 = 0xd7ff as *mut u8;
/// Mark: the work begins.
const BEGIN: u8 = 1;
/// Mark: the work is done.
const END: u8 = 2;

/// Control register: stopped, one-shot, as the KERNAL leaves both timers of CIA 2.
const STOPPED: u8 = 0x08;
/// Control register: load the latch and count system cycles.
const COUNT_CYCLES: u8 = 0x11;
/// Control register: load the latch and count underflows of timer A.
const COUNT_UNDERFLOWS: u8 = 0x51;

/// The work begins: starts CIA 2, whose timer A counts cycles down from $FFFF and timer B the underflows of A.
pub fn begin() {
    let cia = c64::cia2();
    // SAFETY: only RS-232 uses the timers of CIA 2, and it is not open; $D7FE: see the file's head.
    unsafe {
        cia.control_a.write(STOPPED);
        cia.control_b.write(STOPPED);
        cia.timer_a.write(u16::MAX);
        cia.timer_b.write(u16::MAX);
        cia.control_b.write(COUNT_UNDERFLOWS);
        ptr::write_volatile(MARK, BEGIN);
        cia.control_a.write(COUNT_CYCLES);
    }
}

/// The work has ended: the timers stand still, to be read at $DD04-$DD07.
pub fn end() {
    let cia = c64::cia2();
    // SAFETY: as in `begin`.
    unsafe {
        cia.control_a.write(STOPPED);
        ptr::write_volatile(MARK, END);
        cia.control_b.write(STOPPED);
    }
}

/// Ends the run under the in-process machine or VICE's debug cart with exit code 0; does nothing on a C64.
pub fn exit() {
    // SAFETY: see the file's head.
    unsafe { ptr::write_volatile(EXIT, 0) }
}
