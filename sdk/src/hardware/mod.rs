//! The machine: its memory, the five most used KERNAL routines, interrupts, the end of a program.
//!
//! On the host, memory is 64 KB of a process and the screen is standard output, so that programs compile, run as far as that
//! goes, and can be tested there.

#[cfg(target_vendor = "c64")]
mod c64;
#[cfg(not(target_vendor = "c64"))]
mod host;

#[cfg(target_vendor = "c64")]
use c64 as machine;
#[cfg(not(target_vendor = "c64"))]
use host as machine;

#[cfg(test)]
pub(crate) use host::printed;
#[cfg(target_vendor = "c64")]
pub(crate) use machine::go_on_to_kernal;
pub(crate) use machine::{Shared, call, chrin, chrout, free_ram, getin, hook, peek, poke, spin};
#[cfg(feature = "critical-section")]
pub(crate) use machine::{disable_interrupts, restore_interrupts};

/// The registers of a KERNAL call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Registers {
    /// The accumulator.
    pub a: u8,
    /// The X register.
    pub x: u8,
    /// The Y register.
    pub y: u8,
    /// The carry flag.
    pub carry: bool,
}

/// Ends the program from any depth of calls and returns to BASIC.
///
/// `code` is stored to $D7FF, where the `machine` crate and VICE with `-debugcart` take it for the exit code; 0 is success.
/// On a C64, that address is a mirror of an unused register of the SID.
///
/// On the host, the process ends with `code`.
pub fn exit(code: u8) -> ! {
    machine::exit(code)
}

/// Runs `work` with interrupts (IRQs) disabled, and enables them afterwards if they were enabled before. NMIs cannot be
/// disabled.
///
/// The KERNAL's clock loses a jiffy for each sixtieth of a second that `work` takes.
pub fn without_interrupts<T>(work: impl FnOnce() -> T) -> T {
    let before = machine::disable_interrupts();
    let result = work();
    machine::restore_interrupts(before);
    result
}
