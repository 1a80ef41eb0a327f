//! Plays the program event by event on a scripted machine.

use std::string::String;
use std::vec::Vec;

use engine::games::GameId;
use engine::{Game, Outcome};

use super::settings::Player;
use super::*;
use crate::device::Joystick;
use crate::testing::Mock;

mod attract;
mod hints;
mod lesson;
mod opening;
mod puzzles;
mod reactions;
mod score;
mod search;

/// A program and its machine, controlled by pushes of the joystick.
struct Session {
    app: App<Mock>,
    state: State,
}

impl Session {
    fn new() -> Self {
        let mut app = App::new(Mock::new());
        app.begin();
        Session { app, state: State::new() }
    }

    /// Runs until everything scripted has happened and it is a person's turn to act.
    fn settle(&mut self) -> bool {
        for _ in 0..20_000 {
            if !self.app.step(&mut self.state) {
                return false;
            }
            let waits = self.app.screen != Screen::Game
                || self.app.paused
                || self.state.engines.outcome() != Outcome::Ongoing
                || self.app.settings.player(self.state.engines.side() == engine::Side::Second)
                    == Player::Person;
            if waits
                && self.app.input.is_empty()
                && self.app.device.keys.is_empty()
                && self.app.device.stick.is_empty()
            {
                return true;
            }
        }
        panic!("never waits:\n{}", self.picture());
    }

    /// Pushes the joystick this many times.
    fn push(&mut self, stick: u8, times: u8) -> bool {
        (0..times).all(|_| {
            self.app.device.push(stick);
            self.settle()
        })
    }

    /// Pushes the joystick as listed, without waiting in between.
    fn push_all(&mut self, sticks: &[u8]) {
        for stick in sticks {
            self.app.device.push(*stick);
        }
        self.settle();
    }

    /// Goes from the menu to the game.
    fn start_again(&mut self) {
        self.go_to(Row::Play);
        assert!(self.fire());
    }

    fn fire(&mut self) -> bool {
        self.push(Joystick::FIRE, 1)
    }

    fn picture(&self) -> String {
        self.app.device.picture()
    }

    #[track_caller]
    fn shows(&self, text: &str) {
        let picture = self.picture();
        assert!(picture.contains(text), "{text:?} is missing in\n{picture}");
    }

    /// Goes to a row of the menu with the joystick alone.
    fn go_to(&mut self, row: Row) {
        while self.app.row != row as u8 {
            self.push(if self.app.row < row as u8 { Joystick::DOWN } else { Joystick::UP }, 1);
        }
    }

    /// Sets a row of the menu with the joystick alone.
    fn choose(&mut self, row: Row, value: u8) {
        self.go_to(row);
        while self.app.settings.get(row) != value {
            self.push(Joystick::RIGHT, 1);
        }
    }

    /// Goes from the title to a game with these players, with the joystick alone.
    fn start(&mut self, game: GameId, players: [Player; 2]) {
        assert!(self.fire());
        self.choose(Row::Game, game as u8);
        self.choose(Row::First, players[0] as u8);
        self.choose(Row::Second, players[1] as u8);
        self.choose(Row::Level, 0);
        self.go_to(Row::Play);
        assert!(self.fire());
        assert_eq!(self.app.screen, Screen::Game);
    }

    /// Moves the cursor to a square and presses fire.
    fn fire_at(&mut self, at: Square) {
        if self.app.aside {
            self.push(Joystick::LEFT, 1);
        }
        let (column, row) = self.app.cursor;
        self.push(Joystick::RIGHT, at.0.saturating_sub(column));
        self.push(Joystick::LEFT, column.saturating_sub(at.0));
        self.push(Joystick::UP, at.1.saturating_sub(row));
        self.push(Joystick::DOWN, row.saturating_sub(at.1));
        assert_eq!(self.app.cursor, at);
        self.fire();
    }

    /// Plays legal move number `n`, modulo the number of legal moves.
    fn play(&mut self, n: usize) {
        let moves = self.moves();
        let (from, to) = self.state.engines.squares(moves[n % moves.len()]);
        if from != to {
            self.fire_at(from);
        }
        self.fire_at(to);
    }

    fn moves(&self) -> Vec<engine::Move> {
        engine::record::legal_moves(&self.state.engines).collect()
    }

    /// Chooses an action with the joystick alone.
    fn act(&mut self, action: u8) {
        while !self.app.aside {
            self.push(Joystick::RIGHT, 1);
        }
        for _ in 0..20 {
            if self.app.action == action {
                break;
            }
            self.push(if self.app.action < action { Joystick::DOWN } else { Joystick::UP }, 1);
        }
        assert_eq!(self.app.action, action, "it is not offered");
        self.fire();
    }

    /// Checks the invariants that hold after every event.
    #[track_caller]
    fn check(&self) {
        check(&self.app, &self.state);
    }
}

/// The record replays to the position, and all its moves are legal.
#[track_caller]
fn check<T>(app: &App<T>, state: &State) {
    if !app.playing {
        return;
    }
    let mut again = state.engines.clone();
    again.reset();
    let mut turn = 0;
    while turn < state.record.turns() {
        let mv = state.record.turn(turn);
        assert!(mv.is_none() || again.is_legal(mv), "turn {turn}: {mv:?}");
        if mv.is_none() {
            again.pass()
        } else {
            again.play(mv)
        }
        turn += 1;
    }
    let (columns, rows) = again.board_size();
    if app.screen == Screen::Game {
        assert_eq!(
            (columns, rows),
            (app.settings.size(), app.settings.size()),
            "what is drawn is another board"
        );
    }
    for row in 0..rows {
        for column in 0..columns {
            assert_eq!(again.content(column, row), state.engines.content(column, row));
        }
    }
    assert_eq!((again.side(), again.outcome()), (state.engines.side(), state.engines.outcome()));
    assert_eq!((again.hash(), again.lock()), (state.engines.hash(), state.engines.lock()));
    assert!(app.cursor.0 < columns && app.cursor.1 < rows || app.screen == Screen::Menu);
}

#[test]
fn the_stick_alone_walks_through_the_menu() {
    let mut session = Session::new();
    session.shows("FIRE");
    session.fire();
    session.shows("MOUSE & CATS");
    let before = session.app.settings.clone();
    for row in
        [Row::Game, Row::First, Row::Second, Row::Level, Row::Clock, Row::Board, Row::Speed, Row::Sound]
    {
        session.go_to(row);
        let first = session.picture();
        let count = settings::COUNTS[row as usize];
        for _ in 1..count {
            session.push(Joystick::RIGHT, 1);
            assert_ne!(session.picture(), first);
        }
        session.fire();
        assert_eq!(session.picture(), first, "fire goes on, too");
        session.push(Joystick::LEFT, count);
        assert_eq!((session.picture(), &session.app.settings), (first, &before));
    }
    session.choose(Row::Language, 1);
    session.shows("JUEGO");
    session.choose(Row::Language, 0);
    session.shows("GAME");
}

#[test]
fn the_program_is_only_left_when_asked_whether_there_is_a_game_or_not() {
    let mut session = Session::new();
    session.fire();
    for game in [false, true] {
        session.go_to(Row::Exit);
        session.push_all(&[Joystick::FIRE, Joystick::DOWN]);
        assert_eq!(session.app.screen, Screen::Menu);
        session.shows("STICK IN PORT 2");
        session.app.device.type_keys(b"QX");
        assert!(session.settle(), "any other key stays");
        session.app.device.type_keys(b"Q\r");
        assert!(!session.settle(), "it is left");
        session.shows("EXIT? FIRE: YES. DOWN: NO");
        session.app.device.type_keys(&[input::BACK]);
        if !game {
            session.start_again();
            session.app.device.type_keys(b"M");
            session.settle();
        }
    }
}

#[test]
fn every_game_is_played_to_its_end_by_the_stick_alone() {
    for game in GameId::ALL {
        for side in [0, 1] {
            let mut players = [Player::Person; 2];
            players[side] = Player::Random;
            let mut session = Session::new();
            session.start(game, players);
            let mut n = 0;
            while session.state.engines.outcome() == Outcome::Ongoing {
                session.play(n * 7);
                session.check();
                n += 1;
            }
            assert!(session.app.device.effects.iter().any(|&effect| effect as u8 > Effect::Illegal as u8));
            assert_eq!(session.app.panel.score.iter().sum::<u8>(), 1);
            let turns = session.state.record.turns();
            session.act(0);
            assert!(session.state.record.turns() < turns, "taken back after the end");
            assert_eq!(session.state.engines.outcome(), Outcome::Ongoing);
            session.act(1);
            assert_eq!(session.state.record.turns(), turns);
            assert_eq!(session.app.panel.score.iter().sum::<u8>(), 1, "counted once");
            session.fire_at(session.app.cursor);
            assert!(session.state.record.turns() < 2, "a new game");
        }
    }
}

#[test]
fn who_has_a_stick_only_can_change_their_mind_about_a_file() {
    const SAVE: u8 = 8;
    let mut session = Session::new();
    session.start(GameId::TicTacToe, [Player::Person; 2]);
    let answer = |session: &mut Session, sticks: &[u8]| {
        while !session.app.aside {
            session.push(Joystick::RIGHT, 1);
        }
        session.app.action = SAVE;
        for stick in [&[Joystick::FIRE], sticks].concat() {
            session.app.device.push(stick);
        }
        session.settle();
    };
    answer(&mut session, &[Joystick::RIGHT, Joystick::DOWN]);
    assert!(session.app.device.file.is_none());
    session.shows("YOUR MOVE");
    session.play(0);
    answer(&mut session, &[Joystick::FIRE]);
    session.shows("SAVED");
    let first = session.app.device.file.clone().unwrap();
    assert_eq!(first.0, b"2080 GAME 2");
    session.play(0);
    answer(&mut session, &[Joystick::FIRE, Joystick::LEFT]);
    session.shows("NOT SAVED");
    assert_eq!(session.app.device.file, Some(first.clone()));
    answer(&mut session, &[Joystick::FIRE, Joystick::FIRE]);
    session.shows("SAVED");
    assert_ne!(session.app.device.file, Some(first));
    session.check();
}

/// Lets two engines play, and pauses them.
fn paused_engines() -> Session {
    let mut session = Session::new();
    session.start(GameId::TicTacToe, [Player::Person; 2]);
    session.app.device.type_keys(b"M");
    session.settle();
    session.choose(Row::First, Player::Engine as u8);
    session.choose(Row::Second, Player::Engine as u8);
    session.go_to(Row::Play);
    session.push_all(&[Joystick::FIRE; 2]);
    session.shows("PAUSED.");
    assert_eq!(session.state.engines.outcome(), Outcome::Ongoing);
    session
}

#[test]
fn a_pause_ends_when_the_game_is_gone_on_with() {
    let mut session = paused_engines();
    session.app.device.type_keys(b"M");
    session.settle();
    session.choose(Row::First, Player::Person as u8);
    session.choose(Row::Second, Player::Person as u8);
    session.go_to(Row::Play);
    session.fire();
    session.shows("YOUR MOVE");
    let turns = session.state.record.turns();
    session.play(0);
    assert_eq!(session.state.record.turns(), turns + 1);
}

#[test]
fn what_interrupts_engines_is_obeyed() {
    let mut session = paused_engines();
    assert_eq!(session.app.cursor, (1, 1));
    session.push_all(&[Joystick::FIRE, Joystick::UP]);
    session.shows("PAUSED.");
    assert_eq!(session.app.cursor, (1, 2));
}

#[test]
fn a_key_during_the_help_asked_for_in_a_pause_is_obeyed_after_it() {
    // The back key ends the search; the menu key works at once; other letters wait for the move.
    for (key, turns, screen) in
        [(input::BACK, 0, Screen::Game), (b'U', 0, Screen::Game), (b'M', 1, Screen::Menu)]
    {
        let mut session = paused_engines();
        let before = session.state.record.turns();
        session.app.settings.set(Row::Level, 5);
        session.app.device.type_keys(b"D");
        session.app.device.late_key = Some((3, key));
        session.settle();
        assert_eq!(session.app.device.late_key, None, "the engine did not think long enough");
        assert_eq!(session.app.screen, screen);
        if screen == Screen::Game {
            session.shows("PAUSED.");
        }
        assert_eq!(session.state.record.turns(), before + turns, "{key:#04x}");
    }
}

#[test]
fn nothing_is_taken_back_before_the_first_move_of_a_person() {
    let mut session = Session::new();
    session.start(GameId::TicTacToe, [Player::Engine, Player::Person]);
    let first = session.state.record.turn(0);
    for _ in 0..2 {
        assert!(!session.picture().contains("U UNDO"));
        session.app.device.type_keys(b"U");
        session.settle();
        session.shows("YOUR MOVE");
        assert_eq!((session.state.record.turns(), session.state.record.turn(0)), (1, first));
        session.check();
    }
    session.play(0);
    session.act(0);
    assert_eq!(session.state.record.turns(), 1);
    session.shows("YOUR MOVE");
}

#[test]
fn a_game_that_is_not_over_is_only_given_up_when_asked() {
    const NEW: u8 = 7;
    let mut session = Session::new();
    session.start(GameId::TicTacToe, [Player::Person; 2]);
    session.play(0);
    for (stick, turns) in [(Joystick::LEFT, 1), (Joystick::FIRE, 0)] {
        while !session.app.aside {
            session.push(Joystick::RIGHT, 1);
        }
        session.app.action = NEW;
        session.push_all(&[Joystick::FIRE, stick]);
        assert_eq!(session.state.record.turns(), turns);
        session.shows("YOUR MOVE");
    }
}

#[test]
fn what_the_menu_says_of_a_file_is_followed_by_the_menu() {
    let mut session = Session::new();
    session.fire();
    session.go_to(Row::Load);
    session.push_all(&[Joystick::FIRE; 2]);
    session.shows("THERE IS NO");
    assert!(!session.picture().contains("STICK IN"));
    session.push_all(&[Joystick::UP]);
    session.shows("STICK IN");
    assert_eq!(session.app.row, Row::Load as u8 - 1, "the push counts");
}

#[test]
fn the_menu_gives_a_game_up_only_when_asked() {
    let mut session = Session::new();
    session.start(GameId::FiveInARow, [Player::Person; 2]);
    session.play(0);
    session.app.device.type_keys(b"M");
    session.settle();
    for (row, value) in [(Row::Board, 2), (Row::Exit, 0)] {
        if row == Row::Board {
            session.choose(row, value);
            session.go_to(Row::Play);
        } else {
            session.go_to(row);
        }
        session.push_all(&[Joystick::FIRE, Joystick::DOWN]);
        assert_eq!((session.app.screen, session.state.record.turns()), (Screen::Menu, 1), "{row:?}");
        session.shows("STICK IN PORT 2");
    }
    session.app.device.type_keys(b"Q\r");
    assert!(!session.settle(), "it is left");
    session.app.device.type_keys(b"P\r");
    session.settle();
    assert_eq!((session.app.screen, session.state.record.turns()), (Screen::Game, 0));
    assert_eq!(session.state.engines.board_size().0, session.app.settings.size());
}

#[test]
fn the_key_that_ends_the_weights_is_obeyed() {
    let mut session = Session::new();
    session.start(GameId::FiveInARow, [Player::Person; 2]);
    session.app.device.type_keys(b"TM");
    session.settle();
    assert_eq!(session.app.screen, Screen::Menu);
    session.app.device.type_keys(b"PT\r");
    session.settle();
    assert_eq!((session.app.screen, session.state.record.turns()), (Screen::Game, 0));
    // RUN/STOP goes back as fire does.
    for back in [b"T\r", b"T\x03"] {
        session.app.device.type_keys(back);
        session.settle();
        assert_eq!((session.app.screen, session.state.record.turns()), (Screen::Game, 0));
        session.shows("YOUR MOVE");
    }
}

#[test]
fn weights_come_and_go_on_the_board_as_it_is_and_the_clock_goes_on() {
    for (size, stones) in [(0, 5), (4, 12), (10, 30), (14, 40)] {
        let mut session = Session::new();
        session.app.settings.set(Row::Board, size);
        session.start(GameId::FiveInARow, [Player::Person; 2]);
        for n in 0..stones {
            session.play(n * 7 % 20);
        }
        session.settle();
        let mut shaded = session.app.device.clone();
        // Except in the rows of the clock and of the messages.
        let changed = |mock: &Mock| mock.changes[..9].iter().chain(&mock.changes[10..22]).sum::<u32>();
        shaded.changes = [0; 25];
        session.app.panel.view.weights(&mut shaded, &mut session.state.engines, 23);
        let seen = |mock: &Mock| (mock.cells.map(|row| row[..26].to_vec()), mock.sprites);
        let before = seen(&session.app.device);
        let device = &mut session.app.device;
        device.changes = [0; 25];
        device.pace = 10;
        device.type_keys(b"T");
        device.late_key = Some((200, b'\r'));
        session.app.step(&mut session.state);
        let device = &session.app.device;
        assert!(changed(device) <= 2 * changed(&shaded), "{size}: {:?}", device.changes);
        assert!(device.changes[9] > 2, "{:?}", device.row(9));
        assert_eq!(seen(device), before, "{size}");
    }
}

#[test]
fn a_position_goes_to_the_console_and_back_by_disk() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person; 2]);
    session.play(0);
    session.app.device.type_keys(b"S\r");
    session.settle();
    session.shows("SAVED");
    let mut at_console = Mock::new();
    at_console.words = &crate::words::CONSOLE;
    at_console.file = session.app.device.file.take();
    at_console.type_keys(b".R\r.P\rB8A7\r.W\rY\r.Q\r");
    crate::console::run(&mut at_console, &mut State::new());
    let screen = at_console.printed();
    let first = screen.split("?.P\n ").nth(1).and_then(|rest| rest.lines().next()).unwrap();
    assert!(["E1D2", "E1F2"].contains(&first) && screen.contains("SAVED"), "{screen}");
    session.app.device.file = at_console.file.take();
    // Loading does not replace a game without asking first.
    session.app.device.type_keys(b"R\x11");
    session.settle();
    assert_eq!(session.state.record.turns(), 1);
    session.app.device.type_keys(b"R\r\r");
    session.settle();
    assert_eq!((session.app.screen, session.state.record.turns()), (Screen::Game, 2));
    let position = &session.state.engines;
    assert_eq!((position.content(1, 7), position.content(0, 6)), (0, 2));
}

#[test]
fn who_plays_the_mouse_need_not_choose_a_piece() {
    let mut session = Session::new();
    session.start(GameId::MouseAndCats, [Player::Person; 2]);
    session.fire_at((0, 4));
    session.shows("CATS: DOWN");
    session.play(0);
    session.fire_at((0, 4));
    session.shows("CHOOSE ONE");
}
