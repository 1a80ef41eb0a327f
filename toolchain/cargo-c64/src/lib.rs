//! Builds, runs, tests, profiles and debugs Rust programs for the Commodore 64: the commands of `cargo c64` and their parts.

pub mod artifacts;
pub mod assembly;
pub mod backtrace;
pub mod breakpoints;
pub mod bundle;
pub mod commands;
pub mod disk;
pub mod execution;
pub mod failure;
pub mod flame;
pub mod harness;
pub mod home;
pub mod input;
pub mod link;
pub mod output;
pub mod pack;
pub mod progress;
pub mod rust_build;
pub mod setup;
pub mod startable;
pub mod subject;
pub mod taken;
pub mod target;
pub mod terminal;
