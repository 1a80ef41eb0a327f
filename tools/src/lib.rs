//! The commands of `cargo c64`, and the parts that they share.

pub mod board;
pub mod boot;
pub mod commands;
pub mod comparison;
pub mod conformance;
pub mod disk;
pub mod failure;
pub mod fuzz;
pub mod games;
pub mod link;
pub mod output;
pub mod own;
pub mod pack;
pub mod player;
pub mod progress;
pub mod runner;
pub mod rust_build;
pub mod setup;
pub mod solver;
pub mod taken;
pub mod target;
pub mod vice;
pub mod workspace;
