//! Random programs, which must behave the same in the IR interpreter, on the machine and, if they are Rust, on the host.
//!
//! [`modules`] generates modules of LLVM IR, [`crates`] generates crates in Rust; both depend only on a seed and have no undefined
//! behaviour. [`run`] compiles, interprets and executes them. Both kinds can reduce a failing program. A [`Campaign`] runs them round by
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
