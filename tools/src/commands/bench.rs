//! `bench`: measures cycles and bytes of every benchmark on the built-in C64 and compares them with the stored baseline.

mod baseline;
mod comparison;
mod counts;
mod list;
mod peers;
mod programs;
mod row;

use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use cargo_c64::failure::Failed;
use cargo_c64::output::{self, print, print_json, thousands};
use cargo_c64::progress::Progress;
use cargo_c64::setup::Setup;
use clap::builder::PossibleValuesParser;
use engine::search::MAX_DEPTH;
use verification::task::Report;

use crate::own::{self, Own};
use crate::runner::{InProcess, On, Program, Runner};
use crate::workspace::Workspace;
use baseline::Baseline;
use list::{BENCHMARKS, Benchmark, Work};
use row::Row;

/// Describes the measurements, for `--help`.
const ABOUT: &str = "Every benchmark runs on the built-in C64 with interrupts disabled. Cycles are exact: two runs of the same \
    program give the same number.\n\n\
    The small programs come from tests/bench. For these, the figures of other compilers are known. Each is built for speed \
    and, with -s after its name, for size, and its result is checked. Its bytes do not include those of an empty program.\n\n\
    The exit code is 1 if a row takes over 2 % more cycles than in tests/bench/baseline.txt (over 25 % if that was measured \
    with another rustc), or if the engine searches less deep in ten seconds of C64 time.\n\n\
    Example: cargo c64 bench --only sieve";

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
#[command(after_help = ABOUT)]
pub struct Args {
    /// Where to measure
    #[arg(long, value_parser = PossibleValuesParser::new([On::Machine.name()]), default_value = On::Machine.name())]
    on: String,
    /// Measure only benchmarks whose name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Store the results as the new baseline
    #[arg(long, conflicts_with = "only")]
    bless: bool,
    /// Before that, count how often each block of our own programs runs, and store the profiles that they are built with
    #[arg(long)]
    count: bool,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
}

/// Measures every benchmark and prints a row for each.
///
/// # Errors
/// A row is slower than the baseline allows ([`Failed`]), the program does not build or fails, or the baseline cannot
/// be read or written.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let wanted = |name: &str| args.only.as_deref().is_none_or(|text| name.contains(text));
    let workspace = Workspace::find()?;
    let path = workspace.root().join(baseline::PATH);
    if args.count {
        counts::store(&workspace, setup, |machine| {
            machine.run(&list::whole_games()?)?;
            BENCHMARKS.iter().try_for_each(|benchmark| measure(benchmark, machine).map(|_| ()))
        })?;
    }
    let toolchain = setup.rust()?;
    let baseline = match args.bless {
        true => Baseline::default(),
        false => Baseline::read(&path, toolchain.version)?,
    };
    let mut rows = own_rows(&workspace, setup, wanted)?;
    rows.extend(programs::measure(&workspace, &toolchain, wanted)?);
    if rows.is_empty() {
        let parts = peers::programs().flat_map(|program| program.parts).map(|part| part.name);
        let names: Vec<&str> = BENCHMARKS.iter().map(|benchmark| benchmark.name).chain(parts).collect();
        bail!("no benchmark has this in its name; the benchmarks are {}", names.join(", "));
    }
    for row in &mut rows {
        row.baseline_cycles = baseline.of(&row.name).map(|entry| entry.cycles);
    }
    match args.json {
        true => print_json(&rows)?,
        false => print(&(text_of(&rows) + &comparison::text_of(&rows)))?,
    }
    if args.bless {
        output::write_file(&path, Baseline::text_of(&rows, toolchain.version).as_bytes())?;
        eprintln!("sys2080: wrote {}", baseline::PATH);
        return Ok(ExitCode::SUCCESS);
    }
    let slower: Vec<&str> =
        rows.iter().filter(|row| baseline.is_exceeded_by(row)).map(|row| row.name.as_str()).collect();
    if !slower.is_empty() {
        let names = slower.join(", ");
        let percent = baseline.tolerance;
        return Err(Failed(format!("over {percent} % slower than {}: {names}", baseline::PATH)).into());
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures the selected tasks of our own program.
fn own_rows(workspace: &Workspace, setup: Setup, wanted: impl Fn(&str) -> bool) -> Result<Vec<Row>> {
    let chosen: Vec<&Benchmark> = BENCHMARKS.iter().filter(|benchmark| wanted(benchmark.name)).collect();
    if chosen.is_empty() {
        return Ok(Vec::new());
    }
    let image = own::program(workspace, Own::Verification, setup)?.image;
    let mut machine = InProcess::new(Program::of_image(&image)?);
    let progress = Progress::new("benchmarks", chosen.len() as u64);
    let mut rows = Vec::new();
    for benchmark in chosen {
        let (cycles, units) =
            measure(benchmark, &mut machine).with_context(|| format!("cannot measure {}", benchmark.name))?;
        rows.push(Row {
            name: benchmark.name.into(),
            cycles,
            bytes: image.prg.len() as u64,
            unit: benchmark.unit,
            units,
            per_unit: cycles as f64 / units as f64,
            baseline_cycles: None,
            peers: peers::of(benchmark.name),
        });
        progress.step();
    }
    Ok(rows)
}

/// Returns cycles and units of a benchmark.
fn measure(benchmark: &Benchmark, machine: &mut dyn Runner) -> Result<(u64, u64)> {
    match benchmark.work {
        Work::Task(request) => {
            let outcome = machine.run(&request()?)?;
            let cycles = outcome.cycles.context("the machine counted no cycles")?;
            Ok((cycles, units(benchmark.unit, &outcome.report)?))
        }
        Work::Deepest { limit, from, request } => {
            let mut deepest = None;
            for depth in from..=MAX_DEPTH {
                let outcome = machine.run(&request(depth)?)?;
                let cycles = outcome.cycles.context("the machine counted no cycles")?;
                if cycles > limit {
                    break;
                }
                deepest = Some((cycles, depth.into()));
            }
            deepest
                .with_context(|| format!("not even depth {from} is reached in {} cycles", thousands(limit)))
        }
    }
}

/// Returns how many units of work a report contains.
fn units(unit: &str, report: &Report) -> Result<u64> {
    let units: u64 = match report {
        Report::Perft(count) => count.leaves.into(),
        Report::Search(found) => found.nodes.into(),
        // All cells are weighed, whichever row is requested.
        Report::Choice(_) | Report::Weights(_) => 1,
        Report::Proof(proof) => proof.positions.into(),
        Report::Failed(error) => bail!(*error),
    };
    ensure!(units > 0, "the report has no {unit}");
    Ok(units)
}

fn text_of(rows: &[Row]) -> String {
    let mut text = format!(
        "{:<28} {:>12} {:>7} {:>10} {:<9} {:>12} {:>12} {:>7}",
        "benchmark", "cycles", "bytes", "", "", "cycles each", "baseline", "change"
    );
    for row in rows {
        let change = row.baseline_cycles.map_or("new".into(), |before| {
            format!("{:+.1} %", (row.cycles as f64 / before as f64 - 1.0) * 100.0)
        });
        text += &format!(
            "\n{:<28} {:>12} {:>7} {:>10} {:<9} {:>12} {:>12} {:>7}",
            row.name,
            thousands(row.cycles),
            thousands(row.bytes),
            thousands(row.units),
            row.unit,
            thousands(row.per_unit.round() as u64),
            row.baseline_cycles.map_or("-".into(), thousands),
            change
        );
    }
    text
}
