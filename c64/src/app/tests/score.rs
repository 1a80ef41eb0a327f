//! The session's score, and the players of a loaded game.

use super::*;

#[test]
fn who_plays_a_game_that_is_loaded_stands_in_its_file_whatever_puzzle_is_chosen() {
    let mut saved = Session::new();
    saved.start(GameId::TicTacToe, [Player::Random, Player::Person]);
    saved.app.device.type_keys(b"S1\r");
    saved.settle();
    for begins in [false, true] {
        let mut session = Session::new();
        session.fire();
        session.choose(Row::Puzzle, 1);
        if begins {
            session.start_again();
            session.app.device.type_keys(b"M");
            session.settle();
        }
        session.app.device.file = saved.app.device.file.clone();
        session.app.device.type_keys(b"R1\r");
        session.settle();
        let rows = [Row::Puzzle, Row::First, Row::Second].map(|row| session.app.settings.get(row));
        assert_eq!(rows, [0, Player::Random as u8, Player::Person as u8]);
    }
}

#[test]
fn the_score_is_of_one_kind_of_game_and_counts_each_once() {
    let mut session = Session::new();
    session.start(GameId::TicTacToe, [Player::Person; 2]);
    let save = |session: &mut Session| {
        session.app.device.type_keys(b"S1\r");
        session.settle();
        session.app.device.file.clone().unwrap()
    };
    let win = |session: &mut Session| {
        for at in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)] {
            session.fire_at(at);
        }
        assert_ne!(session.state.engines.outcome(), Outcome::Ongoing);
    };
    win(&mut session);
    assert_eq!(session.app.panel.score, [1, 0, 0]);
    session.shows("SCORE 1  0  0");
    let won = save(&mut session);
    // It is loaded, taken back and forward.
    session.app.device.type_keys(b"R1\rUF");
    session.settle();
    assert_eq!(session.app.panel.score, [1, 0, 0]);
    session.fire_at((0, 0));
    win(&mut session);
    assert_eq!(session.app.panel.score, [2, 0, 0]);
    // A game of another kind is loaded.
    let mut other = Session::new();
    other.start(GameId::MouseAndCats, [Player::Person; 2]);
    session.app.device.file = Some(save(&mut other));
    session.app.device.type_keys(b"R1\r");
    session.settle();
    assert_eq!((session.state.game, session.app.panel.score), (GameId::MouseAndCats, [0; 3]));
    session.app.device.file = Some(won);
    session.app.device.type_keys(b"R1\r");
    session.settle();
    assert_eq!((session.state.game, session.app.panel.score), (GameId::TicTacToe, [0; 3]));
}
