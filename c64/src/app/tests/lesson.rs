//! The lessons in the menu, with the joystick alone and with keys alone.

use super::*;

/// Goes to the menu and chooses a game and a language.
fn menu(game: GameId, spanish: bool) -> Session {
    let mut session = Session::new();
    session.fire();
    session.choose(Row::Game, game as u8);
    session.choose(Row::Language, u8::from(spanish));
    session
}

/// Begins the lesson, with the key or the joystick.
fn begin(session: &mut Session, by_key: bool) {
    if by_key {
        session.app.device.type_keys(b"H");
    } else {
        session.go_to(Row::Rules);
        session.app.device.push(Joystick::FIRE);
    }
}

#[test]
fn every_lesson_ends_within_a_minute_and_leads_back_to_the_menu() {
    for game in GameId::ALL {
        for (spanish, by_key) in [(false, true), (false, false), (true, true), (true, false)] {
            let mut session = menu(game, spanish);
            begin(&mut session, by_key);
            let before = session.app.device.time;
            session.settle();
            let jiffies = session.app.device.time.wrapping_sub(before);
            assert!((600..3600).contains(&jiffies), "{game:?}: {jiffies} jiffies");
            assert_eq!(session.app.screen, Screen::Menu);
            session.shows(if spanish { "SALIR A BASIC" } else { "EXIT TO BASIC" });
            assert!(!session.app.playing);
        }
    }
}

#[test]
fn it_is_skipped_at_any_time_by_any_key_and_by_fire() {
    for game in GameId::ALL {
        for looks in [20, 80, 150, 250] {
            for key in [None, Some(b'X'), Some(input::BACK), Some(input::FIRE)] {
                let mut session = menu(game, false);
                session.go_to(Row::Rules);
                session.app.device.push(Joystick::FIRE);
                session.app.device.stick.push_back((0, looks));
                match key {
                    None => session.app.device.push(Joystick::FIRE),
                    Some(key) => session.app.device.late_key = Some((looks as u8, key)),
                }
                session.app.step(&mut session.state);
                session.settle();
                assert_eq!(
                    (session.app.screen, session.app.row),
                    (Screen::Menu, 0),
                    "{game:?} {looks} {key:?}"
                );
                session.app.device.late_key = None;
            }
        }
    }
}

#[test]
fn a_game_goes_on_after_a_lesson() {
    let mut session = Session::new();
    session.start(GameId::FiveInARow, [Player::Person; 2]);
    for at in [(7, 7), (8, 8), (7, 8)] {
        session.fire_at(at);
    }
    for other in GameId::ALL {
        session.app.device.type_keys(b"M");
        session.settle();
        session.choose(Row::Game, other as u8);
        begin(&mut session, true);
        session.settle();
        // Back to the game in progress.
        session.app.device.type_keys(&[input::BACK]);
        session.settle();
        assert_eq!((session.app.screen, session.state.game), (Screen::Game, GameId::FiveInARow));
        assert_eq!(session.state.record.turns(), 3);
        let position = &session.state.engines;
        assert_eq!((position.board_size(), position.content(8, 8)), ((15, 15), 2));
        session.check();
    }
}
