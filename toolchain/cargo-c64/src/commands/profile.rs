//! `profile`: shows in which functions and lines a program spends its cycles.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use machine::{FunctionCycles, Labels, Machine};
use serde::Serialize;

use crate::backtrace::Source;
use crate::execution::{Options, Outcome, counted};
use crate::rust_build::{Built, Choice};
use crate::setup::Setup;
use crate::startable::startable;
use crate::{backtrace, flame, output, subject};

/// Arguments of `profile`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Cargo.toml of the crate [default: that of the current folder, or the crate that its workspace names]
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
    /// Which program of the crate to profile, and how to build it.
    #[command(flatten)]
    choice: Choice,
    /// Input and limits of the run.
    #[command(flatten)]
    run: Options,
    /// Maximum number of functions and lines to show
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Write a flame graph to open in a browser: the wider a function, the more cycles it and its callees take
    #[arg(long, value_name = "FILE.svg")]
    flame: Option<PathBuf>,
    /// Count how often each block of the program runs, and save the counts to a file for later builds
    ///
    /// Builds and runs the program an extra time with a NOP at the beginning of each block. If that does not fit into memory, it does so
    /// several times, each time with NOPs in some of the functions. Later builds use the file if `profile` under
    /// [package.metadata.c64] in Cargo.toml names it.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Print all functions and lines as one JSON document
    #[arg(long)]
    json: bool,
}

/// The JSON output of the command.
#[derive(Debug, Serialize)]
struct Profile {
    cycles: u64,
    /// Whether the counts include the cycles for which the VIC-II stops the processor.
    vic_ii: bool,
    functions: Vec<Function>,
    lines: Vec<Line>,
}

/// The cycles of a function, without and with its callees.
#[derive(Debug, Serialize)]
struct Function {
    name: String,
    #[serde(rename = "self")]
    own: u64,
    total: u64,
    calls: u64,
}

/// The cycles of the code generated for a source line.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Line {
    file: String,
    line: u32,
    cycles: u64,
}

/// Runs the program on the built-in C64 to its end, and prints where its cycles went.
///
/// # Errors
/// Something that is needed is missing, the program does not compile, or the flame graph cannot be written.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let manifest = subject::find(args.manifest_path.as_deref())?;
    // This comes first because the program may be built with this very profile.
    if let Some(path) = &args.save {
        let mut profile = compiler::Profile::default();
        for built in subject::counted(&manifest, &args.choice, setup)? {
            profile.add(&count(&args.run, &built)?);
        }
        output::write_file(path, profile.to_string().as_bytes())?;
        eprintln!("sys2080: wrote {}", path.display());
    }
    let built = subject::build(&manifest, &args.choice, setup)?;
    let source = Source::of_image(&built.image);
    let prg = startable(&built.image);
    let mut execution = args.run.execution(&prg, &built.image.labels, &source)?;
    let mut machine = execution.machine()?;
    machine.profile(Labels::parse(&built.image.labels).context("cannot read the labels")?);
    let outcome = execution.continue_to_end(&mut machine);
    if let Some(path) = &args.flame {
        let svg = flame::graph(&built.name, &machine.profiled_chains());
        output::write_file(path, svg.as_bytes())?;
        eprintln!("sys2080: wrote {}", path.display());
    }
    let profile = profile(&machine, &built, &outcome);
    match args.json {
        true => output::print_json(&profile)?,
        false => output::print(&text(&profile, args.top))?,
    }
    eprintln!("sys2080: {}", outcome.sentence());
    Ok(ExitCode::SUCCESS)
}

/// Runs a program that was built to count its blocks and returns the counts.
fn count(run: &Options, built: &Built) -> Result<compiler::Profile> {
    let source = Source::of_image(&built.image);
    let prg = startable(&built.image);
    let mut execution = run.execution(&prg, &built.image.labels, &source)?;
    let mut machine = execution.machine()?;
    machine.count_breakpoints(&built.image.counted);
    execution.continue_to_end(&mut machine);
    Ok(built.image.profile(&machine.breakpoints().into_iter().collect()))
}

fn profile(machine: &Machine, built: &Built, outcome: &Outcome) -> Profile {
    let function = |function: FunctionCycles| Function {
        name: compiler::demangled(&function.name),
        own: function.cycles,
        total: function.total,
        calls: function.entries,
    };
    Profile {
        cycles: outcome.cycles,
        vic_ii: outcome.vic_ii,
        functions: machine.profiled_functions().into_iter().map(function).collect(),
        lines: lines(&built.image.lines, &machine.profiled_addresses()),
    }
}

/// Sums the cycles of all addresses by source line, highest first.
fn lines(table: &[compiler::Line], addresses: &[(u16, u64)]) -> Vec<Line> {
    let mut sums: BTreeMap<(&str, u32), u64> = BTreeMap::new();
    for (address, cycles) in addresses {
        if let Some(run) = backtrace::line_at(table, *address) {
            *sums.entry((&run.file, run.line)).or_default() += cycles;
        }
    }
    let line = |((file, line), cycles): ((&str, u32), u64)| Line { file: file.to_string(), line, cycles };
    let mut lines: Vec<Line> = sums.into_iter().map(line).collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.cycles));
    lines
}

fn text(profile: &Profile, top: usize) -> String {
    let all: u64 = profile.functions.iter().map(|function| function.own).sum();
    let share = |cycles: u64| if all == 0 { 0.0 } else { cycles as f64 * 100.0 / all as f64 };
    let mut text =
        format!("{:>14} {:>6} {:>14} {:>10}  function\n", "own cycles", "%", "with callees", "calls");
    for Function { name, own, total, calls } in profile.functions.iter().take(top) {
        let (cycles, total) = (output::thousands(*own), output::thousands(*total));
        text += &format!(
            "{cycles:>14} {:>6.1} {total:>14} {:>10}  {name}\n",
            share(*own),
            output::thousands(*calls)
        );
    }
    if !profile.lines.is_empty() {
        text += &format!("\n{:>14} {:>6}  line\n", "cycles", "%");
    }
    for Line { file, line, cycles } in profile.lines.iter().take(top) {
        text += &format!("{:>14} {:>6.1}  {file}:{line}\n", output::thousands(*cycles), share(*cycles));
    }
    text + &format!("\n{} cycles in all ({})", output::thousands(profile.cycles), counted(profile.vic_ii))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(start: u16, end: u32, line: u32) -> compiler::Line {
        compiler::Line::new(u32::from(start)..end, "src/main.rs", line)
    }

    #[test]
    fn addresses_count_for_the_line_that_they_are_from() {
        let table = [run(0x820, 0x830, 7), run(0x830, 0x832, 9), run(0x840, 0x850, 7)];
        let cycles =
            [(0x81f, 1), (0x820, 10), (0x82f, 10), (0x830, 500), (0x832, 1), (0x84f, 100), (0x850, 1)];
        let line = |line, cycles| Line { file: "src/main.rs".into(), line, cycles };
        assert_eq!(lines(&table, &cycles), [line(9, 500), line(7, 120)]);
    }
}
