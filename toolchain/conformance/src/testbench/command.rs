//! `testbench`: runs VICE's test programs on the built-in C64.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use cargo_c64::failure::Failed;
use cargo_c64::home::Home;
use cargo_c64::output::{print, print_json, thousands};
use serde::Serialize;
use vice::Roms;

use crate::testbench::{self, MUST_PASS, Outcome, Verdict};

/// Number of test names that a message lists.
const SHOWN: usize = 10;

/// Arguments of `testbench`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder with a copy of VICE's testprogs
    folder: PathBuf,
    /// Run only tests whose names contain this text [default: all]
    filter: Option<String>,
    /// The number of tests that run at a time
    #[arg(long, value_name = "N", default_value = "2")]
    jobs: NonZeroUsize,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
}

/// The output of `--json`.
#[derive(Serialize)]
struct Figures {
    passed: usize,
    failed: usize,
    not_supported: usize,
    total: usize,
    tests: Vec<Verdict>,
}

/// Runs the tests and prints a line for each, then the figures.
///
/// # Errors
/// A test that must pass does not ([`Failed`]), the folder has no list of tests, no test matches the name, or there are no ROMs.
pub fn run(args: &Args) -> Result<ExitCode> {
    let home = Home::find_or_fail()?;
    let path = home.checkout().join(MUST_PASS);
    let must_pass = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let filter = args.filter.as_deref().unwrap_or_default();
    let mut tests = testbench::read(&args.folder)?;
    tests.retain(|test| test.name.contains(filter));
    if tests.is_empty() {
        bail!("no test has a name that contains {filter:?}");
    }
    let roms = Roms::find()?;
    let tell = |verdict: &Verdict| if args.json { Ok(()) } else { print(&verdict.line()) };
    let verdicts = testbench::run(&args.folder, &tests, &roms, args.jobs, &tell)?;
    let broken: Vec<&str> = testbench::broken(&must_pass, &verdicts).iter().map(|v| &*v.name).collect();
    let missing = testbench::missing(&must_pass, &verdicts);
    if filter.is_empty() && !missing.is_empty() {
        eprintln!(
            "sys2080: {} tests of {MUST_PASS} are not in this copy: {}",
            missing.len(),
            missing[..missing.len().min(SHOWN)].join(", ")
        );
    }
    let error = match &*broken {
        [] => None,
        names => Some(Failed(format!("{MUST_PASS} lists tests that do not pass: {}", names.join(", ")))),
    };
    let count = |outcome| verdicts.iter().filter(|verdict| verdict.result == outcome).count();
    let figures = Figures {
        passed: count(Outcome::Passed),
        failed: count(Outcome::Failed),
        not_supported: count(Outcome::NotSupported),
        total: verdicts.len(),
        tests: verdicts,
    };
    match args.json {
        true => print_json(&figures)?,
        false => print(&figures.text())?,
    }
    error.map_or(Ok(ExitCode::SUCCESS), |error| Err(error.into()))
}

impl Figures {
    fn text(&self) -> String {
        let [passed, failed, not_supported, total] =
            [self.passed, self.failed, self.not_supported, self.total].map(|count| thousands(count as u64));
        format!("{passed} passed, {failed} failed, {not_supported} not supported of {total}")
    }
}
