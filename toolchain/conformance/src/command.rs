//! `conformance`: runs core's and alloc's own tests on the built-in 6502.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use cargo_c64::failure::Failed;
use cargo_c64::home::Home;
use cargo_c64::output::{print, print_json, thousands, write_file};
use cargo_c64::setup::Setup;

use crate::excluded::Excluded;
use crate::foreign::list::List;
use crate::foreign::verdict::{Found, REASONS, Report, judge as judge_programs};
use crate::foreign::{Foreign, PROGRAMS};
use crate::run::Outcome;
use crate::{Conformance, EXCLUDED, Figures, judge};

/// Arguments of `conformance`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Run only tests whose names contain this text [default: all]
    filter: Option<String>,
    /// Run the programs in this folder that use std instead, on the host and on the 6502
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
    /// Update the list of tests or programs with the results
    #[arg(long)]
    bless: bool,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the tests and prints the figures.
///
/// # Errors
/// A test fails or the list of excluded tests is wrong ([`Failed`]), or no test matches the name.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    if let Some(folder) = &args.programs {
        return programs(args, folder, setup);
    }
    let home = Home::find_or_fail()?;
    let toolchain = setup.rust()?;
    let rustc = toolchain.release()?;
    let conformance = Conformance::new(toolchain, &home)?;
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
    if args.bless {
        let passed = filter.is_empty().then_some(figures.passed);
        let path = home.checkout().join(EXCLUDED);
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        write_file(&path, Excluded::blessed(&text, &figures.stale, passed).as_bytes())?;
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

/// Formats the failures and the figures, one per line.
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

/// Runs the programs in a folder and prints how many are right.
fn programs(args: &Args, folder: &Path, setup: Setup) -> Result<ExitCode> {
    let home = Home::find_or_fail()?;
    let toolchain = setup.rust()?;
    let rustc = toolchain.release()?;
    let path = home.checkout().join(PROGRAMS);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut list = List::parse(&text).with_context(|| path.display().to_string())?;
    let foreign = Foreign::new(toolchain, &home)?;
    let runs = foreign.run(folder, args.filter.as_deref().unwrap_or_default(), &|run, done, all| {
        let how = match &run.found {
            Found::Right(_) => "right".to_string(),
            Found::Differs(what) => format!("differs: {what}"),
            Found::Excluded(reason, message) => format!("{reason}: {}", message.replace('\n', " / ")),
        };
        eprintln!("{done} of {all}: {}: {how}", run.name);
    })?;
    if args.bless {
        let top = std::fs::canonicalize(folder)?;
        for run in &runs {
            list.set_right(&run.path, &run.name, &top, matches!(run.found, Found::Right(_)));
        }
        list.rustc.clone_from(&rustc);
        write_file(&path, list.text().as_bytes())?;
    }
    let report = judge_programs(&runs, &list, &rustc);
    match args.json {
        true => print_json(&report)?,
        false => print(&programs_text(&report))?,
    }
    match report.wrong + report.faults.len() as u64 {
        0 => Ok(ExitCode::SUCCESS),
        1 => Err(Failed("one program is wrong or wrongly listed".into()).into()),
        failed => Err(Failed(format!("{} programs are wrong or wrongly listed", thousands(failed))).into()),
    }
}

/// Formats the wrong programs, the number of each reason and the figures.
fn programs_text(report: &Report) -> String {
    let wrong = report.programs.iter().filter(|program| program.result == "wrong");
    let mut lines: Vec<String> =
        wrong.map(|program| format!("{}: {}", program.name, program.message)).collect();
    lines.extend(report.faults.iter().cloned());
    lines.extend(report.notes.iter().map(|note| format!("note: {note}")));
    for (reason, meaning) in REASONS {
        lines.extend(report.reasons.get(reason).map(|number| format!("{number:5} {reason}: {meaning}")));
    }
    lines.push(format!(
        "rustc {}: {} right, {} wrong, {} excluded",
        report.rustc,
        thousands(report.right),
        thousands(report.wrong),
        thousands(report.excluded)
    ));
    lines.join("\n") + "\n"
}
