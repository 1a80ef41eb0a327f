//! `debug`: runs a program in VICE with labels for its functions and lines and with its breakpoints set.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use vice::{State, Stop, window};

use crate::artifacts::Artifact;
use crate::backtrace::Source;
use crate::execution::{Options, in_vice};
use crate::rust_build::Choice;
use crate::setup::Setup;
use crate::startable::startable;
use crate::{artifacts, breakpoints, output, subject};

/// Arguments of `debug`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Cargo.toml of the crate [default: that of the current folder, or the crate that its workspace names]
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
    /// Which program of the crate to debug, and how to build it.
    #[command(flatten)]
    choice: Choice,
    /// Stop at this function or line as well: a name such as "draw" or "game::draw", or FILE:LINE such as "main.rs:12"
    #[arg(long = "break", value_name = "PLACE")]
    places: Vec<String>,
    /// Input and limits of the run.
    #[command(flatten)]
    run: Options,
    /// Run without a window to the first breakpoint or to the end, and print where that is as one JSON document
    #[arg(long)]
    json: bool,
    /// Options for VICE, behind --
    #[arg(last = true, value_name = "VICE OPTIONS")]
    vice: Vec<OsString>,
}

/// The JSON output of the command.
#[derive(Debug, Serialize)]
struct Stopped {
    /// `breakpoint`, or how the program ended, in the words of `run`.
    stop: &'static str,
    /// The function, with file and line if they are known.
    place: String,
    file: Option<String>,
    line: Option<u32>,
    address: u16,
    a: u8,
    x: u8,
    y: u8,
    sp: u8,
    /// The cycles since the start of the program.
    cycles: u64,
    /// The exit code that the program stored.
    code: Option<u8>,
    /// The 25 rows of the text screen.
    screen: Vec<String>,
}

/// Builds the program and runs it in VICE.
///
/// # Errors
/// Something that is needed is missing, the program does not compile, or it has no such place to stop at.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let watched = window::is_possible();
    if !args.json && !watched {
        bail!(
            "VICE's monitor needs a display; --json runs the program without a window, to its first breakpoint"
        );
    }
    if !args.json && (args.run.is_scripted() || args.run.limit.is_some()) {
        bail!("--type and --limit need --json: in VICE's window, you type and stop the program");
    }
    let manifest = subject::find(args.manifest_path.as_deref())?;
    let built = subject::build(&manifest, &args.choice, setup)?;
    let mut stops = built.image.breakpoints.clone();
    for place in &args.places {
        stops.push(breakpoints::find(&built.image, place)?);
    }
    stops.sort_unstable();
    stops.dedup();
    if stops.is_empty() {
        eprintln!("sys2080: the program has no breakpoint!(), and --break names no place: it will not stop");
    }
    let commands = breakpoints::commands(&built.image, &stops);
    let paths = setup.vice()?;
    if args.json {
        let mut run = in_vice::start(&paths, &startable(&built.image), &args.run, &commands, &args.vice)?;
        let stop = run.go(args.run.limit()).context("VICE failed")?;
        let state = run.state().context("VICE failed")?;
        let screen = run.screen().context("VICE failed")?.lines();
        let source = Source::of_image(&built.image);
        output::print_json(&stopped(stop, &state, screen, &source))?;
        let good = matches!(stop, Stop::Breakpoint(_) | Stop::Exit(0) | Stop::Returned);
        return Ok(ExitCode::from(u8::from(!good)));
    }
    let prg = artifacts::prg_in(&built.out, &built);
    let start = artifacts::write_startable(&built, &prg)?;
    Artifact { built, packed: None }.write(&prg)?;
    let file = prg.with_extension("mon");
    output::write_file(&file, commands.as_bytes())?;
    eprintln!("sys2080: VICE's monitor reads {}", file.display());
    window::open(&paths, &start, args.run.disk.as_deref(), Some(&file), &args.vice)?;
    Ok(ExitCode::SUCCESS)
}

fn stopped(stop: Stop, state: &State, screen: Vec<String>, source: &Source) -> Stopped {
    let (file, line) = source.line(state.pc).map(|(file, line)| (file.to_string(), line)).unzip();
    let code = match stop {
        Stop::Exit(code) => Some(code),
        _ => None,
    };
    let stop = match stop {
        Stop::Breakpoint(_) => "breakpoint",
        Stop::Exit(_) => "exit",
        Stop::Returned => "returned",
        Stop::Limit => "limit",
        Stop::Jam => "error",
    };
    let State { cycles, a, x, y, sp, pc } = *state;
    Stopped { stop, place: source.place(pc), file, line, address: pc, a, x, y, sp, cycles, code, screen }
}
