//! Compiles a program for this computer with the same rustc, and runs it.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use cargo_c64::setup::Toolchain;

use crate::stock::first_errors;

/// Seconds after which a program is ended.
const SECONDS: &str = "20";

/// The exit code of `timeout` if it ended the program. Source: GNU coreutils, `timeout`.
const TIMED_OUT: i32 = 124;

/// The flags of every program. Overflow is as in the program for the C64, which is optimised.
const FLAGS: [&str; 7] = [
    "--cap-lints=allow",
    "--crate-type=bin",
    "--error-format=short",
    "-Zunstable-options",
    "-Coverflow-checks=off",
    "-Cdebug-assertions=off",
    "-Ccodegen-units=1",
];

/// What a program printed, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The standard output.
    pub output: Vec<u8>,
    /// The exit code; 128 and the number of a signal that ended the program.
    pub code: i32,
}

/// How it went on this computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// rustc's first errors.
    Refused(String),
    /// It did not end.
    Hangs,
    /// It ran.
    Ran(Ended),
}

/// Compiles and runs a program in a folder of its own.
///
/// # Errors
/// rustc or the program cannot be started.
pub fn run(toolchain: &Toolchain, source: &Path, flags: &[String], program: &Path) -> Result<Host> {
    let mut command = toolchain.rustc();
    command.args(FLAGS).args(flags).arg(source).arg("-o").arg(program).stdin(Stdio::null());
    let output = command.output().context("cannot run rustc")?;
    if !output.status.success() {
        return Ok(Host::Refused(first_errors(&String::from_utf8_lossy(&output.stderr))));
    }
    let folder = tempfile::tempdir()?;
    let mut command = Command::new("timeout");
    command.arg(SECONDS).arg(program).current_dir(folder.path()).stdin(Stdio::null());
    let output = command.output().context("cannot run the host's program by `timeout`")?;
    Ok(match output.status.code() {
        Some(TIMED_OUT) => Host::Hangs,
        code => Host::Ran(Ended { output: output.stdout, code: code.unwrap_or(-1) }),
    })
}
