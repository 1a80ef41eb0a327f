//! `solve mouse-and-cats`: prints who wins a position, in how many moves, and the best moves.

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use cargo_c64::output::{print, print_json, thousands};
use engine::games::GameId;
use serde::Serialize;

use crate::games;
use crate::solver::board::{Board, Turn};
use crate::solver::value::{Solution, Value};

/// Arguments of `solve`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game
    #[arg(value_parser = games::parser_of(|game| game == games::SOLVED))]
    game: GameId,
    /// Moves to play from the start of the game, separated by commas
    #[arg(long, value_name = "M,…", value_delimiter = ',')]
    moves: Vec<String>,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    winner: String,
    plies: u8,
    positions: u32,
    /// The moves of the best game.
    line: Vec<String>,
}

/// Solves a position.
///
/// # Errors
/// A move is malformed or illegal.
pub fn run(args: &Args) -> Result<ExitCode> {
    let root = after(&args.moves)?;
    let solution = Solution::of(root);
    let value = solution.value(root).ok_or_else(|| anyhow!("the position has no value"))?;
    let boards = solution.line();
    let line: Vec<String> = boards.windows(2).map(|pair| pair[0].text_to(pair[1])).collect();
    if args.json {
        let (winner, positions) = (value.winner.to_string(), solution.positions());
        print_json(&Answer { winner, plies: value.plies, positions, line })?;
    } else {
        print(&text_of(root.turn, value, &line, solution.positions()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the position after these moves.
fn after(moves: &[String]) -> Result<Board> {
    let mut board = Board::START;
    for (index, text) in moves.iter().enumerate() {
        board = board.play(text).ok_or_else(|| anyhow!("move {} ({text}) is illegal", index + 1))?;
    }
    Ok(board)
}

/// Moves per text line of the best game.
const MOVES_A_LINE: usize = 12;

fn text_of(first: Turn, value: Value, line: &[String], positions: u32) -> String {
    let mut text = format!("{}\n{} positions", value.verdict(first), thousands(positions.into()));
    for (index, moves) in line.chunks(MOVES_A_LINE).enumerate() {
        let head = if index == 0 { "best" } else { "" };
        text += &format!("\n{head:<5}{}", moves.join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_played_first() {
        let board = after(&["E1D2".into(), "b8a7".into()]).unwrap();
        assert_eq!(board.turn, Turn::Mouse);
        let error = after(&["E1D2".into(), "D2E1".into()]).unwrap_err().to_string();
        assert_eq!(error, "move 2 (D2E1) is illegal");
    }

    #[test]
    fn long_games_take_several_lines() {
        let line: Vec<String> = (0..13).map(|number| format!("M{number}")).collect();
        let text = text_of(Turn::Mouse, Value { winner: Turn::Cats, plies: 13 }, &line, 1_234);
        assert!(
            text.ends_with("\n1,234 positions\nbest M0 M1 M2 M3 M4 M5 M6 M7 M8 M9 M10 M11\n     M12"),
            "{text}"
        );
    }
}
