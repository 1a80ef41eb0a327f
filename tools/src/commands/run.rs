//! `run`: starts a program, in VICE's window or on the built-in C64.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use machine::Config;

use crate::backtrace::Source;
use crate::execution::{Outcome, Run};
use crate::own::{self, Own};
use crate::rust_build::Choice;
use crate::setup::Setup;
use crate::subject::{self, Subject};
use crate::workspace::Workspace;
use crate::{output, terminal};

/// What to run, and where.
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
    /// Where to run: in VICE's window, or on the built-in C64 in this terminal (machine) [default: vice if there is a
    /// display, else machine]
    #[arg(long, value_enum)]
    on: Option<Where>,
    /// What the program meets.
    #[command(flatten)]
    run: Run,
    /// Run to the end without asking for input, and print the result as one JSON document
    #[arg(long)]
    json: bool,
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
    /// Its file, for VICE.
    file: PathBuf,
}

/// Builds the program and runs it.
///
/// # Errors
/// Something that is needed is missing, or the program does not compile.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let watched = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    let scripted = args.json || args.run.is_scripted() || args.run.limit.is_some();
    let on = args.on.unwrap_or(if watched && !scripted { Where::Vice } else { Where::Machine });
    match on {
        Where::Vice if scripted => {
            bail!("--json, --type, --joystick and --limit need the built-in C64: `--on machine`")
        }
        Where::Vice if !watched => {
            bail!("VICE needs a display; `--on machine` runs the program in this terminal")
        }
        _ => {}
    }
    let subject = match &args.file {
        Some(file) => return start(args, on, setup, &of_file(file)?),
        None => Subject::find(args.manifest_path.as_deref())?,
    };
    match subject {
        Subject::Crate(manifest) => start(args, on, setup, &of_crate(&manifest, args, setup)?),
        Subject::Project(workspace) => {
            args.choice.refuse_for_project()?;
            match on {
                Where::Vice => {
                    let summary = own::own(&workspace, &workspace.out(), setup)?;
                    in_window(setup, &summary.d64.unwrap_or(summary.prg), None)?;
                    Ok(ExitCode::SUCCESS)
                }
                Where::Machine if scripted => start(args, on, setup, &of_project(&workspace, setup)?),
                Where::Machine => {
                    let built = own::program(&workspace, Own::Play, setup)?;
                    let config = Config { cycle_limit: u64::MAX, ..Config::default() };
                    let (mut input, mut shown) = (std::io::stdin().lock(), std::io::stdout());
                    terminal::at_console(&built.image.prg, config, &mut input, &mut shown)?;
                    Ok(ExitCode::SUCCESS)
                }
            }
        }
    }
}

/// Runs a program, and shows how it ended.
fn start(args: &Args, on: Where, setup: Setup, program: &Program) -> Result<ExitCode> {
    if on == Where::Vice {
        in_window(setup, &program.file, args.run.disk.as_deref())?;
        return Ok(ExitCode::SUCCESS);
    }
    let unwatched = args.json || args.run.is_scripted();
    let mut execution = args.run.execution(&program.prg, &program.labels, &program.source)?;
    // A person ends a program by Ctrl-C.
    if !unwatched && std::io::stdin().is_terminal() {
        execution.limit = args.run.limit.unwrap_or(u64::MAX);
    }
    let outcome = match unwatched {
        true => execution.run()?.1,
        false => terminal::run(&mut execution, &mut std::io::stdin().lock(), &mut std::io::stdout())?,
    };
    match args.json {
        true => output::print_json(&outcome)?,
        false => tell(&outcome, unwatched)?,
    }
    Ok(ExitCode::from(u8::from(!outcome.is_good())))
}

/// Shows the screen of a program that ended, and how it ended. What was printed has been shown if somebody watched.
fn tell(outcome: &Outcome, screen: bool) -> Result<()> {
    if screen {
        let rows = outcome.screen.iter().rposition(|row| !row.is_empty()).map_or(0, |last| last + 1);
        for row in &outcome.screen[..rows] {
            output::print(row)?;
        }
    }
    let cycles = output::thousands(outcome.cycles);
    eprintln!("sys2080: {} after {cycles} cycles", outcome.sentence());
    if let Some((_, rest)) = outcome.error.as_deref().and_then(|error| error.split_once('\n')) {
        eprintln!("{rest}");
    }
    Ok(())
}

fn of_file(file: &Path) -> Result<Program> {
    let what = || format!("cannot read {}", file.display());
    let prg = std::fs::read(file).with_context(what)?;
    let labels = match std::fs::read_to_string(file.with_extension("lbl")) {
        Ok(labels) => labels,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(what),
    };
    let source = Source::of_labels(&labels)?;
    Ok(Program { prg, labels, source, file: file.to_path_buf() })
}

fn of_crate(manifest: &Path, args: &Args, setup: Setup) -> Result<Program> {
    let out = subject::target_of(manifest).join("out");
    let built = subject::build(manifest, &args.choice, setup)?;
    let file = own::prg_in(&out, &built);
    own::write(&built, None, &file)?;
    let source = Source::of_image(&built.image);
    Ok(Program { prg: built.image.prg, labels: built.image.labels, source, file })
}

fn of_project(workspace: &Workspace, setup: Setup) -> Result<Program> {
    let built = own::program(workspace, Own::Play, setup)?;
    Ok(Program {
        file: own::prg_in(&workspace.out(), &built),
        source: Source::of_image(&built.image),
        prg: built.image.prg,
        labels: built.image.labels,
    })
}

/// Opens VICE's window with a program or a disk started, and another disk in drive 8.
fn in_window(setup: Setup, start: &Path, disk: Option<&Path>) -> Result<()> {
    let paths = setup.vice()?;
    // A copy of the user's own settings would be nicer, but could lack the ROMs.
    let mut command = Command::new(&paths.x64sc);
    command.arg("-default").arg("-kernal").arg(&paths.kernal).arg("-basic").arg(&paths.basic);
    command.arg("-chargen").arg(&paths.chargen);
    command.args(["-drive8type", "0", "-iecdevice8", "+virtualdev8", "-device8", "1"]);
    if let Some(disk) = disk {
        command.arg("-8").arg(disk);
    }
    command.args(["-autostartprgmode", "1", "-autostart"]).arg(start);
    let status = command.status().with_context(|| format!("cannot run {}", paths.x64sc.display()))?;
    if !status.success() {
        bail!("VICE ended with {status}");
    }
    Ok(())
}
