//! Builds the programs of `tests/bench` at two levels, runs and checks them, and measures them between their marks.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use cargo_c64::rust_build::{self, Built};
use cargo_c64::setup::Toolchain;
use machine::{Config, Labels, Machine, Stop};

use super::peers::{self, Program};
use super::row::Row;
use crate::workspace::Workspace;

/// The program that does nothing: the overhead of all others.
const EMPTY: &str = "empty";

/// More cycles than any of them takes.
const CYCLE_LIMIT: u64 = 1_000_000_000;

/// rustc's optimisation level for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// `opt-level = 3`.
    Speed,
    /// `opt-level = "s"`.
    Size,
}

impl Level {
    /// Both levels.
    pub const ALL: [Level; 2] = [Level::Speed, Level::Size];

    /// Returns the profile in the programs' manifest.
    const fn profile(self) -> &'static str {
        match self {
            Level::Speed => "speed",
            Level::Size => "release",
        }
    }

    /// Returns the name of the row for a part of a program.
    pub fn row(self, part: &str) -> String {
        match self {
            Level::Speed => part.to_string(),
            Level::Size => format!("{part}-s"),
        }
    }
}

/// Builds, runs and measures all programs with a part whose row is `wanted`. Returns a row for each such part at each level.
///
/// # Errors
/// A program does not build, does not end, or prints a wrong result.
pub fn measure(
    workspace: &Workspace,
    toolchain: &Toolchain,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<Row>> {
    let manifest = workspace.root().join("tests/bench/Cargo.toml");
    let mut rows = Vec::new();
    for level in Level::ALL {
        let is_wanted = |program: &&Program| program.parts.iter().any(|part| wanted(&level.row(part.name)));
        let chosen: Vec<&Program> = peers::programs().filter(is_wanted).collect();
        if chosen.is_empty() {
            continue;
        }
        let built = rust_build::build_all(toolchain, &manifest, level.profile(), &workspace.target())?;
        let empty = find(&built, EMPTY)?.image.prg.len() as u64;
        for program in chosen {
            let built = find(&built, program.bin)?;
            let measured = run(program, built).with_context(|| {
                format!("tests/bench/src/bin/{}.rs with the profile {}", program.bin, level.profile())
            })?;
            let parts = program.parts.iter().zip(measured).map(|(part, cycles)| Row {
                name: level.row(part.name),
                cycles,
                bytes: (built.image.prg.len() as u64).saturating_sub(empty),
                unit: part.unit,
                units: part.units,
                per_unit: cycles as f64 / part.units as f64,
                baseline_cycles: None,
                peers: Some(&part.peers),
            });
            rows.extend(parts.filter(|row| wanted(&row.name)));
        }
    }
    Ok(rows)
}

fn find<'a>(built: &'a BTreeMap<String, Built>, name: &str) -> Result<&'a Built> {
    built.get(name).with_context(|| format!("tests/bench has no program {name}"))
}

/// Returns the cycles of each part of a program, after checking its output.
fn run(program: &Program, built: &Built) -> Result<Vec<u64>> {
    let mut machine =
        Machine::new(Config { cycle_limit: CYCLE_LIMIT, interrupts: false, ..Config::default() });
    machine.set_labels(Labels::parse(&built.image.labels)?);
    machine.load_prg(&built.image.prg)?;
    let stop = machine.start_basic_program()?;
    ensure!(stop == Stop::Returned, "it ended with {stop:?}");
    let printed = String::from_utf8_lossy(machine.printed());
    ensure!(printed == program.prints, "it printed {printed:?} instead of {:?}", program.prints);
    let marks: Vec<u64> = machine.marks().iter().map(|mark| mark.cycle).collect();
    ensure!(
        marks.len() == 2 * program.parts.len(),
        "it made {} marks for {} parts",
        marks.len(),
        program.parts.len()
    );
    Ok(marks.chunks_exact(2).map(|pair| pair[1] - pair[0]).collect())
}
