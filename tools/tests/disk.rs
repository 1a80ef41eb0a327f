//! The project's disk as others see it: listed by VICE's `c1541`, booted in VICE. Needs both, and never skips.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use cargo_c64::disk::d64::Image;
use cargo_c64::disk::manifest::pack;
use vice::{Config, Emulator, Limits, Screen, Session, Start, ViceError, VicePaths};

/// Prints HI, then what is typed; on Q it returns to BASIC.
fn typewriter() -> Vec<u8> {
    let mut prg = b"\x01\x08\x0b\x08\x0a\x00\x9e2080\x00\x00\x00".to_vec();
    prg.resize(2 + 0x0820 - 0x0801, 0);
    prg.extend_from_slice(&[
        0xa9, 0x93, 0x20, 0xd2, 0xff, // LDA #CLEAR: JSR CHROUT
        0xa9, b'H', 0x20, 0xd2, 0xff, 0xa9, b'I', 0x20, 0xd2, 0xff, // HI
        0x20, 0xe4, 0xff, 0xf0, 0xfb, // next: JSR GETIN: BEQ next
        0xc9, b'Q', 0xf0, 0x06, // CMP #Q: BEQ done
        0x20, 0xd2, 0xff, 0x4c, 0x2f, 0x08, // JSR CHROUT: JMP next
        0x60, // done: RTS
    ]);
    prg
}

fn image() -> Image {
    let program = typewriter();
    let programs = ["sys2080", "console", "verify"].map(|name| (name, &program[..]));
    pack(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../disk/manifest.toml"), &programs).unwrap()
}

fn config() -> Config {
    Config { limits: Limits { cycles: 400_000_000, wall: Duration::from_secs(120) }, ..Config::default() }
}

fn paths() -> VicePaths {
    VicePaths::find().expect("VICE, Xvfb and a set of ROMs are installed")
}

#[test]
fn c1541_lists_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sys2080.d64");
    std::fs::write(&path, image().bytes()).unwrap();
    let output = Command::new(paths().c1541).arg(&path).arg("-list").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).to_lowercase();
    assert!(output.status.success(), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.iter().any(|line| line.starts_with("0 \"sys 2080        \" c6 2a")), "{text}");
    let files: Vec<&&str> = lines.iter().filter(|line| line.trim_end().ends_with("prg")).collect();
    assert!(files[0].starts_with("1 ") && files[0].contains("\"sys2080\""), "{text}");
    for (file, name) in files[1..].iter().zip(["fast", "console", "verify", "manual", "manual espanol"]) {
        assert!(file.contains(&format!("\"{name}\"")), "{text}");
    }
    assert!(lines.contains(&format!("{} blocks free.", image().free_blocks()).as_str()), "{text}");
}

#[test]
fn the_disk_starts_by_run_and_takes_keys() {
    let mut session = Session::start(&paths(), &config(), image().bytes(), Start::Run).unwrap();
    session.wait_until("HI", greeted).unwrap();
    session.type_text("more than ten keys, one after another").unwrap();
    let screen = session.wait_for("ANOTHER").unwrap();
    assert_eq!(screen.lines()[0], "HIMORE THAN TEN KEYS, ONE AFTER ANOTHER");
    session.type_text("Q").unwrap();
    session.wait_until("READY.", |screen| screen.last_line() == "READY.").unwrap();
    assert_eq!(session.disk().unwrap(), image().bytes(), "nothing was written");
    assert_eq!(session.memory(0x0820, 2).unwrap(), [0xa9, 0x93]);
}

#[test]
fn the_disk_starts_by_hand_with_sys_2080() {
    let mut session = Session::start(&paths(), &config(), image().bytes(), Start::Ready).unwrap();
    session.type_text("LOAD\"*\",8,1\n").unwrap();
    session.wait_until("READY. after LOADING", loaded).unwrap();
    session.type_text("SYS 2080\n").unwrap();
    session.wait_until("HI", greeted).unwrap();
    session.type_text("AQ").unwrap();
    session.wait_until("READY.", |screen| screen.last_line() == "READY.").unwrap();
    assert_eq!(session.screen().unwrap().lines()[0], "HIA");
}

/// The program has cleared the screen; open-roms' own greeting has a HI, too.
fn greeted(screen: &Screen) -> bool {
    screen.lines()[0] == "HI"
}

/// READY. stands below the last LOADING.
fn loaded(screen: &Screen) -> bool {
    let lines = screen.lines();
    let loading = lines.iter().rposition(|line| line.starts_with("LOADING"));
    loading.is_some_and(|row| lines[row..].iter().any(|line| line == "READY."))
}

#[test]
fn the_manual_shows_itself_page_by_page() {
    let config = Config { emulator: Emulator::Fast, ..config() };
    let mut session = Session::start(&paths(), &config, image().bytes(), Start::Ready).unwrap();
    for (file, text) in [("MANUAL", "manual.txt"), ("MANUAL ESPANOL", "manual-es.txt")] {
        let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("../disk").join(text);
        let text = std::fs::read_to_string(text).unwrap();
        let headings: Vec<&str> =
            text.split("---\n").map(|page| page.lines().next().unwrap().trim()).collect();
        session.type_text(&format!("LOAD\"{file}\",8\n")).unwrap();
        session.wait_until("READY. after LOADING", loaded).unwrap();
        session.type_text("RUN\n").unwrap();
        let (last, others) = headings.split_last().unwrap();
        for heading in others {
            let page = session.wait_until(heading, |screen| screen.lines()[0].trim() == *heading).unwrap();
            let page =
                if page.contains("PRESS A KEY") { page } else { session.wait_for("PRESS A KEY").unwrap() };
            assert_eq!(page.lines()[0].trim(), *heading, "the page has not scrolled");
            session.type_text(" ").unwrap();
        }
        let screen = session.wait_until("READY.", |screen| screen.last_line() == "READY.").unwrap();
        assert_eq!(screen.lines()[0].trim(), *last);
    }
}

#[test]
fn a_text_that_never_comes_is_reported_with_the_screen() {
    let limits = Limits { cycles: 30_000_000, ..config().limits };
    let mut session =
        Session::start(&paths(), &Config { limits, ..config() }, image().bytes(), Start::Run).unwrap();
    session.wait_until("HI", greeted).unwrap();
    let error = session.wait_for("LO").unwrap_err();
    let ViceError::Screen { wanted, shown, cause } = error else { panic!("{error}") };
    assert_eq!(wanted, "\"LO\"");
    assert_eq!(shown.as_deref().and_then(|shown| shown.lines().last()), Some("HI"));
    assert!(matches!(*cause, ViceError::CycleLimit { cycles: 30_000_000 }), "{cause}");
}
