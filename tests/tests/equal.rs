//! Host and machine answer every request identically, bit for bit.

use std::sync::{Mutex, MutexGuard, PoisonError};

use e2e::program::{self, MIN_FREE};
use engine::games::GameId;
use engine::player::{LEVELS, Level};
use engine::{Mode, Move};
use serde_json::Value;
use tools::games::push_moves;
use tools::own::{self, Own};
use verification::suite::suite;
use verification::task::{MAX_MOVES, REQUEST_LEN, Report, Request, Task, TaskError};

/// Requests of search in play mode, with either side to move.
const LINES: [&[&str]; 4] = [&[], &["E1D2"], &["E1D2", "B8A7"], &["E1D2", "B8A7", "D2C3", "D8C7", "C3B4"]];

/// Held while rustc may write the program's module, which another process may be reading.
static BUILDING: Mutex<()> = Mutex::new(());

fn building() -> MutexGuard<'static, ()> {
    BUILDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has a request served at both places; the machine's report and cycles.
fn both(bytes: &[u8; REQUEST_LEN]) -> (Report, u64) {
    let host = program::host(bytes);
    let (machine, cycles) = program::machine(&program::program(), bytes).unwrap();
    assert_eq!(machine, host, "{bytes:02x?}: {:?}, {:?}", Report::decode(&machine), Report::decode(&host));
    (Report::decode(&machine).unwrap(), cycles)
}

fn request(task: Task, game: GameId, depth: u8, moves: &[&str]) -> Request {
    let mut request = Request::new(task, game, depth);
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    push_moves(&mut request, &moves).unwrap();
    request
}

#[test]
fn the_suite_is_met_on_the_machine_too() {
    for case in suite() {
        let (report, cycles) = both(&case.request().encode());
        assert!(case.is_met_by(&report.encode()), "{case:?}: {report:?}");
        assert!(cycles > 0);
    }
}

#[test]
fn play_mode_searches_are_equal() {
    for deepening in [false, true] {
        for moves in LINES {
            for depth in 1..=5 {
                let task = Task::Search { mode: Mode::Play, deepening };
                let (report, _) = both(&request(task, GameId::MouseAndCats, depth, moves).encode());
                let Report::Search(found) = report else { panic!("{report:?}") };
                assert!(found.nodes > 0 && !found.best.is_none(), "{found:?}");
            }
        }
    }
}

#[test]
fn tic_tac_toe_is_searched_alike() {
    for moves in [&[][..], &["4"], &["0", "4", "8"]] {
        for mode in [Mode::Seed, Mode::Play] {
            let task = Task::Search { mode, deepening: true };
            let (report, _) = both(&request(task, GameId::TicTacToe, 4, moves).encode());
            assert!(matches!(report, Report::Search(_)), "{report:?}");
        }
    }
}

#[test]
fn seed_searches_and_perft_after_moves_are_equal() {
    for moves in LINES {
        let seed = Task::Search { mode: Mode::Seed, deepening: true };
        both(&request(seed, GameId::MouseAndCats, 5, moves).encode());
        both(&request(Task::Perft, GameId::MouseAndCats, 3, moves).encode());
    }
}

#[test]
fn bad_requests_are_refused_alike() {
    let search = request(Task::Search { mode: Mode::Seed, deepening: false }, GameId::MouseAndCats, 3, &[]);
    let refused = |at: usize, byte: u8, error: TaskError| {
        let mut bytes = search.encode();
        bytes[at] = byte;
        let (report, cycles) = both(&bytes);
        assert_eq!((report, cycles), (Report::Failed(error), 0));
    };
    refused(0, 9, TaskError::Kind);
    refused(1, 200, TaskError::Game);
    refused(2, 0, TaskError::Depth);
    refused(2, 99, TaskError::Depth);
    refused(3, 7, TaskError::Mode);
    refused(5, MAX_MOVES + 1, TaskError::Moves);
    let illegal = request(Task::Perft, GameId::MouseAndCats, 1, &["E1D2", "B8A7", "E1D2"]);
    assert_eq!(both(&illegal.encode()).0, Report::Failed(TaskError::Illegal(2)));
}

/// X has three in a row with both ends open: the engine's own search sees the forced win, the article's player takes a square.
#[test]
fn searches_of_five_in_a_row_are_equal() {
    let moves = ["H8", "A1", "H9", "A15", "H10", "O1"];
    let asked = |mode| {
        let task = Task::Search { mode, deepening: false };
        let (report, _) = both(&request(task, GameId::FiveInARow, 7, &moves).encode());
        let Report::Search(found) = report else { panic!("{report:?}") };
        found
    };
    let (play, seed) = (asked(Mode::Play), asked(Mode::Seed));
    assert!(play.score >= 0xff - 7 && play.variation.get(0) == play.best, "{play:?}");
    assert!(seed.nodes == 0 && !seed.best.is_none(), "{seed:?}");
}

/// Every level of every game, in positions of a game that the levels play among themselves.
#[test]
fn the_players_choose_the_same_moves() {
    for game in GameId::ALL {
        let mut moves = Vec::new();
        for turn in 0..12u8 {
            // The best level has every third turn: its moves take longest.
            let number = if turn % 3 == 2 { LEVELS } else { 1 + turn % (LEVELS - 1) };
            let task = Task::Choose { level: Level::new(number).unwrap(), seed: 77 + u16::from(turn) };
            let mut request = Request::new(task, game, 0);
            for mv in &moves {
                request.push(*mv).unwrap();
            }
            let (report, cycles) = both(&request.encode());
            let Report::Choice(choice) = report else { panic!("{report:?}") };
            if choice.mv.is_none() {
                break;
            }
            // What one move of the best level may take on a C64.
            assert!(cycles < 25_000_000, "{} level {number}: {cycles} cycles", game.name());
            moves.push(choice.mv);
        }
        assert!(moves.len() >= 5, "{}: {} moves", game.name(), moves.len());
    }
}

/// Every level that sees threats sees these, on the host and on the machine: a four of O's open at both ends, a three of X's open
/// at both ends, and the same of O's, which X must stop.
#[test]
fn five_in_a_row_sees_fours_that_cannot_be_stopped() {
    for (moves, score) in [
        (&["A1", "G7", "C1", "G8", "E1", "G9", "A3", "G10"][..], 2),
        (&["H8", "A1", "H9", "A15", "H10", "O1"], 0xff - 3),
        (&["A1", "H8", "C1", "H9", "E1", "H10"], 0x80),
    ] {
        for level in 3..=LEVELS {
            let task = Task::Choose { level: Level::new(level).unwrap(), seed: 1 };
            let (report, _) = both(&request(task, GameId::FiveInARow, 0, moves).encode());
            let Report::Choice(choice) = report else { panic!("{report:?}") };
            assert_eq!(choice.score, score, "level {level}: {choice:?}");
            if score == 0x80 {
                let stops = [Move { from: 8, to: 7 }, Move { from: 8, to: 11 }];
                assert!(stops.contains(&choice.mv), "level {level}: {choice:?}");
            }
        }
    }
}

#[test]
fn the_command_line_counts_the_published_nodes_within_the_promised_cycles() {
    let _building = building();
    let output = program::sys2080(&[
        "search",
        "mouse-and-cats",
        "--depth",
        "8",
        "--mode",
        "seed",
        "--on",
        "machine",
        "--json",
    ]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let rows: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(rows.as_array().map(Vec::len), Some(1));
    assert_eq!(rows[0]["on"], "machine");
    assert_eq!(rows[0]["nodes"], 3502);
    assert_eq!(rows[0]["score"], 0x18);
    let cycles = rows[0]["cycles"].as_u64().unwrap();
    assert!(cycles <= 6_000_000, "{cycles}");
}

#[test]
fn the_program_leaves_room_and_builds_the_same_twice() {
    let built = program::play();
    let free = 0xd000 - built.image.end;
    assert!(free >= MIN_FREE, "{free} bytes free");
    // The published search is the verification's: 3 KB that LLVM leaves out because this program never asks for it.
    assert!(!built.image.map.contains("lone_node"), "the play program has the published search");
    let _building = building();
    let text = std::fs::read_to_string(&built.module).unwrap();
    // Without its output the crate counts as not built, and rustc runs again.
    std::fs::remove_file(built.module.with_extension("prg")).unwrap();
    let again = own::program(&program::workspace(), Own::Play, program::SETUP).unwrap();
    assert_eq!(again.module, built.module);
    assert!(std::fs::read_to_string(&again.module).unwrap() == text, "rustc wrote another module");
    assert!(again.image == built.image, "another image of the same module");
}
