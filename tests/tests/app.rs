//! The play program on the in-process machine: whole games by joystick and by keys, in both languages.

use e2e::album::Album;
use e2e::board::{Layout, Position};
use e2e::local::Local;
use e2e::person::{Action, Computer, Deed, Hands, Person, Row};
use e2e::script;
use e2e::shown::Language;
use engine::games::GameId;
use vice::Joystick;

#[test]
fn all_games_are_played_to_their_ends_by_the_stick_alone_and_by_keys_alone() {
    for hands in [Hands::Stick, Hands::Keys] {
        for language in [Language::English, Language::Spanish] {
            script::all_games(&mut Person::new(Local::start(), hands), language);
        }
    }
}

#[test]
fn the_program_plays_by_itself_after_half_a_minute_until_it_is_touched() {
    for hands in [Hands::Stick, Hands::Keys] {
        script::attract(&mut Person::new(Local::start(), hands));
    }
}

#[test]
fn puzzles_are_solved_by_the_stick_alone_and_by_keys_alone() {
    for hands in [Hands::Stick, Hands::Keys] {
        for language in [Language::English, Language::Spanish] {
            script::puzzles(&mut Person::new(Local::start(), hands), language, 1, &[]);
        }
    }
}

#[test]
fn lessons_are_shown_by_the_stick_alone_and_by_keys_alone() {
    for (hands, language) in [(Hands::Stick, Language::English), (Hands::Keys, Language::Spanish)] {
        let mut person = Person::new(Local::start(), hands);
        script::to_menu(&mut person, language, &mut Album::new());
        script::lessons(&mut person, language, &GameId::ALL);
    }
}

#[test]
fn accented_vowels_are_as_wide_as_the_letters_of_the_machines_own_characters() {
    let mut c64 = Local::start();
    let mut glyph = |code: u8| c64.memory(0xd000 + 8 * u16::from(code), 8);
    for (accented, letter) in (64..).zip(*b"AEIOU") {
        let lines = glyph(letter - 64);
        let expected = [&[0x0c], &lines[..2], &lines[3..7], &[0]].concat();
        assert_eq!(glyph(accented), expected, "{}", char::from(letter));
    }
}

/// Jiffies of a push by a hand in a hurry: 0.07 seconds.
const SHORT: u16 = 4;

/// Pushes the button again and again while the engine thinks about its answer to the last of these moves.
fn push_while_it_thinks(game: GameId, name: &str, level: &str, moves: &[&str]) {
    let mut person = Person::new(Local::start(), Hands::Keys);
    person.c64.type_keys(b" ");
    for (row, value) in
        [(Row::Game, name), (Row::Level, level), (Row::First, "Person"), (Row::Second, "Person")]
    {
        person.set(row, value);
    }
    person.choose(Row::Play);
    person.wait_for("Your move");
    let mut position = Position::start(game, 15);
    let layout = Layout::of(&position);
    let (last, first) = moves.split_last().unwrap();
    for mv in first {
        person.play(&mut position, mv);
    }
    let turn = person.turn();
    let (from, to) = position.play(last);
    person.do_action(layout, Action::Menu);
    person.wait_for("Exit to BASIC");
    person.set(Row::Second, "Engine");
    person.choose(Row::Play);
    for push in 0..8 {
        person.wait_for("Your move");
        assert_eq!(person.turn(), turn);
        for square in [from, to] {
            person.go(layout, square);
            person.act(Deed::Fire);
        }
        person.wait("thinking", |picture| picture.contains("Thinking"));
        person.c64.run_jiffies(30 + push);
        assert!(person.picture().contains("Thinking"), "{name} {push}: {:?}", person.picture());
        person.c64.hold(Joystick::FIRE);
        person.c64.run_jiffies(SHORT);
        person.c64.hold(Joystick::REST);
        person.c64.run_jiffies(90);
        assert_eq!(person.turn(), turn + 2, "{name} {push}: {:?}", person.picture());
        person.do_action(layout, Action::Undo);
    }
}

#[test]
fn a_short_push_makes_the_engine_move_wherever_it_is_in_its_search() {
    push_while_it_thinks(GameId::MouseAndCats, "Mouse & cats", "5", &["E1D2"]);
    push_while_it_thinks(GameId::TicTacToe, "Tic-tac-toe", "6", &["1"]);
    let moves = ["H8", "G7", "H9", "H10", "G8", "F8", "J8"];
    push_while_it_thinks(GameId::FiveInARow, "Five in a row", "6", &moves);
}

#[test]
fn a_short_push_pauses_engines_whatever_they_do() {
    for (players, speed) in
        [(["Random", "Engine"], "Fast"), (["Random", "Random"], "Fast"), (["Engine", "Engine"], "Medium")]
    {
        let mut person = Person::new(Local::start(), Hands::Keys);
        person.c64.type_keys(b" ");
        for (row, value) in [
            (Row::Game, "Five in a row"),
            (Row::Board, "19"),
            (Row::Level, "1"),
            (Row::Speed, speed),
            (Row::First, players[0]),
            (Row::Second, players[1]),
        ] {
            person.set(row, value);
        }
        person.choose(Row::Play);
        for push in 0..16 {
            person.c64.run_jiffies(40 + 7 * push);
            if push % 2 == 0 {
                person.c64.hold(Joystick::FIRE);
                person.c64.run_jiffies(SHORT);
                person.c64.hold(Joystick::REST);
            } else {
                person.c64.type_keys(b" ");
            }
            person.c64.run_jiffies(180);
            let picture = person.picture();
            assert!(picture.contains("Paused"), "{players:?} {push}: {picture:?}");
            // Another game, in which they go on.
            person.c64.type_keys(b"N\r");
        }
    }
}
