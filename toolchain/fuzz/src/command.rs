//! `fuzz`: runs random programs on the host, in the IR interpreter and on the 6502, until results differ or time is up.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use cargo_c64::failure::Failed;
use cargo_c64::home::Home;
use cargo_c64::output::{print, print_json, thousands};
use cargo_c64::progress::Progress;
use cargo_c64::setup::Setup;
use clap::value_parser;
use serde::Serialize;

use crate::{Campaign, Difference, Figures, Level, Plan, Stock};

/// Number of steps of the progress bar.
const PARTS: u64 = 1000;

/// How long to run, and from which seed on.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Do not start another round after this many minutes [default: 1, unless --functions is given]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=10_000))]
    minutes: Option<u64>,
    /// Stop after this many functions
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=100_000_000))]
    functions: Option<u64>,
    /// Seed of the first round of 200 functions; each further round takes the next seed
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = value_parser!(u64).range(0..=1_000_000_000_000))]
    seed: u64,
    /// Use only this optimisation level of rustc, instead of each in turn
    #[arg(long, value_enum, value_name = "L")]
    opt_level: Option<Level>,
    /// Number of rounds to run at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    /// The seed of the first round; each further round uses the next one.
    seed: u64,
    seconds: u64,
    #[serde(flatten)]
    figures: &'a Figures,
    difference: &'a Option<Difference>,
}

/// Runs the rounds and prints the figures.
///
/// # Errors
/// Results differ ([`Failed`]); the message names the files with the reduced program.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let home = Home::find_or_fail()?;
    let stock = Stock::new(setup.rust()?, &home)?;
    let minutes = args.minutes.or(args.functions.is_none().then_some(1));
    let plan = Plan {
        seed: args.seed,
        functions: args.functions,
        time: minutes.map(|n| Duration::from_secs(60 * n)),
        levels: args.opt_level.map_or(Level::ALL.to_vec(), |level| vec![level]),
        jobs: args.jobs.map_or_else(cores, usize::from),
    };
    let start = Instant::now();
    let mut campaign = Campaign::new(&stock, &home.target().join("fuzz"))?;
    let progress = Progress::new("fuzzing", PARTS);
    let difference = campaign.run(&plan, &mut |done| {
        while progress.done() < (done * PARTS as f64) as u64 {
            progress.step();
        }
    })?;
    drop(progress);
    let (figures, time) = (&campaign.figures, start.elapsed());
    match args.json {
        true => print_json(&Document {
            seed: args.seed,
            seconds: time.as_secs(),
            figures,
            difference: &difference,
        })?,
        false => print(&text(&plan, figures, time, difference.is_none()))?,
    }
    match difference {
        None => Ok(ExitCode::SUCCESS),
        Some(difference) => Err(Failed(told(&difference)).into()),
    }
}

/// Returns the number of cores of this computer.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn told(difference: &Difference) -> String {
    let files: Vec<String> = difference.files.iter().map(|file| file.display().to_string()).collect();
    format!("seed {}: {}; see {}", difference.seed, difference.what, files.join(" and "))
}

/// Formats the figures, one on each line.
fn text(plan: &Plan, figures: &Figures, time: Duration, equal: bool) -> String {
    let rounds: Vec<String> =
        figures.rounds.iter().map(|(level, n)| format!("{n} at opt-level {level}")).collect();
    let total: u64 = figures.rounds.values().chain(figures.crashed.values()).sum();
    let seconds = time.as_secs();
    let mut lines = vec![
        format!(
            "{} functions in Rust, {} calls, {} bytes of results, {} programs",
            thousands(figures.functions),
            thousands(figures.calls),
            thousands(figures.bytes),
            thousands(figures.programs)
        ),
        format!(
            "{} functions were too large for any program and were only interpreted",
            thousands(figures.too_large)
        ),
        format!("rounds: {}", rounds.join(", ")),
        format!(
            "crates with a heap: {}, with interrupt handlers: {}, of which by sys2080::irq: {}",
            figures.heaps, figures.interrupted, figures.irq
        ),
        format!(
            "{} modules of LLVM IR, of which the interpreter gave up {}",
            thousands(figures.modules),
            thousands(figures.unusable)
        ),
        format!(
            "seeds {} to {}, {}:{:02} minutes",
            plan.seed,
            plan.seed + total.saturating_sub(1),
            seconds / 60,
            seconds % 60
        ),
    ];
    let crashed = figures.crashed.iter();
    lines.extend(crashed.map(|(what, n)| format!("crates not compared: {} ({what})", thousands(*n))));
    let refused = figures.refused.iter();
    lines
        .extend(refused.map(|(what, n)| format!("rejected by the compiler {} times: {what}", thousands(*n))));
    if equal {
        let compared = if figures.crashed.is_empty() { "" } else { " in what was compared" };
        lines.push(format!("no difference{compared}"));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_in_lines() {
        let plan = Plan { seed: 7, functions: Some(400), time: None, levels: Level::ALL.to_vec(), jobs: 1 };
        let figures = Figures {
            rounds: [("0", 1), ("s", 1)].into(),
            functions: 400,
            calls: 1200,
            too_large: 3,
            crashed: [("rustc crashes: LLVM ERROR: no".to_string(), 1)].into(),
            refused: [("an integer of 3 bits".to_string(), 2)].into(),
            ..Figures::default()
        };
        let text = text(&plan, &figures, Duration::from_secs(65), true);
        assert!(text.starts_with("400 functions in Rust, 1,200 calls"), "{text}");
        assert!(text.contains("\n3 functions were too large for any program"), "{text}");
        assert!(text.contains("\nrounds: 1 at opt-level 0, 1 at opt-level s\n"), "{text}");
        assert!(text.contains("seeds 7 to 9, 1:05 minutes\n"), "{text}");
        assert!(text.contains("\ncrates not compared: 1 (rustc crashes: LLVM ERROR: no)\n"), "{text}");
        assert!(
            text.ends_with(
                "rejected by the compiler 2 times: an integer of 3 bits\nno difference in what was compared"
            ),
            "{text}"
        );
    }
}
