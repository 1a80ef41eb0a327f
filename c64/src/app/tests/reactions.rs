//! The actions offered, the reactions shown and heard, and keys typed while the engine thinks.

use super::*;
use crate::art::characters::{ARROW, BLANK};

/// Plays the first move of tic-tac-toe, with a key typed while the engine thinks about its answer.
pub(super) fn typed_while_it_thinks(key: u8) -> Session {
    typed_while_it_thinks_in(Session::new(), key)
}

/// The same in a session that has just begun.
fn typed_while_it_thinks_in(mut session: Session, key: u8) -> Session {
    session.start(GameId::TicTacToe, [Player::Person; 2]);
    session.app.settings.set(Row::Second, Player::Engine as u8);
    session.app.settings.set(Row::Level, 5);
    session.app.device.push(Joystick::FIRE);
    session.app.device.late_key = Some((20, key));
    session.settle();
    assert_eq!(session.app.device.late_key, None, "the engine did not think long enough");
    session
}

#[test]
fn keys_typed_while_the_engine_thinks_are_kept() {
    let session = typed_while_it_thinks(b'M');
    assert_eq!((session.app.screen, session.state.record.turns()), (Screen::Menu, 2));
    let session = typed_while_it_thinks(b'H');
    assert_eq!((session.app.screen, session.state.record.turns()), (Screen::Game, 2));
    assert!(session.app.marked, "the hint is shown");
    let session = typed_while_it_thinks(b'U');
    assert_eq!(session.state.record.turns(), 0);
}

#[test]
fn several_keys_typed_while_the_engine_thinks_are_obeyed_in_their_order() {
    // Back to the beginning, two actions that are not available then, a hint.
    let mut session = Session::new();
    session.app.device.behind_it = b"TUH".to_vec();
    let session = typed_while_it_thinks_in(session, b'U');
    assert_eq!((session.app.screen, session.state.record.turns()), (Screen::Game, 0));
    assert!(session.app.marked, "the hint is shown");
    session.check();
    // The menu appears at once, whatever was typed before.
    let mut session = Session::new();
    session.app.device.behind_it = b"M".to_vec();
    session = typed_while_it_thinks_in(session, b'H');
    assert_eq!((session.app.screen, session.state.record.turns()), (Screen::Menu, 2));
}

#[test]
fn keys_typed_during_a_move_for_a_person_are_obeyed_after_the_engine_has_answered_it() {
    for (keys, screen, turns) in
        [(&b"H"[..], Screen::Game, 2), (b"UH", Screen::Game, 0), (b"M", Screen::Menu, 2)]
    {
        let mut session = Session::new();
        session.start(GameId::TicTacToe, [Player::Person; 2]);
        session.app.settings.set(Row::Second, Player::Engine as u8);
        session.app.settings.set(Row::Level, 5);
        session.app.device.type_keys(b"D");
        session.app.device.late_key = Some((20, keys[0]));
        session.app.device.behind_it = keys[1..].to_vec();
        session.settle();
        assert_eq!(session.app.device.late_key, None, "the engine did not think long enough");
        assert_eq!((session.app.screen, session.state.record.turns()), (screen, turns), "{keys:?}");
        assert_eq!(session.app.marked, keys.ends_with(b"H"), "{keys:?}");
        session.check();
    }
}

#[test]
fn a_key_typed_during_a_hint_is_kept() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person; 2]);
    session.app.device.type_keys(b"H");
    session.app.device.late_key = Some((3, b'M'));
    session.settle();
    assert_eq!((session.app.device.late_key, session.app.screen), (None, Screen::Menu));
}

#[test]
fn only_the_actions_that_there_are_now_are_offered() {
    let offered = |session: &Session| {
        let rows = (panel::ACTIONS as usize..panel::MESSAGE as usize).map(|row| session.app.device.row(row));
        let letters: String = rows.map(|row| row.chars().nth(27).unwrap()).collect();
        letters.trim_end().replace(' ', "-")
    };
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person; 2]);
    assert_eq!(offered(&session), "HLD-SRM");
    session.play(0);
    assert_eq!(offered(&session), "UHLD-NSRM");
    session.app.device.type_keys(b"U");
    session.settle();
    assert_eq!(offered(&session), "FHLD-SRM");
    // Actions that are not offered have no key.
    session.app.device.type_keys(b"T");
    session.settle();
    session.shows("YOUR MOVE");
    let mut session = Session::new();
    session.start(GameId::FiveInARow, [Player::Person; 2]);
    session.play(0);
    assert_eq!(offered(&session), "UHDT-NSRM");
    // An engine's move alone is not taken back: the engine would only move again.
    session.app.settings.set(Row::First, Player::Engine as u8);
    session.play(0);
    assert_eq!(session.state.record.turns(), 3, "and the engine's");
    session.app.device.type_keys(b"U");
    session.settle();
    assert_eq!(session.state.record.turns(), 1);
    assert_eq!(offered(&session), "FHDT-XNSRM");
    session.app.device.type_keys(b"U");
    session.settle();
    assert_eq!(session.state.record.turns(), 1);
    let mut session = Session::new();
    session.start(GameId::TicTacToe, [Player::Person; 2]);
    while session.state.engines.outcome() == Outcome::Ongoing {
        session.play(0);
    }
    assert_eq!(offered(&session), "U-NSRM");
}

#[test]
fn the_clock_goes_on_to_99_59_and_stays_there() {
    for game in [GameId::TicTacToe, GameId::FiveInARow] {
        let mut session = Session::new();
        session.start(game, [Player::Person; 2]);
        session.app.device.pace = 0;
        let mut passed = 0;
        for (seconds, shown) in [
            (1, " 0:01"),
            (59, " 0:59"),
            (60, " 1:00"),
            (599, " 9:59"),
            (600, "10:00"),
            (5_999, "99:59"),
            (6_100, "99:59"),
        ] {
            while passed < seconds {
                session.app.device.time = session.app.device.time.wrapping_add(60);
                session.app.panel.tick(&mut session.app.device);
                passed += 1;
            }
            let row = session.app.device.row(9);
            assert_eq!(row[row.len() - 13..], std::format!("TURN   1{shown}"), "{seconds} seconds");
        }
        session.app.device.pace = 1;
        session.play(0);
        assert!(session.app.device.row(9).trim_end().ends_with("TURN   2 0:00"));
    }
}

#[test]
fn the_cursor_starts_on_a_piece_of_the_persons() {
    for (players, piece) in [([Player::Person; 2], 1), ([Player::Random, Player::Person], 3)] {
        let mut session = Session::new();
        session.start(GameId::MouseAndCats, players);
        let (column, row) = session.app.cursor;
        assert_eq!(session.state.engines.content(column, row), piece);
    }
    for game in [GameId::TicTacToe, GameId::FiveInARow] {
        let mut session = Session::new();
        session.start(game, [Player::Person; 2]);
        let middle = session.app.settings.size() / 2;
        assert_eq!(session.app.cursor, (middle, middle));
    }
}

#[test]
fn a_finished_game_shows_the_number_of_its_last_turn() {
    for game in [GameId::TicTacToe, GameId::MouseAndCats] {
        let mut session = Session::new();
        session.start(game, [Player::Person; 2]);
        while session.state.engines.outcome() == Outcome::Ongoing {
            let turn = session.state.record.turns() + 1;
            session.shows(&std::format!("TURN {turn:3} "));
            session.play(0);
        }
        session.shows(&std::format!("TURN {:3} ", session.state.record.turns()));
    }
}

#[test]
fn after_a_swap_the_cursor_is_on_a_piece_of_the_persons() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person, Player::Engine]);
    for (keys, turns) in [(b"X", 1), (b"X", 2)] {
        session.app.device.type_keys(keys);
        session.settle();
        let (column, row) = session.app.cursor;
        let mouse = session.app.settings.player(false) == Player::Person;
        let content = session.state.engines.content(column, row);
        assert_eq!((session.state.record.turns(), content == 1, content != 0), (turns, mouse, true));
    }
    // Where stones are placed, the cursor stays.
    let mut session = Session::new();
    session.start(GameId::TicTacToe, [Player::Person, Player::Engine]);
    session.push(Joystick::UP, 1);
    session.app.device.type_keys(b"X");
    session.settle();
    assert_eq!((session.state.record.turns(), session.app.cursor), (1, (1, 2)));
}

#[test]
fn the_cursor_stays_on_the_persons_piece() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person, Player::Random]);
    let under = |session: &Session| {
        let (column, row) = session.app.cursor;
        session.state.engines.content(column, row)
    };
    // Whether the person or the engine has moved it, and when moves are taken back.
    session.play(0);
    assert_eq!((session.state.record.turns(), under(&session)), (2, 1));
    session.app.device.type_keys(b"D");
    session.settle();
    assert_eq!((session.state.record.turns(), under(&session)), (4, 1));
    session.app.device.type_keys(b"U");
    session.settle();
    assert_eq!((session.state.record.turns(), under(&session)), (2, 1));
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Random, Player::Person]);
    session.app.device.type_keys(b"D");
    session.settle();
    assert_eq!(session.state.record.turns(), 3);
    assert!(under(&session) > 1, "a cat");
}

#[test]
fn answers_to_wrong_moves_say_what_is_allowed() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person; 2]);
    session.fire_at((0, 4));
    session.shows("ONE SQUARE");
    session.shows("CATS: DOWN");
    session.play(0);
    session.fire_at((0, 4));
    session.shows("CHOOSE ONE OF");
    for game in [GameId::TicTacToe, GameId::FiveInARow] {
        let mut session = Session::new();
        session.start(game, [Player::Person; 2]);
        session.fire();
        session.fire();
        session.shows("TAKEN: CHOOSE");
    }
}

#[test]
fn the_music_plays_outside_of_games_unless_it_is_switched_off() {
    let mut session = Session::new();
    let heard = |session: &Session| session.app.device.heard;
    assert_eq!(heard(&session), Some(Effect::Title));
    session.fire();
    assert_eq!(heard(&session), Some(Effect::Title));
    assert_eq!(session.app.device.effects, [Effect::Title], "it goes on");
    session.go_to(Row::Play);
    session.fire();
    assert_eq!(heard(&session), None);
    session.play(0);
    assert!(matches!(heard(&session), Some(Effect::Mouse | Effect::Cat)));
    session.app.device.type_keys(b"M");
    session.settle();
    assert_eq!(heard(&session), Some(Effect::Title));
    // Off, short sounds only, music.
    for expected in [None, None, Some(Effect::Title)] {
        session.app.device.type_keys(b"S");
        session.settle();
        assert_eq!(heard(&session), expected);
    }
    // With its key at the title, which stays on screen.
    let mut session = Session::new();
    session.shows("S SOUNDS: MUSIC");
    session.app.device.type_keys(b"S");
    session.settle();
    session.shows("S SOUNDS: OFF");
    assert_eq!((session.app.screen, heard(&session)), (Screen::Title, None));
    session.fire();
    assert_eq!((session.app.screen, heard(&session)), (Screen::Menu, None));
    session.start_again();
    session.play(0);
    assert_eq!(heard(&session), None);
}

#[test]
fn each_event_has_its_own_sound() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person; 2]);
    session.play(0);
    session.play(0);
    session.fire_at((0, 4));
    session.app.device.type_keys(b"H");
    session.settle();
    let expected = [Effect::Title, Effect::Mouse, Effect::Cat, Effect::Illegal, Effect::Hint];
    assert_eq!(session.app.device.effects, expected);
    let mut session = Session::new();
    session.start(GameId::TicTacToe, [Player::Person; 2]);
    session.play(0);
    session.play(0);
    assert_eq!(session.app.device.effects, [Effect::Title, Effect::Cross, Effect::Nought]);
}

#[test]
fn the_menu_tells_the_rules_of_the_game_that_is_chosen() {
    let mut session = Session::new();
    session.fire();
    session.shows("STICK IN PORT 2");
    session.go_to(Row::Game);
    assert!(!session.picture().contains("STICK IN"));
    for (game, rule) in [
        (GameId::MouseAndCats, "GET THE MOUSE TO ROW 8, OR TRAP IT"),
        (GameId::TicTacToe, "THREE IN A LINE WIN"),
        (GameId::FiveInARow, "FIVE OR MORE IN A LINE WIN"),
    ] {
        session.choose(Row::Game, game as u8);
        assert_eq!([23, 24].map(|row| String::from(session.app.device.row(row).trim())), ["", rule]);
    }
    session.go_to(Row::Clock);
    session.shows("STICK IN PORT 2");
    assert_eq!(session.app.device.row(23).trim(), "");
}

#[test]
fn the_menu_tells_what_the_opponent_that_is_chosen_is_like() {
    let mut session = Session::new();
    session.fire();
    session.go_to(Row::Level);
    for game in GameId::ALL {
        session.choose(Row::Game, game as u8);
        let mut state = State::new();
        state.game = game;
        state.size = game.board(15);
        state.take_up(&mut Mock::new(), true);
        let mut told = Vec::new();
        for (level, name) in ["1 PIP", "2 ROSA", "3 BRUNO", "4 CLARA", "5 HUGO", "6 ADA"].iter().enumerate() {
            session.choose(Row::Level, level as u8);
            session.shows(name);
            told.push(String::from(session.app.device.row(24).trim()));
            assert!(!told[level].is_empty() && !told[..level].contains(&told[level]), "{told:?}");
            // The message agrees with how the engine plays this game.
            let limits = state.engines.limits(engine::player::Level::new(level as u8 + 1).unwrap());
            let says = |words: &[&str]| words.iter().any(|word| told[level].contains(word));
            assert_eq!(says(&["CHANCE", "DREAMS"]), limits.errs != 0, "{game:?}: {}", told[level]);
            let hasty = says(&["HASTY", "WITHOUT A PLAN"]) && !says(&["NEVER"]);
            assert_eq!(hasty, limits.slips != 0, "{game:?}: {}", told[level]);
            assert_eq!(says(&["THREATS"]), limits.cautious, "{game:?}: {}", told[level]);
        }
    }
    session.choose(Row::Language, 1);
    session.choose(Row::Level, 2);
    session.shows("FRENA AMENAZAS");
    session.start_again();
    session.shows("3 BRUNO");
}

#[test]
fn what_the_menu_asks_stands_below_its_rows() {
    let mut session = Session::new();
    session.fire();
    session.go_to(Row::Load);
    session.push_all(&[Joystick::FIRE, Joystick::DOWN]);
    session.shows("STICK IN");
    assert_eq!(session.app.device.heard, Some(Effect::Title), "no disk was used");
    session.push_all(&[Joystick::FIRE; 2]);
    let last = |session: &Session| [23, 24].map(|row| String::from(session.app.device.row(row).trim_end()));
    assert_eq!(last(&session), ["", " THERE IS NO SUCH FILE"]);
    assert_eq!(session.app.device.heard, Some(Effect::Illegal));
    session.push_all(&[Joystick::UP]);
    assert_eq!(session.app.device.heard, Some(Effect::Title));
    session.app.clear_help(&session.state);
    session.app.say(Word::LoadFrom);
    session.app.panel.say_name(&mut session.app.device, b"2080 GAME 0<>", 7);
    assert_eq!(last(&session), ["", " LOAD:   2080 GAME 7<>   DOWN: CANCEL"]);
    // The arrow is on the row that asks, however that was chosen.
    session.go_to(Row::Play);
    session.app.device.type_keys(b"Q\r");
    assert!(!session.settle());
    assert_eq!(last(&session), ["", " EXIT? FIRE: YES. DOWN: NO"]);
    let arrows: Vec<_> = (0..25).filter(|&row| session.app.device.cells[row][6].0 == ARROW).collect();
    assert_eq!(arrows, [22]);
}

#[test]
fn between_the_largest_board_and_the_text_beside_it_is_a_free_column() {
    for keys in [&b""[..], b"H", b"S\x11", b"S\r", b"MIP", b"MIPH"] {
        let mut session = Session::new();
        session.app.settings.set(Row::Board, 16 - 5);
        session.start(GameId::FiveInARow, [Player::Person; 2]);
        session.play(100);
        session.app.device.type_keys(keys);
        session.settle();
        let cells = &session.app.device.cells;
        let touching: Vec<usize> =
            (0..25).filter(|&row| !matches!(cells[row][26].0, BLANK | ARROW)).collect();
        assert!(touching.is_empty(), "rows {touching:?}");
        assert_eq!(session.app.device.row(5).chars().nth(25), Some('·'), "the board ends there");
    }
}

#[test]
fn help_asked_for_in_a_pause_is_waited_for_like_any_move() {
    let mut session = paused_engines();
    // No person plays, so any move is taken back.
    session.shows("U UNDO");
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
    // Between two moves of the engines.
    session.app.device.late_key = Some((6, b'\r'));
    while session.app.device.late_key.is_some() {
        session.app.step(&mut session.state);
    }
    assert!(session.state.record.turns() < 2 && !session.app.paused, "{}", session.picture());
}

#[test]
fn an_engine_that_is_stopped_takes_undo_off_the_list() {
    let mut session = Session::new();
    session.start(GameId::TicTacToe, [Player::Person; 2]);
    for row in [Row::First, Row::Second] {
        session.app.settings.set(row, Player::Engine as u8);
    }
    session.app.step(&mut session.state);
    session.app.settings.set(Row::Level, 5);
    session.app.device.late_key = Some((3, input::BACK));
    session.settle();
    assert_eq!((session.app.device.late_key, session.state.record.turns()), (None, 1));
    assert!(!session.picture().contains("U UNDO"), "{}", session.picture());
    // Swapping sides makes the last move the person's.
    session.app.device.type_keys(b"X");
    session.app.step(&mut session.state);
    session.shows("U UNDO");
}

#[test]
fn what_is_taken_back_is_drawn_without_the_rest_and_looks_the_same() {
    for game in GameId::ALL {
        let mut session = Session::new();
        session.start(game, [Player::Person; 2]);
        let mut n = 0;
        while session.state.engines.outcome() == Outcome::Ongoing && n < 60 {
            session.play(n * 5);
            n += 1;
        }
        for key in [b"U", b"U", b"F", b"U", b"U", b"F", b"F"] {
            session.app.device.type_keys(key);
            session.settle();
            let seen = (session.app.device.cells, session.app.device.sprites);
            session.app.show_board(&session.state);
            let whole = (session.app.device.cells, session.app.device.sprites);
            assert!(seen.0 == whole.0, "{game:?}, {key:?}:\n{}", session.picture());
            assert_eq!(seen.1, whole.1, "{game:?}, {key:?}");
        }
        // Nothing is cleared in between.
        session.app.device.changes = [0; 25];
        session.app.device.type_keys(b"U");
        session.settle();
        let changes: u32 = session.app.device.changes.iter().sum();
        assert!(changes < 250, "{game:?}: {changes} characters");
    }
}

#[test]
fn questions_are_answered_by_fire_and_by_the_letters_of_yes_alone() {
    for (key, ends) in
        [(b'Y', true), (b'S', true), (b'\r', true), (b'N', false), (b'J', false), (0x11, false)]
    {
        let mut session = Session::new();
        session.start(GameId::TicTacToe, [Player::Person; 2]);
        session.play(0);
        session.app.device.type_keys(&[b'N', key]);
        session.settle();
        assert_eq!(session.state.record.turns() == 0, ends, "{key}");
    }
}

#[test]
fn the_list_never_touches_the_message() {
    for game in GameId::ALL {
        let mut session = Session::new();
        session.start(game, [Player::Person, Player::Engine]);
        session.play(0);
        session.play(1);
        session.app.device.type_keys(b"U");
        session.settle();
        for action in ["U UNDO", "F REDO", "X SWAP SIDES"] {
            session.shows(action);
        }
        let above: String = session.app.device.row(panel::MESSAGE as usize - 1).chars().skip(26).collect();
        assert_eq!(above.trim(), "", "{game:?}");
    }
}
