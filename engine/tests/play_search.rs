//! Play mode compared with plain minimax with win tests: tables and move order must not change a value.

use engine::games::mouse_and_cats::MouseAndCats;
use engine::games::tic_tac_toe::TicTacToe;
use engine::{Decision, Evaluate, Game, KeySource, Lcg, Mode, Move, Outcome, Search, Side, Silent, Tables};

/// The value of a position `ply` moves after the root.
fn minimax<G: Evaluate>(game: &mut G, depth: u8, ply: u8) -> u8 {
    let decision = match game.outcome() {
        Outcome::Ongoing => game.decided(),
        outcome => Some(Decision { outcome, plies: 0 }),
    };
    // A decided game that is not over still needs a move at the root.
    let decision = decision.filter(|decision| ply > 0 || decision.plies == 0);
    if let Some(decision) = decision {
        return decision.score(ply);
    }
    if depth == 0 {
        return game.evaluate();
    }
    let mut scores = Vec::new();
    let mut cursor = Default::default();
    loop {
        let mv = game.next_move(&mut cursor);
        if mv.is_none() {
            break;
        }
        game.make(mv);
        scores.push(minimax(game, depth - 1, ply + 1));
        game.take_back(mv);
    }
    let best = if game.side() == Side::First { scores.iter().max() } else { scores.iter().min() };
    *best.unwrap()
}

/// Along random games, each iteration of each search has the minimax value and a move that reaches it.
fn check<G: Evaluate + Clone + PartialEq + std::fmt::Debug>(depth: u8, games: u32) {
    let mut random = Lcg::new(31);
    let mut search = Search::new();
    let mut decided = 0;
    for _ in 0..games {
        let mut game = G::start();
        game.set_keys(&mut random);
        // The tables are kept from position to position, as in play.
        let mut tables = Tables::new();
        while game.outcome() == Outcome::Ongoing {
            let before = game.clone();
            assert!(search.deepen(&mut game, &mut tables, depth, Mode::Play, &mut Silent));
            assert_eq!(game, before);
            let value = minimax(&mut game, depth, 0);
            assert_eq!(search.score(), value);
            decided += !(0x10..0xF0).contains(&value) as u32;

            let best = search.best();
            assert!(game.is_legal(best));
            game.make(best);
            assert_eq!(minimax(&mut game, depth - 1, 1), value, "the best move keeps the value");
            game.take_back(best);
            let line = search.variation();
            assert!(!line.is_empty() && line.len() <= depth);
            assert_eq!(line.get(0), best, "the variation begins with the best move");

            let mut cursor = Default::default();
            let mut chosen = Move::NONE;
            loop {
                let mv = game.next_move(&mut cursor);
                if mv.is_none() {
                    break;
                }
                if chosen.is_none() || random.next_key() > 140 {
                    chosen = mv;
                }
            }
            game.make(chosen);
        }
    }
    assert!(decided > 20, "{decided}");
}

#[test]
fn mouse_and_cats_has_the_minimax_value() {
    check::<MouseAndCats>(5, 30);
}

#[test]
fn tic_tac_toe_has_the_minimax_value() {
    check::<TicTacToe>(6, 60);
}

/// In the sudden death of the last moves the engine as the cats finishes a trapped mouse, and as the mouse
/// runs through.
#[test]
fn wins_what_is_won() {
    let mut search = Search::new();
    for (mouse, cats, side, winner) in [
        (0, [9, 18, 20, 22], Side::Second, Outcome::Second),
        (36, [9, 11, 13, 15], Side::Second, Outcome::First),
    ] {
        let mut game = MouseAndCats::from_squares(mouse, cats, side).unwrap();
        let mut tables = Tables::new();
        while game.outcome() == Outcome::Ongoing {
            assert!(search.deepen(&mut game, &mut tables, 8, Mode::Play, &mut Silent));
            game.make(search.best());
        }
        assert_eq!(game.outcome(), winner);
    }
}
