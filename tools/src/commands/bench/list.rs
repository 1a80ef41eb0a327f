//! The list of all benchmarks.

use anyhow::Result;
use engine::games::GameId;
use engine::player::Level;
use engine::search::Mode;
use machine::VideoStandard;
use verification::task::{Request, Task};

use crate::games::push_moves;

/// The clock of a European (PAL) C64, in cycles per second.
const PAL: u64 = VideoStandard::Pal.cycles_per_second();

/// A benchmark.
pub struct Benchmark {
    /// The name, without blanks.
    pub name: &'static str,
    /// The unit that its cycles are divided by, in the plural.
    pub unit: &'static str,
    /// How the benchmark is measured.
    pub work: Work,
}

/// How a benchmark is measured.
pub enum Work {
    /// A task of our own program.
    Task(fn() -> Result<Request>),
    /// The greatest depth whose task stays within the cycle limit; the units are its plies.
    Deepest {
        /// The limit in cycles.
        limit: u64,
        /// The depth to start with.
        from: u8,
        /// Returns the task for a depth.
        request: fn(u8) -> Result<Request>,
    },
}

/// Every benchmark, in the order of the table.
pub static BENCHMARKS: [Benchmark; 11] = [
    task("mouse-and-cats-seed-8", "nodes", || search(Mode::Seed, false, 8)),
    task("mouse-and-cats-play-8", "nodes", || search(Mode::Play, true, 8)),
    task("mouse-and-cats-play-10", "nodes", || search(Mode::Play, true, 10)),
    Benchmark {
        name: "mouse-and-cats-10-seconds",
        unit: "plies",
        work: Work::Deepest { limit: 10 * PAL, from: 8, request: |depth| search(Mode::Play, true, depth) },
    },
    task("mouse-and-cats-move", "moves", || choice(GameId::MouseAndCats, &["E1D2", "B8A7"])),
    task("mouse-and-cats-perft-6", "leaves", || Ok(Request::new(Task::Perft, GameId::MouseAndCats, 6))),
    task("mouse-and-cats-proof", "positions", || Ok(Request::new(Task::Prove, GameId::MouseAndCats, 0))),
    task("tic-tac-toe-perft-6", "leaves", || Ok(Request::new(Task::Perft, GameId::TicTacToe, 6))),
    task("five-in-a-row-weights-30", "boards", || five_in_a_row(Task::Weights { row: 0 }, 30)),
    task("five-in-a-row-move-10", "moves", || five_in_a_row(BEST_MOVE, 10)),
    task("five-in-a-row-move-30", "moves", || five_in_a_row(BEST_MOVE, 30)),
];

/// Chooses the best level's move.
const BEST_MOVE: Task = Task::Choose { level: Level::BEST, seed: 1 };

/// A game of five in a row on a board of 15 by 15, crowded in one place: the article's player against itself.
const FIVE_IN_A_ROW: [&str; 30] = [
    "D2", "E2", "E3", "D3", "F4", "G5", "E4", "F3", "G4", "D4", "E5", "F5", "H4", "I4", "H5", "H2", "I5",
    "H6", "G3", "F2", "I6", "J5", "G2", "J6", "J7", "K8", "I7", "K6", "L7", "K7",
];

/// Counts games that are played to their end, which no benchmark does but a profile should include.
///
/// # Errors
/// The moves are not legal.
pub fn whole_games() -> Result<Request> {
    after(Request::new(Task::Perft, GameId::TicTacToe, 7), &["0", "4"])
}

const fn task(name: &'static str, unit: &'static str, request: fn() -> Result<Request>) -> Benchmark {
    Benchmark { name, unit, work: Work::Task(request) }
}

/// Searches mouse and cats from the start.
fn search(mode: Mode, deepening: bool, depth: u8) -> Result<Request> {
    Ok(Request::new(Task::Search { mode, deepening }, GameId::MouseAndCats, depth))
}

/// Chooses the best level's move after some moves.
fn choice(game: GameId, moves: &[&str]) -> Result<Request> {
    after(Request::new(BEST_MOVE, game, 0), moves)
}

/// Performs a task after this many moves of the game of five in a row.
fn five_in_a_row(task: Task, moves: usize) -> Result<Request> {
    after(Request::new(task, GameId::FiveInARow, 0), &FIVE_IN_A_ROW[..moves])
}

fn after(mut request: Request, moves: &[&str]) -> Result<Request> {
    let moves: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
    push_moves(&mut request, &moves)?;
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::Host;

    #[test]
    fn names_differ_and_every_task_is_a_good_one() {
        let mut names = std::collections::BTreeSet::new();
        for benchmark in &BENCHMARKS {
            assert!(names.insert(benchmark.name), "{}", benchmark.name);
            assert!(!benchmark.name.contains(char::is_whitespace), "{}", benchmark.name);
            let request = match benchmark.work {
                Work::Task(request) => request(),
                Work::Deepest { from, request, .. } => request(from),
            };
            Host::new().check(&request.unwrap()).unwrap();
        }
    }
}
