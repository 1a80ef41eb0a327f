//! Errors are found and named: a changed program, and everything that the compiler cannot or must not translate.

use std::collections::BTreeMap;
use std::process::Output;

use compiler::{Error, Options, Source};
use e2e::corpus::{self, Level};
use e2e::program;
use tools::comparison::Row;
use tools::runner::{Host, InProcess, On, Program, Runner};
use verification::suite::suite;
use verification::task::Task;

/// The mouse's four steps, cats' first, as the engine's table holds them.
const STEPS: [u8; 4] = [0xfb, 0xfc, 0x05, 0x04];

/// Cases that the machine answers in a moment and that between them use every table.
fn quick_rows(program: &Program) -> Vec<Row> {
    let quick = suite().iter().filter(|case| case.depth <= 6 && !case.slow);
    quick
        .map(|case| {
            let answer =
                |runner: &mut dyn Runner| runner.run(&case.request()).map_err(|error| format!("{error:#}"));
            let machine = answer(&mut InProcess::new(program.clone()));
            let answers = BTreeMap::from([(On::Host, answer(&mut Host::new())), (On::Machine, machine)]);
            Row { case: *case, answers }
        })
        .collect()
}

/// The program with the byte at an address replaced.
fn with_byte(address: u16, change: impl Fn(u8) -> u8) -> Program {
    let mut program = program::program();
    let load = u16::from_le_bytes([program.prg[0], program.prg[1]]);
    let at = usize::from(address - load) + 2;
    program.prg[at] = change(program.prg[at]);
    program
}

fn label(ending: &str) -> u16 {
    let labels = program::program().labels;
    let found = labels.iter().find(|(_, name)| name.ends_with(ending)).map(|(address, _)| address);
    found.unwrap_or_else(|| panic!("no label ends with {ending}"))
}

/// The address of the steps in the program.
fn steps() -> u16 {
    let prg = program::program().prg;
    let places: Vec<usize> = (0..prg.len() - 4).filter(|at| prg[*at..*at + 4] == STEPS).collect();
    assert_eq!(places.len(), 1, "the steps stand at {places:x?}");
    (places[0] - 2) as u16 + u16::from_le_bytes([prg[0], prg[1]])
}

/// Every difference of a program that is not equal to the host everywhere.
fn differences(program: &Program) -> Vec<String> {
    let rows = quick_rows(program);
    rows.iter()
        .flat_map(|row| row.differences().into_iter().map(|text| format!("{} {text}", row.what())))
        .collect()
}

#[test]
fn the_program_as_built_has_no_differences() {
    assert_eq!(differences(&program::program()), [""; 0]);
}

#[test]
fn a_changed_evaluation_shows_in_the_search() {
    let case = suite().iter().find(|case| case.depth == 5 && case.task != Task::Perft).unwrap();
    let host = Host::new().run(&case.request()).unwrap().report;
    let table = label("mouse_and_cats::tables::VALUES");
    let matter = (0..=255).filter(|offset| {
        let changed = with_byte(table + offset, |byte| byte ^ 8);
        InProcess::new(changed).run(&case.request()).unwrap().report != host
    });
    // At least the squares the cats stand on at the start.
    assert!(matter.count() >= 4);
}

#[test]
fn a_changed_move_shows_in_the_proof() {
    // The second step equal to the first: the other way down is gone. Perft and search have the steps as numbers in
    // their code; the proof asks the table.
    let found = differences(&with_byte(steps() + 1, |_| STEPS[0]));
    assert!(found.iter().any(|text| text.starts_with("proof machine: positions ")), "{found:#?}");
    assert!(found.iter().any(|text| text.starts_with("proof machine: checksum ")), "{found:#?}");
}

#[test]
fn a_changed_win_shows_in_the_wins_of_perft() {
    // The row of the squares 0, 1 and 2 is line 0: it does not go through square 0, at entry 1, any more.
    let found = differences(&with_byte(label("tic_tac_toe::tables::LINES_THROUGH") + 1, |byte| byte ^ 1));
    assert!(found.iter().any(|text| text.starts_with("perft machine: wins ")), "{found:#?}");
}

fn verify(program: &Program) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let prg = folder.path().join("changed.prg");
    std::fs::write(&prg, &program.prg).unwrap();
    std::fs::write(prg.with_extension("lbl"), &program::verification().image.labels).unwrap();
    program::sys2080(&["verify", "--on", "host,machine", "--prg", prg.to_str().unwrap()])
}

#[test]
fn verify_finds_a_changed_byte_and_says_where() {
    let output = verify(&with_byte(steps() + 1, |_| STEPS[0]));
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("machine: positions "), "{text}");
    assert!(text.contains("a program file differs from a build of the source"), "{text}");
    assert!(text.contains("1 byte from ") && text.contains(&format!("(${:04X})", steps() + 1)), "{text}");
}

/// Compiles the first program of the corpus after a change to its text.
fn changed(change: impl Fn(&str) -> String) -> Error {
    let text = change(&corpus::module("p01_cats_iter", Level::Speed).text);
    compiler::compile(&Source { name: "p01.ll", text: &text }, &corpus::options()).unwrap_err()
}

/// The text with lines put behind the first line that begins `main`, and the number of the first of them.
fn inside_main(text: &str, lines: &str) -> (String, usize) {
    let head = text.lines().position(|line| line.starts_with("define") && line.contains("@main(")).unwrap();
    let mut all: Vec<&str> = text.lines().collect();
    // Behind the label of the entry block.
    let label = (head + 1..all.len()).find(|at| all[*at].ends_with(':')).unwrap();
    all.insert(label + 1, lines);
    (all.join("\n"), label + 2)
}

#[test]
fn a_lost_symbol_is_named_with_its_user_and_the_likely_cause() {
    let text = &corpus::module("p01_cats_iter", Level::Speed).text;
    let error = compiler::compile(&Source { name: "p01.ll", text }, &Options::default()).unwrap_err();
    let Error::Undefined { symbols, .. } = &error else { panic!("{error}") };
    assert!(symbols.iter().any(|(symbol, user)| symbol == "putch" && !user.is_empty()), "{symbols:?}");
    let text = error.to_string();
    assert!(text.starts_with("p01.ll: undefined symbols:\n"), "{text}");
    assert!(
        text.ends_with("known by default are the KERNAL's chrin, chrout, clrchn, getin, scnkey"),
        "{text}"
    );
    let renamed = changed(|text| text.replace("@main(", "@start("));
    let needed = "a program needs a function `#[unsafe(no_mangle)] extern \"C\" fn main()`";
    assert!(renamed.to_string().ends_with(needed), "{renamed}");
}

#[test]
fn an_unknown_construct_is_named_with_its_line() {
    let text = &corpus::module("p01_cats_iter", Level::Speed).text;
    for lines in ["  frobnicate i8 1, 2", "  %odd = va_arg ptr null, i8"] {
        let (_, line) = inside_main(text, lines);
        let message = changed(|text| inside_main(text, lines).0).to_string();
        assert!(message.starts_with(&format!("p01.ll:{line}:")), "{line}: {message}");
        let word = lines.trim().trim_start_matches("%odd = ").split(' ').next().unwrap();
        assert!(message.contains(word), "{word}: {message}");
    }
}

#[test]
fn a_program_that_does_not_fit_is_told_what_is_largest() {
    let error = changed(|text| format!("{text}\n@big = global [60000 x i8] zeroinitializer, align 1\n"));
    let Error::TooLarge { needed, available, largest, .. } = &error else { panic!("{error}") };
    assert!(needed > available && *needed > 60_000, "{error}");
    assert_eq!((largest[0].name.as_str(), largest[0].bytes), ("big", 60_000));
    assert!(error.to_string().contains("60000 big"), "{error}");
}

#[test]
fn another_data_layout_is_refused() {
    let error = changed(|text| text.replace("e-P1-p:16:8", "e-m:e-p:32:32")).to_string();
    assert!(error.starts_with("p01.ll:") && error.contains("layout"), "{error}");
}
