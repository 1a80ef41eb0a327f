//! `weights five-in-a-row`: prints the weight of each empty square in a position.

use std::io::Read;
use std::process::ExitCode;

use anyhow::{Context, Result};
use cargo_c64::output::{print, print_json};
use cargo_c64::setup::Setup;
use clap::ValueEnum;
use engine::Side;
use engine::actions::Action;
use engine::games::GameId;
use serde::Serialize;

use crate::games;
use crate::games::weights::{self, Position, Rows, check_size, on_c64, on_host, parse};
use crate::runner::{self, On};

/// Arguments of `weights`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game
    #[arg(value_parser = games::parser_of(|game| game.can(Action::Weights)))]
    game: GameId,
    /// File with the board, one line of `.`, `X` and `O` for each row from the top (`-` for standard input)
    #[arg(long, value_name = "FILE")]
    rows: String,
    /// Side to move
    #[arg(long, value_enum, ignore_case = true)]
    turn: Turn,
    /// Where to compute the weights; separate several places by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "host")]
    on: Vec<On>,
    /// Print the results as one JSON document, with the weights multiplied by 1200
    #[arg(long)]
    json: bool,
}

/// The player to move by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Turn {
    #[value(name = "X")]
    X,
    #[value(name = "O")]
    O,
}

#[derive(Serialize)]
struct Answer {
    on: On,
    weights: Rows,
}

/// Weighs the position at each place and prints the weights.
///
/// # Errors
/// The rows are not a valid position, something is missing, or a program fails.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let text = read(&args.rows)?;
    let side = match args.turn {
        Turn::X => Side::First,
        Turn::O => Side::Second,
    };
    let board = parse(&text, side)?;
    let c64: Vec<On> = args.on.iter().copied().filter(|on| *on != On::Host).collect();
    if !c64.is_empty() {
        check_size(&board)?;
    }
    let mut answers = Vec::new();
    if args.on.contains(&On::Host) {
        answers.push(Answer { on: On::Host, weights: on_host(&board) });
    }
    for (on, mut runner) in runner::start(&c64, setup)? {
        let weights =
            on_c64(&board, &mut *runner).with_context(|| format!("cannot compute the weights on {on}"))?;
        answers.push(Answer { on, weights });
    }
    match args.json {
        true => print_json(&answers)?,
        false => print(&text_of(&board, &answers))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn read(path: &str) -> Result<String> {
    if path == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read the standard input")?;
        return Ok(text);
    }
    std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"))
}

/// Formats a table for each place.
fn text_of(board: &Position, answers: &[Answer]) -> String {
    let tables = answers.iter().map(|answer| {
        let table = weights::table(board, &answer.weights);
        format!("{}\n{}", answer.on, anstream::adapter::strip_str(&table))
    });
    tables.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = ".....\n..X..\n...oo\n.....\n.....\n\n";

    #[test]
    fn the_table_is_in_whole_units() {
        let board = parse(ROWS, Side::First).unwrap();
        let weights = on_host(&board);
        let first = format!("{:.2}", f64::from(weights[0][0].unwrap()) / 1200.0);
        let text = text_of(&board, &[Answer { on: On::Host, weights }]);
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!((lines[0][0], lines[2][1], lines[3][3], lines[4][5]), ("host", first.as_str(), "X", "O"));
    }
}
