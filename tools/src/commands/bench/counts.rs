//! Counts how often each block of our own programs runs, for the profiles that they are built with.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use compiler::Profile;

use crate::backtrace::Source;
use crate::execution::{End, Options};
use crate::output;
use crate::own::{self, Own};
use crate::runner::{InProcess, Program};
use crate::rust_build::Built;
use crate::setup::Setup;
use crate::workspace::Workspace;

/// What is typed into the play program: a few moves of each game at the console, by the engine against itself.
const GAMES: &str = "c.1\\n.l5\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.u\\n.m\\n.b\\n.2\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n\
    .3\\n.l4\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.x\\n.z";

/// Counts both programs and stores their profiles, which `c64/Cargo.toml` names. `benchmarks` has the verification program run
/// them all.
///
/// # Errors
/// A program does not build or fails, or a file cannot be written.
pub fn store(
    workspace: &Workspace,
    setup: Setup,
    benchmarks: impl Fn(&mut InProcess) -> Result<()>,
) -> Result<()> {
    let tasks = |built: &Built| {
        let program = Program::of_image(&built.image)?;
        let mut machine = InProcess::counting(program, &built.image.counted);
        benchmarks(&mut machine)?;
        Ok(built.image.profile(machine.counts()))
    };
    store_one(workspace, &own::counted(workspace, Own::Verification, setup)?, tasks)?;
    store_one(workspace, &own::counted(workspace, Own::Play, setup)?, games)
}

/// Stores the profile of a program that has been built once for each share of its functions, and is `run` so.
fn store_one(workspace: &Workspace, shares: &[Built], run: impl Fn(&Built) -> Result<Profile>) -> Result<()> {
    let mut profile = Profile::default();
    for built in shares {
        profile.add(&run(built)?);
    }
    let path: PathBuf = ["c64", "profiles", &format!("{}.txt", shares[0].name)].iter().collect();
    output::write_file(&workspace.root().join(&path), profile.to_string().as_bytes())?;
    eprintln!("sys2080: wrote {}", path.display());
    Ok(())
}

/// The play program in [`GAMES`].
fn games(built: &Built) -> Result<Profile> {
    let options = Options { typed: Some(GAMES.into()), ..Options::default() };
    let source = Source::of_image(&built.image);
    let mut execution = options.execution(&built.image.prg, &built.image.labels, &source)?;
    let mut machine = execution.machine()?;
    machine.count_breakpoints(&built.image.counted);
    let outcome = execution.continue_to_end(&mut machine);
    ensure!(outcome.end == End::Waiting, "the games at the console: {}", outcome.sentence());
    Ok(built.image.profile(&machine.breakpoints().into_iter().collect()))
}
