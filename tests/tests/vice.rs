//! The program in VICE: cycles, the disk, a whole game, the verification's tasks. Needs VICE and never skips.

use std::time::Duration;

use e2e::corpus::{self, Level};
use e2e::{games, program};
use engine::Side;
use engine::games::GameId;
use engine::suite::{Case, suite};
use engine::task::Task;
use machine::{Machine, Stop};
use tools::boot::{self, Boot};
use tools::runner::{Host, InVice, Runner};
use tools::vice::{self, Config, Limits, Screen, Session, Start, VicePaths};

fn paths() -> VicePaths {
    program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"))
}

/// Ten minutes of a C64, a quarter of an hour of a busy host.
const LIMITS: Limits = Limits { cycles: 600_000_000, wall: Duration::from_secs(900) };

fn config() -> Config {
    Config { limits: LIMITS, ..Config::default() }
}

#[test]
fn a_compiled_program_takes_the_machines_cycles_in_vice() {
    for level in Level::ALL {
        let image = corpus::module("p21_anchor", level).compile().unwrap();
        let mut machine = Machine::new(machine::Config { interrupts: false, ..machine::Config::default() });
        machine.load_prg(&image.prg).unwrap();
        let start = machine.cycles();
        let stop = machine.start_basic_program().unwrap();
        let Stop::Exit { code: 0, cycles } = stop else { panic!("{stop:?}") };
        assert!(cycles - start > 10_000, "{cycles}");
        assert_eq!(vice::cycles_of(&paths(), &config(), &image.prg).unwrap(), cycles - start);
        assert_eq!(vice::run_prg(&paths(), &config(), &image.prg).unwrap().exit_code, 0);
    }
}

#[test]
fn the_disk_boots_by_run_and_by_sys() {
    for how in Boot::ALL {
        boot::check(&paths(), &program::d64(), how).unwrap_or_else(|error| panic!("{how}: {error:#}"));
    }
}

/// Whether the program asks for a line: the lowest row is the prompt, with or without its cursor.
fn prompts(screen: &Screen) -> bool {
    let line = screen.last_line();
    line.starts_with('?') && line.chars().count() <= 2
}

/// Types a line and returns the screen when the program asks for the next one.
fn line(session: &mut Session, text: &str) -> Screen {
    session.type_text(&format!("{text}\n")).unwrap();
    session.wait_until("the prompt", prompts).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_whole_game_is_played_and_basic_is_there_afterwards() {
    let mut session = Session::start(&paths(), &config(), &program::d64(), Start::Run).unwrap();
    session.wait_until("the first prompt", prompts).unwrap();
    assert!(session.screen().unwrap().contains("MOUSE AND CATS"));
    for text in ["E1E2", "HELLO", ".D0", "E1D2E1D2"] {
        let screen = line(&mut session, text);
        assert!(screen.contains("ILLEGAL"), "{text}: {screen}");
        line(&mut session, ".N");
    }
    let moves = games::won_by(Side::First);
    let mut screen = session.screen().unwrap();
    for mv in &moves {
        screen = line(&mut session, mv);
        assert!(!screen.last_line().contains("ILLEGAL"), "{mv}: {screen}");
    }
    assert!(screen.contains("*** MOUSE WINS!! ***"), "{moves:?}: {screen}");
    let screen = line(&mut session, ".B");
    assert!(screen.contains("1 .   .   M   .   1") && screen.contains("H:00"), "{screen}");
    session.type_text(".Q\n").unwrap();
    session.wait_for("READY.").unwrap();
    // Free ROMs know little BASIC, but list a program; they differ in the blanks.
    session.type_text("LIST\n").unwrap();
    let listed = |screen: &Screen| screen.lines().iter().any(|line| line.replace(' ', "") == "10SYS2080");
    session.wait_until("the listed program", listed).unwrap();
    session.type_text("RUN\n").unwrap();
    session.wait_until("the prompt of a second run", prompts).unwrap();
    let screen = line(&mut session, ".B");
    assert!(screen.contains("1 .   .   M   .   1"), "{screen}");
}

fn case(game: GameId, task: impl Fn(&Task) -> bool, depth: u8) -> Case {
    let found = suite().iter().find(|case| case.game == game && task(&case.task) && case.depth == depth);
    *found.expect("the suite has this case")
}

#[test]
fn vice_answers_as_the_host() {
    let perft = |task: &Task| *task == Task::Perft;
    let search = |task: &Task| matches!(task, Task::Search { deepening: false, .. });
    let mut vice = InVice::new(paths(), program::program());
    for case in [
        case(GameId::MouseAndCats, search, 8),
        case(GameId::MouseAndCats, perft, 6),
        case(GameId::TicTacToe, perft, 6),
    ] {
        let host = Host::new().run(&case.request()).unwrap();
        let outcome = vice.run(&case.request()).unwrap();
        assert_eq!(outcome.report, host.report, "{case:?}");
        assert!(case.is_met_by(&outcome.report), "{case:?}: {outcome:?}");
        // With screen and interrupts on: slower than the bare work, but not by more than a tenth or so.
        let (_, bare) = program::machine(&program::program(), &case.request().encode()).unwrap();
        let cycles = outcome.cycles.unwrap();
        assert!(cycles > bare && cycles < bare + bare / 5, "{case:?}: {cycles}, {bare} without interrupts");
    }
}
