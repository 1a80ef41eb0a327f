//! `run`: starts a program in VICE or on the built-in C64.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use vice::window;

use crate::artifacts::Artifact;
use crate::backtrace::Source;
use crate::bundle::Bundle;
use crate::execution::{self, Options, Outcome, Passed};
use crate::rust_build::{self, Choice};
use crate::setup::Setup;
use crate::startable::startable;
use crate::{artifacts, input, output, subject, terminal};

/// Arguments of `run`.
#[derive(Debug, clap::Args)]
#[command(mut_group("choice", |group| group.conflicts_with("file")))]
pub struct Args {
    /// Program file to run [default: build and run the crate in the current folder]
    #[arg(value_name = "FILE.prg")]
    file: Option<PathBuf>,
    /// Manifest of the crate to run
    #[arg(long, value_name = "PATH", conflicts_with = "file")]
    manifest_path: Option<PathBuf>,
    /// Which program of the crate to run, and how to build it.
    #[command(flatten)]
    choice: Choice,
    /// Where to run: in VICE, in a window unless --json, --type, --joystick or --limit is given, or on the built-in C64 in this
    /// terminal (machine) [default: vice if there is a display and none of these is given, or with options for VICE; else machine]
    #[arg(long, value_enum)]
    on: Option<Where>,
    /// Input and limits of the run.
    #[command(flatten)]
    run: Options,
    /// Write the last picture before the end into this file, borders and sprites included; runs in VICE without a window, or, with
    /// `--on machine`, draws the picture without VICE
    #[arg(long, value_name = "FILE.png")]
    screenshot: Option<PathBuf>,
    /// Run to the end without asking for input, and print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Options for VICE, behind --
    #[arg(last = true, value_name = "VICE OPTIONS")]
    vice: Vec<OsString>,
}

/// Where a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Where {
    Vice,
    Machine,
}

/// A program to run.
struct Program {
    prg: Vec<u8>,
    labels: String,
    source: Source,
    /// The program file, if the user named one.
    file: Option<PathBuf>,
}

/// Builds the program and runs it.
///
/// # Errors
/// Something that is needed is missing, or the program does not compile.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let watched = window::is_possible();
    let drawn = args.screenshot.is_some();
    let scripted = args.json || drawn || args.run.is_scripted() || args.run.limit.is_some();
    let in_vice = drawn || watched && !scripted || !args.vice.is_empty();
    let on = args.on.unwrap_or(if in_vice { Where::Vice } else { Where::Machine });
    if on == Where::Machine && !args.vice.is_empty() {
        bail!("the options behind -- are for VICE, and --on machine runs the program without it");
    }
    if on == Where::Vice && !scripted && !watched {
        bail!(
            "VICE's window needs a display; `--on machine` runs the program in this terminal, and with --json, --type or \
             --limit VICE runs it without a window"
        );
    }
    let program = match &args.file {
        Some(file) => of_file(file)?,
        None => {
            let manifest = subject::find(args.manifest_path.as_deref())?;
            match (on, scripted) {
                (Where::Vice, false) => return open(&manifest, args, setup),
                (Where::Machine, false) => in_terminal(&manifest, args, setup)?,
                _ => of_crate(&manifest, &args.choice, setup)?,
            }
        }
    };
    start(args, on, setup, &program)
}

/// Opens a VICE window with a crate's program, or with its disk if it has one and no other disk is given.
fn open(manifest: &Path, args: &Args, setup: Setup) -> Result<ExitCode> {
    args.run.image()?;
    let bundle = Bundle::build(manifest, &args.choice, setup)?;
    let built = &bundle.program().built;
    let summary = bundle.write(&built.out)?;
    let start = match (summary.d64, &args.run.disk) {
        (Some(d64), None) => d64,
        _ => artifacts::write_startable(built, &summary.prg)?,
    };
    window::open(&setup.vice()?, &start, args.run.disk.as_deref(), None, &args.vice)?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the crate's program for interactive use in a terminal: the chosen one, or else the one that the crate's settings name.
fn in_terminal(manifest: &Path, args: &Args, setup: Setup) -> Result<Program> {
    let mut choice = args.choice.clone();
    if choice.bin.is_none() && choice.example.is_none() {
        choice.bin = rust_build::settings(&setup.rust_for(manifest)?, manifest, &choice)?.terminal;
    }
    of_crate(manifest, &choice, setup)
}

/// Runs a program and shows how it ended.
fn start(args: &Args, on: Where, setup: Setup, program: &Program) -> Result<ExitCode> {
    let unwatched = args.json || args.screenshot.is_some() || args.run.is_scripted();
    if on == Where::Vice {
        let paths = setup.vice()?;
        if let (Some(file), false, None) = (&program.file, unwatched, args.run.limit) {
            args.run.image()?;
            window::open(&paths, file, args.run.disk.as_deref(), None, &args.vice)?;
            return Ok(ExitCode::SUCCESS);
        }
        let outcome = execution::in_vice::run(
            &paths,
            &program.prg,
            &args.run,
            &program.source,
            args.screenshot.as_deref(),
            &args.vice,
        )?;
        return told(args, &outcome, true);
    }
    let mut execution = args.run.execution(&program.prg, &program.labels, &program.source)?;
    // An interactive user stops the program with Ctrl-C.
    if !unwatched && std::io::stdin().is_terminal() {
        execution.limit = args.run.limit.unwrap_or(u64::MAX);
    }
    let outcome = match unwatched {
        true => match &args.screenshot {
            Some(file) => execution::drawn(&mut execution, file)?,
            None => execution.run()?.1,
        },
        false => {
            let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout());
            terminal::run(&mut execution, &mut input, &mut output, &mut std::io::stderr())?
        }
    };
    told(args, &outcome, unwatched)
}

/// Prints the outcome of a program and returns the command's exit code.
fn told(args: &Args, outcome: &Outcome, screen: bool) -> Result<ExitCode> {
    match args.json {
        true => output::print_json(outcome)?,
        false => tell(outcome, screen)?,
    }
    Ok(ExitCode::from(u8::from(!outcome.is_good())))
}

/// Shows the final screen of a program and how it ended. In an interactive run, its output has already been shown.
fn tell(outcome: &Outcome, screen: bool) -> Result<()> {
    if screen {
        let rows = outcome.screen.iter().rposition(|row| !row.is_empty()).map_or(0, |last| last + 1);
        for row in &outcome.screen[..rows] {
            output::print(row)?;
        }
    }
    let (cycles, counted) = (output::thousands(outcome.cycles), execution::counted(outcome.vic_ii));
    eprintln!("sys2080: {} after {cycles} cycles ({counted})", outcome.sentence());
    for Passed { place, count } in outcome.breakpoints.iter().flatten() {
        let times = if *count == 1 { "once".to_string() } else { format!("{count} times") };
        eprintln!("sys2080: came by the breakpoint in {place} {times}");
    }
    if let Some((_, rest)) = outcome.error.as_deref().and_then(|error| error.split_once('\n')) {
        eprintln!("{rest}");
    }
    Ok(())
}

fn of_file(file: &Path) -> Result<Program> {
    let what = || format!("cannot read {}", file.display());
    let prg = input::program(file)?;
    let labels = match std::fs::read_to_string(file.with_extension("lbl")) {
        Ok(labels) => labels,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(what),
    };
    let source = Source::of_labels(&labels)?;
    Ok(Program { prg, labels, source, file: Some(file.to_path_buf()) })
}

fn of_crate(manifest: &Path, choice: &Choice, setup: Setup) -> Result<Program> {
    let artifact = Artifact::of(subject::build(manifest, choice, setup)?, choice.pack)?;
    let built = &artifact.built;
    artifact.write(&artifacts::prg_in(&built.out, built))?;
    let (source, prg) = (Source::of_image(&built.image), startable(&built.image).into_owned());
    Ok(Program { prg, labels: built.image.labels.clone(), source, file: None })
}
