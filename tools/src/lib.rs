//! What the commands of `cargo c64` are made of.
