//! The C64 program apart from the chips: line input, text, the console. It runs on any [`terminal::Terminal`].
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod clock;
pub mod console;
pub mod line;
pub mod state;
pub mod strings;
pub mod terminal;
pub mod text;
pub mod watch;
