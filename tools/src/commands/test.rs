//! `test`: runs every test of the project, including those that need VICE and those of the C64 program.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::failure::Failed;
use crate::setup::Setup;
use crate::workspace::Workspace;

/// What to test.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Arguments for `cargo test`, such as part of a test's name
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Runs the tests. What they need is set up before, so that none of them waits for an installation.
///
/// # Errors
/// A test fails ([`Failed`]), something that is needed is missing, or cargo cannot run.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    setup.rust()?;
    setup.vice()?;
    let root = workspace.root().join("Cargo.toml");
    let hosted = workspace.target().join("host");
    let good = [
        cargo_test(&root, &["--workspace".as_ref()], args)?,
        cargo_test(
            &workspace.program_manifest(),
            &["--lib".as_ref(), "--target-dir".as_ref(), hosted.as_ref()],
            args,
        )?,
        // With faults planted, so never in the binary that these tests run.
        cargo_test(
            &root,
            &["-psys2080-fuzz".as_ref(), "--features=planted-faults".as_ref(), "--test=faults".as_ref()],
            args,
        )?,
    ];
    match good {
        [true, true, true] => Ok(ExitCode::SUCCESS),
        _ => Err(Failed("a test failed".into()).into()),
    }
}

/// Whether the tests of the workspace at `manifest` pass, by the cargo that runs us.
fn cargo_test(manifest: &Path, selection: &[&OsStr], args: &Args) -> Result<bool> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--release", "--no-fail-fast", "--manifest-path"]).arg(manifest);
    command.args(selection).args(&args.arguments);
    let status = command.status().context("cannot run cargo test")?;
    Ok(status.success())
}
