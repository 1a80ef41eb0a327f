//! Facts about the Commodore 64 that several crates need: opcodes, characters, clocks. Each stands here once, with its source.

pub mod clock;
pub mod opcodes;
pub mod petscii;

/// A store here ends a run on the built-in C64, in VICE with `-debugcart`, and in its test bench: the value is the exit code. On a C64,
/// nothing is there. Source: VICE manual, "Miscellaneous command-line options".
pub const EXIT_REGISTER: u16 = 0xd7ff;
