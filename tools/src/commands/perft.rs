//! `perft GAME`: counts the leaves of the game tree in each requested place.

use std::process::ExitCode;

use anyhow::{Result, bail};
use cargo_c64::output::{cycles_text, print, print_json, thousands};
use cargo_c64::setup::Setup;
use clap::value_parser;
use engine::games::GameId;
use engine::perft::{Count, MAX_PERFT_DEPTH};
use serde::Serialize;
use verification::task::{Report, Request, Task};

use crate::games;
use crate::runner::{On, run_everywhere};

/// Arguments of `perft`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game
    #[arg(value_parser = games::parser())]
    game: GameId,
    /// Depth of the game tree, in plies (moves of either side)
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(0..=i64::from(MAX_PERFT_DEPTH)))]
    depth: u8,
    /// Moves to play from the start before counting, separated by commas
    #[arg(long, value_name = "M,…", value_delimiter = ',')]
    moves: Vec<String>,
    /// Where to count; separate several places by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "host")]
    on: Vec<On>,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    game: &'static str,
    on: On,
    depth: u8,
    leaves: u32,
    wins: [u32; 2],
    draws: u32,
    cycles: Option<u64>,
}

/// Counts and prints a row for each place.
///
/// # Errors
/// A move is malformed or illegal, something is missing, or a program fails.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let mut request = Request::new(Task::Perft, args.game, args.depth);
    games::push_moves(&mut request, &args.moves)?;
    let mut rows = Vec::new();
    for (on, outcome) in run_everywhere(&request, &args.moves, &args.on, setup)? {
        let Report::Perft(Count { leaves, first_wins, second_wins, draws }) = outcome.report else {
            bail!("{on} answered the perft with {:?}", outcome.report);
        };
        let (game, wins) = (args.game.name(), [first_wins, second_wins]);
        rows.push(Row { game, on, depth: args.depth, leaves, wins, draws, cycles: outcome.cycles });
    }
    match args.json {
        true => print_json(&rows)?,
        false => print(&text_of(&rows))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn text_of(rows: &[Row]) -> String {
    let mut text = format!(
        "{:<8} {:>5} {:>13} {:>11} {:>11} {:>11} {:>15}",
        "on", "depth", "leaves", "wins", "losses", "draws", "cycles"
    );
    for row in rows {
        let number = |number: u32| thousands(number.into());
        text += &format!(
            "\n{:<8} {:>5} {:>13} {:>11} {:>11} {:>11} {:>15}",
            row.on,
            row.depth,
            number(row.leaves),
            number(row.wins[0]),
            number(row.wins[1]),
            number(row.draws),
            cycles_text(row.cycles)
        );
    }
    text
}
