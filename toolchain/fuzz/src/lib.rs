//! Random programs, which must behave the same in the IR interpreter, on the machine and, if they are Rust, on the host.
//!
//! [`modules`] makes modules of LLVM's text, [`crates`] makes crates in Rust; both only from a seed and without undefined
//! behaviour. [`run`] compiles, interprets and executes. Either kind can make a failing program smaller. A [`Campaign`] runs them round by
//! round, with the crates compiled by the stock rustc.

mod campaign;
pub mod command;
pub mod crates;
pub mod modules;
pub mod random;
pub mod run;
mod stock;

pub use campaign::{Campaign, Difference, Figures, Plan};
pub use stock::{Level, Stock};
