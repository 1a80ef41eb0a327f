//! Compares the results with the list: computes the figures and reports every deviation.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::Found;
use super::excluded::Excluded;
use super::run::{Outcome, Run};

/// A test's line in the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestResult {
    /// Suite, modules and name of the test.
    pub name: String,
    /// `passed`, `failed` or `excluded`.
    pub result: &'static str,
    /// Cycles from the start of the program to the end of the test; 0 if it did not run.
    pub cycles: u64,
    /// Why it failed or is excluded.
    pub message: String,
}

/// The report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// The rustc that the tests belong to.
    pub rustc: String,
    /// Tests that passed.
    pub passed: u64,
    /// Passed tests in whose programs `{:?}` prints nothing because they did not fit otherwise.
    pub muted: u64,
    /// Tests that did not pass and are not in the list, and lines of the list that do not hold.
    pub failed: u64,
    /// Tests excluded by the list that failed for the listed reason.
    pub excluded: u64,
    /// Number of programs built.
    pub programs: u64,
    /// Cycles of all tests that passed.
    pub cycles: u64,
    /// Every test.
    pub tests: Vec<TestResult>,
    /// Everything that is wrong with the list or does not compile, one entry each; counted in `failed`.
    pub faults: Vec<String>,
    /// Deviations that are printed but are not failures: all with another rustc than that of the list, and tests that have come to
    /// fit, or lack another kind of room than the list says, which [`Excluded::blessed`] puts right.
    pub notes: Vec<String>,
    /// The notes that can be corrected in the list, with the outcome that was found.
    #[serde(skip)]
    pub stale: BTreeMap<String, Outcome>,
}

/// Compares the results with the list. `all` means that every test ran, so that an entry without a test is wrong.
pub fn judge(found: &[Found], excluded: &Excluded, rustc: &str, all: bool) -> Figures {
    let mut figures = Figures { rustc: rustc.to_string(), ..Figures::default() };
    let same = excluded.rustc == rustc;
    let mut untrue = Vec::new();
    for part in found {
        figures.programs += part.programs;
        for (name, run) in &part.tests {
            if let Some(listed) = excluded.tests.get(name)
                && is_stale(listed.outcome, run.outcome)
            {
                figures.stale.insert(name.clone(), run.outcome);
            }
            let result = test(name, run, excluded, same, &mut untrue);
            match result.result {
                "passed" => {
                    figures.passed += 1;
                    figures.muted += u64::from(run.muted);
                    figures.cycles += run.cycles;
                }
                "failed" => figures.failed += 1,
                _ => figures.excluded += 1,
            }
            figures.tests.push(result);
        }
        modules(part, excluded, &mut figures.faults, &mut untrue);
        figures.faults.extend(part.together.iter().cloned());
        untrue.extend(part.untrue.iter().cloned());
    }
    if all {
        let names: BTreeSet<&str> =
            found.iter().flat_map(|part| part.tests.keys()).map(String::as_str).collect();
        untrue.extend(
            excluded.missing(&names).into_iter().map(|name| format!("{name}: there is no such test")),
        );
        let parts: BTreeSet<&str> = found.iter().map(|part| part.prefix.trim_end_matches("::")).collect();
        let modules = excluded.modules.keys().filter(|module| !parts.contains(module.as_str()));
        untrue.extend(modules.map(|module| format!("{module}: there is no such module")));
    }
    match same {
        true => figures.faults.extend(untrue),
        false => figures.notes = untrue,
    }
    if same {
        let note = |(name, found): (&String, &Outcome)| {
            format!("{name}: {}, but is listed as {}", word(*found), word(excluded.tests[name].outcome))
        };
        figures.notes.extend(figures.stale.iter().map(note));
        let (found, listed) = (figures.passed, excluded.passed);
        if all && found != listed {
            figures.notes.push(format!("{found} tests pass, but the list says {listed}"));
        }
    }
    figures.failed += figures.faults.len() as u64;
    figures
}

/// Returns whether a test that is listed for lack of room now passes, or now lacks another kind of room.
fn is_stale(listed: Outcome, found: Outcome) -> bool {
    listed.is_about_room() && (found == Outcome::Passes || found.is_about_room()) && listed != found
}

/// Returns the verdict on one test. A test that passes although it is listed is an error in the list.
fn test(name: &str, run: &Run, excluded: &Excluded, same: bool, untrue: &mut Vec<String>) -> TestResult {
    let listed = excluded.tests.get(name);
    let told =
        |result, message: String| TestResult { name: name.to_string(), result, cycles: run.cycles, message };
    let what = match (listed, run.outcome) {
        (None, Outcome::Passes) => return told("passed", String::new()),
        (Some(listed), found) if same && is_stale(listed.outcome, found) => {
            let result = if found == Outcome::Passes { "passed" } else { "excluded" };
            return told(result, run.message.clone());
        }
        (Some(listed), Outcome::Passes) => {
            untrue.push(format!("{name} passes, but is listed as {}", word(listed.outcome)));
            return told("passed", String::new());
        }
        (Some(listed), found) if listed.outcome == found && listed.is_said(&run.message, same) => {
            return told("excluded", format!("{}: {}", word(found), listed.reason));
        }
        (Some(listed), found) => {
            let says = listed.says.iter().map(|text| format!(" with {text:?}")).collect::<String>();
            format!("listed as {}{says}, but {}: {}", word(listed.outcome), word(found), run.message)
        }
        (None, found) => format!("{}: {}", word(found), run.message),
    };
    // Another rustc may need more room or time; a wrong result is wrong with every rustc.
    match same || run.outcome.is_wrong() {
        true => told("failed", what),
        false => {
            untrue.push(format!("{name}: {what}"));
            told("excluded", what)
        }
    }
}

/// Checks that every part that rustc rejects is in the list, and vice versa.
fn modules(part: &Found, excluded: &Excluded, faults: &mut Vec<String>, untrue: &mut Vec<String>) {
    let module = part.prefix.trim_end_matches("::");
    match (&part.refused, excluded.modules.get(module)) {
        (Some(errors), None) => faults.push(format!("{module} does not compile: {errors}")),
        (Some(errors), Some((_, says))) if !errors.contains(says) => {
            untrue.push(format!("{module} is listed as refused with {says:?}, but its errors are: {errors}"));
        }
        (None, Some(_)) => untrue.push(format!("{module} compiles, but is listed as a module that does not")),
        _ => {}
    }
}

/// Returns the name of an outcome as used in the list.
fn word(outcome: Outcome) -> String {
    format!("{outcome:?}").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "rustc 1.95.0\nsize: large\n  s::a::big\npanics: wide\n  s::a::wide: a.rs 3\n";

    fn ran(outcomes: &[(&str, Outcome)]) -> Vec<Found> {
        let run = |outcome| Run { outcome, cycles: 10, message: "m\na.rs\n3".into(), muted: false };
        let tests = outcomes.iter().map(|(name, outcome)| (format!("s::{name}"), run(*outcome))).collect();
        vec![Found { prefix: "s::m::".into(), tests, programs: 1, ..Found::default() }]
    }

    fn judged(outcomes: &[(&str, Outcome)], rustc: &str) -> Figures {
        judge(&ran(outcomes), &Excluded::parse(LIST).unwrap(), rustc, true)
    }

    #[test]
    fn what_is_listed_must_be_so() {
        let good = [("a::big", Outcome::Size), ("a::ok", Outcome::Passes), ("a::wide", Outcome::Panics)];
        let figures = judged(&good, "1.95.0");
        assert_eq!((figures.passed, figures.failed, figures.excluded, figures.programs), (1, 0, 2, 1));
        assert_eq!(figures.tests[0].message, "size: large");
    }

    #[test]
    fn a_list_that_is_not_true_fails() {
        let figures = judged(&[("a::big", Outcome::Returns), ("a::wide", Outcome::Time)], "1.95.0");
        assert_eq!(figures.tests[0].message, "listed as size, but returns: m\na.rs\n3");
        assert_eq!(figures.tests[1].message, "listed as panics with \"a.rs 3\", but time: m\na.rs\n3");
        assert_eq!(figures.failed, 2);
        let figures = judged(&[("a::big", Outcome::Size), ("a::wide", Outcome::Passes)], "1.95.0");
        assert_eq!(figures.faults, ["s::a::wide passes, but is listed as panics"]);
        let figures = judged(&[("a::big", Outcome::Size)], "1.95.0");
        assert_eq!(figures.faults, ["s::a::wide: there is no such test"]);
        let list = Excluded::parse("rustc 1.95.0\nmodule: std\n  s::n: E0425\n").unwrap();
        assert_eq!(judge(&ran(&[]), &list, "1.95.0", true).faults, ["s::n: there is no such module"]);
    }

    #[test]
    fn a_test_that_has_come_to_fit_is_a_note_and_can_be_blessed() {
        let judged = |found| judged(&[("a::big", found), ("a::wide", Outcome::Panics)], "1.95.0");
        let figures = judged(Outcome::Passes);
        assert_eq!((figures.passed, figures.failed, figures.excluded), (1, 0, 1));
        let number = "1 tests pass, but the list says 0";
        assert_eq!(figures.notes, ["s::a::big: passes, but is listed as size", number]);
        let without = "rustc 1.95.0\nsize: large\npanics: wide\n  s::a::wide: a.rs 3\n";
        assert_eq!(Excluded::blessed(LIST, &figures.stale, None), without);
        let figures = judged(Outcome::Memory);
        assert_eq!((figures.passed, figures.failed, figures.excluded), (0, 0, 2));
        let list = LIST.to_string() + "memory: heap\n";
        assert_eq!(
            Excluded::blessed(&list, &figures.stale, None),
            without.to_string() + "memory: heap\n  s::a::big\n"
        );
    }

    #[test]
    fn another_rustc_is_told_of_and_only_its_wrong_tests_fail() {
        let outcomes =
            [("a::big", Outcome::Passes), ("a::large", Outcome::Size), ("a::new", Outcome::Crashes)];
        let figures = judged(&outcomes, "1.99.1");
        assert_eq!((figures.failed, figures.excluded, figures.notes.len()), (1, 1, 3));
    }

    #[test]
    fn a_panic_somewhere_else_and_a_test_left_out_by_its_authors_fail_unless_listed() {
        let list = LIST.replace("a.rs 3", "a.rs 4") + "ignored: slow\n  s::a::slow\n";
        let found =
            [("a::wide", Outcome::Panics), ("a::slow", Outcome::Ignored), ("a::left", Outcome::Ignored)];
        let figures = judge(&ran(&found), &Excluded::parse(&list).unwrap(), "1.95.0", false);
        let failed: Vec<&str> = figures
            .tests
            .iter()
            .filter(|test| test.result == "failed")
            .map(|test| test.name.as_str())
            .collect();
        assert_eq!(failed, ["s::a::left", "s::a::wide"]);
        assert_eq!(figures.excluded, 1);
    }

    #[test]
    fn a_part_that_rustc_refuses_must_be_listed() {
        let refused =
            |prefix: &str| Found { prefix: prefix.into(), refused: Some("E0425".into()), ..Found::default() };
        let list =
            Excluded::parse("rustc 1.95.0\nmodule: std\n  s::m: E0425\n  s::n: E0433\n  s::y: E0425\n")
                .unwrap();
        let compiles = Found { prefix: "s::y::".into(), ..Found::default() };
        let figures = judge(
            &[refused("s::m::"), refused("s::n::"), refused("s::x::"), compiles],
            &list,
            "1.95.0",
            false,
        );
        let compiles = "s::y compiles, but is listed as a module that does not";
        let otherwise = "s::n is listed as refused with \"E0433\", but its errors are: E0425";
        assert_eq!(figures.faults, ["s::x does not compile: E0425", otherwise, compiles]);
    }
}
