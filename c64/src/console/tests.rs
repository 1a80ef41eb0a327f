//! Sessions at the console, typed key by key and read from the screen.

use std::string::String;
use std::vec::Vec;
use std::{format, vec};

use engine::Notation;
use engine::games::mouse_and_cats::MouseAndCats;

use super::*;
use crate::testing::Mock;
use crate::words;

/// Returns the screen after these keys, RETURN as `\n`, and after `.Q`.
fn session(keys: &[u8], stop_after: Option<u32>) -> String {
    let mut terminal = Mock::new();
    terminal.pace = 6;
    terminal.stop_after = stop_after;
    visit(&mut terminal, &mut State::new(), keys)
}

/// Does the same on a machine that has been used before.
fn visit(terminal: &mut Mock, state: &mut State, keys: &[u8]) -> String {
    let keys = keys.iter().map(|&key| if key == b'\n' { text::RETURN } else { key });
    terminal.keys = keys.chain(*b".Q\x0d").collect();
    terminal.words = &words::CONSOLE;
    run(terminal, state);
    assert!(terminal.keys.is_empty(), "keys left after .Q");
    terminal.printed()
}

fn typed(keys: &str) -> String {
    session(keys.as_bytes(), None)
}

/// Returns the output after the greeting, without the final `.Q`.
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
    for line in ["E1E2", "E1D", "B8A7", "E1D2X", "HELLO", "", "D2E1", "H8", "4"] {
        assert_eq!(answers(&format!("{line}\n")), format!("?{line}\nILLEGAL: .M LEGAL MOVES\n"));
    }
    for (line, allowed) in [
        (".D0", ".DN DEPTH 1-15"),
        (".D16", ".DN DEPTH 1-15"),
        (".D", ".DN DEPTH 1-15"),
        (".T0", ".TN MINUTES 1-18"),
        (".L7", ".LN LEVEL 1-6"),
        (".A4", ".AN FIVE (5-19)"),
        (".A20", ".AN FIVE (5-19)"),
    ] {
        assert_eq!(answers(&format!("{line}\n")), format!("?{line}\nILLEGAL: {allowed}\n"));
    }
    let spanish = answers(".I\nE1E2\n.L7\n");
    assert!(spanish.contains("ILEGAL: .M JUGADAS LEGALES\n"), "{spanish}");
    assert!(spanish.ends_with("ILEGAL: .LN NIVEL 1-6\n"), "{spanish}");
}

#[test]
fn what_is_no_command_is_unknown() {
    for line in [".", ".Y", ".XYZ", ".BB", ".9"] {
        assert_eq!(answers(&format!("{line}\n")), format!("?{line}\nUNKNOWN: .H HELP\n"));
    }
    assert_eq!(answers(".I\n.XYZ\n"), "?.I\n.H AYUDA\n?.XYZ\nDESCONOCIDO: .H AYUDA\n");
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
    keys.extend(b"1D2\n0123456789ABCDEFGHIJ\n");
    let screen = session(&keys, None);
    assert!(screen.contains("?E1D2\n?0123456789ABCDEFGH\nILLEGAL: .M LEGAL MOVES\n"), "{screen}");
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
    let screen = screen.strip_prefix("?.H").unwrap();
    for letter in commands::LETTERS {
        let place = screen.find(&format!(".{}", letter as char)).unwrap_or_else(|| panic!("{screen}"));
        assert!(screen[..place].ends_with([' ', '\n']), "{screen}");
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
    // The mouse passes every turn until no cat can move: passing once more would make it win.
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
    assert!(screen.ends_with("?.S\nILLEGAL: .M LEGAL MOVES\n") && !screen.contains("WIN"), "{screen}");
}

#[test]
fn the_clock_ends_the_search() {
    // Each reading of the script's clock takes a tenth of a second.
    let screen = answers(".T1\n.D15\n.G\n.O\n");
    assert!(screen.contains("MINUTES 1\n") && screen.contains("DEPTH 8 NODES"), "{screen}");
    assert!(!screen.contains("DEPTH 15 NODES") && screen.contains("COMPUTER'S MOVE: E1"), "{screen}");
}

#[test]
fn levels_differ_in_depth() {
    let screen = answers(".L3\n.G\n.O\n");
    assert!(screen.contains("LEVEL 3\n") && screen.contains("DEPTH 5 NODES"), "{screen}");
    assert!(!screen.contains("DEPTH 6 NODES"), "{screen}");
    let screen = answers(".L5\n.G\n.O\n");
    assert!(screen.contains("DEPTH 8 NODES"), "{screen}");
}

#[test]
fn the_tables_fill_while_the_engine_thinks() {
    assert_eq!(answers(".E\n"), "?.E\nHASH, MOVE, DEPTH, VALUE\n");
    let screen = answers(".G\n.O\n.E\n");
    let entries = screen.split_once("VALUE\n").unwrap().1;
    assert!(entries.contains(" E1F2 4=") && entries.contains(" B8A7 3"), "{screen}");
}

#[test]
fn each_game_has_its_board_and_its_end() {
    let screen = answers(".2\n.B\n4\n0\n.B\n1\n3\n7\n");
    assert!(
        screen.starts_with("?.2\nTIC-TAC-TOE\nNEW GAME\n?.B\n 0 1 2\n 3 4 5\n 6 7 8\nS: X P:00 H:00 #:"),
        "{screen}"
    );
    assert!(screen.contains("?.B\n O 1 2\n 3 X 5\n 6 7 8\nS: X P:00 H:02 #:"), "{screen}");
    assert!(screen.ends_with("?7\n*** X WINS!! ***\nNEW GAME\n"), "{screen}");
    assert!(!screen.contains(" E:"), "{screen}");

    let screen = answers(".2\n0\n1\n2\n4\n3\n5\n7\n6\n8\n");
    assert!(screen.ends_with("?8\n*** DRAW ***\nNEW GAME\n"), "{screen}");

    let screen = answers(".A5\nB2\nA1\nC3\n.B\n.S\nA2\n.S\nA3\n.S\nA4\n.S\nA5\n");
    let board = "   A B C D E\n 1 O . . . .\n 2 . X . . .\n 3 . . X . .\n 4 . . . . .\n 5 . . . . .\n   A B C D E\nS: O ";
    assert!(screen.contains(board), "{screen}");
    assert!(screen.ends_with("?.S\nSIDE\n?A5\n"), "{screen}");
}

#[test]
fn boards_of_every_size_fit_the_screen() {
    for size in 5..=19 {
        // The terminal refuses a line of 40 characters.
        let screen = answers(&format!(".A{size}\n.B\n.X\n"));
        let row = screen
            .lines()
            .find(|line| line.trim_start().starts_with(&format!("{size} ")) || line.starts_with("19."))
            .unwrap();
        assert_eq!(row.matches('.').count(), size, "{screen}");
    }
    assert!(answers(".A4\n").ends_with("ILLEGAL: .AN FIVE (5-19)\n"));
    assert!(answers(".A5\n.3\n.B\n").contains("15 . . ."));
}

#[test]
fn five_in_a_row_shows_its_weights_and_moves_for_a_person() {
    let screen = answers(".A5\nC3\nA1\nC2\nA2\n.X\n.C\n.M\n");
    let weights = screen.split_once("?.X\n").unwrap().1;
    let rows: Vec<&str> = weights.lines().collect();
    assert_eq!((rows[0], rows[6]), ("   A B C D E", "   A B C D E"));
    assert_eq!((&rows[1][..4], &rows[3][6..8]), (" 1 O", " X"), "{screen}");
    assert!(
        rows[1][4..].bytes().all(|b| b == b' ' || b.is_ascii_digit() || b == b'+' || b == b'*'),
        "{screen}"
    );
    // The weights' own favourite is among the legal moves.
    assert_eq!(rows[7].len(), 2, "{screen}");
    // The engine makes one move and is off again.
    assert_eq!(screen.matches("COMPUTER'S MOVE: ").count(), 1);
    assert!(screen.contains("S: O P:00 H:05"), "{screen}");
    assert_eq!(answers(".X\n.2\n.X\n").matches("NOT IN THIS GAME\n").count(), 2);
    assert!(answers(".3\n.E\n").ends_with("NOT IN THIS GAME\n"));
}

#[test]
fn a_forced_win_is_shown_with_its_variation() {
    // Four open stones: X wins at once.
    let screen = answers(".A9\nB5\nA1\nC5\nA3\nD5\nA7\n.G\n");
    assert!(screen.contains("\nDEPTH ") && screen.contains(" SCORE $F"), "{screen}");
    assert!(screen.contains("COMPUTER'S MOVE: "), "{screen}");
}

#[test]
fn the_engine_plays_every_game_to_its_end() {
    for keys in [".2\n.L6\n", ".A5\n.L3\n", ".A7\n.L5\n", ".2\n.D3\n", ".A6\n.T1\n"] {
        let mut keys = String::from(keys);
        let screen = loop {
            keys.push_str(".C\n");
            let screen = typed(&keys);
            if screen.contains("***") {
                break screen;
            }
            assert!(!screen.contains("NO MOVE") && !screen.contains("ILLEGAL"), "{screen}");
        };
        assert!(screen.contains(" ***\nNEW GAME\n"), "{screen}");
    }
}

#[test]
fn moves_taken_back_are_played_again() {
    let screen = answers("E1F2\nB8A7\n.U\n.U\n.F\n.F\n.F\n.P\n.U\n.P\nD8C7\n.F\n.P\n");
    assert!(screen.contains("?.P\n E1F2 B8A7\n?.U\nUNDO\n?.P\n E1F2\n"), "{screen}");
    assert!(screen.ends_with("REDO\n?.P\n E1F2 D8C7\n"), "{screen}");
    assert_eq!(answers(".P\n.S\n.P\n"), "?.P\n?.S\nSIDE\n?.P\n ----\n");
}

#[test]
fn the_language_changes() {
    let screen = answers(".I\n.B\nE1F2\nX\n.H\n.I\n.H\n");
    assert!(screen.contains("?.I\n.H AYUDA\n?.B\n") && screen.contains("1 .   .   R   .   1\n"), "{screen}");
    assert!(screen.contains("S: R P:00") && screen.contains("?X\nILEGAL: .M JUGADAS"), "{screen}");
    assert!(screen.contains(".I ENGLISH") && screen.contains(".I ESPANOL"), "{screen}");
}

#[test]
fn another_session_begins_anew() {
    let mut mock = Mock::new();
    let mut state = State::new();
    visit(&mut mock, &mut state, b".A9\nE5\n");
    let screen = visit(&mut mock, &mut state, b".P\n.B\n");
    assert!(screen.starts_with("SYS 2080: MOUSE & CATS\n") && screen.contains("?.P\n?.B\n"), "{screen}");
    assert!(screen.contains("\n1 .   .   M   .   1\n"), "{screen}");
}

#[test]
fn a_game_is_saved_and_loaded() {
    let mut mock = Mock::new();
    let screen = visit(&mut mock, &mut State::new(), b".W\n.A9\nE5\nF5\n.W MY GAME\n.1\n.RMY GAME\n.P\n.B\n");
    assert!(
        screen.contains("?.W MY GAME\nSAVED\n?.1\nMOUSE & CATS\nNEW GAME\n?.RMY GAME\nLOADED\n"),
        "{screen}"
    );
    assert!(screen.contains("?.P\n E5 F5\n"), "{screen}");
    assert_eq!(mock.file.as_ref().unwrap().0, b"MY GAME");

    // Also in another session, with the engine on the same side.
    let screen = visit(&mut mock, &mut State::new(), b".R MY GAME\n.B\n");
    assert!(screen.contains("LOADED\n   A B C D E F G H I\n") && screen.contains("X P:00 H:02"), "{screen}");

    let screen = visit(&mut mock, &mut State::new(), b"E1F2\n.W MY GAME\nN\n.W MY GAME\nY\n.N\n.R MY GAME\n");
    assert_eq!(screen.matches("FILE EXISTS. REPLACE IT (Y/N)?").count(), 2);
    assert_eq!(screen.matches("SAVED").count(), 1, "{screen}");
    assert!(screen.contains("S: C P:00 H:01"), "{screen}");

    // The engine plays the same side as before.
    let screen = visit(&mut mock, &mut State::new(), b".L3\n.G\n.W\nY\n");
    assert!(screen.ends_with("?.W\nSAVED\n?Y\nILLEGAL: .M LEGAL MOVES\n?.Q\n\n"), "{screen}");
    let screen = visit(&mut mock, &mut State::new(), b".R\nB8A7\n");
    assert!(screen.contains("?B8A7\nDEPTH 1 "), "{screen}");
    assert!(screen.contains("\nDEPTH 5 ") && !screen.contains("\nDEPTH 6 "), "level 3: {screen}");
}

#[test]
fn what_goes_wrong_with_files_is_said_and_the_game_goes_on() {
    use crate::device::Fault;
    let faults = [
        (Fault::NoDrive, "NO DRIVE ANSWERS"),
        (Fault::NoDisk, "NO DISK IN THE DRIVE"),
        (Fault::Protected, "DISK IS WRITE PROTECTED"),
        (Fault::Full, "THE DISK IS FULL"),
        (Fault::Missing, "THERE IS NO SUCH FILE"),
        (Fault::Damaged, "THE FILE IS DAMAGED"),
        (Fault::Other(74), "DRIVE REPORTS AN ERROR 74"),
    ];
    for (fault, answer) in faults {
        for command in ["W", "R"] {
            let mut mock = Mock::new();
            mock.faults.push_back(fault);
            let keys = format!("E1F2\n.{command} A\n.P\n");
            let screen = visit(&mut mock, &mut State::new(), keys.as_bytes());
            assert!(screen.contains(&format!("?.{command} A\n{answer}\n?.P\n E1F2\n")), "{screen}");
        }
    }
    for (file, answer) in [
        (&b"10 PRINT"[..], "NOT A GAME OF THIS PROGRAM"),
        (b"2080\x02", "FROM A NEWER VERSION"),
        (b"2080\x01\x00\x00", "THE FILE IS DAMAGED"),
    ] {
        let mut mock = Mock::new();
        mock.file = Some((b"A".to_vec(), file.to_vec()));
        let screen = visit(&mut mock, &mut State::new(), b"E1F2\n.R A\n.P\nB8A7\n.P\n");
        assert!(
            screen.contains(&format!("?.R A\n{answer}\n?.P\n E1F2\n?B8A7\n?.P\n E1F2 B8A7\n")),
            "{screen}"
        );
    }
}
