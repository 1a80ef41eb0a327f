//! [`Engines`] plays each game just as the game plays by itself, and numbers mean what they have always meant.

use std::collections::BTreeSet;

use engine::actions::Action;
use engine::engines::{Engines, write_move};
use engine::evaluate::Evaluate;
use engine::games::GameId;
use engine::games::five_in_a_row::Board19;
use engine::games::mouse_and_cats::MouseAndCats;
use engine::games::tic_tac_toe::TicTacToe;
use engine::perft::DepthError;
use engine::player::{Level, Source, random_move};
use engine::record::{PlayError, legal_moves};
use engine::{Game, Lcg, Move, Outcome, Side, Silent};

/// Numbers stand in files and in requests to the C64, where they outlive the program that wrote them.
#[test]
fn numbers_and_names_are_what_they_were() {
    for id in 0..=255 {
        let games = GameId::ALL.len() as u8;
        assert_eq!(GameId::from_id(id).map(|game| game as u8), (id < games).then_some(id));
        assert_eq!(Level::new(id).map(Level::number), (1..=6).contains(&id).then_some(id));
    }
    let first = [GameId::MouseAndCats, GameId::TicTacToe, GameId::FiveInARow];
    assert_eq!(GameId::ALL[..3], first);
    for game in GameId::ALL {
        assert_eq!(GameId::from_name(game.name()), Some(game));
    }
    assert_eq!(GameId::from_name("chess"), None);
}

#[test]
fn only_five_in_a_row_has_boards_of_several_sizes() {
    for game in GameId::ALL {
        assert_eq!(game.can(Action::Sizes), game == GameId::FiveInARow);
    }
    assert_eq!(GameId::FiveInARow.descriptor().sides, [5, 15, 19]);
}

#[test]
fn a_refused_move_says_why() {
    assert_eq!(PlayError::Illegal.to_string(), "this move is not legal here");
    assert_eq!(PlayError::Full.to_string(), "the record of moves is full");
}

#[test]
fn what_cannot_be_set_up_says_why() {
    assert_eq!(DepthError.to_string(), "the depth of a perft is 0 to 16");
    let mut board = Board19::start();
    for (rows, why) in [
        (&["....", "....", "....", "....", "...."][..], "a board has 5 to 19 columns and 5 to 19 rows"),
        (&[".....", ".....", "....", ".....", "....."], "row 3 from the top is not as long as the first"),
        (&[".....", "..A..", ".....", ".....", "....."], "row 2 from the top, column 3: X, O or . expected"),
    ] {
        let rows: Vec<&[u8]> = rows.iter().map(|row| row.as_bytes()).collect();
        assert_eq!(board.set_rows(&rows, Side::First).unwrap_err().to_string(), why);
    }
}

fn assert_same<G: Game>(engines: &Engines, game: &G) {
    assert_eq!((engines.hash(), engines.lock()), (game.hash(), game.lock()));
    assert_eq!((engines.side(), engines.outcome()), (game.side(), game.outcome()));
    assert!(legal_moves(engines).eq(legal_moves(game)));
    for mv in legal_moves(game) {
        assert!(engines.is_legal(mv) && engines.has_move(mv));
    }
    for from in 0..32 {
        for to in 0..32 {
            let mv = Move { from, to };
            assert_eq!((engines.is_legal(mv), engines.has_move(mv)), (game.is_legal(mv), game.has_move(mv)));
        }
    }
}

/// Plays games of chance with both.
fn compare<G: Game + Clone>(id: GameId, mut game: G) {
    let mut engines = Engines::new();
    engines.select(id);
    assert_eq!(engines.selected(), id);
    assert_eq!(engines.set_size(7, 7), id.can(Action::Sizes));
    for seed in 1..6 {
        engines.set_keys(&mut Lcg::new(seed));
        game.set_keys(&mut Lcg::new(seed));
        engines.reset();
        game.reset();
        let mut random = Lcg::new(seed);
        let mut moves = Vec::new();
        while game.outcome() == Outcome::Ongoing {
            assert_same(&engines, &game);
            let mv = random_move(&game, &mut random);
            // The four ways to make a move and to undo it, and a turn passed and back.
            engines.make(mv);
            game.make(mv);
            assert_eq!(
                (engines.hash(), engines.lock(), engines.side()),
                (game.hash(), game.lock(), game.side())
            );
            engines.take_back(mv);
            game.take_back(mv);
            assert_same(&engines, &game);
            engines.advance(mv);
            game.advance(mv);
            engines.retreat(mv);
            game.retreat(mv);
            assert_same(&engines, &game);
            engines.pass();
            game.pass();
            assert_eq!(
                (engines.hash(), engines.lock(), engines.side()),
                (game.hash(), game.lock(), game.side())
            );
            engines.pass();
            game.pass();
            // An advance may leave hash and lock behind; they are found again.
            engines.advance(mv);
            engines.refresh();
            game.play(mv);
            assert_eq!((engines.hash(), engines.lock()), (game.hash(), game.lock()));
            let mut again = game.clone();
            again.refresh();
            assert_same(&engines, &again);
            moves.push(mv);
        }
        assert_eq!(engines.outcome(), game.outcome());
        while let Some(mv) = moves.pop() {
            engines.undo(mv);
            game.undo(mv);
            assert_same(&engines, &game);
        }
    }
}

#[test]
fn every_game_is_played_as_by_itself() {
    compare(GameId::MouseAndCats, MouseAndCats::EMPTY);
    compare(GameId::TicTacToe, TicTacToe::EMPTY);
    let mut five = Board19::EMPTY;
    five.set_size(7, 7).unwrap();
    compare(GameId::FiveInARow, five);
}

#[test]
fn after_the_last_move_there_is_none() {
    for game in GameId::ALL {
        let mut engines = Engines::new();
        engines.select(game);
        engines.reset();
        let mut cursor = 0;
        while !engines.next_move(&mut cursor).is_none() {}
        for _ in 0..3 {
            assert!(engines.next_move(&mut cursor).is_none(), "{game:?}");
        }
    }
}

#[test]
fn what_is_beyond_an_edge_is_no_square() {
    let mut engines = Engines::new();
    engines.reset();
    for from in [(8, 1), (0, 8), (8, 8), (255, 255)] {
        assert_eq!(engines.move_between(from, (1, 1)), Move::NONE, "{from:?}");
    }
    let mut text = [0; 4];
    write_move(GameId::TicTacToe, Move { from: 9, to: 9 }, &mut text);
    assert_eq!(text[0], b'-');
}

#[test]
fn habits_tell_moves_and_players_apart() {
    fn habits<G: Evaluate>(mut game: G) -> Vec<u8> {
        let mut habits = Vec::new();
        for _ in 0..2 {
            habits.extend(legal_moves(&game).map(|mv| game.habit(mv)));
            game.pass();
        }
        habits
    }
    for all in [habits(MouseAndCats::start()), habits(TicTacToe::start())] {
        let different: BTreeSet<u8> = all.iter().copied().collect();
        assert!(different.len() == all.len() && !different.contains(&255));
    }
}

#[test]
fn a_game_can_do_what_its_descriptor_says() {
    for game in GameId::ALL {
        let mut engines = Engines::new();
        engines.select(game);
        engines.set_keys(&mut Lcg::fixed());
        engines.reset();
        let can = |action| game.can(action);
        assert_eq!(engines.weigh(), can(Action::Weights));
        assert_eq!(engines.weight((0, 0)).is_some(), can(Action::Weights));
        assert_eq!(engines.is_legal(engines.clone().heaviest()), can(Action::Weights));
        assert_eq!(engines.tables().is_some(), can(Action::Search));
        let moves = legal_moves(&engines).count();
        assert_eq!(engines.clone().prove(&mut Silent).is_some_and(|proof| proof.holds()), can(Action::Proof));
        if can(Action::Pass) {
            let side = engines.side();
            engines.pass();
            assert_ne!(engines.side(), side);
            engines.pass();
        }
        if can(Action::TakeBack) {
            let mv = legal_moves(&engines).next().unwrap();
            let before = engines.hash();
            engines.play(mv);
            engines.undo(mv);
            assert_eq!((engines.hash(), legal_moves(&engines).count()), (before, moves));
        }
    }
}

#[test]
fn boards_have_the_sizes_that_the_descriptor_says() {
    let sized = |game: &GameId| game.can(Action::Sizes);
    let least = GameId::ALL.iter().filter(|game| sized(game)).map(|game| game.descriptor().sides[0]).min();
    let most = GameId::ALL.iter().filter(|game| sized(game)).map(|game| game.descriptor().sides[2]).max();
    assert_eq!(GameId::SIDES.map(Some), [least, most]);
    for game in GameId::ALL {
        let [least, usual, most] = game.descriptor().sides;
        let mut engines = Engines::new();
        engines.select(game);
        engines.reset();
        assert_eq!(engines.board_size(), (usual, usual), "{game:?}");
        for side in 0..=255 {
            let there = (least..=most).contains(&side);
            assert_eq!(game.board(side), if there { side } else { usual });
            let fits = game.can(Action::Sizes) && there;
            assert_eq!(engines.set_size(side, side), fits, "{game:?} on {side}");
            if fits {
                assert_eq!(engines.board_size(), (side, side));
            }
        }
        assert_eq!(game.sized() == game, game.can(Action::Sizes));
        assert!(game.sized().can(Action::Sizes));
    }
    assert_eq!(GameId::FIRST as u8, 0, "what is all zeros has this game");
}

#[test]
fn positions_are_set_up_by_bytes() {
    let of = |game| {
        let mut engines = Engines::new();
        engines.select(game);
        engines.set_keys(&mut Lcg::fixed());
        engines.reset();
        engines
    };
    let mut engines = of(GameId::MouseAndCats);
    assert!(engines.set_position(&[36, 9, 11, 13, 15, 1]));
    assert_eq!((engines.side(), engines.content(4, 4), engines.content(1, 1)), (Side::Second, 1, 2));
    for bytes in [&[36, 9, 11, 13, 15][..], &[9, 9, 11, 13, 15, 0], &[0, 9, 11, 13, 64, 0]] {
        assert!(!engines.set_position(bytes), "{bytes:?}");
    }
    let mut engines = of(GameId::FiveInARow);
    assert!(engines.set_size(5, 5));
    assert!(engines.set_position(&[1, 0b10_00_01_00]));
    assert_eq!((engines.side(), engines.content(1, 4), engines.content(3, 4)), (Side::Second, 1, 2));
    assert!(!engines.set_position(&[0, 0b11]) && !engines.set_position(&[]));
    assert!(!of(GameId::TicTacToe).set_position(&[0; 20]));
}

/// Whoever errs always, plays any move; whoever never errs, searches.
#[test]
fn errors_are_made_as_often_as_the_limits_say() {
    for game in GameId::ALL {
        let mut engines = Engines::new();
        engines.select(game);
        assert_eq!(engines.set_size(5, 5), game.can(Action::Sizes));
        engines.set_keys(&mut Lcg::fixed());
        engines.reset();
        let mut random = Lcg::new(3);
        let mut limits = engines.limits(Level::new(2).unwrap());
        limits.errs = 128;
        let erred = (0..400)
            .filter(|_| engines.choose(&limits, &mut random, &mut Silent).source == Source::Chance)
            .count();
        assert!((160..240).contains(&erred), "{game:?}: {erred} of 400");
        limits.errs = 0;
        assert_ne!(engines.choose(&limits, &mut random, &mut Silent).source, Source::Chance);
    }
}
