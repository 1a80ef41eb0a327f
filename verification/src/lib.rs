//! The requests, reports and test suite used to compare the host, the built-in C64 and a real C64.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod suite;
pub mod task;
