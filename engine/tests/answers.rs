//! What the games answer at their edges: squares that there are not, text that names none, questions that some games have no
//! answer to, and what is forgotten. Mutation testing (`cargo mutants`) found that nothing asked.

use std::collections::BTreeSet;

use engine::actions::Actions;
use engine::board::{Board, NOWHERE};
use engine::engines::Engines;
use engine::evaluate::{EVEN, Evaluate};
use engine::games::GameId;
use engine::games::five_in_a_row::Board19;
use engine::games::mouse_and_cats::MouseAndCats;
use engine::games::tic_tac_toe::TicTacToe;
use engine::notation::{Notation, ParseError};
use engine::player::Level;
use engine::{Game, Lcg, Move, Side, Silent};

/// Engines with a game at its start, and keys.
fn engines(game: GameId) -> Engines {
    let mut engines = Engines::new();
    engines.select(game);
    engines.set_keys(&mut Lcg::new(2080));
    engines.reset();
    engines
}

#[test]
fn only_games_that_evaluate_have_an_opinion_and_only_one_has_a_proof() {
    let cats = engines(GameId::MouseAndCats);
    assert_eq!(cats.opinion(), Some(MouseAndCats::start().evaluate()));
    assert_eq!(engines(GameId::FiveInARow).opinion(), None);
    assert_eq!(MouseAndCats::start().opinion(), cats.opinion());
    for game in GameId::ALL {
        let proof = engines(game).prove(&mut Silent);
        assert_eq!(proof.is_some(), game == GameId::MouseAndCats, "{}", game.name());
    }
}

#[test]
fn only_a_game_without_alpha_beta_looks_ahead_by_itself() {
    for game in GameId::ALL {
        let choice = engines(game).look_ahead(engine::Mode::Play, 2, &mut Silent);
        assert_eq!(choice.is_some(), game == GameId::FiveInARow, "{}", game.name());
        assert!(choice.is_none_or(|choice| !choice.mv.is_none()));
    }
}

#[test]
fn what_an_engine_found_is_forgotten() {
    let mut engines = engines(GameId::MouseAndCats);
    let known = |engines: &Engines| {
        let tables = engines.tables().expect("it searches");
        (0..=255).any(|hash| tables.stored_best(engines.side(), hash) != Move { from: 0, to: 0 })
    };
    assert!(!known(&engines));
    let limits = engines.limits(Level::new(3).expect("there are six"));
    engines.choose(&limits, &mut Lcg::new(1), &mut Silent);
    assert!(known(&engines));
    engines.forget();
    assert!(!known(&engines));
}

#[test]
fn positions_of_tic_tac_toe_have_identities_of_their_own() {
    let game = |text: &[u8; 9], moves: &[u8]| {
        let mut game = TicTacToe::from_text(text).expect("a position");
        moves.iter().for_each(|square| game.play(TicTacToe::place(*square)));
        game
    };
    assert_eq!(game(b".........", &[]).identity(), [0, 0, 0, 0, 0]);
    // X on squares 0 and 8, O on 3: nine bits each, then the side.
    assert_eq!(game(b".........", &[0, 3, 8]).identity(), [1, 1, 8, 0, 1]);
    assert_eq!(game(b".........", &[1, 8]).identity(), [2, 0, 0, 1, 0]);
    let empty = game(b".........", &[]);
    let habits: BTreeSet<u8> = (0..9).map(|square| empty.habit(TicTacToe::place(square))).collect();
    let second = game(b".........", &[4]);
    assert!((0..9).all(|square| !habits.contains(&second.habit(TicTacToe::place(square)))));
}

#[test]
fn a_line_of_either_side_is_worth_more_than_all_open_ones() {
    let value = |text: &[u8; 9]| TicTacToe::from_text(text).expect("a position").evaluate();
    assert_eq!(value(b"XXXOO...."), EVEN + 16);
    assert_eq!(value(b"OOOXX.X.."), EVEN - 16);
}

#[test]
fn squares_beside_a_board_are_nowhere() {
    let cats = MouseAndCats::start();
    assert_eq!(cats.squares(Move { from: 64, to: 0xff }), (NOWHERE, NOWHERE));
    assert_eq!(MouseAndCats::square(64), 0xff);
    let inside = cats.move_between((4, 0), (3, 1));
    assert!(!inside.is_none());
    for beside in [((8, 0), (3, 1)), ((8, 1), (3, 1)), ((4, 8), (3, 1)), ((4, 0), (8, 7)), ((4, 0), (0, 8))] {
        assert!(cats.move_between(beside.0, beside.1).is_none(), "{beside:?}");
    }
    let empty = TicTacToe::start();
    assert_eq!(empty.squares(TicTacToe::place(8)).1, (2, 0));
    assert_eq!(empty.squares(Move { from: 9, to: 9 }), (NOWHERE, NOWHERE));
}

#[test]
fn stones_lie_on_the_board_only() {
    let mut board = Board19::start();
    board.set_size(7, 5).expect("a size");
    assert!(board.put(6, 4, Some(Side::First)));
    assert_eq!(board.stone_on(6, 4), Some(Side::First));
    for (column, row) in [(7, 0), (0, 5), (7, 4), (6, 5)] {
        assert!(!board.put(column, row, Some(Side::Second)), "{column} {row}");
        assert_eq!(board.stone_on(column, row), None, "{column} {row}");
    }
}

/// Two bits a square, row by row from the top left: a board that is not square, with a stone in each corner, and bytes behind it
/// that mean nothing.
#[test]
fn a_position_in_bytes_ends_with_its_last_square() {
    let mut board = Board19::start();
    board.set_size(6, 5).expect("a size");
    let mut squares = [0_u8; 30];
    (squares[0], squares[5], squares[7], squares[24], squares[29]) = (1, 2, 1, 2, 1);
    let mut bytes = vec![1];
    bytes.extend(squares.chunks(4).map(|four| four.iter().rev().fold(0, |byte, square| byte << 2 | square)));
    *bytes.last_mut().expect("there are eight") |= 0xf0;
    bytes.push(0xff);
    assert!(board.set_position(&bytes));
    for (at, square) in (0_u8..).zip(squares) {
        let stone = [None, Some(Side::First), Some(Side::Second)][usize::from(square)];
        assert_eq!(board.stone_on(at % 6, at / 6), stone, "square {at}");
    }
    assert_eq!(board.side(), Side::Second);
    assert_eq!(board.stones(), 5);
    bytes[1] |= 3;
    assert!(!board.set_position(&bytes));
    assert!(!board.set_position(&[]));
}

#[test]
fn text_that_names_no_square_says_so() {
    assert_eq!(ParseError::Length.to_string(), "a move of this game has another length");
    assert_eq!(ParseError::Square.to_string(), "no such square in this game");
    for text in [&b"A9B1"[..], b"I1B2", b"A1I2", b"A1B9"] {
        assert_eq!(MouseAndCats::parse_move(text), Err(ParseError::Square), "{text:?}");
    }
}
