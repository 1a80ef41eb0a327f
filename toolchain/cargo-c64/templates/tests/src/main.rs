//! Shows what the library computes.
#![no_std]
use sys2080::prelude::*;

fn main() {
    uprintln!("gcd of 2080 and 64: {}", NAME::gcd(2080, 64));
}
