//! The requests, their reports and the suite with which host, simulated C64 and real C64 are compared.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod suite;
pub mod task;
