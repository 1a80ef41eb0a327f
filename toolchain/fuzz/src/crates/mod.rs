//! Random crates in Rust, compiled by the stock compiler at every optimisation level.

mod body;
mod check;
mod closures;
mod expressions;
mod floats;
mod frame;
mod generate;
mod heap;
mod interrupts;
mod shrink;
mod source;
mod statements;
mod traits;
mod tree;
mod types;

pub use check::{Finding, Report, check};
pub use generate::{Crate, Function, generate};
pub use interrupts::Interrupts;
pub use shrink::shrink;
