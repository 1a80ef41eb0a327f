//! The 6502 back end.

pub mod asm;
pub mod code;
pub mod encode;
pub mod image;
pub mod isa;
pub mod listing;
pub mod memory;
pub mod runtime;
pub mod startup;
