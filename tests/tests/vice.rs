//! The program in VICE: cycles, the disk, a whole game, the verification's tasks. Needs VICE and never skips.

use std::time::Duration;

use cargo_c64::disk::d64::Image;
use compiler::mos::stack::{bound::ROOM, check::SOFTWARE};
use e2e::corpus::{self, Level};
use e2e::{games, program};
use engine::Side;
use engine::games::GameId;
use machine::{Machine, Stop};
use tools::boot::{self, Boot};
use tools::play_picture::Pictures;
use tools::runner::{Host, InVice, Runner};
use verification::suite::{Case, suite};
use verification::task::Task;
use vice::{self, Config, Drive, Limits, Screen, Session, Start, VicePaths};

fn paths() -> VicePaths {
    program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"))
}

/// PETSCII of RUN/STOP.
const STOP: u8 = 0x03;

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
fn a_program_whose_stack_runs_out_says_so_in_vice() {
    let image = corpus::module("p23_deep", Level::Size).compile_checked().unwrap();
    assert_eq!(vice::run_prg(&paths(), &config(), &image.prg).unwrap().exit_code, SOFTWARE);
    // Without VICE's register for the code it goes back to BASIC, as on a C64, and its message can be read.
    let store = [0x8d, 0xff, 0xd7];
    let mut prg = image.prg.clone();
    for at in 0..prg.len() - store.len() {
        if prg[at..].starts_with(&store) {
            prg[at..at + store.len()].fill(0xea);
        }
    }
    let mut session = Session::run(&paths(), &config(), &prg, Drive::Absent).unwrap();
    session.wait_for("THE SOFTWARE STACK IS FULL IN P23\u{2190}DEEP::DEEP").unwrap();
    session.wait_until("READY.", |screen| screen.last_line() == "READY.").unwrap();
    // The bounds reckon with no more than the program found when RUN entered it; the ROMs of open-roms leave 250 bytes.
    let found = session.memory(image.symbols["__saved"], 1).unwrap()[0];
    assert!(u32::from(found) + 1 >= ROOM, "{found}");
}

#[test]
fn so_many_jiffies_are_so_many_however_busy_the_host_is() {
    let mut session = Session::start(&paths(), &config(), &program::d64(), Start::Ready).unwrap();
    let clock = |session: &mut Session| {
        // Time for a machine that does not stand still.
        std::thread::sleep(Duration::from_millis(30));
        // From $A0, the highest byte first.
        session.memory(0xa0, 3).unwrap().iter().fold(0, |time, byte| time << 8 | u32::from(*byte))
    };
    let mut time = clock(&mut session);
    for jiffies in [1, 1, 2, 5, 255, 256, 600, 1] {
        session.run_jiffies(jiffies).unwrap();
        time += u32::from(jiffies);
        assert_eq!(clock(&mut session), time, "{jiffies}");
    }
}

/// Blocks of the play program on the disk, at most: over a minute to load.
const MOST_BLOCKS: u16 = 136;

#[test]
fn the_disk_boots_by_sys() {
    let disk = Image::from_bytes(program::d64()).unwrap();
    let blocks =
        disk.directory().unwrap().iter().map(|entry| entry.blocks).find(|blocks| *blocks > 0).unwrap();
    assert!(blocks <= MOST_BLOCKS, "{blocks} blocks");
    // Every other test here has it start by RUN.
    boot::check(&paths(), &program::d64(), Boot::Sys).unwrap_or_else(|error| panic!("{error:#}"));
}

/// Whether the program asks for a line: the lowest row is the prompt, with or without its cursor.
fn prompts(screen: &Screen) -> bool {
    let line = screen.last_line();
    line.starts_with('?') && line.chars().count() <= 2
}

/// Loads a program from the disk by name.
fn loaded(name: &str) -> Session {
    let mut session = Session::start(&paths(), &config(), &program::d64(), Start::Ready).unwrap();
    let ready = |screen: &Screen| screen.lines().iter().filter(|line| *line == "READY.").count();
    session.type_text(&format!("LOAD\"{name}\",8,1\n")).unwrap();
    session.wait_until("READY. after loading", |screen| ready(screen) == 2).unwrap();
    session
}

/// Loads the console from the disk and starts it.
fn console() -> Session {
    let mut session = loaded("CONSOLE");
    start(&mut session);
    session
}

/// Starts the console that is in memory.
fn start(session: &mut Session) {
    session.type_text("RUN\n").unwrap();
    session.wait_until("the prompt", prompts).unwrap();
}

/// Types a line and returns the screen when the program asks for the next one.
fn line(session: &mut Session, text: &str) -> Screen {
    session.type_text(&format!("{text}\n")).unwrap();
    session.wait_until("the prompt", prompts).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_whole_game_is_played_and_basic_is_there_afterwards() {
    let mut session = console();
    assert!(session.screen().unwrap().contains("MOUSE & CATS"));
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
    start(&mut session);
    let screen = line(&mut session, ".B");
    assert!(screen.contains("1 .   .   M   .   1"), "{screen}");
}

#[test]
fn a_game_is_saved_on_the_disk_and_goes_on_after_loading() {
    let mut session = console();
    for text in [".A9", "E5", "D4", "F5"] {
        assert!(!line(&mut session, text).last_line().contains("ILLEGAL"));
    }
    assert!(line(&mut session, ".W MY GAME").contains("SAVED"));
    session.type_text(".W MY GAME\n").unwrap();
    session.wait_for("REPLACE IT (Y/N)?").unwrap();
    line(&mut session, "N");
    for (name, answer) in [("NOBODY", "THERE IS NO SUCH FILE"), ("MANUAL", "THE FILE IS DAMAGED")] {
        let screen = line(&mut session, &format!(".R {name}"));
        assert!(screen.contains(answer), "{name}: {screen}");
        assert!(line(&mut session, ".P").contains(" E5 D4 F5"), "the game goes on");
    }
    session.type_text(".Q\n").unwrap();
    session.wait_for("READY.").unwrap();
    start(&mut session);
    let screen = line(&mut session, ".R MY GAME");
    assert!(screen.contains("LOADED") && screen.contains(" 5 . . . . X X . . ."), "{screen}");
    assert!(line(&mut session, ".P").contains(" E5 D4 F5"));
}

#[test]
fn the_verification_starts_from_the_disk_and_ends_by_run_stop() {
    let mut session = loaded("VERIFY");
    session.type_text("RUN\n").unwrap();
    session.wait_for("E ENGLISH   S ESPANOL").unwrap();
    session.type_text("E").unwrap();
    // A search that takes a moment: the key comes while it runs.
    session.wait_for("MOUSE AND CATS SEARCH 6").unwrap();
    session.type_keys(&[STOP]).unwrap();
    let screen = session.wait_for("READY.").unwrap();
    assert!(screen.contains("STOPPED") && !screen.contains("DIFFERS"), "{screen}");
    assert!(screen.contains("SEARCH 5") && screen.contains(" 145 NODES $15"), "{screen}");
    session.type_text("LIST\n").unwrap();
    let listed = |screen: &Screen| screen.lines().iter().any(|line| line.replace(' ', "") == "10SYS2080");
    session.wait_until("the listed program", listed).unwrap();
}

/// VICE answers in the drive's place, with no processor of a drive: the fast loader must find that out.
#[test]
fn the_fast_loader_loads_plainly_where_there_is_no_1541() {
    let mut session = loaded("FAST");
    session.type_text("RUN\n").unwrap();
    session.wait_for("NO ES UNA 1541").unwrap();
    session.wait_for_picture("PRESS FIRE").unwrap();
    session.type_text(" ").unwrap();
    session.wait_for_picture("EXIT TO BASIC").unwrap();
    session.type_text("Q\n").unwrap();
    session.wait_for("READY.").unwrap();
    session.type_text("LIST\n").unwrap();
    let listed = |screen: &Screen| screen.lines().iter().any(|line| line.replace(' ', "") == "10SYS2080");
    session.wait_until("the listed program", listed).unwrap();
}

fn case(game: GameId, task: impl Fn(&Task) -> bool, depth: u8) -> Case {
    let found = suite().iter().find(|case| case.game == game && task(&case.task) && case.depth == depth);
    *found.expect("the suite has this case")
}

#[test]
#[ignore = "takes a minute or more: toolchains.yml runs it every week"]
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
        assert!(case.is_met_by(&outcome.report.encode()), "{case:?}: {outcome:?}");
        // With screen and interrupts on: slower than the bare work, but not by more than a tenth or so.
        let (_, bare) = program::machine(&program::program(), &case.request().encode()).unwrap();
        let cycles = outcome.cycles.unwrap();
        assert!(cycles > bare && cycles < bare + bare / 5, "{case:?}: {cycles}, {bare} without interrupts");
    }
}
