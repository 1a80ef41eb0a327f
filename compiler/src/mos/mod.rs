//! The 6502 back end.

pub mod asm;
pub mod code;
pub mod isa;
pub mod memory;
