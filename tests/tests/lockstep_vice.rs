//! Whole programs on the built-in C64 and in VICE with the same ROMs, in step: the same registers and bytes at the same cycle with the screen
//! on, and the same picture, pixel for pixel. Needs VICE and never skips.
//!
//! The pictures are written next to each other into `target/beside-vice`.

use cargo_c64::rust_build::{self, Built, Choice};
use e2e::album::Album;
use e2e::board::{Layout, Position};
use e2e::person::{Action, Computer, Deed, Hands, Person};
use e2e::shown::Language;
use e2e::twins::{self, Twins};
use e2e::{program, script, seen};
use engine::games::GameId;
use machine::{Config, Stop, VideoStandard};
use verification::suite::suite;
use verification::task::Task;

/// Builds a program of one of our crates.
fn built(manifest: &str, name: &str) -> Built {
    let toolchain = program::SETUP.rust().unwrap_or_else(|error| panic!("{error:#}"));
    let manifest = program::workspace().root().join(manifest);
    let choice = Choice { bin: Some(name.into()), ..Choice::default() };
    rust_build::build(&toolchain, &manifest, &choice, program::workspace().target())
        .unwrap_or_else(|error| panic!("{name}: {error:#}"))
}

const STANDARDS: [VideoStandard; 2] = [VideoStandard::Pal, VideoStandard::Ntsc];

#[test]
fn raster_bars_stand_where_they_do_in_vice() {
    let built = built("toolchain/examples/Cargo.toml", "raster_bars");
    for standard in STANDARDS {
        let mut twins = Twins::start(standard, &built.image.prg, &built.image.labels);
        for look in 0..10 {
            twins.vice.run_jiffies(7).unwrap();
            twins.compare(&format!("raster-bars-{look}"));
        }
    }
}

/// The pages of `tests/sdk/src/bin/pattern.rs`, each with the control registers $D011 and $D016 that make it what its name says.
const PAGES: [(&str, [u8; 2]); 16] = [
    ("text", [0x1b, 0x08]),
    ("multicolour-text", [0x1b, 0x18]),
    ("extended-text", [0x5b, 0x08]),
    ("invalid-text", [0x5b, 0x18]),
    ("sprites", [0x1b, 0x08]),
    ("38-columns-24-rows", [0x13, 0x00]),
    ("scrolled-within-edges", [0x17, 0x07]),
    ("scrolled", [0x18, 0x0c]),
    ("off", [0x0b, 0x08]),
    ("raster-interrupts", [0x1b, 0x08]),
    ("own-characters", [0x1b, 0x08]),
    ("other-own-characters", [0x1b, 0x08]),
    ("bitmap", [0x3b, 0x08]),
    ("multicolour-bitmap", [0x3b, 0x18]),
    ("invalid-bitmap", [0x7b, 0x08]),
    ("invalid-multicolour-bitmap", [0x7b, 0x18]),
];

/// What can be read of these registers: not the beam, nor bits without use.
const CONTROLS: [u8; 2] = [0x7f, 0x1f];
/// The sprites that are shown.
const SPRITES: u16 = 0xd015;

/// Jiffies in which each page is drawn.
const DRAWN: u16 = 100;

#[test]
fn every_page_of_the_pattern_is_drawn_alike() {
    let built = built("tests/sdk/Cargo.toml", "pattern");
    for standard in STANDARDS {
        let mut twins = Twins::start(standard, &built.image.prg, &built.image.labels);
        let mut seen: Vec<([u8; 2], u8, Vec<u8>)> = Vec::new();
        for (page, controls) in PAGES {
            twins.run_jiffies(DRAWN);
            twins.compare(&format!("pattern-{page}"));
            let machine = &twins.machine;
            let shown = [0xd011, 0xd016].map(|register| machine.peek(register));
            let shown = [shown[0] & CONTROLS[0], shown[1] & CONTROLS[1]];
            assert_eq!(shown, controls, "{page}");
            let page = (shown, machine.peek(SPRITES), machine.frame().unwrap().pixels().to_vec());
            assert!(!seen.contains(&page), "a page that has been seen before");
            seen.push(page);
            twins.type_keys(b" ");
        }
    }
}

/// The part of the cycles, in per cent, by which it may differ if the machine does the KERNAL's work itself.
const MOST_OFF: f64 = 0.5;

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
        assert_eq!(twins.memory_difference(), []);
        // As people run it: without ROMs, the machine does the KERNAL's work itself.
        let mut alone = seen::drawing(Config { standard, ..Config::default() });
        alone.load_prg(&prg).unwrap();
        let start = alone.cycles();
        let stop = alone.start_basic_program().unwrap();
        assert!(matches!(stop, Stop::Exit { code: 0, .. }), "{stop:?}");
        let without = alone.cycles() - start;
        let less = (cycles as f64 - without as f64) / cycles as f64 * 100.0;
        eprintln!(
            "{standard:?}: {cycles} cycles on both with the screen on; without ROMs {without}, {less:.2} % less"
        );
        assert!(less.abs() < MOST_OFF, "{less} %");
    }
}

/// Moves of a game that is played to its end, at most; and those after which the board of any game is looked at.
const SHORT: usize = 9;
const MIDDLE: usize = 4;

/// The title, the menu, and the boards: of each game when it begins and after some moves, and of tic-tac-toe at its end.
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
        for mv in &course.moves[..MIDDLE] {
            person.play(&mut position, mv);
        }
        person.c64.compare(&name(&format!("{:?}-middle", course.game)));
        if course.game == GameId::TicTacToe {
            assert!(course.moves.len() <= SHORT);
            for mv in &course.moves[MIDDLE..] {
                person.play(&mut position, mv);
            }
            person.wait_for(course.end);
            person.wait_for(language.of(["Fire: another", "Fuego: otra"]));
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
fn the_game_in_english_on_ntsc_is_drawn_alike() {
    game_is_drawn_alike(VideoStandard::Ntsc, Language::English);
}

#[test]
fn the_game_in_spanish_on_pal_is_drawn_alike() {
    game_is_drawn_alike(VideoStandard::Pal, Language::Spanish);
}

#[test]
fn the_game_in_spanish_on_ntsc_is_drawn_alike() {
    game_is_drawn_alike(VideoStandard::Ntsc, Language::Spanish);
}
