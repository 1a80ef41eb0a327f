//! Facts about the Commodore 64 that several crates need, with their sources: opcodes, characters, clocks.

pub mod clock;
pub mod opcodes;
pub mod petscii;

/// A store to this address ends a run on the built-in C64, in VICE with `-debugcart`, and in VICE's test bench; the value is the exit code.
/// On a real C64, nothing is there. Source: VICE manual, "Miscellaneous command-line options".
pub const EXIT_REGISTER: u16 = 0xd7ff;
