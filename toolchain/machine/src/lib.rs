//! An in-process Commodore 64, complete enough to run the compiler's programs.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod addresses;
mod basic;
mod beam;
mod bus;
mod callers;
mod calls;
mod channels;
mod characters;
mod cia;
mod config;
mod cpu;
mod deadline;
mod disk;
mod error;
mod files;
mod interrupts;
mod kernal;
mod keyboard;
mod labels;
mod machine;
mod memory_disk;
mod monitor;
mod port;
mod profile;
mod schedule;
mod screen;
mod sid;
mod software_stack;
mod sound;
mod trace;
mod vic;
mod watch;

pub use bus::{EXIT_REGISTER, MARK_REGISTER, Mark, Rom, SerialLines};
pub use chips::opcodes;
pub use chips::petscii::{Charset, glyph, screen_code};
pub use config::{CiaModel, Config, Line, LoadRange, Stop};
pub use d64::FileKind;
pub use d64::listing::{Line as ListingLine, Listing};
pub use disk::{Disk, DosStatus, Reading};
pub use error::{Error, Registers, Report};
pub use labels::Labels;
pub use machine::Machine;
pub use memory_disk::MemoryDisk;
pub use profile::{ChainCycles, FunctionCycles, profile_table};
pub use vic::{Frame, VideoStandard, palette};
