//! Runs a program to its end in VICE without a window, with scripted key presses.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use vice::{Config, Drive, Input, Limits, Margins, Run, Stop, VicePaths};

use super::{End, Options, Outcome};
use crate::backtrace::Source;
use crate::output;

/// Minimum cycles that VICE is given from power-on to the program's entry: ten seconds of C64 time.
const START: u64 = 10_000_000;

/// Host time for VICE to start, and the slowest expected speed of VICE in cycles per second.
const PATIENCE: Duration = Duration::from_secs(60);
const SLOWEST: u64 = 2_000_000;

/// Starts a program in VICE with its input, `commands` for VICE's monitor, and further arguments for VICE.
///
/// # Errors
/// A key or the disk is not valid, or VICE cannot run the program.
pub fn start(
    paths: &VicePaths,
    prg: &[u8],
    options: &Options,
    commands: &str,
    arguments: &[OsString],
) -> Result<Run> {
    let limit = options.limit();
    let limits = Limits {
        cycles: limit.saturating_add(START),
        wall: PATIENCE.saturating_add(Duration::from_secs(limit / SLOWEST)),
    };
    let config = Config { limits, ..Config::default() };
    let image = options.image()?;
    let drive = image.as_ref().map_or(Drive::Absent, |image| Drive::Disk(image.bytes()));
    let input = Input { keys: &options.keys()?, joystick: options.joystick.as_ref() };
    Run::start(paths, &config, prg, drive, input, commands, arguments)
        .context("cannot start the program in VICE")
}

/// Runs a program to its end and continues at its breakpoints. The last complete picture before the end is written to `screenshot` as a
/// PNG with four pixels for each pixel of the VIC-II.
///
/// # Errors
/// As [`start`], or VICE has ended, or the file cannot be written. Errors of the program itself are part of the outcome.
pub fn run(
    paths: &VicePaths,
    prg: &[u8],
    options: &Options,
    source: &Source,
    screenshot: Option<&Path>,
    arguments: &[OsString],
) -> Result<Outcome> {
    let mut run = start(paths, prg, options, "", arguments)?;
    let stop = run.go(options.limit()).context("VICE failed")?;
    if let Some(file) = screenshot {
        let margins = Margins::normal(Config::default().video);
        let display = run.display_with(margins).context("VICE failed")?;
        output::write_file(file, &display.png(2))?;
        eprintln!("sys2080: the screen as a picture: {}", file.display());
    }
    outcome(&mut run, stop, source)
}

/// Returns the outcome of a program that has stopped.
///
/// # Errors
/// VICE has ended.
pub fn outcome(run: &mut Run, stop: Stop, source: &Source) -> Result<Outcome> {
    let state = run.state().context("VICE failed")?;
    let place = source.place(state.pc);
    let (end, code, error) = match stop {
        Stop::Exit(code) => (End::Exit, Some(code), None),
        Stop::Returned => (End::Returned, None, None),
        Stop::Limit => (End::Limit, None, Some(format!("at the cycle limit it was in {place}"))),
        Stop::Jam => (
            End::Error,
            None,
            Some(format!("the opcode at ${:04X} locks the processor up, in {place}", state.pc)),
        ),
        Stop::Breakpoint(at) => (End::Error, None, Some(format!("it stopped at ${at:04X}, in {place}"))),
    };
    let screen = run.screen().context("VICE failed")?.lines();
    Ok(Outcome {
        end,
        code,
        cycles: state.cycles,
        vic_ii: true,
        screen,
        printed: None,
        error,
        breakpoints: None,
    })
}
