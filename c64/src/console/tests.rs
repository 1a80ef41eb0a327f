//! Sessions at the console, typed key by key and read off the screen.

use std::collections::VecDeque;
use std::string::String;
use std::vec::Vec;
use std::{format, vec};

use engine::games::mouse_and_cats::MouseAndCats;
use engine::{KeySource, Lcg, Notation};

use super::*;

/// A keyboard with a script and a screen that never scrolls.
struct Script {
    keys: VecDeque<u8>,
    lines: Vec<Vec<u8>>,
    column: usize,
    random: Lcg,
    time: u16,
    /// After how many questions RUN/STOP is held down.
    stop_after: Option<u32>,
}

impl Terminal for Script {
    fn put(&mut self, petscii: u8) {
        let line = self.lines.last_mut().unwrap();
        match petscii {
            text::RETURN => {
                self.lines.push(vec![]);
                self.column = 0;
            }
            text::CLEAR => {
                self.lines = vec![vec![]];
                self.column = 0;
            }
            text::LEFT => self.column -= 1,
            printed => {
                assert!((0x20..0x60).contains(&printed) || printed == text::LOW_LINE, "{printed:#04x}");
                line.resize(line.len().max(self.column + 1), b' ');
                line[self.column] = printed;
                self.column += 1;
                assert!(self.column < 40, "{}", String::from_utf8_lossy(line));
            }
        }
    }

    fn key(&mut self) -> u8 {
        self.keys.pop_front().expect("the console asked for more than the script has")
    }

    fn jiffies(&mut self) -> u16 {
        self.time = self.time.wrapping_add(6);
        self.time
    }

    fn random(&mut self) -> u8 {
        self.random.next_key()
    }

    fn stop_key(&mut self) -> bool {
        match &mut self.stop_after {
            Some(0) => true,
            Some(left) => {
                *left -= 1;
                false
            }
            None => false,
        }
    }

    fn begin_work(&mut self) {}

    fn end_work(&mut self) {}
}

/// The screen after these keys, RETURN as `\n`, and after `.Q`.
fn session(keys: &[u8], stop_after: Option<u32>) -> String {
    let keys = keys.iter().map(|&key| if key == b'\n' { text::RETURN } else { key });
    let terminal = Script {
        keys: keys.chain(*b".Q\x0d").collect(),
        lines: vec![vec![]],
        column: 0,
        random: Lcg::new(1),
        time: 0,
        stop_after,
    };
    let mut console = Console::new(Text { terminal });
    console.run(&mut State::new());
    assert!(console.text.terminal.keys.is_empty(), "keys left after .Q");
    let lines = console.text.terminal.lines.iter().map(|line| String::from_utf8_lossy(line));
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

fn typed(keys: &str) -> String {
    session(keys.as_bytes(), None)
}

/// What follows the greeting, without the final `.Q`.
fn answers(keys: &str) -> String {
    let screen = typed(keys);
    let (_, rest) = screen.split_once(".H HELP\n").unwrap();
    rest.strip_suffix("?.Q\n\n").unwrap().into()
}

#[test]
fn the_board_is_shown_with_its_numbers() {
    let screen = answers(".B\n");
    let board = "\
?.B
  A B C D E F G H
8   1   2   3   4 8
7 .   .   .   .   7
6   .   .   .   . 6
5 .   .   .   .   5
4   .   .   .   . 4
3 .   .   .   .   3
2   .   .   .   . 2
1 .   .   M   .   1
  A B C D E F G H
S: M P:00 H:00 #:";
    assert!(screen.starts_with(board), "{screen}");
    assert!(screen.ends_with(" E:10\n"), "{screen}");
}

#[test]
fn moves_change_the_board_and_undo_changes_it_back() {
    let screen = answers("E1F2\nB8A7\n.B\n.U\n.B\n.U\n.U\n.B\n");
    for numbers in ["S: M P:00 H:02", "S: C P:00 H:01", "S: M P:00 H:00"] {
        assert!(screen.contains(numbers), "{screen}");
    }
    assert!(screen.contains("7 1   .   .   .   7\n"), "{screen}");
    assert!(screen.contains("2   .   .   M   . 2\n"), "{screen}");
    assert!(
        screen.contains(" E:12\n") && screen.contains(" E:11\n") && screen.contains(" E:10\n"),
        "{screen}"
    );
    assert_eq!(screen.matches("UNDO\n").count(), 3);
    assert!(!screen.contains("ILLEGAL"), "{screen}");
}

#[test]
fn what_cannot_be_played_is_illegal() {
    for line in [
        "E1E2", "E1D", "B8A7", "E1D2X", "HELLO", "", "D2E1", ".", ".X", ".D0", ".D16", ".D", ".BB", ".T0",
        ".L7",
    ] {
        assert_eq!(answers(&format!("{line}\n")), format!("?{line}\nILLEGAL\n"));
    }
}

#[test]
fn keys_without_a_character_are_harmless() {
    let mut keys = vec![];
    for key in
        (0..=255u8).filter(|key| text::ascii_of_key(*key).is_none() && ![0x0d, 0x8d, b'\n'].contains(key))
    {
        keys.push(key);
    }
    keys.extend(b"E1D2\n.M\n");
    let screen = session(&keys, None);
    assert!(screen.contains("?E1D2\n?.M\n B8A7 B8C7 D8C7"), "{screen}");
}

#[test]
fn delete_rubs_out_and_the_line_has_an_end() {
    let mut keys = vec![text::DELETE];
    keys.extend(b"E1F");
    keys.extend([text::DELETE; 2]);
    keys.extend(b"1D2\n0123456789\n");
    let screen = session(&keys, None);
    assert!(screen.contains("?E1D2\n?01234567\nILLEGAL\n"), "{screen}");
}

#[test]
fn shifted_letters_count_as_letters() {
    let screen = session(b"\xc51\xc42\n", None);
    assert!(screen.contains("?E1D2\n?.Q"), "{screen}");
}

#[test]
fn legal_moves_are_listed_in_the_games_order() {
    assert_eq!(answers(".M\n"), "?.M\n E1F2 E1D2\n");
    assert_eq!(answers("E1D2\n.M\n"), "?E1D2\n?.M\n B8A7 B8C7 D8C7 D8E7 F8E7 F8G7 H8G7\n");
}

#[test]
fn help_has_every_command() {
    let screen = answers(".H\n");
    for syntax in &COMMANDS {
        assert!(screen.contains(syntax.help), "{screen}");
    }
}

#[test]
fn the_engine_plays_the_side_to_move_until_it_is_switched_off() {
    let screen = answers("E1F2\n.D2\n.G\nF2E3\n.O\nE3F4\n");
    assert_eq!(screen.matches("COMPUTER'S MOVE: ").count(), 2, "{screen}");
    assert!(screen.ends_with("?.O\nOFF\n?E3F4\n"), "{screen}");

    let screen = answers("E1F2\n.D2\n.G\n.O\n.M\n");
    assert!(screen.contains("GO\nDEPTH 1 NODES "), "{screen}");
    assert!(screen.contains("\nDEPTH 2 NODES "), "{screen}");
    assert!(!screen.contains("\nDEPTH 3 NODES "), "{screen}");
    assert!(screen.contains("S: M P:00 H:02"), "{screen}");
    assert!(screen.contains("?.O\nOFF\n?.M\n F2"), "{screen}");
}

#[test]
fn run_stop_makes_the_engine_move_at_once() {
    let screen = session(b".D12\n.G\n.O\n", Some(3));
    assert!(screen.contains("COMPUTER'S MOVE: E1"), "{screen}");
    assert!(!screen.contains("DEPTH 9"), "{screen}");
}

#[test]
fn the_turn_can_be_given_away_and_taken_back() {
    assert_eq!(answers(".S\n.M\n.U\n.M\n").matches(" E1F2 E1D2\n").count(), 1);
    assert!(answers(".S\n.B\n").contains("S: C P:00 H:01"));
}

#[test]
fn a_mouse_on_the_last_row_wins_and_a_new_game_begins() {
    let moves = "E1D2\nB8A7\nD2C3\nA7B6\nC3D4\nB6A5\nD4C5\nA5B4\nC5B6\nB4A3\nB6A7\nA3B2\nA7B8\n.B\n";
    let screen = answers(moves);
    assert!(screen.contains("?A7B8\n*** MOUSE WINS!! ***\nNEW GAME\n"), "{screen}");
    assert!(screen.contains("S: M P:00 H:00"), "{screen}");
    assert!(!screen.contains("ILLEGAL"), "{screen}");
}

#[test]
fn the_engine_plays_both_sides_to_the_end() {
    let mut keys = String::from(".D3\n");
    let mut turns = 0;
    let screen = loop {
        keys.push_str(".G\n");
        turns += 1;
        let screen = typed(&keys);
        if screen.contains("NEW GAME") {
            break screen;
        }
        assert!(turns < 60, "{screen}");
    };
    let end = screen.matches("*** MOUSE WINS!! ***").count() + screen.matches("*** CATS WIN!! ***").count();
    assert_eq!(end, 1, "{screen}");
    assert_eq!(screen.matches("COMPUTER'S MOVE").count(), turns);
    assert!(!screen.contains("ILLEGAL") && !screen.contains("NO MOVE"), "{screen}");
}

#[test]
fn a_game_cannot_be_ended_by_giving_the_turn_away() {
    // The mouse gives every turn away until no cat can move: a last time would make it win.
    let mut game = MouseAndCats::start();
    let mut keys = String::new();
    let mut steps = 0;
    loop {
        keys.push_str(".S\n");
        game.pass();
        if game.outcome() != Outcome::Ongoing {
            break;
        }
        let mut cursor = 0;
        let mv = loop {
            let mv = game.next_move(&mut cursor);
            assert!(!mv.is_none(), "every cat move traps the mouse");
            game.make(mv);
            if game.outcome() == Outcome::Ongoing {
                break mv;
            }
            game.take_back(mv);
        };
        let mut bytes = [0; 4];
        MouseAndCats::write_move(mv, &mut bytes);
        keys.push_str(&format!("{}\n", String::from_utf8_lossy(&bytes)));
        steps += 1;
    }
    let screen = answers(&keys);
    assert_eq!(screen.matches("SIDE\n").count(), steps);
    assert!(screen.ends_with("?.S\nILLEGAL\n") && !screen.contains("WIN"), "{screen}");
}

#[test]
fn the_clock_ends_the_search() {
    // A look at the script's clock costs a tenth of a second.
    let screen = answers(".T1\n.D15\n.G\n.O\n");
    assert!(screen.contains("MINUTES 1\n") && screen.contains("DEPTH 8 NODES"), "{screen}");
    assert!(!screen.contains("DEPTH 15 NODES") && screen.contains("COMPUTER'S MOVE: E1"), "{screen}");
}

#[test]
fn levels_differ_in_depth() {
    let screen = answers(".L3\n.G\n.O\n");
    assert!(screen.contains("LEVEL 3\n") && screen.contains("DEPTH 4 NODES"), "{screen}");
    assert!(!screen.contains("DEPTH 5 NODES"), "{screen}");
    let screen = answers(".L5\n.G\n.O\n");
    assert!(screen.contains("DEPTH 10 NODES"), "{screen}");
}

#[test]
fn the_tables_fill_while_the_engine_thinks() {
    assert_eq!(answers(".E\n"), "?.E\nHASH, MOVE, DEPTH, VALUE\n");
    let screen = answers(".G\n.O\n.E\n");
    let entries = screen.split_once("VALUE\n").unwrap().1;
    assert!(entries.contains(" E1F2 4=") && entries.contains(" B8A7 3"), "{screen}");
}

#[test]
fn the_verification_reports_what_is_published_and_leaves_the_game_alone() {
    let screen = answers("E1D2\n.S\nD2C3\n.V\n.B\n.U\n.U\n.B\n");
    for row in [
        "MOUSE-AND-CATS SEARCH 8\n 3502 NODES $18 0.1 S\n E1D2 B8A7 D2C3 D8C7 C3B4 F8E7 B4A5\n H8G7\n",
        "MOUSE-AND-CATS SEARCH 1 TO 8\n 5410 NODES $18 0.1 S\n",
        "MOUSE-AND-CATS PERFT 6\n 6264 WINS 0/0/0 0.1 S\n",
        "TIC-TAC-TOE PERFT 6\n 56160 WINS 1440/5328/0 0.1 S\n",
        "ALL AS EXPECTED\n",
        "S: C P:00 H:03",
        "S: C P:00 H:01",
    ] {
        assert!(screen.contains(row), "{row}: {screen}");
    }
    assert!(!screen.contains("PERFT 7"), "{screen}");
}

#[test]
fn run_stop_ends_the_verification_after_a_row() {
    let screen = session(b".V\n", Some(2));
    assert!(screen.contains("SEARCH 2\n") && screen.contains("STOPPED\n?.Q"), "{screen}");
    assert!(!screen.contains("SEARCH 3\n"), "{screen}");
}
