//! The requests, the reports and the suite by which the host, the built-in C64 and a real C64 are compared.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod suite;
pub mod task;
