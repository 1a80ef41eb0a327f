//! Starting with a saved game or a puzzle if the program's file asks for it. Also changing the language on every screen.

use engine::puzzles::PUZZLES;

use super::*;

/// Creates a program that is to begin with this.
fn opened(device: Mock, first: [u8; 3]) -> Session {
    let mut session = Session { app: App::new(device), state: State::new() };
    if !session.app.open(&mut session.state, first) {
        session.app.begin();
    }
    session.settle();
    session
}

#[test]
fn a_saved_game_is_on_the_board_at_once() {
    let mut before = Session::new();
    before.start(GameId::FiveInARow, [Player::Person; 2]);
    for n in [0, 20, 7] {
        before.play(n);
    }
    before.app.device.type_keys(b"S5\r");
    before.settle();
    let mut device = Mock::new();
    device.file = before.app.device.file.take();
    let session = opened(device, [5, 0, 0]);
    assert_eq!((session.app.screen, session.state.record.turns()), (Screen::Game, 3));
    session.shows("YOUR MOVE");
}

#[test]
fn a_puzzle_asks_its_question_at_once() {
    for game in GameId::ALL {
        for number in [1, PUZZLES] {
            let session = opened(Mock::new(), [0, game as u8, number]);
            assert_eq!((session.app.screen, session.state.game), (Screen::Game, game));
            assert!(session.state.is_asked() && session.state.puzzle == number);
            assert_eq!(session.app.to_move(&session.state), Player::Person);
        }
    }
}

#[test]
fn without_them_the_program_is_at_the_title() {
    // The last three do not exist: a file, a game, a puzzle.
    for first in [[0; 3], [7, 0, 0], [0, 9, 1], [0, 0, PUZZLES + 1]] {
        let mut session = opened(Mock::new(), first);
        assert_eq!(session.app.screen, Screen::Title, "{first:?}");
        session.shows("PRESS FIRE");
        session.start(GameId::FIRST, [Player::Person; 2]);
    }
}

#[test]
fn the_language_changes_at_the_title_in_the_menu_and_at_the_board() {
    let mut session = Session::new();
    let change = |session: &mut Session, to: &str| {
        session.app.device.type_keys(b"I");
        session.settle();
        session.shows(to);
    };
    change(&mut session, "PULSA FUEGO");
    change(&mut session, "PRESS FIRE");
    assert_eq!(session.app.screen, Screen::Title);
    session.start(GameId::FiveInARow, [Player::Person; 2]);
    session.play(0);
    change(&mut session, "TE TOCA");
    assert_eq!((session.app.screen, session.state.record.turns()), (Screen::Game, 1));
    session.play(0);
    // Also while the weights are shown, which this ends.
    session.app.device.type_keys(b"TI");
    session.settle();
    session.shows("YOUR MOVE");
    session.app.device.type_keys(b"M");
    session.settle();
    change(&mut session, "SALIR A BASIC");
}
