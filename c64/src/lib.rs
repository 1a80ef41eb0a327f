//! The hardware-independent part of the C64 programs. They run on any [`device::Device`], the verification on any [`terminal::Terminal`].
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod app;
pub mod art;
pub mod clock;
pub mod console;
pub mod device;
pub mod games;
pub mod line;
pub mod number;
pub mod savegame;
pub mod spelling;
pub mod state;
pub mod terminal;
#[cfg(test)]
mod testing;
pub mod text;
pub mod tunes;
pub mod verification;
pub mod view;
pub mod watch;
pub mod words;
