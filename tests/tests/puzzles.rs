//! The puzzles of the play program: solvers that share nothing with the engine's searches prove each of them.

use engine::Game;
use engine::games::GameId;
use engine::puzzles::{PUZZLES, mark, puzzle};
use tools::solver::puzzles::{Solvers, find, position};

#[test]
fn every_puzzle_is_proven() {
    let mut solvers = Solvers::new();
    for game in GameId::ALL {
        let mut positions = Vec::new();
        for number in 0..PUZZLES {
            let puzzle = puzzle(game, number);
            let mut engines = position(game, puzzle);
            let task = solvers.task(&mut engines).unwrap_or_else(|| panic!("{} {number}", game.name()));
            assert_eq!((mark(task.answer), task.moves), (puzzle.answer, puzzle.moves));
            let hash = (engines.side(), engines.hash(), engines.lock());
            assert!(!positions.contains(&hash), "{} {number} is there twice", game.name());
            positions.push(hash);
        }
        // Wins and defences are asked for, of several lengths.
        let moves: std::collections::BTreeSet<u8> = (0..PUZZLES).map(|n| puzzle(game, n).moves).collect();
        assert!(moves.contains(&0) && moves.len() >= 3, "{moves:?}");
    }
    assert!((0..PUZZLES).any(|number| puzzle(GameId::MouseAndCats, number).moves == 7));
}

#[test]
fn a_changed_puzzle_is_not_proven() {
    let mut solvers = Solvers::new();
    for game in GameId::ALL {
        let mut proven = 0;
        for number in 0..PUZZLES {
            let mut changed = *puzzle(game, number);
            changed.seed[0] ^= 0x55;
            let task = solvers.task(&mut position(game, &changed));
            proven += usize::from(
                task.is_some_and(|task| (mark(task.answer), task.moves) == (changed.answer, changed.moves)),
            );
        }
        assert!(proven < 2, "{}: {proven}", game.name());
    }
}

#[test]
fn the_generator_finds_what_is_stored() {
    for game in GameId::ALL {
        let stored: Vec<_> = (0..PUZZLES).map(|number| *puzzle(game, number)).collect();
        assert_eq!(find(game), stored, "{}", game.name());
    }
}
