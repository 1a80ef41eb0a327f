//! What host, simulated and real C64 are compared by: requests for work with their reports, and the suite of them.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod suite;
pub mod task;
