//! Drives VICE: runs a program to its end or to a breakpoint, has it answer requests, or acts as a person who types.
//!
//! VICE is an independent, cycle-exact emulator and therefore the reference for ours. Runs are repeatable: the same program and the same
//! limits give the same cycle count, even with several runs side by side.
//!
//! Programs report two things to VICE by storing to unused addresses: `$D7FF` ends the run, and the cycles of the work alone are in the
//! timers of CIA 2 (see [`Tasks`]).

mod cycles;
mod display;
mod error;
mod film;
pub mod image;
mod interrupted;
pub mod joystick;
mod monitor;
mod paths;
mod port;
mod process;
mod program;
mod run;
mod screen;
mod session;
mod sound;
mod state;
mod tasks;
pub mod window;

pub use cycles::cycles_of;
pub use display::{Display, Margins};
pub use error::ViceError;
pub use film::Film;
pub use paths::{ROMS_VARIABLE, Roms, VicePaths};
pub use process::{Config, Emulator, Limits, Verdict, Video};
pub use program::EXIT_ADDRESS;
pub use run::{Input, Run, Stop};
pub use screen::{COLUMNS, ROWS, Screen};
pub use session::{Drive, Joystick, Session, Start};
pub use sound::record;
pub use state::State;
pub use tasks::{Mailbox, Tasks};

use std::ffi::OsString;

use process::Process;
use program::{PROGRAM_FILE, check_program};

/// Runs a program file (load address, then bytes; started with RUN) until it stores to `$D7FF`.
///
/// # Errors
/// The file is not a program, something required is missing, or the run failed.
pub fn run_prg(paths: &VicePaths, config: &Config, prg: &[u8]) -> Result<Verdict, ViceError> {
    check_program(prg)?;
    let mut arguments: Vec<OsString> =
        ["-debugcart", "-autostartprgmode", "1", "-autostart"].map(Into::into).into();
    // The working folder is `work` inside the run's folder.
    arguments.push(format!("../{PROGRAM_FILE}").into());
    Process::start(paths, config, &[(PROGRAM_FILE, prg)], &arguments)?.verdict()
}
