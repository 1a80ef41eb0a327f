//! Nothing: what every program takes.
#![no_std]
use sys2080 as _;

fn main() {}
