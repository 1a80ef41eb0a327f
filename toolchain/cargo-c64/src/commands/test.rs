//! `test`: runs the `#[test]` functions of a crate on the C64.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::ValueEnum;
use serde::Serialize;

use crate::failure::Failed;
use crate::harness::{InVice, OnMachine, Place, Report, Suite, Verdict, Which};
use crate::rust_build::{self, Choice};
use crate::setup::Setup;
use crate::{output, subject};

/// Arguments of `test`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Cargo.toml of the crate [default: that of the current folder]
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
    /// Which tests of the crate to build, and how.
    #[command(flatten)]
    pub choice: Choice,
    /// Where to run: on the built-in C64 (machine), in VICE, or both with a comma between them
    #[arg(long, value_enum, value_delimiter = ',', default_value = "machine")]
    pub on: Vec<Where>,
    /// Compile the tests, but do not run them
    #[arg(long)]
    pub no_run: bool,
    /// Print the results as one JSON document
    #[arg(long)]
    pub json: bool,
    /// Part of the names of the tests to run [default: all tests]
    pub filter: Option<String>,
    /// --ignored for only the tests that are marked as ignored, --include-ignored for all
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub arguments: Vec<OsString>,
}

/// Where tests of a crate run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Where {
    /// On the built-in C64.
    Machine,
    /// In VICE.
    Vice,
}

/// The JSON output of the command.
#[derive(Debug, Default, Serialize)]
struct Summary {
    passed: usize,
    failed: usize,
    ignored: usize,
    tests: Vec<Report>,
}

impl Summary {
    fn add(&mut self, report: Report) {
        *match report.result {
            Verdict::Ok => &mut self.passed,
            Verdict::Failed => &mut self.failed,
            Verdict::Ignored => &mut self.ignored,
        } += 1;
        self.tests.push(report);
    }
}

/// Runs the tests. Everything they need is set up first, so that no test waits for an installation.
///
/// # Errors
/// A test fails ([`Failed`]), something that is needed is missing, or cargo cannot run.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let manifest = &subject::find(args.manifest_path.as_deref())?;
    let which = which(&args.arguments)?;
    let filter = args.filter.as_deref().unwrap_or_default();
    let mut places = args.on.clone();
    places.sort();
    places.dedup();
    let vice = match places.contains(&Where::Vice) && !args.no_run {
        true => Some(setup.vice()?),
        false => None,
    };
    let toolchain = setup.rust_for(manifest)?;
    let (choice, folders) = rust_build::of_user(&toolchain, manifest, &args.choice)?;
    let built = rust_build::tests(&toolchain, manifest, &choice, folders)?;
    let suites: Vec<Suite> = built
        .iter()
        .map(|(name, inputs)| Suite::build(name, inputs, filter, which))
        .collect::<Result<_>>()?;
    if args.no_run {
        eprintln!("sys2080: compiled {} tests", suites.iter().map(Suite::len).sum::<usize>());
        return Ok(ExitCode::SUCCESS);
    }
    let mut summary = Summary::default();
    for place in places {
        let verbose = args.choice.verbose > 0;
        let (name, mut place): (_, Box<dyn Place>) = match (place, &vice) {
            (Where::Vice, Some(paths)) => (" in VICE", Box::new(InVice { paths: paths.clone() })),
            _ => ("", Box::new(OnMachine { verbose })),
        };
        for suite in suites.iter().filter(|suite| suite.len() + suite.filtered > 0 || suites.len() == 1) {
            run_suite(suite, name, place.as_mut(), args.json, &mut summary)?;
        }
    }
    if args.json {
        output::print_json(&summary)?;
    }
    match summary.failed {
        0 => Ok(ExitCode::SUCCESS),
        _ if args.json => Ok(ExitCode::FAILURE),
        1 => Err(Failed("a test failed".into()).into()),
        failed => Err(Failed(format!("{failed} tests failed")).into()),
    }
}

/// Determines which tests the libtest arguments select.
fn which(arguments: &[OsString]) -> Result<Which> {
    let mut which = Which::default();
    for argument in arguments {
        which = match argument.to_str() {
            Some("--ignored") => Which::Ignored,
            Some("--include-ignored") => Which::All,
            _ => bail!(
                "on the C64, tests take only --ignored and --include-ignored, not {}",
                argument.display()
            ),
        };
    }
    Ok(which)
}

/// Runs the tests of a suite and prints what libtest would print.
fn run_suite(
    suite: &Suite,
    place_name: &str,
    place: &mut dyn Place,
    quiet: bool,
    summary: &mut Summary,
) -> Result<()> {
    let say = |text: String| if quiet { Ok(()) } else { output::print(&text) };
    let count = suite.len();
    let noun = if count == 1 { "test" } else { "tests" };
    say(format!("\nrunning {count} {noun} of {}{place_name}", suite.name))?;
    let mut own = Summary::default();
    let mut printed = Ok(());
    suite.run(place, |report| {
        let word = match (report.result, report.message.is_empty()) {
            (Verdict::Ok, _) => "ok".to_string(),
            (Verdict::Failed, _) => "FAILED".into(),
            (Verdict::Ignored, true) => "ignored".into(),
            (Verdict::Ignored, false) => format!("ignored, {}", report.message),
        };
        if printed.is_ok() {
            printed = say(format!("test {} ... {word}", report.name));
        }
        own.add(report);
    })?;
    printed?;
    let failures: Vec<&Report> = own.tests.iter().filter(|test| test.result == Verdict::Failed).collect();
    if !failures.is_empty() {
        say("\nfailures:".into())?;
        for Report { name, message, .. } in &failures {
            say(format!("\n---- {name} ----\n{message}"))?;
        }
    }
    let word = if own.failed == 0 { "ok" } else { "FAILED" };
    let Summary { passed, failed, ignored, .. } = own;
    let filtered = suite.filtered;
    say(format!(
        "\ntest result: {word}. {passed} passed; {failed} failed; {ignored} ignored; {filtered} filtered out"
    ))?;
    own.tests.into_iter().for_each(|report| summary.add(report));
    Ok(())
}
