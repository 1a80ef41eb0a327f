//! Exact play of tic-tac-toe: the known count of examined positions, and perfect play of both modes.

use engine::games::tic_tac_toe::{TicTacToe, Ties};
use engine::{Game, KeySource, Lcg, Mode, Outcome, Search, Side, Silent, Tables};

/// Minimax with alpha-beta over the three different first moves is known to examine 6,493 positions, the
/// first moves' own included, when a win found ends its node at once.
#[test]
fn three_first_moves_take_6493_positions() {
    let mut search = Search::new();
    let mut positions = 0;
    for first in [0, 1, 4] {
        let mut game = TicTacToe::start();
        game.make(TicTacToe::place(first));
        // One deeper than there are squares left, so that full boards count too.
        assert!(search.run(&mut game, &mut Tables::new(), 9, Mode::Seed, &mut Silent));
        assert_eq!(search.score(), engine::evaluate::EVEN);
        positions += search.nodes();
    }
    assert_eq!(positions, 6_493);
}

/// Plays `games` games of the engine against random moves.
fn losses(mode: Mode, ties: Ties, engine: Side) -> (u32, u32) {
    let mut random = Lcg::new(23);
    let mut search = Search::new();
    let mut tables = Tables::new();
    let (mut lost, mut won) = (0, 0);
    for _ in 0..60 {
        let mut game = TicTacToe::start();
        game.set_ties(ties);
        while game.outcome() == Outcome::Ongoing {
            let mv = if game.side() == engine {
                assert!(search.deepen(&mut game, &mut tables, 9, mode, &mut Silent));
                search.best()
            } else {
                TicTacToe::place(random.next_key() % 9)
            };
            if game.is_legal(mv) {
                game.make(mv);
            } else {
                assert_ne!(game.side(), engine, "the engine's move is legal");
            }
        }
        let engine_wins = if engine == Side::First { Outcome::First } else { Outcome::Second };
        match game.outcome() {
            Outcome::Draw => {}
            outcome if outcome == engine_wins => won += 1,
            _ => lost += 1,
        }
    }
    (lost, won)
}

#[test]
fn never_loses_to_random_moves() {
    for mode in [Mode::Seed, Mode::Play] {
        for ties in [Ties::First, Ties::Last] {
            for engine in [Side::First, Side::Second] {
                let (lost, won) = losses(mode, ties, engine);
                assert_eq!(lost, 0);
                assert!(won > 10, "{won}");
            }
        }
    }
}
