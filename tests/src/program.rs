//! The C64 programs, built once for all tests of a file, and requests to the one that answers them, as bytes.

use std::process::{Command, Output};
use std::sync::OnceLock;

use anyhow::{Result, bail, ensure};
use cargo_c64::rust_build::Built;
use cargo_c64::setup::Setup;
use engine::Silent;
use engine::engines::Engines;
use machine::{Config, Machine, Stop};
use tools::own::{self, Own};
use tools::runner::Program;
use tools::workspace::Workspace;
use verification::task::{REPORT_LEN, REQUEST_LEN, serve};

/// Bytes that must stay free between the play program and the I/O area at $D000. The picture is elsewhere: this is the stack's, and a
/// margin for what is still to be written.
pub const MIN_FREE: u16 = 1024;

/// Marks of the program around its work.
const BEGIN: u8 = 1;
const END: u8 = 2;

/// This checkout.
///
/// # Panics
/// The tests do not run in one.
pub fn workspace() -> Workspace {
    Workspace::find().unwrap_or_else(|error| panic!("{error:#}"))
}

/// The set-up of the tests, which install nothing. `cargo c64 test` does that before it starts them.
pub const SETUP: Setup = Setup { install: false };

/// The play program.
///
/// # Panics
/// It does not build.
pub fn play() -> &'static Built {
    static PLAY: OnceLock<Built> = OnceLock::new();
    PLAY.get_or_init(|| own(Own::Play))
}

/// The text console.
///
/// # Panics
/// It does not build.
pub fn console() -> &'static Built {
    static CONSOLE: OnceLock<Built> = OnceLock::new();
    CONSOLE.get_or_init(|| own(Own::Console))
}

/// The verification.
///
/// # Panics
/// It does not build.
pub fn verification() -> &'static Built {
    static VERIFICATION: OnceLock<Built> = OnceLock::new();
    VERIFICATION.get_or_init(|| own(Own::Verification))
}

fn own(own: Own) -> Built {
    own::program(&workspace(), own, SETUP).unwrap_or_else(|error| panic!("cannot build: {error:#}"))
}

/// The verification with its mailbox.
///
/// # Panics
/// It does not build, or has none.
pub fn program() -> Program {
    Program::of_image(&verification().image).unwrap_or_else(|error| panic!("{error:#}"))
}

/// The disk with the C64 programs.
///
/// # Panics
/// Programs or disk cannot be made.
pub fn d64() -> Vec<u8> {
    static DISK: OnceLock<Vec<u8>> = OnceLock::new();
    let disk = || {
        let bundle = own::programs(&workspace(), SETUP).unwrap_or_else(|error| panic!("{error:#}")).bundle;
        bundle.image(&[]).unwrap_or_else(|error| panic!("{error:#}")).expect("the programs have a disk")
    };
    DISK.get_or_init(disk).clone()
}

/// Returns the host's answer to the bytes of a request.
pub fn host(request: &[u8; REQUEST_LEN]) -> [u8; REPORT_LEN] {
    let mut report = [0; REPORT_LEN];
    serve(&mut Engines::new(), request, &mut report, &mut Silent);
    report
}

/// Returns the answer of a program on the machine, and the cycles of the work: 0 if there was none.
///
/// # Errors
/// The program does not serve the request.
pub fn machine(program: &Program, request: &[u8; REQUEST_LEN]) -> Result<([u8; REPORT_LEN], u64)> {
    let mut machine = Machine::new(Config { interrupts: false, ..Config::default() });
    machine.set_labels(program.labels.clone());
    machine.load_prg(&program.prg)?;
    machine.load_bytes(program.mailbox.request, request)?;
    match machine.start_basic_program()? {
        Stop::Exit { code: 0, .. } => {}
        other => bail!("the program ended with {other:?} and printed {:?}", machine.transcript()),
    }
    let start = usize::from(program.mailbox.report);
    let report = machine.ram(start..start + REPORT_LEN).try_into()?;
    let marks: Vec<(u8, u64)> = machine.marks().iter().map(|mark| (mark.value, mark.cycle)).collect();
    let cycles = match marks.as_slice() {
        [] => 0,
        [(BEGIN, begin), (END, end)] => end - begin,
        other => bail!("marks {other:?}"),
    };
    ensure!(report != [0; REPORT_LEN], "the report was never written");
    Ok((report, cycles))
}

/// Runs our command line, built as `cargo c64` builds it.
///
/// # Panics
/// cargo cannot run.
pub fn sys2080(arguments: &[&str]) -> Output {
    command().args(arguments).output().unwrap_or_else(|error| panic!("cannot run cargo: {error}"))
}

/// A call of our command line, to which arguments may be added.
pub fn command() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["run", "--quiet", "--release", "--package", "sys2080-tools", "--bin", "games", "--"])
        .current_dir(workspace().root());
    command
}
