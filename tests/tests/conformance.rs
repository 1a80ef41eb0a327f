//! A sample of core's and alloc's own tests on the 6502. `cargo c64 conformance` runs all of them.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use e2e::program::{sys2080, workspace};
use tools::conformance::{Conformance, judge};
use tools::setup::Setup;

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
    let conformance = Conformance::new(toolchain, &workspace()).unwrap();
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
