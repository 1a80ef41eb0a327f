//! The players: mistakes that the best level never makes, whatever the other side tries.

use std::collections::BTreeMap;

use engine::alpha_beta::AlphaBeta;
use engine::evaluate::{FIRST_WINS, SECOND_WINS};
use engine::games::tic_tac_toe::{TicTacToe, Ties};
use engine::player::{Choose, Level, random_move};
use engine::record;
use engine::{Game, Lcg, Move, Outcome, Side, Silent};

fn choose<G: Choose<Thinker = AlphaBeta>>(game: &mut G, level: Level) -> Move {
    game.choose(&mut AlphaBeta::new(), &level.of(&G::LIMITS), &mut Lcg::new(1), &mut Silent).mv
}

fn legal_moves<G: Game>(game: &G) -> Vec<Move> {
    record::legal_moves(game).collect()
}

/// 1 where X wins, -1 where O does, from every position met, by the stones on the board.
type Values = BTreeMap<(u16, u16), i8>;

fn stones(game: &TicTacToe) -> (u16, u16) {
    let of =
        |side| (0..9).filter(|&square| game.stone_on(square) == Some(side)).map(|square| 1 << square).sum();
    (of(Side::First), of(Side::Second))
}

/// The value of a position when `engine` plays the best level and the other side every move; when it is `None`, both
/// sides play every move: the true value.
fn value(game: &mut TicTacToe, engine: Option<Side>, known: &mut Values) -> i8 {
    if let Some(&value) = known.get(&stones(game)) {
        return value;
    }
    let side = game.side();
    let mut values = Vec::new();
    for mv in legal_moves(game) {
        game.make(mv);
        values.push((mv, value(game, engine, known)));
        game.take_back(mv);
    }
    let value = match game.outcome() {
        Outcome::First => 1,
        Outcome::Second => -1,
        Outcome::Draw => 0,
        Outcome::Ongoing if engine == Some(side) => {
            let chosen = choose(game, Level::BEST);
            values.iter().find(|(mv, _)| *mv == chosen).expect("a legal move").1
        }
        Outcome::Ongoing if side == Side::First => values.iter().map(|(_, value)| *value).max().unwrap(),
        Outcome::Ongoing => values.iter().map(|(_, value)| *value).min().unwrap(),
    };
    known.insert(stones(game), value);
    value
}

#[test]
fn tic_tac_toe_on_the_best_level_reaches_the_value_of_every_position() {
    for ties in [Ties::First, Ties::Last] {
        let mut game = TicTacToe::start();
        game.set_ties(ties);
        let mut truth = Values::new();
        assert_eq!(value(&mut game, None, &mut truth), 0);
        assert_eq!(truth.len(), 5478, "positions of tic-tac-toe");
        for side in [Side::First, Side::Second] {
            let mut reached = Values::new();
            value(&mut game, Some(side), &mut reached);
            assert_eq!(reached, truth, "as {side:?} with {ties:?}");
        }
    }
}

#[test]
fn a_random_move_is_any_legal_move() {
    let game = TicTacToe::start();
    let mut random = Lcg::new(9);
    let mut counts = [0u32; 9];
    for _ in 0..9000 {
        counts[random_move(&game, &mut random).to as usize] += 1;
    }
    assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
}

/// Every position that can come up has the result that the best level's search says: what it does not decide is a draw.
#[test]
fn what_the_best_level_does_not_decide_in_tic_tac_toe_is_a_draw() {
    let mut known = Values::new();
    let mut game = TicTacToe::start();
    value(&mut game, None, &mut known);
    let mut decided = [0; 3];
    compare(&mut game, &known, &mut Values::new(), &mut decided);
    assert!(decided.iter().all(|&count| count > 0), "{decided:?}");
}

/// Compares the search of the best level with the values of this position and of all that follow.
fn compare(game: &mut TicTacToe, known: &Values, seen: &mut Values, decided: &mut [u32; 3]) {
    if game.outcome() != Outcome::Ongoing || seen.insert(stones(game), 0).is_some() {
        return;
    }
    let limits = Level::BEST.of(&TicTacToe::LIMITS);
    let choice = TicTacToe::think(game, &mut AlphaBeta::new(), &limits, &mut Silent);
    let said = i8::from(choice.score >= FIRST_WINS) - i8::from(choice.score <= SECOND_WINS);
    assert_eq!(said, known[&stones(game)], "{:?}", stones(game));
    decided[(said + 1) as usize] += 1;
    for mv in legal_moves(game) {
        game.make(mv);
        compare(game, known, seen, decided);
        game.take_back(mv);
    }
}
