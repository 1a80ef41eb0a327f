//! End-to-end tests: host, machine and VICE must agree. The tests live in `tests/`, what they share is here.

pub mod console;
pub mod corpus;
pub mod crates;
pub mod games;
pub mod program;
