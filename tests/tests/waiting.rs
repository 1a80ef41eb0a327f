//! How long level 6 thinks about its moves in whole games, in cycles of the machine: nobody waits long.

use e2e::program;
use engine::engines::Engines;
use engine::games::GameId;
use engine::player::{Level, random_move};
use engine::{Game, Lcg, Outcome};
use verification::task::{MAX_MOVES, Report, Request, Task};

/// Cycles of a second on PAL, without the 7 % that the VIC and interrupts take. Source: a C64's clock of 985,248 Hz.
const SECOND: u64 = 985_248 * 100 / 107;
/// The longest that a move may take, and half of the moves of a game.
const LONGEST: u64 = 15 * SECOND;
const MEDIAN: u64 = 5 * SECOND;
/// Games on each board.
const GAMES: u16 = 2;

/// The cycles of every move of a game that level 6 plays against itself after a few random moves, on a board of `size`: those of the
/// first side, and those of the second.
fn game(game: GameId, size: u8, seed: u16) -> [Vec<u64>; 2] {
    let mut engines = Engines::new();
    engines.select(game);
    engines.set_size(size, size);
    engines.set_keys(&mut Lcg::fixed());
    engines.reset();
    let task = Task::Choose { level: Level::BEST, seed };
    let mut request = Request::new(task, game, 0);
    request.size = (size, size);
    let mut random = Lcg::new(seed);
    let program = program::program();
    let mut cycles = [Vec::new(), Vec::new()];
    for turn in 0..MAX_MOVES {
        if engines.outcome() != Outcome::Ongoing {
            break;
        }
        let mv = if u16::from(turn) < seed % 4 {
            random_move(&engines, &mut random)
        } else {
            let (report, taken) = program::machine(&program, &request.encode()).unwrap();
            cycles[engines.side() as usize].push(taken);
            let Ok(Report::Choice(choice)) = Report::decode(&report) else { panic!("{report:?}") };
            choice.mv
        };
        engines.play(mv);
        request.push(mv).unwrap();
    }
    cycles
}

#[test]
fn the_best_level_answers_within_fifteen_seconds_and_mostly_within_five() {
    for (id, size) in [
        (GameId::MouseAndCats, 0),
        (GameId::TicTacToe, 0),
        (GameId::FiveInARow, 15),
        (GameId::FiveInARow, 19),
    ] {
        let games: Vec<[Vec<u64>; 2]> = (0..GAMES).map(|seed| game(id, size, seed)).collect();
        for side in 0..2 {
            let mut cycles: Vec<u64> = games.iter().flat_map(|game| &game[side]).copied().collect();
            cycles.sort_unstable();
            let [median, longest] = [cycles[cycles.len() / 2], cycles[cycles.len() - 1]];
            let seconds = |cycles: u64| cycles as f64 / SECOND as f64;
            println!(
                "{} on {size}, side {side}: {} moves, median {:.1} s, longest {:.1} s",
                id.name(),
                cycles.len(),
                seconds(median),
                seconds(longest)
            );
            assert!(median <= MEDIAN && longest <= LONGEST, "{} on {size}: {median}, {longest}", id.name());
        }
    }
}
