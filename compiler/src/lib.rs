//! LLVM IR text in, a 6502 program image with listing, labels and map out.

pub mod error;
pub mod ir;
pub mod llvm;

pub use error::Error;
