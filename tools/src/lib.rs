//! What the commands of `cargo c64` are made of.

pub mod disk;
pub mod vice;
