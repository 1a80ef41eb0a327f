//! The verification program on the in-process machine: what it prints, how it ends, and what its file contains.

use e2e::console::Console;
use e2e::program;
use machine::Stop;

/// PETSCII of RUN/STOP.
const STOP: u8 = 0x03;

#[test]
fn the_engine_on_the_spot_is_as_expected() {
    let mut console = Console::start_verification();
    assert_eq!(console.keys(b"?E"), Stop::Returned, "{}", console.all());
    let text = console.news();
    assert!(text.contains("ALL AS EXPECTED"), "{text}");
    assert!(text.contains(" 3502 NODES $18"), "{text}");
    assert!(text.contains(" E1D2 B8A7 D2C3 D8C7 C3B4 F8E7 B4A5"), "{text}");
    assert_eq!(console.machine().changes_for_basic(), [], "what BASIC needs has changed");
}

#[test]
fn run_stop_leaves_it_and_it_runs_again() {
    let mut console = Console::start_verification();
    assert_eq!(console.keys(&[STOP]), Stop::Returned);
    assert_eq!(console.machine().changes_for_basic(), [], "what BASIC needs has changed");
    console.run_again();
    assert!(console.news().contains("E ENGLISH   S ESPANOL"));
}

/// Found when a checkout in a longer folder made a longer program: checks that may panic name the file.
#[test]
fn it_names_its_sources_without_the_folder_of_the_checkout() {
    let built = &program::verification().image.prg;
    let has = |text: &[u8]| built.windows(text.len()).any(|part| part == text);
    assert!(has(b"verification/src/task/report.rs"), "no name of a source is in the program");
    let checkout = program::workspace().root().display().to_string();
    assert!(!has(checkout.as_bytes()), "{checkout} is in the program");
}
