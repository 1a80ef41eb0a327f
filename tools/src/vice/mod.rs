//! What one does with VICE: run a program to its verdict, have it answer requests, or sit before it and type.
//!
//! VICE is an emulator written by others and exact to the cycle, and so the judge of ours. Runs are repeatable: the
//! same program and the same limits give the same cycle count, also with several runs side by side.
//!
//! Programs tell VICE two things by storing to unused addresses: `$D7FF` ends the run, and the cycles of the work
//! alone stand in the timers of CIA 2 (see [`Tasks`]).

mod cycles;
mod error;
mod film;
mod monitor;
mod paths;
mod picture;
mod port;
mod process;
mod screen;
mod session;
mod tasks;

pub use cycles::cycles_of;
pub use error::ViceError;
pub use film::Film;
pub use paths::{ROMS_VARIABLE, VicePaths};
pub use picture::{Display, PICTURE_ADDRESS, Picture, is_picture};
pub use process::{Config, Emulator, Limits, Verdict, Video};
pub use screen::{COLUMNS, ROWS, Screen};
pub use session::{Drive, Joystick, Session, Start};
pub use tasks::{Mailbox, Tasks};

use std::ffi::OsString;

use engine::task::{REPORT_LEN, REQUEST_LEN};

use process::Process;

/// The address whose store ends a run; VICE's debug cartridge and the in-process machine both watch it.
pub const EXIT_ADDRESS: u16 = 0xd7ff;

/// The name of the program's file in a run's folder.
const PROGRAM_FILE: &str = "program.prg";

/// Runs a program file (load address, then bytes; started by RUN) until it stores to `$D7FF`.
///
/// # Errors
/// A file that is no program, anything missing, or the way in which the run failed.
pub fn run_prg(paths: &VicePaths, config: &Config, prg: &[u8]) -> Result<Verdict, ViceError> {
    check_program(prg)?;
    let mut arguments: Vec<OsString> =
        ["-debugcart", "-autostartprgmode", "1", "-autostart"].map(Into::into).into();
    // The working folder is `work` inside the run's folder.
    arguments.push(format!("../{PROGRAM_FILE}").into());
    Process::start(paths, config, &[(PROGRAM_FILE, prg)], &arguments)?.verdict()
}

/// Has one request answered by a freshly started VICE; see [`Tasks`] for several requests in one run.
///
/// # Errors
/// As [`Tasks::start`] and [`Tasks::run`].
pub fn run_task(
    paths: &VicePaths,
    config: &Config,
    prg: &[u8],
    mailbox: Mailbox,
    request: &[u8; REQUEST_LEN],
) -> Result<([u8; REPORT_LEN], u64), ViceError> {
    Tasks::start(paths, config, prg, mailbox)?.run(request)
}

/// Checks that the bytes are a load address and a program that ends below `$D000`, where the chips begin.
fn check_program(prg: &[u8]) -> Result<(), ViceError> {
    let [low, high, program @ ..] = prg else {
        return Err(ViceError::BadProgram(format!("{} bytes are too few for a program file", prg.len())));
    };
    let end = usize::from(u16::from_le_bytes([*low, *high])) + program.len();
    if program.is_empty() || end > 0xd000 {
        return Err(ViceError::BadProgram(format!("{} bytes end at ${end:04X}", program.len())));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn useless_programs_are_refused_before_the_start() {
        for bad in [&b""[..], b"\x01", b"\x01\x08"] {
            assert!(matches!(check_program(bad), Err(ViceError::BadProgram(_))), "{bad:?}");
        }
        let mut long = vec![0x01, 0x08];
        long.resize(2 + 0xd000 - 0x0801, 0);
        check_program(&long).unwrap();
        long.push(0);
        assert!(check_program(&long).is_err());
    }
}
