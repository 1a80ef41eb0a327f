//! `search GAME`: searches a position in each requested place.

use std::process::ExitCode;

use anyhow::{Result, bail};
use cargo_c64::output::{cycles_text, print, print_json, thousands};
use cargo_c64::setup::Setup;
use clap::{ValueEnum, value_parser};
use engine::actions::Action;
use engine::games::GameId;
use engine::search::{MAX_DEPTH, Mode};
use serde::Serialize;
use verification::task::{Report, Request, Task};

use crate::games;
use crate::runner::{On, run_everywhere};

/// Arguments of `search`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game
    #[arg(value_parser = games::parser())]
    game: GameId,
    /// Depth of the search, in plies (moves of either side)
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    depth: u8,
    /// Moves to play from the start before the search, separated by commas
    #[arg(long, value_name = "M,…", value_delimiter = ',')]
    moves: Vec<String>,
    /// Which search to run: the published program's (seed) or the engine's own (play)
    #[arg(long, value_enum, default_value = "play")]
    mode: ModeName,
    /// Search to depth 1, 2 and so on (iterative deepening), and count the nodes of all depths
    #[arg(long)]
    deepening: bool,
    /// Where to search; separate several places by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "host")]
    on: Vec<On>,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
}

/// The two searches by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum ModeName {
    Seed,
    Play,
}

#[derive(Serialize)]
struct Row {
    game: &'static str,
    on: On,
    mode: ModeName,
    depth: u8,
    nodes: u32,
    score: u8,
    best: Option<String>,
    pv: Vec<String>,
    alpha_cutoffs: u32,
    beta_cutoffs: u32,
    cycles: Option<u64>,
}

/// Runs the search and prints a row for each place.
///
/// # Errors
/// The game has no search by depth, a move is malformed or illegal, something is missing, or a program fails.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    if !args.game.can(Action::Search) {
        bail!("{} has no search by depth: its engine plays otherwise; see `play`", args.game.name());
    }
    let mode = match args.mode {
        ModeName::Seed => Mode::Seed,
        ModeName::Play => Mode::Play,
    };
    let task = Task::Search { mode, deepening: args.deepening };
    let mut request = Request::new(task, args.game, args.depth);
    games::push_moves(&mut request, &args.moves)?;
    let mut rows = Vec::new();
    for (on, outcome) in run_everywhere(&request, &args.moves, &args.on, setup)? {
        let Report::Search(found) = outcome.report else {
            bail!("{on} answered the search with {:?}", outcome.report);
        };
        rows.push(Row {
            game: args.game.name(),
            on,
            mode: args.mode,
            depth: args.depth,
            nodes: found.nodes,
            score: found.score,
            best: games::move_text(args.game, found.best),
            pv: games::line_text(args.game, &found.variation),
            alpha_cutoffs: found.alpha_cutoffs,
            beta_cutoffs: found.beta_cutoffs,
            cycles: outcome.cycles,
        });
    }
    match args.json {
        true => print_json(&rows)?,
        false => print(&text_of(&rows))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn text_of(rows: &[Row]) -> String {
    let mut text = format!(
        "{:<8} {:>5} {:>10} {:>5} {:>8} {:>8} {:>14} {:<5} variation",
        "on", "depth", "nodes", "score", "alpha", "beta", "cycles", "best"
    );
    for row in rows {
        text += &format!(
            "\n{:<8} {:>5} {:>10} {:>5} {:>8} {:>8} {:>14} {:<5} {}",
            row.on,
            row.depth,
            thousands(row.nodes.into()),
            format!("${:02X}", row.score),
            thousands(row.alpha_cutoffs.into()),
            thousands(row.beta_cutoffs.into()),
            cycles_text(row.cycles),
            row.best.as_deref().unwrap_or("-"),
            row.pv.join(" ")
        );
    }
    text
}
