//! `prove mouse-and-cats`: tries every move of the mouse against the cats' strategy in each requested place.

use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use cargo_c64::failure::Failed;
use cargo_c64::output::{cycles_text, print, print_json, thousands, update_file};
use cargo_c64::progress::Progress;
use cargo_c64::setup::Setup;
use clap::value_parser;
use engine::actions::{Action, Proof};
use engine::games::GameId;
use engine::player::{LEVELS, Level};
use serde::Serialize;
use verification::task::{Report, Request, Task};

use crate::games;
use crate::runner::{On, run_everywhere};
use crate::solver::board::Board;
use crate::solver::engine_moves::{Player, strategy_reply};
use crate::solver::mouse::{Share, measure};
use crate::solver::proof::{Walk, walk};
use crate::solver::strategy::{Strategy, TABLE_FILE};
use crate::solver::value::Solution;
use crate::workspace::Workspace;

/// Arguments of `prove`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game
    #[arg(value_parser = games::parser_of(|game| game.can(Action::Proof)))]
    game: GameId,
    /// Where to run the proof; separate several places by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "host")]
    on: Vec<On>,
    /// Also measure, on the host, how many of the positions that the mouse can win the engine wins
    #[arg(long)]
    mouse: bool,
    /// Level at which the engine plays the mouse
    #[arg(long, value_name = "N", requires = "mouse", default_value_t = LEVELS,
          value_parser = value_parser!(u8).range(1..=i64::from(LEVELS)))]
    level: u8,
    /// Do not prove anything, but find the strategy and write it as the engine's table
    #[arg(long, conflicts_with_all = ["mouse", "json", "on"])]
    write: bool,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    on: On,
    positions: u16,
    longest: u8,
    losses: u16,
    unused: u16,
    checksum: u16,
    cycles: Option<u64>,
    /// The faults found in the proof.
    faults: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mouse: Option<Mouse>,
}

#[derive(Clone, Serialize)]
struct Mouse {
    level: u8,
    won: u32,
    kept: u32,
    percent: f64,
}

/// Runs the proof and prints a row for each place.
///
/// # Errors
/// Something is missing, a program fails, or the proof fails ([`Failed`]).
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    if args.write {
        return write();
    }
    let level = Level::new(args.level).with_context(|| format!("there is no level {}", args.level))?;
    let request = Request::new(Task::Prove, args.game, 0);
    let walked = walk(&strategy_reply);
    let host = proofs(&request, &[On::Host], setup)?;
    let [(_, reference, _)] = host[..] else { bail!("the host gave no proof") };
    let mut rows = Vec::new();
    for (on, proof, cycles) in proofs(&request, &args.on, setup)? {
        let Proof { positions, longest, losses, unused, checksum } = proof;
        let faults = faults(&proof, &reference, &walked);
        rows.push(Row { on, positions, longest, losses, unused, checksum, cycles, faults, mouse: None });
    }
    if args.mouse {
        let share = measured(level);
        let mouse = Mouse { level: args.level, won: share.won, kept: share.kept, percent: share.percent() };
        rows.iter_mut().for_each(|row| row.mouse = Some(mouse.clone()));
    }
    match (args.json, &rows[..]) {
        (true, [row]) => print_json(row)?,
        (true, rows) => print_json(&rows)?,
        (false, rows) => print(&text_of(rows))?,
    }
    let failed: Vec<String> =
        rows.iter().flat_map(|row| row.faults.iter().map(|fault| format!("{}: {fault}", row.on))).collect();
    ensure!(failed.is_empty(), Failed(format!("the proof fails: {}", failed.join(", "))));
    Ok(ExitCode::SUCCESS)
}

/// Runs the proof in each place and returns it with its cycles.
fn proofs(request: &Request, places: &[On], setup: Setup) -> Result<Vec<(On, Proof, Option<u64>)>> {
    let outcomes = run_everywhere(request, &[], places, setup)?.into_iter();
    outcomes
        .map(|(on, outcome)| match outcome.report {
            Report::Proof(proof) => Ok((on, proof, outcome.cycles)),
            other => bail!("{on} answered the proof with {other:?}"),
        })
        .collect()
}

/// Lists everything that is wrong with a proof. It must equal the host's and agree with the proof by independent rules.
fn faults(proof: &Proof, host: &Proof, walked: &Walk) -> Vec<String> {
    let mut faults = Vec::new();
    if proof.losses != 0 {
        faults.push(format!("moves of the mouse without a right reply: {}", proof.losses));
    }
    if proof.unused != 0 {
        faults.push(format!("positions in the table that are never reached: {}", proof.unused));
    }
    if proof != host {
        faults.push(format!("it differs from the host's proof, {host:?}"));
    }
    let same =
        Walk { positions: proof.positions.into(), longest: proof.longest, losses: proof.losses.into() };
    if same != *walked {
        faults.push(format!("it differs from the independent proof, {walked:?}"));
    }
    faults
}

/// Measures how often the engine's mouse wins.
fn measured(level: Level) -> Share {
    let solution = Solution::of(Board::START);
    let progress = Progress::new("asking the mouse", solution.mice_to_move().count() as u64);
    let player = || {
        let mut player = Player::new(level);
        move |board| player.reply(board)
    };
    measure(&solution, &player, &|| progress.step())
}

/// Writes the strategy as the engine's table.
fn write() -> Result<ExitCode> {
    let strategy = Strategy::find();
    let path = Workspace::find()?.root().join(TABLE_FILE);
    update_file(&path, strategy.to_rust().as_bytes())?;
    print(&format!(
        "{} arrangements, {} positions: {TABLE_FILE}",
        strategy.entries.len(),
        strategy.positions()
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn text_of(rows: &[Row]) -> String {
    let mut text = format!(
        "{:<8} {:>9} {:>7} {:>6} {:>6} {:>8} {:>13}",
        "on", "positions", "longest", "losses", "unused", "checksum", "cycles"
    );
    for row in rows {
        text += &format!(
            "\n{:<8} {:>9} {:>7} {:>6} {:>6} {:>8} {:>13}",
            row.on,
            row.positions,
            row.longest,
            row.losses,
            row.unused,
            format!("${:04X}", row.checksum),
            cycles_text(row.cycles)
        );
    }
    if let Some(Mouse { level, won, kept, percent }) = rows.iter().find_map(|row| row.mouse.as_ref()) {
        let [won, kept] = [won, kept].map(|count| thousands((*count).into()));
        text += &format!(
            "\nthe mouse of level {level} wins {kept} of {won} positions won for it: {percent:.2} %"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Proof = Proof { positions: 163, longest: 44, losses: 0, unused: 0, checksum: 7 };
    const WALKED: Walk = Walk { positions: 163, longest: 44, losses: 0 };

    #[test]
    fn each_fault_is_named() {
        assert_eq!(faults(&GOOD, &GOOD, &WALKED), [""; 0]);
        let lost = Proof { losses: 2, unused: 1, ..GOOD };
        let walked = Walk { losses: 2, ..WALKED };
        let found = faults(&lost, &lost, &walked);
        assert_eq!(
            found,
            [
                "moves of the mouse without a right reply: 2",
                "positions in the table that are never reached: 1"
            ]
        );
        let other = faults(&Proof { checksum: 8, ..GOOD }, &GOOD, &WALKED);
        assert!(other.len() == 1 && other[0].starts_with("it differs from the host's proof"), "{other:?}");
        let shorter = Proof { longest: 42, ..GOOD };
        let other = faults(&shorter, &shorter, &WALKED);
        assert!(
            other.len() == 1 && other[0].starts_with("it differs from the independent proof"),
            "{other:?}"
        );
    }
}
