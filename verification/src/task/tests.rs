//! Tests the encoding of requests and reports, and serving requests.

use super::*;
use engine::actions::Proof;
use engine::game::{Move, Side};
use engine::games::mouse_and_cats::MouseAndCats;

use engine::games::GameId;
use engine::notation::Notation;
use engine::perft::Count;
use engine::player::{Choice, Level, Source};
use engine::search::Mode;
use engine::table::{Line, MAX_LINE};

fn served(bytes: &[u8; REQUEST_LEN]) -> Report {
    let mut report = [0xAA; REPORT_LEN];
    serve(&mut Engines::new(), bytes, &mut report, &mut Silent);
    Report::decode(&report).unwrap()
}

/// Requests and reports of programs on existing disks contain them.
#[test]
fn numbers_mean_what_they_meant() {
    for number in 0..=255 {
        assert_eq!(layout::mode(number).map(|mode| mode as u8), (number < 2).then_some(number));
        assert_eq!(layout::source(number).map(|source| source as u8), (number < 6).then_some(number));
    }
}

#[test]
fn requests_read_back() {
    let deep = Task::Search { mode: Mode::Play, deepening: true };
    let choose = Task::Choose { level: Level::BEST, seed: 0x1234 };
    for (task, game, depth) in [
        (Task::Perft, GameId::TicTacToe, 9),
        (deep, GameId::MouseAndCats, 15),
        (choose, GameId::TicTacToe, 0),
        (Task::Prove, GameId::MouseAndCats, 0),
    ] {
        let mut request = Request::new(task, game, depth);
        for i in 0..MAX_MOVES {
            request.push(Move { from: i + 1, to: i + 2 }).unwrap();
            assert_eq!(Request::decode(&request.encode()), Ok(request.clone()));
        }
        assert_eq!(request.push(Move { from: 1, to: 1 }), Err(TaskError::Moves));
    }
}

#[test]
fn reports_read_back() {
    let mut variation = Line::new();
    for i in 0..=MAX_LINE {
        let mv = Move { from: 3, to: i };
        let search = Found {
            nodes: 0x01020304 << i,
            score: i,
            best: mv,
            alpha_cutoffs: 7 + i as u32,
            beta_cutoffs: 0xFFFF_FFFF,
            variation: variation.clone(),
        };
        let count = Count { leaves: 1 << i, first_wins: 2, second_wins: 3 << i, draws: 4 };
        let choice = Choice { mv, source: Source::Search, depth: i, score: 9, nodes: 1 << i };
        let proof = Proof { positions: 0x0102, longest: i, losses: 0x0304, unused: 0x0506, checksum: 0xFEDC };
        for report in [
            Report::Search(search),
            Report::Perft(count),
            Report::Choice(choice),
            Report::Proof(proof),
            Report::Failed(TaskError::Illegal(i)),
        ] {
            assert_eq!(Report::decode(&report.encode()), Ok(report));
        }
        variation.push(mv);
    }
    assert_eq!(Report::decode(&[0; REPORT_LEN]), Err(TaskError::Report));
}

#[test]
fn bad_requests_are_refused() {
    let task = Task::Search { mode: Mode::Seed, deepening: false };
    let good = Request::new(task, GameId::MouseAndCats, 1).encode();
    assert!(matches!(served(&good), Report::Search(_)));
    for (at, value, error) in [
        (0, 0, TaskError::Kind),
        (0, 6, TaskError::Kind),
        (1, 4, TaskError::Game),
        (2, 0, TaskError::Depth),
        (2, 16, TaskError::Depth),
        (3, 2, TaskError::Mode),
        (5, 59, TaskError::Moves),
    ] {
        let mut bytes = good;
        bytes[at] = value;
        assert_eq!(served(&bytes), Report::Failed(error));
    }
}

#[test]
fn moves_are_played_first_and_illegal_ones_named() {
    let mut request = Request::new(Task::Perft, GameId::MouseAndCats, 1);
    for (text, leaves) in [("E1D2", 7), ("B8A7", 4), ("D2E1", 6)] {
        request.push(MouseAndCats::parse_move(text.as_bytes()).unwrap()).unwrap();
        match served(&request.encode()) {
            Report::Perft(count) => assert_eq!(count.leaves, leaves),
            other => panic!("{other:?}"),
        }
    }
    request.push(MouseAndCats::parse_move(b"E1D2").unwrap()).unwrap();
    assert_eq!(served(&request.encode()), Report::Failed(TaskError::Illegal(3)));
}

/// Counts the calls and stops the search after some.
#[derive(Default)]
struct Watch {
    starts: u32,
    stops: u32,
    nodes: u32,
    limit: u32,
}

impl Observer for Watch {
    fn poll(&mut self, nodes: u8) -> bool {
        self.nodes += u32::from(nodes);
        self.nodes > self.limit
    }
}

impl Stamp for Watch {
    fn start(&mut self) {
        self.starts += 1;
    }
    fn stop(&mut self) {
        assert_eq!(self.starts, self.stops + 1);
        self.stops += 1;
    }
}

#[test]
fn a_stopped_search_is_no_result() {
    let task = Task::Search { mode: Mode::Seed, deepening: false };
    let bytes = Request::new(task, GameId::MouseAndCats, 8).encode();
    let mut report = [0; REPORT_LEN];
    for (limit, stopped) in [(0, true), (20, true), (3502, false)] {
        let mut watch = Watch { limit, ..Watch::default() };
        serve(&mut Engines::new(), &bytes, &mut report, &mut watch);
        assert_eq!((watch.starts, watch.stops), (1, 1));
        let failed = Report::decode(&report) == Ok(Report::Failed(TaskError::Stopped));
        assert_eq!(failed, stopped);
    }
}

#[test]
fn results_do_not_depend_on_what_was_served_before() {
    let mut engines = Engines::new();
    let mut report = [0; REPORT_LEN];
    for mode in [Mode::Seed, Mode::Play] {
        for game in [GameId::MouseAndCats, GameId::TicTacToe] {
            let request = Request::new(Task::Search { mode, deepening: true }, game, 6).encode();
            serve(&mut engines, &request, &mut report, &mut Silent);
            assert_eq!(Report::decode(&report), Ok(served(&request)));
        }
    }
}

#[test]
fn a_task_begins_in_a_position_of_its_own() {
    let choose = Task::Choose { level: Level::BEST, seed: 1 };
    let mut request = Request::new(choose, GameId::MouseAndCats, 0);
    request.begin_with_pieces(36, [9, 11, 13, 15], Side::First);
    assert_eq!(Request::decode(&request.encode()), Ok(request.clone()));
    let Report::Choice(choice) = served(&request.encode()) else { panic!() };
    assert_eq!(
        (choice.source, choice.score),
        (Source::Search, 0xFF - 5),
        "nothing stands in the mouse's way"
    );
    request.begin_with_pieces(9, [9, 11, 13, 15], Side::First);
    assert_eq!(served(&request.encode()), Report::Failed(TaskError::Position));
    request.game = GameId::TicTacToe;
    assert_eq!(served(&request.encode()), Report::Failed(TaskError::Position));
}

#[test]
fn the_best_level_keeps_its_nodes_and_any_level_its_seed() {
    for level in (1..=6).map(|number| Level::new(number).unwrap()) {
        for game in GameId::ALL {
            let mut sources = [0; 6];
            for seed in 0..8 {
                let request = Request::new(Task::Choose { level, seed: seed * 7919 }, game, 0).encode();
                let Report::Choice(choice) = served(&request) else { panic!() };
                assert_eq!(served(&request), Report::Choice(choice));
                assert!(choice.nodes <= 161 * 64);
                sources[choice.source as usize] += 1;
            }
            let chances = sources[Source::Chance as usize];
            assert!(level > Level::FIRST || chances > 0, "{sources:?}");
            assert!(level.number() < 5 || chances == 0, "{sources:?}");
        }
    }
}

#[test]
fn the_strategy_is_proven_for_its_game_alone() {
    let request = Request::new(Task::Prove, GameId::MouseAndCats, 0);
    let Report::Proof(proof) = served(&request.encode()) else { panic!() };
    assert!(proof.holds(), "{proof:?}");
    let request = Request::new(Task::Prove, GameId::TicTacToe, 0);
    assert_eq!(served(&request.encode()), Report::Failed(TaskError::Task));
}
