//! The example programs in VICE: what they show, and the pictures of them in `toolchain/examples/README.md`. Needs VICE and never skips.
//!
//! `BLESS=1` takes the pictures anew.

use std::collections::BTreeSet;

use cargo_c64::disk::Disk;
use cargo_c64::disk::write::format;
use cargo_c64::rust_build::{self, Choice};
use e2e::program;
use vice::{Config, Drive, Limits, Screen, Session};

/// The pictures' folder, and how often a pixel of the C64 is wide in them.
const FOLDER: &str = "docs/examples";
const SCALE: u32 = 1;

/// Ten minutes of a C64, which the Mandelbrot set needs.
const LIMITS: Limits = Limits { cycles: 600_000_000, wall: std::time::Duration::from_secs(600) };

/// Starts an example with an empty disk in the drive.
fn started(name: &str) -> Session {
    let toolchain = program::SETUP.rust().unwrap_or_else(|error| panic!("{error:#}"));
    let manifest = program::workspace().root().join("toolchain/examples/Cargo.toml");
    let choice = Choice { bin: Some(name.into()), ..Choice::default() };
    let built = rust_build::build(&toolchain, &manifest, &choice, program::workspace().target())
        .unwrap_or_else(|error| panic!("{name}: {error:#}"));
    let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
    let disk = format(&Disk { title: b"EXAMPLES".to_vec(), id: *b"01", files: Vec::new() }).unwrap();
    let config = Config { limits: LIMITS, ..Config::default() };
    Session::run(&paths, &config, &built.image.prg, Drive::Disk(disk.bytes()))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Takes the picture of what is seen, or compares it with the one taken before: as large, and as much in it.
fn take(name: &str, session: &mut Session) {
    // What has just been printed is in the next picture.
    session.run_jiffies(5).unwrap_or_else(|error| panic!("{name}: {error}"));
    let picture = session.display().unwrap_or_else(|error| panic!("{name}: {error}")).png(SCALE);
    let file = program::workspace().root().join(FOLDER).join(format!("{name}.png"));
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&file, &picture).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let kept = std::fs::read(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
    // Width and height, as the first chunk of a PNG has them: the PNG specification, 11.2.1.
    assert_eq!(picture[16..24], kept[16..24], "{name}: another size");
    let difference = picture.len().abs_diff(kept.len());
    assert!(difference < 200 + kept.len() / 4, "{name}: {} bytes, {} before", picture.len(), kept.len());
}

#[test]
fn every_example_is_in_the_gallery() {
    let workspace = program::workspace();
    let root = workspace.root();
    let names = |folder: &str, end: &str| -> BTreeSet<String> {
        let entries =
            std::fs::read_dir(root.join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter_map(|name| name.strip_suffix(end).map(str::to_string)).collect()
    };
    let programs = names("toolchain/examples/src/bin", ".rs");
    assert_eq!(programs, names(FOLDER, ".png"));
    let gallery = std::fs::read_to_string(root.join("toolchain/examples/README.md")).unwrap();
    for name in programs {
        assert!(gallery.contains(&format!("docs/examples/{name}.png")), "no picture of {name}");
        assert!(gallery.contains(&format!("src/bin/{name}.rs")), "no link to {name}");
    }
}

#[test]
fn hello_greets_in_six_colours() {
    let mut session = started("hello");
    session.wait_for("WHAT IS YOUR NAME?").unwrap();
    session.type_text("ADA\n").unwrap();
    let screen = session.wait_for("READY.").unwrap();
    assert_eq!(screen.lines().iter().filter(|line| *line == "HELLO, ADA!").count(), 6);
    take("hello", &mut session);
}

#[test]
fn a_number_is_guessed_by_halves() {
    let mut session = started("guess");
    session.wait_for("PRESS A KEY").unwrap();
    session.type_text(" ").unwrap();
    let (mut low, mut high) = (1, 100);
    loop {
        let guess = (low + high) / 2;
        session.type_text(&format!("{guess}\n")).unwrap();
        // By whole lines: the answer to 25 ends like one to 5.
        let answers = [" IS TOO LOW", " IS TOO HIGH", " IS RIGHT!"].map(|text| format!("{guess}{text}"));
        let is_there =
            |screen: &Screen, text: &String| screen.lines().iter().any(|line| line.starts_with(text));
        let screen = session
            .wait_until("an answer", |screen| answers.iter().any(|text| is_there(screen, text)))
            .unwrap();
        match answers.iter().position(|text| is_there(&screen, text)) {
            Some(0) => low = guess + 1,
            Some(1) => high = guess - 1,
            _ => break,
        }
        assert!(low <= high, "{screen}");
    }
    session.wait_for("READY.").unwrap();
    take("guess", &mut session);
}

#[test]
fn the_snake_runs_into_the_wall() {
    let mut session = started("snake");
    session.wait_for("APPLES 0").unwrap();
    session.run_jiffies(60).unwrap();
    take("snake", &mut session);
    session.wait_for("GAME OVER WITH").unwrap();
}

#[test]
fn raster_bars_stand_behind_the_seconds() {
    let mut session = started("raster_bars");
    session.wait_for("3 SECONDS").unwrap();
    take("raster_bars", &mut session);
    session.type_text(" ").unwrap();
    session.wait_for("READY.").unwrap();
}

#[test]
fn eight_balls_are_in_the_picture() {
    let mut session = started("sprites");
    while session.chips(0xd015, 1).unwrap() != [0xff] {
        session.run_jiffies(1).unwrap();
    }
    session.run_jiffies(100).unwrap();
    take("sprites", &mut session);
    session.type_text(" ").unwrap();
    session.wait_for("READY.").unwrap();
    assert_eq!(session.chips(0xd015, 1).unwrap(), [0]);
}

#[test]
fn a_tune_plays_beside_the_primes() {
    let mut session = started("tune");
    session.wait_for("101 103").unwrap();
    take("tune", &mut session);
    session.type_text(" ").unwrap();
    session.wait_for("READY.").unwrap();
}

#[test]
fn the_mandelbrot_set_appears() {
    let mut session = started("mandelbrot");
    // Five minutes: the third round of squares is done.
    session.run_jiffies(19_000).unwrap();
    take("mandelbrot", &mut session);
    session.type_text(" ").unwrap();
    session.wait_for("READY.").unwrap();
}

#[test]
fn the_lost_disk_is_found() {
    let mut session = started("adventure");
    for (asked, typed) in [
        ("A HALL.", "TAKE LAMP\n"),
        ("TAKEN.", "USE LAMP\n"),
        ("IT IS LIT.", "D\n"),
        ("A RUSTY KEY.", "TAKE KEY\n"),
        ("> TAKE KEY", "USE KEY\n"),
        ("OPENS.", "E\n"),
        ("A VAULT", "TAKE DISK\n"),
        ("> TAKE DISK", "USE DISK\n"),
    ] {
        session.wait_for(asked).unwrap();
        session.type_text(typed).unwrap();
        if typed.starts_with("TAKE KEY") {
            take("adventure", &mut session);
        }
    }
    session.wait_for("YOU HAVE FOUND").unwrap();
    session.wait_for("READY.").unwrap();
}

#[test]
fn a_score_is_on_the_disk_afterwards() {
    let mut session = started("high_scores");
    session.wait_for("YOUR NAME?").unwrap();
    session.type_text("GRACE\n").unwrap();
    session.wait_for("1. GRACE").unwrap();
    session.wait_for("READY.").unwrap();
    take("high_scores", &mut session);
    let disk = session.disk().unwrap();
    let name = *b"HIGH SCORES";
    assert!(
        disk.windows(name.len()).any(|bytes| bytes == name)
            && disk.windows(8).any(|bytes| bytes == *b"GRACE   ")
    );
}
