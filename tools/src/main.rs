//! `cargo c64`: the command line of sys2080.
fn main() {}
