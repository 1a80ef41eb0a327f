//! `cargo c64 conformance --programs`: programs that use `std`, on the host and on the 6502, with each kind of verdict.

use std::collections::BTreeMap;

use conformance::foreign::PROGRAMS;
use conformance::foreign::list::List;
use e2e::program::{sys2080, workspace};
use serde_json::Value;

/// Each program with its result and reason.
type Verdicts = BTreeMap<String, (String, Option<String>)>;

/// Runs the programs whose names hold a text, and returns the exit code with their verdicts.
fn verdicts(filter: &str) -> (Option<i32>, Verdicts) {
    let folder = workspace().root().join("toolchain/conformance/programs");
    let output = sys2080(&["conformance", filter, "--programs", folder.to_str().unwrap(), "--json"]);
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let text = |value: &Value| value.as_str().map(str::to_string);
    let programs = document["programs"].as_array().unwrap().iter();
    let verdict = |program: &Value| {
        (text(&program["name"]).unwrap(), (text(&program["result"]).unwrap(), text(&program["reason"])))
    };
    (output.status.code(), programs.map(verdict).collect())
}

#[test]
fn a_right_and_a_wrong_program_are_told_apart() {
    let of = |result: &str| (result.to_string(), None);
    assert_eq!(verdicts("right"), (Some(0), BTreeMap::from([("right.rs".to_string(), of("right"))])));
    assert_eq!(verdicts("wrong"), (Some(1), BTreeMap::from([("wrong.rs".to_string(), of("wrong"))])));
}

#[test]
#[ignore = "takes a minute or more: toolchains.yml runs it every week"]
fn every_program_has_its_verdict() {
    let expected = [
        ("aborts.rs", "right", None),
        ("catches.rs", "excluded", Some("unwinds")),
        ("codes.rs", "right", None),
        ("files.rs", "excluded", Some("std")),
        ("gccrs.rs", "right", None),
        ("hungry.rs", "excluded", Some("memory")),
        ("large.rs", "excluded", Some("size")),
        ("listed.rs", "excluded", Some("target")),
        ("panics.rs", "right", None),
        ("refused.rs", "excluded", Some("host")),
        ("right.rs", "right", None),
        ("variadic.rs", "excluded", Some("refused")),
        ("waits.rs", "excluded", Some("waits")),
        ("width.rs", "excluded", Some("width")),
        ("wrong.rs", "wrong", None),
    ];
    let expected = expected
        .map(|(name, result, reason)| (name.to_string(), (result.to_string(), reason.map(str::to_string))));
    assert_eq!(verdicts(""), (Some(1), BTreeMap::from(expected)));
}

#[test]
fn the_documents_have_the_figures_of_the_list() {
    let read = |name: &str| std::fs::read_to_string(workspace().root().join(name)).unwrap();
    let list = List::parse(&read(PROGRAMS)).unwrap();
    let right = |suite: &str| list.right.iter().filter(|name| name.starts_with(suite)).count();
    let verifying = read("docs/VERIFYING.md").replace('\n', " ");
    let said = format!(
        "With rustc {}, **{} of Miri's 370 programs and {} of the 256 of gccrs in GCC 16.2 are right, and none is wrong.**",
        list.rustc,
        right("tests/pass/"),
        right("execute/torture/")
    );
    assert!(verifying.contains(&said), "{said}");
}
