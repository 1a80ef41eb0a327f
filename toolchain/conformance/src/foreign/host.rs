//! Compiles a program for the host with the same rustc and runs it.

use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use cargo_c64::setup::Toolchain;
use wait_timeout::ChildExt;

use crate::stock::first_errors;

/// The time after which a program is killed.
const PATIENCE: Duration = Duration::from_secs(20);

/// Added to the number of the signal that ended a program, as in a shell. Source: POSIX, Shell Command Language, 2.8.2.
pub const SIGNALS: i32 = 128;

/// The flags for every program. Overflow behaves as in the program for the C64, which is optimised.
const FLAGS: [&str; 7] = [
    "--cap-lints=allow",
    "--crate-type=bin",
    "--error-format=short",
    "-Zunstable-options",
    "-Coverflow-checks=off",
    "-Cdebug-assertions=off",
    "-Ccodegen-units=1",
];

/// The output and the exit code of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The standard output.
    pub output: Vec<u8>,
    /// The exit code; 128 plus the number of the signal if one ended the program.
    pub code: i32,
}

/// The result on the host.
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
    let folders = [tempfile::tempdir()?, tempfile::tempdir()?];
    let [folder, beside] = folders.each_ref().map(tempfile::TempDir::path);
    let printed = beside.join("output");
    let mut child = Command::new(program)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(File::create(&printed)?)
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot run {}", program.display()))?;
    let Some(status) = child.wait_timeout(PATIENCE)? else {
        child.kill()?;
        child.wait()?;
        return Ok(Host::Hangs);
    };
    let code = status.code().or_else(|| status.signal().map(|signal| SIGNALS + signal));
    Ok(Host::Ran(Ended {
        output: std::fs::read(&printed)?,
        code: code.context("the program has not ended")?,
    }))
}
