//! `run`: starts the game program, in VICE's window or in the terminal.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use machine::Config;

use crate::own::{self, Own};
use crate::setup::Setup;
use crate::terminal;
use crate::workspace::Workspace;

/// Where to run.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where to run: in a window of VICE, or as a text console on the built-in C64 (machine)
    #[arg(long, value_enum, default_value = "vice")]
    on: Where,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Where {
    Vice,
    Machine,
}

/// Builds the program and starts it.
///
/// # Errors
/// Something that is needed is missing, or the program fails.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    match args.on {
        Where::Vice => in_window(&workspace, setup)?,
        Where::Machine => {
            let built = own::program(&workspace, Own::Play, setup)?;
            let config = Config { cycle_limit: u64::MAX, ..Config::default() };
            terminal::at_console(
                &built.image.prg,
                config,
                &mut std::io::stdin().lock(),
                &mut std::io::stdout(),
            )?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Opens VICE's window with the disk in drive 8 and the program started.
fn in_window(workspace: &Workspace, setup: Setup) -> Result<()> {
    if std::env::var_os("DISPLAY").is_none() && std::env::var_os("WAYLAND_DISPLAY").is_none() {
        bail!("VICE needs a display; `--on machine` starts the text console in this terminal");
    }
    let paths = setup.vice()?;
    let summary = own::own(workspace, &workspace.out(), setup)?;
    // A copy of the user's own settings would be nicer, but could lack the ROMs.
    let mut command = Command::new(&paths.x64sc);
    command.arg("-default").arg("-kernal").arg(&paths.kernal).arg("-basic").arg(&paths.basic);
    command.arg("-chargen").arg(&paths.chargen);
    command.args(["-drive8type", "0", "-iecdevice8", "+virtualdev8", "-device8", "1", "-autostart"]);
    command.args(&summary.d64);
    let status = command.status().with_context(|| format!("cannot run {}", paths.x64sc.display()))?;
    if !status.success() {
        bail!("VICE ended with {status}");
    }
    Ok(())
}
