//! Whole programs on the built-in C64 and in VICE with the same ROMs, in step: the same registers and bytes at the same cycle with the screen
//! on, and the same picture, pixel for pixel. Needs VICE and never skips.
//!
//! The pictures are written next to each other into `target/beside-vice`.

use e2e::album::Album;
use e2e::board::{Layout, Position};
use e2e::person::{Action, Deed, Hands, Person};
use e2e::shown::Language;
use e2e::twins::{self, Twins};
use e2e::{program, script};
use engine::games::GameId;
use machine::VideoStandard;
use tools::rust_build::{self, Built, Choice};
use verification::suite::suite;
use verification::task::Task;

fn example(name: &str) -> Built {
    let toolchain = program::SETUP.rust().unwrap_or_else(|error| panic!("{error:#}"));
    let manifest = program::workspace().root().join("examples/Cargo.toml");
    let choice = Choice { bin: Some(name.into()), ..Choice::default() };
    rust_build::build(&toolchain, &manifest, &choice, program::workspace().target())
        .unwrap_or_else(|error| panic!("{name}: {error:#}"))
}

const STANDARDS: [VideoStandard; 2] = [VideoStandard::Pal, VideoStandard::Ntsc];

#[test]
fn raster_bars_stand_where_they_do_in_vice() {
    let built = example("raster_bars");
    for standard in STANDARDS {
        let mut twins = Twins::start(standard, &built.image.prg, &built.image.labels);
        for look in 0..10 {
            twins.vice.run_jiffies(7).unwrap();
            twins.compare(&format!("raster-bars-{look}"));
        }
    }
}

/// The published search to depth 8, in the verification program, with the screen and the KERNAL's interrupts on.
#[test]
fn a_search_with_the_screen_on_takes_vices_cycles() {
    let mut searches = suite().iter().filter(|case| matches!(case.task, Task::Search { .. }) && !case.slow);
    let case = searches.find(|case| case.depth == 8).expect("the published search");
    for standard in STANDARDS {
        let verification = program::program();
        let mut prg = verification.prg.clone();
        let at = usize::from(verification.mailbox.request) - 0x0801 + 2;
        let request = case.request().encode();
        prg[at..at + request.len()].copy_from_slice(&request);
        let mut twins = Twins::start(standard, &prg, &program::verification().image.labels);
        let start = twins.machine.cycles();
        // It fails unless both end at the same cycle.
        twins.run_to_exit();
        let cycles = twins.machine.cycles() - start;
        eprintln!("{standard:?}: {cycles} cycles on both, with the screen on");
        assert_eq!(twins.memory_difference(), []);
    }
}

/// Moves of a game that is played to its end, at most.
const SHORT: usize = 9;

/// The title, the menu, and the boards: of each game when it begins, and of tic-tac-toe at its end.
fn game_is_drawn_alike(standard: VideoStandard, language: Language) {
    let image = &program::play().image;
    let twins = Twins::start(standard, &twins::without_noise(&image.prg), &image.labels);
    let mut person = Person::new(twins, Hands::Keys);
    let name = |page: &str| format!("{language:?}-{page}").to_lowercase();
    person.wait_for("Press fire");
    person.c64.compare(&name("title"));
    script::to_menu(&mut person, language, &mut Album::new());
    person.c64.compare(&name("menu"));
    for course in language.courses() {
        let mut position = script::begin(&mut person, language, &course);
        person.c64.compare(&name(&format!("{:?}-start", course.game)));
        if course.game == GameId::TicTacToe {
            assert!(course.moves.len() <= SHORT);
            for mv in &course.moves {
                person.play(&mut position, mv);
            }
            person.wait_for(course.end);
            person.wait_for(language.of(["Fire: new game", "Fuego: nueva"]));
            person.c64.compare(&name(&format!("{:?}-end", course.game)));
            person.act(Deed::Fire);
            person.wait_for(language.of(["Your move", "Te toca"]));
        }
        person.do_action(Layout::of(&Position::start(course.game, course.size)), Action::Menu);
        person.wait_for(language.of(["Exit to BASIC", "Salir a BASIC"]));
    }
}

#[test]
fn the_game_in_english_on_pal_is_drawn_alike() {
    game_is_drawn_alike(VideoStandard::Pal, Language::English);
}

#[test]
fn the_game_in_spanish_on_ntsc_is_drawn_alike() {
    game_is_drawn_alike(VideoStandard::Ntsc, Language::Spanish);
}
