//! Programs that use a disk by the crate `sys2080`, in VICE. Needs VICE and never skips.
//!
//! VICE answers in the drive's place, as no drive ROM is free. Files that are written in pieces are tried on the in-process machine
//! (`sdk.rs`): CLOSE of the KERNAL of open-roms, at $FF71, takes the byte at $E0 for the number $E0, so the drive is not told that a
//! file is closed, and keeps it at no blocks.

use cargo_c64::disk::write::format;
use cargo_c64::disk::{Disk, File, FileKind};
use cargo_c64::rust_build::{self, Built, Choice};
use compiler::mos::stack::check::SOFTWARE;
use e2e::program;
use vice::{Config, Drive, Limits, Session, run_prg};

/// Half a minute of a C64 beside its start.
const LIMITS: Limits = Limits { cycles: 60_000_000, wall: std::time::Duration::from_secs(300) };

/// Builds a program of `tests/sdk`.
fn built(name: &str, features: &[&str]) -> Built {
    let toolchain = program::SETUP.rust().unwrap_or_else(|error| panic!("{error:#}"));
    let manifest = program::workspace().root().join("tests/sdk/Cargo.toml");
    let features = features.iter().map(|feature| (*feature).into()).collect();
    let choice = Choice { bin: Some(name.into()), features, ..Choice::default() };
    rust_build::build(&toolchain, &manifest, &choice, program::workspace().target())
        .unwrap_or_else(|error| panic!("{name}: {error:#}"))
}

/// Runs a program of `tests/sdk` until this text is on the screen and BASIC is back, and returns the rows.
fn shown(name: &str, drive: Drive, last: &str) -> Vec<String> {
    let built = built(name, &[]);
    let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
    let mut session =
        Session::run(&paths, &Config { limits: LIMITS, ..Config::default() }, &built.image.prg, drive)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    session.wait_for(last).unwrap_or_else(|error| panic!("{name}: {error}"));
    let screen = session.wait_for("READY.").unwrap_or_else(|error| panic!("{name}: {error}"));
    screen.lines().into_iter().filter(|line| !line.is_empty()).collect()
}

fn disk(files: Vec<File>) -> Vec<u8> {
    format(&Disk { title: b"TEST".to_vec(), id: *b"01", files }).unwrap().bytes().to_vec()
}

/// Fails unless these rows follow each other on the screen.
fn assert_shown(rows: &[String], expected: &[&str]) {
    assert!(rows.windows(expected.len()).any(|window| window == expected), "{rows:#?}");
}

#[test]
fn a_drive_is_quoted() {
    let file = File { name: b"SOMETHING".to_vec(), kind: FileKind::Prg, data: vec![1, 8, 0] };
    let rows = shown("dos_errors", Drive::Protected(&disk(vec![file])), "DOS ERROR 31");
    let expected = [
        "31 SYNTAX",
        "31,SYNTAX ERROR,00,00",
        "62 FILENOTFOUND",
        "62,FILE NOT FOUND,00,00",
        "26 WRITEPROTECTED",
        "26,WRITE PROTECT ON,00,00",
        "FINE",
        "00, OK,00,00",
        "DOS ERROR 31",
    ];
    assert_shown(&rows, &expected);
}

#[test]
fn the_directory_is_read_entry_by_entry() {
    let file = |name: &[u8], kind, length| File { name: name.to_vec(), kind, data: vec![7; length] };
    let files = vec![file(b"ONE", FileKind::Prg, 9), file(b"TWO TOO", FileKind::Seq, 300)];
    let rows = shown("directory", Drive::Disk(&disk(files)), "THREE:");
    assert_shown(&rows, &["1 ONE P", "2 TWO TOO S", "661 BLOCKS FREE", "ONE: TRUE, THREE: FALSE"]);
    let rows = shown("directory", Drive::Absent, "NO DRIVE");
    assert_shown(&rows, &["RUN:", "NO DRIVE"]);
}

/// The heap has all memory but what is left for the stack.
#[test]
fn a_recursion_that_would_meet_the_heap_ends_the_program() {
    let paths = program::SETUP.vice().unwrap_or_else(|error| panic!("{error:#}"));
    let config = Config { limits: LIMITS, ..Config::default() };
    let run = run_prg(&paths, &config, &built("deep", &["heap"]).image.prg);
    assert_eq!(run.unwrap_or_else(|error| panic!("{error}")).exit_code, SOFTWARE);
}
