//! `conformance`: runs core's and alloc's own tests on the built-in 6502.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::conformance::run::Outcome;
use crate::conformance::{Conformance, Figures, judge};
use crate::failure::Failed;
use crate::output::{print, print_json, thousands};
use crate::setup::Setup;
use crate::workspace::Workspace;

/// Which tests to run.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Run only tests whose names contain this text [default: all]
    filter: Option<String>,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the tests and prints the figures.
///
/// # Errors
/// A test fails, or the list of excluded tests is wrong ([`Failed`]); no test has such a name.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    let toolchain = setup.rust()?;
    let rustc = toolchain.release()?;
    let conformance = Conformance::new(toolchain, &workspace)?;
    let listed = &conformance.excluded().rustc;
    if *listed != rustc {
        eprintln!(
            "sys2080: the list of excluded tests was made with rustc {listed}, not {rustc}: deviations from it are not counted as failures"
        );
    }
    let filter = args.filter.as_deref().unwrap_or_default();
    let start = Instant::now();
    let found = conformance.run(filter, &|part, done, all| {
        let passed = part.tests.values().filter(|run| run.outcome == Outcome::Passes).count();
        let module = part.prefix.trim_end_matches("::");
        eprintln!("{done} of {all}: {module}, {passed} of {} tests pass", part.tests.len());
    })?;
    let figures = judge(&found, conformance.excluded(), &rustc, filter.is_empty());
    if figures.tests.is_empty() && figures.faults.is_empty() {
        bail!("no test has a name that contains {filter:?}");
    }
    match args.json {
        true => print_json(&figures)?,
        false => print(&text(&figures, start.elapsed().as_secs()))?,
    }
    match figures.failed {
        0 => Ok(ExitCode::SUCCESS),
        failed => Err(Failed(format!("{} tests fail or are wrongly listed", thousands(failed))).into()),
    }
}

/// Formats the failures and the figures, one on each line.
fn text(figures: &Figures, seconds: u64) -> String {
    let failed = figures.tests.iter().filter(|test| test.result == "failed");
    let mut lines: Vec<String> =
        failed.map(|test| format!("{}: {}", test.name, test.message.replace('\n', " / "))).collect();
    lines.extend(figures.faults.iter().cloned());
    lines.extend(figures.notes.iter().map(|note| format!("note: {note}")));
    lines.push(format!(
        "rustc {}: {} passed ({} of them only with empty Debug output), {} failed, {} excluded; {} programs, {} cycles, {}:{:02} minutes",
        figures.rustc,
        thousands(figures.passed),
        thousands(figures.muted),
        thousands(figures.failed),
        thousands(figures.excluded),
        thousands(figures.programs),
        thousands(figures.cycles),
        seconds / 60,
        seconds % 60
    ));
    lines.join("\n") + "\n"
}
