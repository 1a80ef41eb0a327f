//! The games that the program plays by itself after a while at the title.

use super::*;
use crate::app::attract::PATIENCE;

/// Polls the joystick with nothing pressed, then pushes the button.
fn push_after(looks: u16) -> Session {
    push_for(looks, Joystick::FIRE, 6)
}

/// Like [`push_after`], but with the button or a direction, for this many polls.
fn push_for(looks: u16, what: u8, long: u16) -> Session {
    let mut session = Session::new();
    session.app.device.stick.extend([(0, looks), (what, long), (0, 6)]);
    session.settle();
    session
}

#[test]
fn a_short_push_in_a_direction_ends_it_too() {
    for looks in (PATIENCE..PATIENCE + 1_500).step_by(97) {
        let session = push_for(looks, Joystick::UP, 4);
        assert_eq!((session.app.screen, session.app.demo), (Screen::Title, 0), "{looks}");
        session.shows("PRESS FIRE");
    }
}

#[test]
fn a_long_push_in_a_direction_ends_it_and_nothing_else_until_the_stick_has_been_released() {
    for looks in (PATIENCE..PATIENCE + 1_500).step_by(97) {
        let session = push_for(looks, Joystick::UP, 200);
        assert_eq!((session.app.screen, session.app.demo), (Screen::Title, 0), "{looks}");
    }
    let mut session = push_for(PATIENCE + 500, Joystick::UP, 200);
    session.push(Joystick::UP, 1);
    assert_eq!(session.app.screen, Screen::Menu);
}

#[test]
fn it_waits_for_half_a_minute() {
    assert_eq!(PATIENCE, 1800);
    // Each reading of the clock takes a jiffy on this machine, and the title reads it three times between two polls of the joystick.
    let session = push_after(PATIENCE / 4);
    assert_eq!(session.app.screen, Screen::Menu, "the button leads to the menu before");
    let session = push_after(PATIENCE);
    assert_eq!(session.app.screen, Screen::Title, "and back to the title after it");
    session.shows("PRESS FIRE");
    assert!(session.state.record.turns() > 0);
}

#[test]
fn the_cursor_is_only_there_for_a_person() {
    let mut session = push_after(5_000);
    assert_eq!((session.state.game, session.app.device.cursors), (GameId::FiveInARow, 0));
    session.start(GameId::FIRST, [Player::Person; 2]);
    assert_ne!(session.app.device.cursors, 0);
}

#[test]
fn all_games_are_played_to_their_ends_in_turn() {
    let (mut begun, mut over) = (Vec::new(), Vec::new());
    for looks in (1_000..40_000).step_by(1_500) {
        let session = push_after(looks);
        let game = session.state.game;
        if !begun.contains(&game) {
            begun.push(game);
        }
        if session.state.engines.outcome() != Outcome::Ongoing && !over.contains(&game) {
            over.push(game);
        }
    }
    assert_eq!((begun[0], begun.len(), over.len()), (GameId::FIRST, GameId::ALL.len(), GameId::ALL.len()));
}

#[test]
fn it_leaves_nothing_behind_and_the_music_goes_on() {
    let mut session = push_after(5_000);
    assert_eq!(session.app.device.effects, [Effect::Title]);
    assert_eq!(session.app.device.heard, Some(Effect::Title));
    assert_eq!(session.app.settings, Settings::new());
    assert_eq!((session.app.playing, session.app.panel.score), (false, [0; 3]), "its games do not count");
    // A game begins as usual.
    session.start(GameId::TicTacToe, [Player::Person; 2]);
    session.shows("YOUR MOVE");
    session.shows("H HINT");
    session.play(0);
    assert_eq!(session.app.device.effects.last(), Some(&Effect::Cross));
    session.check();
}

#[test]
fn the_same_is_played_whatever_the_random_numbers_are() {
    let played = |seed| {
        let mut session = Session::new();
        session.app.device.random = engine::Lcg::new(seed);
        session.app.device.time = seed * 977;
        session.app.begin();
        session.app.device.stick.extend([(0, 6_000), (Joystick::FIRE, 6), (0, 6)]);
        session.settle();
        (0..session.state.record.turns()).map(|turn| session.state.record.turn(turn)).collect::<Vec<_>>()
    };
    let first = played(1);
    assert!(first.len() > 10);
    assert_eq!(played(2), first);
}

#[test]
fn any_key_leads_back_and_is_not_obeyed() {
    for key in [input::BACK, input::FIRE, b'S', b'M', b'Q', b'V'] {
        let mut session = Session::new();
        session.app.device.late_key = Some((250, key));
        session.app.device.pace = 50;
        session.settle();
        while session.app.device.late_key.is_some() {
            session.app.step(&mut session.state);
        }
        session.settle();
        assert_eq!(session.app.screen, Screen::Title, "{key:#04x}");
        assert_eq!(session.app.settings, Settings::new());
        assert!(!session.app.panel.data, "{key:#04x}");
        assert!(session.state.record.turns() > 0, "it had not begun");
    }
}

#[test]
fn it_does_not_end_by_itself_however_many_moves_were_made() {
    let mut session = Session::new();
    session.app.demo = u16::MAX;
    for _ in 0..2 {
        session.app.chance();
        assert_ne!(session.app.demo, 0);
    }
}
