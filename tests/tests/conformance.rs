//! A sample of core's and alloc's own tests on the 6502. `cargo c64 conformance` runs all of them.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cargo_c64::home::Home;
use cargo_c64::output::thousands;
use cargo_c64::setup::Setup;
use conformance::excluded::Excluded;
use conformance::run::Outcome;
use conformance::{Conformance, EXCLUDED, judge};
use e2e::program::{sys2080, workspace};

/// Modules of different kinds that build and run fast, with the fewest tests of each that must pass.
const SAMPLE: [(&str, u64); 5] = [
    ("coretests::option::", 30),
    ("coretests::cmp::", 10),
    ("coretests::ascii::", 15),
    ("coretests::hash::", 8),
    ("alloctests::borrow::", 3),
];

/// Held while the tests' programs are built: they have one folder.
fn folder() -> MutexGuard<'static, ()> {
    static FOLDER: Mutex<()> = Mutex::new(());
    FOLDER.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn tests_of_core_and_alloc_pass_but_for_those_that_are_listed() {
    let _folder = folder();
    let toolchain = Setup { install: false }.rust().unwrap();
    let rustc = toolchain.release().unwrap();
    let conformance = Conformance::new(toolchain, &Home::find().unwrap()).unwrap();
    let mut passed = BTreeMap::new();
    for (module, _) in SAMPLE {
        let figures =
            judge(&conformance.run(module, &|_, _, _| {}).unwrap(), conformance.excluded(), &rustc, false);
        let failed = figures.tests.iter().filter(|test| test.result == "failed").collect::<Vec<_>>();
        assert_eq!((failed.as_slice(), figures.faults.as_slice()), (&[][..], &[][..]), "{module}");
        passed.insert(module, figures.passed);
    }
    assert!(SAMPLE.iter().all(|(module, least)| passed[module] >= *least), "{passed:?}");
}

#[test]
fn the_command_line_tells_every_test() {
    let _folder = folder();
    let output = sys2080(&["conformance", "coretests::tuple::", "--json"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["failed"], 0, "{text}");
    let tests = document["tests"].as_array().unwrap();
    let clone = tests.iter().find(|test| test["name"] == "coretests::tuple::test_clone").unwrap();
    assert_eq!(clone["result"], "passed");
    assert!(clone["cycles"].as_u64().unwrap() > 0);
    let output = sys2080(&["conformance", "coretests::tuple::no_such_test"]);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Whether a test is counted in a row of the table in `docs/VERIFYING.md`, by its outcome and the reason in the list.
type Row = fn(Outcome, &str) -> bool;

#[test]
fn the_documents_have_the_figures_of_the_list() {
    /// The rows in their order.
    const ROWS: [Row; 8] = [
        |outcome, _| matches!(outcome, Outcome::Size | Outcome::Memory),
        |outcome, why| {
            outcome == Outcome::Unwinds || outcome == Outcome::Ignored && why.contains("cannot be caught")
        },
        |outcome, _| outcome == Outcome::Time,
        |outcome, why| outcome == Outcome::Returns || outcome == Outcome::Panics && !why.contains("Debug"),
        |outcome, _| outcome == Outcome::Refused,
        |outcome, why| outcome == Outcome::Ignored && !why.contains("cannot be caught"),
        |outcome, _| outcome == Outcome::Waits,
        |outcome, why| outcome == Outcome::Panics && why.contains("Debug"),
    ];
    let read = |name: &str| std::fs::read_to_string(workspace().root().join(name)).unwrap();
    let list = Excluded::parse(&read(EXCLUDED)).unwrap();
    let passed = thousands(list.passed);
    let excluded = list.tests.len();
    let (verifying, readme) = (read("docs/VERIFYING.md"), read("README.md"));
    let rustc = &list.rustc;
    assert!(verifying.contains(&format!("With rustc {rustc}, ")));
    assert!(
        verifying.contains(&format!("**{passed} tests pass on the 6502, and none gives a wrong result.**"))
    );
    assert!(verifying.contains(&format!("Another {excluded} do not pass")));
    let table = verifying.split_once("why they do not pass |").unwrap().1.split_once("\n\n").unwrap().0;
    let rows: Vec<usize> =
        table.lines().filter_map(|line| line.split('|').nth(1)?.trim().parse().ok()).collect();
    let counted = ROWS.map(|row| list.tests.values().filter(|test| row(test.outcome, &test.reason)).count());
    assert_eq!(rows, counted.into_iter().filter(|count| *count > 0).collect::<Vec<_>>());
    assert_eq!(rows.iter().sum::<usize>(), excluded);
    assert!(readme.contains(&format!("and {passed} of `core`'s")));
    assert!(readme.contains(&format!("{passed} pass and\nnone gives a wrong result.")));
    assert!(readme.contains(&format!("why the other {excluded} cannot")));
}
