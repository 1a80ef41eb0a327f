//! Counts how often each block of our own programs runs, for the profiles with which they are built.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use cargo_c64::backtrace::Source;
use cargo_c64::execution::{End, Options};
use cargo_c64::output;
use cargo_c64::rust_build::Built;
use cargo_c64::setup::Setup;
use compiler::Profile;
use machine::{Config, Machine};

use crate::own::{self, Own};
use crate::runner::{InProcess, Program};
use crate::workspace::Workspace;

/// Keys pressed in the play program: to the menu, no sound, two persons, level 5; then a few moves of each game by the engine, one of
/// them taken back, and finally the weights of the squares in five in a row.
const PRESSED: &[u8] = b" SS2LLPDDDDDDDDUVMGPDDDDDDDDDMGPDDDDDDDDDDDDT";
/// Cycles after each of these keys: more than the slowest move takes.
const AFTER_KEY: u64 = 40_000_000;
/// Input typed at the console: a few moves of each game, played by the engine against itself.
const GAMES: &str = ".1\\n.l5\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.u\\n.m\\n.b\\n.2\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n\
    .3\\n.l4\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.c\\n.x";

/// Counts the blocks of our own programs and stores their profiles, which `c64/Cargo.toml` names. `benchmarks` makes the verification
/// program run all benchmarks.
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
    store_one(workspace, &own::counted(workspace, Own::Console, setup)?, games)?;
    store_one(workspace, &own::counted(workspace, Own::Play, setup)?, boards)
}

/// Stores the profile of a program that was built once for each share of its functions; `run` runs each build.
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

/// Runs the console with [`GAMES`].
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

/// Runs the play program with [`PRESSED`].
fn boards(built: &Built) -> Result<Profile> {
    let mut machine =
        Machine::new(Config { idle_polls: u32::MAX, cycle_limit: u64::MAX, ..Config::default() });
    machine.load_prg(&built.image.prg)?;
    machine.count_breakpoints(&built.image.counted);
    machine.prepare_basic_program()?;
    machine.run_for(AFTER_KEY)?;
    for key in PRESSED {
        machine.type_keys(&[*key]);
        let stop = machine.run_for(AFTER_KEY)?;
        ensure!(stop.is_none(), "the play program after {:?}: {stop:?}", char::from(*key));
    }
    Ok(built.image.profile(&machine.breakpoints().into_iter().collect()))
}
