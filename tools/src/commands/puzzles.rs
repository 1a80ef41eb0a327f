//! `puzzles`: finds the puzzles of every game and proves them.

use std::process::ExitCode;

use anyhow::Result;
use cargo_c64::output::print;
use engine::games::GameId;

use crate::solver::puzzles;

/// Prints the puzzles of all games in the format of `engine/src/puzzles.rs`.
///
/// # Errors
/// The output cannot be written.
pub fn run() -> Result<ExitCode> {
    for game in GameId::ALL {
        print(&format!("    // {}", game.name()))?;
        for puzzle in puzzles::find(game) {
            let seed = u16::from_le_bytes(puzzle.seed);
            print(&format!("    of({seed}, {}, {}, {}),", puzzle.turns, puzzle.answer, puzzle.moves))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
