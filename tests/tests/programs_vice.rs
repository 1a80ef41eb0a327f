//! What our programs show: the built-in C64's picture against VICE's, pixel by pixel. Needs VICE and never skips.
//!
//! VICE's memory and registers are drawn by the machine's VIC-II. The raster bars, which need more, are in `lockstep_vice.rs`.

use cargo_c64::disk::Disk;
use cargo_c64::disk::write::format;
use cargo_c64::rust_build::{self, Choice};
use e2e::person::LIMITS;
use e2e::program;
use e2e::seen::{self, Difference};
use machine::{Frame, VideoStandard};
use vice::{Config as ViceConfig, Display, Drive, Session};

/// Looks at VICE, at most.
const LOOKS: u32 = 60;

fn config() -> ViceConfig {
    ViceConfig { limits: LIMITS, ..ViceConfig::default() }
}

fn example(name: &str) -> Vec<u8> {
    let toolchain = program::SETUP.rust().unwrap_or_else(|error| panic!("{error:#}"));
    let manifest = program::workspace().root().join("toolchain/examples/Cargo.toml");
    let choice = Choice { bin: Some(name.into()), ..Choice::default() };
    let built = rust_build::build(&toolchain, &manifest, &choice, program::workspace().target());
    built.unwrap_or_else(|error| panic!("{name}: {error:#}")).image.prg
}

fn in_vice(prg: &[u8]) -> Session {
    let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
    let disk = format(&Disk { title: b"EXAMPLES".to_vec(), id: *b"01", files: Vec::new() }).unwrap();
    Session::run(&paths, &config(), prg, Drive::Disk(disk.bytes())).unwrap_or_else(|error| panic!("{error}"))
}

/// What differs between VICE's picture and its memory drawn by the machine, at the best of some moments: VICE may have drawn half of
/// the next frame.
fn drawn_alike(session: &mut Session) -> Difference {
    let mut best: Option<(Difference, Frame, Display)> = None;
    for _ in 0..LOOKS {
        let frame = seen::drawn_from(session, VideoStandard::Pal);
        let display = seen::display(session, VideoStandard::Pal);
        let difference = seen::difference(&frame, &display);
        if best.as_ref().is_none_or(|best| difference.count < best.0.count) {
            best = Some((difference, frame, display));
        }
        if best.as_ref().is_some_and(|best| best.0.is_none()) {
            break;
        }
        session.run_jiffies(1).unwrap_or_else(|error| panic!("{error}"));
    }
    best.map(|best| best.0).unwrap_or_default()
}

/// Runs an example in VICE: texts that it waits for, and what is typed then.
fn example_is_drawn_alike(name: &str, talk: &[(&str, &str)], jiffies: u16) {
    let mut session = in_vice(&example(name));
    for (text, typed) in talk {
        session.wait_for(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        session.type_text(typed).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    session.run_jiffies(jiffies).unwrap_or_else(|error| panic!("{name}: {error}"));
    let difference = drawn_alike(&mut session);
    assert!(difference.is_none(), "{name}: {difference}");
}

#[test]
fn hello_is_drawn_alike() {
    example_is_drawn_alike("hello", &[("WHAT IS YOUR NAME?", "ADA\n"), ("READY.", "")], 20);
}

#[test]
fn guess_is_drawn_alike() {
    example_is_drawn_alike("guess", &[("PRESS A KEY", " "), ("", "50\n")], 60);
}

#[test]
fn snake_is_drawn_alike() {
    example_is_drawn_alike("snake", &[("APPLES 0", "")], 60);
}

#[test]
fn sprites_are_drawn_alike() {
    example_is_drawn_alike("sprites", &[], 300);
}

#[test]
fn tune_is_drawn_alike() {
    example_is_drawn_alike("tune", &[("101 103", "")], 10);
}

#[test]
fn mandelbrot_is_drawn_alike() {
    example_is_drawn_alike("mandelbrot", &[], 3000);
}

#[test]
fn adventure_is_drawn_alike() {
    example_is_drawn_alike("adventure", &[("A HALL.", "TAKE LAMP\n"), ("TAKEN.", "")], 30);
}

#[test]
fn high_scores_are_drawn_alike() {
    example_is_drawn_alike("high_scores", &[("YOUR NAME?", "GRACE\n"), ("1. GRACE", ""), ("READY.", "")], 20);
}
