//! What comes after a game: the next one, and the session's score; and what a pause is for.

use super::*;
use crate::words::Word;

#[test]
fn help_asked_for_in_a_pause_is_waited_for_like_any_move() {
    let mut session = paused_engines();
    session.app.device.type_keys(b"D");
    session.settle();
    assert_eq!(session.app.panel.thinking, Word::Thinking);
}

#[test]
fn fire_after_the_last_move_of_two_engines_begins_the_next_game() {
    let mut session = Session::new();
    session.start(GameId::TicTacToe, [Player::Person; 2]);
    for at in [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)] {
        session.fire_at(at);
    }
    for row in [Row::First, Row::Second] {
        session.app.settings.set(row, Player::Engine as u8);
    }
    session.app.step(&mut session.state);
    assert_ne!(session.state.engines.outcome(), Outcome::Ongoing);
    // Within the time between two moves of theirs.
    session.app.device.type_keys(b"\r");
    session.app.step(&mut session.state);
    assert!(session.state.record.turns() < 2 && !session.app.paused, "{}", session.picture());
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
