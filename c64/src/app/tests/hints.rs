//! The contents of hints: why a move is good, the result of best play, and the number of moves.

use super::*;
use crate::view::place_of;

#[test]
fn a_hint_says_why_in_both_languages_by_keys_and_by_the_stick() {
    let mut session = Session::new();
    session.start(GameId::TicTacToe, [Player::Person; 2]);
    for at in [(0, 2), (1, 1), (1, 2)] {
        session.fire_at(at);
    }
    session.app.device.type_keys(b"H");
    session.settle();
    session.shows("STOPS A ROW");
    session.fire_at((2, 2));
    // To the list, and to its third row: the cursor reaches the board's right edge first.
    session.push(Joystick::RIGHT, 1);
    session.push(Joystick::UP, 10);
    while session.app.action != 2 {
        session.push(Joystick::DOWN, 1);
    }
    session.fire();
    // X stops the other diagonal.
    session.shows("STOPS A ROW");
    session.app.device.type_keys(b"MI");
    session.settle();
    session.start_again();
    session.app.device.type_keys(b"H");
    session.settle();
    session.shows("TAPA LA L·NEA");
}

#[test]
fn fire_makes_the_move_of_a_hint_that_was_chosen_in_the_list() {
    for game in GameId::ALL {
        let mut session = Session::new();
        session.start(game, [Player::Person; 2]);
        session.act(2);
        assert!(session.app.marked && !session.app.aside);
        session.fire();
        assert_eq!(session.state.record.turns(), 1, "{game:?}");
        session.check();
    }
}

#[test]
fn the_mouse_is_told_that_it_goes_towards_row_8() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person; 2]);
    // E1F2 and B8A7, after which it is not known yet who wins.
    for at in [(4, 0), (5, 1), (1, 7), (0, 6)] {
        session.fire_at(at);
    }
    session.app.device.type_keys(b"H");
    session.settle();
    assert!(session.app.cursor.1 > place_of(&session.state.engines, 1).1, "it goes up");
    session.shows("TOWARDS ROW 8");
}

#[test]
fn the_last_move_of_a_draw_does_not_win() {
    let mut session = Session::new();
    session.start(GameId::TicTacToe, [Player::Person; 2]);
    for at in [(0, 2), (1, 2), (2, 2), (0, 1), (1, 1), (2, 0), (1, 0), (0, 0)] {
        session.fire_at(at);
    }
    assert_eq!(session.moves().len(), 1);
    session.app.device.type_keys(b"H");
    session.settle();
    let picture = session.picture();
    assert!(session.app.marked && !picture.contains("IN 1"), "{picture}");
}

#[test]
fn a_hint_in_mouse_and_cats_says_who_wins_and_how() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person; 2]);
    // The cats win, and it is known how.
    for loses in [true, false] {
        session.app.device.type_keys(b"H");
        session.settle();
        let picture = session.picture();
        assert_eq!(picture.contains("IT LOSES"), loses, "{picture}");
        assert_eq!(picture.contains("A WIN WITH"), !loses, "{picture}");
        session.shows("THEY CLOSE IN");
        session.app.settings.set(Row::Level, 5);
        session.app.device.type_keys(b"D");
        session.settle();
    }
}

#[test]
fn what_a_hint_says_goes_with_its_marks() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person; 2]);
    session.app.device.type_keys(b"H");
    session.settle();
    assert!(!session.picture().contains("YOUR MOVE "));
    session.app.device.type_keys(b"L");
    session.settle();
    assert!(session.app.marked);
    session.shows("YOUR MOVE ");
}

#[test]
fn fire_after_a_hint_makes_its_move() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person; 2]);
    for key in [b"H", b"\r"] {
        session.app.device.type_keys(key);
        session.settle();
    }
    assert_eq!(session.state.record.turns(), 1);
    for key in [b"H", b"\r"] {
        session.app.device.type_keys(key);
        session.settle();
    }
    assert_eq!(session.state.record.turns(), 2, "a cat's, too");
    // Marks do not stay while a move is looked for: the one that stops it wants the engine's move no more.
    session.app.device.type_keys(b"LD");
    session.app.device.late_key = Some((0, input::BACK));
    session.app.settings.set(Row::Level, 5);
    session.settle();
    assert!(!session.app.marked);
    session.app.device.type_keys(b"M");
    session.settle();
    session.choose(Row::Game, GameId::FiveInARow as u8);
    session.go_to(Row::Play);
    session.push_all(&[Joystick::FIRE; 2]);
    for key in [b"H", b"\r"] {
        session.app.device.type_keys(key);
        session.settle();
    }
    assert_eq!(session.state.record.turns(), 1);
}

#[test]
fn a_hint_says_what_best_play_leads_to_for_the_player_to_move() {
    // On the empty board; where X has two threats, though O can stop one of them; where X wins in three moves.
    for (moves, said) in [
        (&[][..], ["A DRAW WITH", "BEST PLAY", ""]),
        (&[(0, 2), (1, 2), (0, 0), (0, 1), (2, 0)], ["BEST TRY, BUT", "IT LOSES", "IN 1 MOVE"]),
        (&[(0, 2), (1, 2)], ["THREATENS TO", "WIN", "WINS IN 3"]),
    ] {
        for spanish in [false, true] {
            let mut session = Session::new();
            session.start(GameId::TicTacToe, [Player::Person; 2]);
            for at in moves {
                session.fire_at(*at);
            }
            if spanish {
                session.app.device.type_keys(b"MIP");
            }
            session.app.device.type_keys(b"H");
            session.settle();
            let rows =
                [22, 23, 24].map(|row| session.app.device.row(row).chars().skip(27).collect::<String>());
            if !spanish {
                assert_eq!(rows.each_ref().map(|row| row.trim_end()), said, "{moves:?}");
            } else if said[0].starts_with("A ") {
                assert_eq!(rows[1].trim_end(), "JUGANDO BIEN");
            }
        }
    }
}

#[test]
fn a_hint_in_a_lost_position_is_a_try_and_says_how_long_it_lasts_if_that_was_seen() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person, Player::Engine]);
    session.app.settings.set(Row::Level, 5);
    let mut lasts = Vec::new();
    // The cats have won from the beginning, and it is known how.
    while session.state.engines.outcome() == Outcome::Ongoing {
        session.app.device.type_keys(b"H");
        session.settle();
        session.shows("BEST TRY, BUT");
        session.shows("IT LOSES");
        let last = session.app.device.row(24);
        lasts.push(match last[last.len() - 13..].strip_prefix("IN ") {
            Some(moves) => moves.split_whitespace().next().unwrap().parse().unwrap(),
            None => {
                session.shows("THEY CLOSE IN");
                0
            }
        });
        session.app.device.type_keys(b"D");
        session.settle();
    }
    session.shows("THE CATS WIN!");
    let moves = lasts.len();
    assert!(lasts.iter().enumerate().all(|(at, &left)| left == 0 || left == moves - at), "{lasts:?}");
    assert!(lasts.iter().any(|&left| left != 0), "{lasts:?}");
}

#[test]
fn moves_are_counted_in_words_of_the_language() {
    let mut session = Session::new();
    session.start(GameId::TicTacToe, [Player::Person; 2]);
    for (moves, told) in [
        (1, ["IN 1 MOVE ", "EN 1 JUGADA "]),
        (9, ["IN 9 MOVES", "EN 9 JUGADAS"]),
        (12, ["IN 12 MOVES", "EN 12 JUGADAS"]),
    ] {
        for (language, told) in [Language::English, Language::Spanish].into_iter().zip(told) {
            session.app.panel.view.language = language;
            session.app.panel.say_moves(&mut session.app.device, moves, false);
            assert!((session.app.device.row(24) + " ").contains(told), "{}", session.app.device.row(24));
        }
    }
}
