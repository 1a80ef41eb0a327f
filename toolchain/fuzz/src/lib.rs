//! Random programs, which must behave the same in the IR interpreter, on the machine and, if they are Rust, on the host.
//!
//! [`modules`] makes modules of LLVM's text, [`crates`] makes crates in Rust; both only from a seed and without undefined
//! behaviour. [`run`] compiles, interprets and executes. Either kind can make a failing program smaller.

pub mod crates;
pub mod modules;
pub mod random;
pub mod run;
