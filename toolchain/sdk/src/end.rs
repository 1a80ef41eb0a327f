//! The end of a program.

use crate::{hardware, video};

/// Ends the program from any depth of calls and returns to BASIC.
///
/// `code` is stored to $D7FF, where the `machine` crate and VICE with `-debugcart` take it for the exit code; 0 is success.
/// On a C64, that address is a mirror of an unused register of the SID.
///
/// On the host, the process ends with `code`.
pub fn exit(code: u8) -> ! {
    video::restore();
    hardware::exit(code)
}
