//! Ending a program.

use crate::{hardware, video};

/// Ends the program at any call depth and returns to BASIC.
///
/// Stores `code` at $D7FF, which the `machine` crate and VICE with `-debugcart` interpret as the exit code; 0 means success.
/// On a C64, that address is a mirror of an unused register of the SID.
///
/// On the host, the process exits with `code`.
pub fn exit(code: u8) -> ! {
    video::restore();
    hardware::exit(code)
}
