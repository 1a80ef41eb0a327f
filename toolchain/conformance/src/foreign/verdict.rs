//! Compares a program's run on the 6502 with that on the host, or determines why they cannot be compared.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;

use super::host::{Ended, Host, SIGNALS};
use super::list::List;
use super::target::Target;
use crate::run::Outcome;

/// A program's line in the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Its path relative to the folder.
    pub name: String,
    /// `right`, `wrong` or `excluded`.
    pub result: &'static str,
    /// Why it is excluded, or why it was not compared although it must be right: a word of [`REASONS`].
    pub reason: Option<&'static str>,
    /// The difference, or the message of the compiler or the machine.
    pub message: String,
    /// Cycles on the 6502, if it is right.
    pub cycles: Option<u64>,
    /// Whether it only fits with a `Debug` that prints nothing.
    pub muted: bool,
}

/// The report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The rustc of both programs.
    pub rustc: String,
    /// Programs with the same output and exit code on host and 6502.
    pub right: u64,
    /// Programs with a different output or exit code for which the list has no reason.
    pub wrong: u64,
    /// Programs that are not compared.
    pub excluded: u64,
    /// Number of excluded programs for each reason.
    pub reasons: BTreeMap<&'static str, u64>,
    /// Every program.
    pub programs: Vec<Verdict>,
    /// Programs that must be right according to the list but are not compared, and others for which the list has a wrong reason.
    pub faults: Vec<String>,
    /// Programs that must be right according to the list but have become too large or too slow.
    pub notes: Vec<String>,
}

/// A program that ran, or did not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its path relative to the folder.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// The result.
    pub found: Found,
    /// Whether `Debug` prints nothing in it because it did not fit otherwise.
    pub muted: bool,
}

/// Compares the results with the list.
pub fn judge(runs: &[Run], list: &List, rustc: &str) -> Report {
    let mut report = Report { rustc: rustc.to_string(), ..Report::default() };
    for run in runs {
        let must_be_right = list.must_be_right(&run.path);
        let mut verdict = Verdict {
            name: run.name.clone(),
            result: "excluded",
            reason: None,
            message: String::new(),
            cycles: None,
            muted: run.muted,
        };
        match (&run.found, list.reason(&run.path)) {
            (Found::Right(cycles), reason) => {
                (verdict.result, verdict.cycles) = ("right", Some(*cycles));
                report
                    .faults
                    .extend(reason.map(|why| format!("{} is right, but listed to differ: {why}", run.name)));
            }
            (Found::Differs(what), Some(why)) => {
                (verdict.reason, verdict.message) = (Some("target"), format!("{why}: {what}"));
            }
            (Found::Differs(what), None) => (verdict.result, verdict.message) = ("wrong", what.clone()),
            (&Found::Excluded(reason, ref message), _) => {
                (verdict.reason, verdict.message) = (Some(reason), message.clone());
                let said = format!("{} must be right, but: {reason}: {message}", run.name);
                match reason {
                    _ if !must_be_right => {}
                    "size" | "memory" | "time" => report.notes.push(said),
                    // Another rustc may support other features.
                    _ if list.rustc != rustc => report.notes.push(said),
                    _ => report.faults.push(said),
                }
            }
        }
        match verdict.result {
            "right" => report.right += 1,
            "wrong" => report.wrong += 1,
            _ => {
                report.excluded += 1;
                *report.reasons.entry(verdict.reason.unwrap_or_default()).or_default() += 1;
            }
        }
        report.programs.push(verdict);
    }
    report
}

/// The reasons why a program is not compared, with their meanings.
pub const REASONS: [(&str, &str); 14] = [
    ("host", "rustc refuses it on the host"),
    ("hangs", "it does not end on the host"),
    (
        "dialect",
        "translated from gccrs's dialect, it prints on the host something else than its comment tells",
    ),
    ("std", "it uses something of std that needs an operating system, or that the replacement does not have"),
    ("width", "it needs a usize of 32 or 64 bits to compile"),
    ("rustc", "rustc refuses it for the 6502 for another reason"),
    ("refused", "it uses a construct that our compiler does not support"),
    ("size", "its code does not fit into the memory"),
    ("memory", "it needs more heap or stack than there is"),
    ("time", "it takes more than eight minutes at 1 MHz"),
    ("unwinds", "it catches a panic"),
    ("waits", "it waits for another thread"),
    ("target", "it is to behave otherwise on a target with 16 bits, as the list tells"),
    ("chance", "it behaves otherwise on the host each time"),
];

/// The result of a program before the list is consulted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The same on host and 6502.
    Right(u64),
    /// Not the same, with the difference.
    Differs(String),
    /// Not compared: a word of [`REASONS`] and a message.
    Excluded(&'static str, String),
}

/// Returns the end of the run on the host, or the verdict if the host's result already determines it.
pub fn of_host(host: &Host, expected: Option<&str>) -> Result<Ended, Found> {
    match host {
        Host::Refused(errors) => Err(Found::Excluded("host", errors.clone())),
        Host::Hangs => Err(Found::Excluded("hangs", String::new())),
        Host::Ran(ended) => match expected {
            Some(text) if !ended.output.starts_with(text.as_bytes()) => Err(Found::Excluded(
                "dialect",
                format!("{:?}, but the comment says {text:?}", shown(&ended.output)),
            )),
            _ => Ok(ended.clone()),
        },
    }
}

/// Returns the verdict on a program that rustc rejects for the 6502 but not for the host.
pub fn of_refusal(errors: &str) -> Found {
    /// Errors about names: an import, a path, a type, a value, a trait, a method or a macro that does not exist.
    const NAMES: [&str; 10] = [
        "E0432",
        "E0433",
        "E0412",
        "E0425",
        "E0405",
        "E0599",
        "E0463",
        "cannot find macro",
        "E0635",
        "E0407",
    ];
    /// Errors about sizes: in transmutes, in constants, and for types larger than memory.
    const WIDTHS: [&str; 5] = [
        "E0512",
        "E0080",
        "too big for the target",
        "out of range for",
        "too large for the current architecture",
    ];
    let has = |signs: &[&str]| signs.iter().any(|sign| errors.contains(sign));
    let reason = match () {
        () if has(&NAMES) => "std",
        () if has(&WIDTHS) => "width",
        () => "rustc",
    };
    Found::Excluded(reason, errors.to_string())
}

/// Returns the verdict on a program that ran on the host and was compiled for the 6502.
pub fn of_target(host: &Ended, target: &Target) -> Found {
    match target {
        Target::Ran(ended, cycles) if ended == host => Found::Right(*cycles),
        Target::Ran(ended, _) => Found::Differs(difference(host, ended)),
        Target::Stopped(Outcome::Crashes, message) if host.code > SIGNALS && message.contains("BRK") => {
            Found::Right(0)
        }
        Target::Stopped(outcome, message) => match outcome {
            Outcome::Refused => Found::Excluded("refused", message.clone()),
            Outcome::Size => Found::Excluded("size", message.clone()),
            Outcome::Memory => Found::Excluded("memory", message.clone()),
            Outcome::Time => Found::Excluded("time", message.clone()),
            Outcome::Unwinds => Found::Excluded("unwinds", message.clone()),
            Outcome::Waits => Found::Excluded("waits", message.clone()),
            _ => Found::Differs(format!("on the host exit code {}, on the 6502 {message}", host.code)),
        },
    }
}

/// Describes the difference by the first line that differs.
fn difference(host: &Ended, target: &Ended) -> String {
    if host.code != target.code {
        return format!(
            "exit code {} on the host, {} on the 6502, which printed {:?}",
            host.code,
            target.code,
            shown(&target.output)
        );
    }
    let (host, target) = (shown(&host.output), shown(&target.output));
    let line = host.lines().zip(target.lines()).position(|(a, b)| a != b);
    let line = line.unwrap_or_else(|| host.lines().count().min(target.lines().count()));
    let told = |text: &str| text.lines().nth(line).unwrap_or("nothing").to_string();
    format!("line {} of the output: {:?} on the host, {:?} on the 6502", line + 1, told(&host), told(&target))
}

fn shown(output: &[u8]) -> String {
    String::from_utf8_lossy(output).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(output: &str, code: i32) -> Ended {
        Ended { output: output.into(), code }
    }

    #[test]
    fn output_and_exit_code_must_be_the_same() {
        let host = ended("a\nb\n", 3);
        let on_6502 = |output, code| of_target(&host, &Target::Ran(ended(output, code), 7));
        assert_eq!(on_6502("a\nb\n", 3), Found::Right(7));
        let Found::Differs(what) = on_6502("a\nc\n", 3) else { panic!("it is another output") };
        assert_eq!(what, "line 2 of the output: \"b\" on the host, \"c\" on the 6502");
        assert!(
            matches!(on_6502("a\nb\n", 0), Found::Differs(what) if what.starts_with("exit code 3 on the host, 0"))
        );
        assert!(matches!(on_6502("a\nb", 3), Found::Differs(_)));
    }

    #[test]
    fn reasons_are_told_apart() {
        let of = |found| match found {
            Found::Excluded(reason, _) => reason,
            _ => "compared",
        };
        assert_eq!(of(of_refusal("a.rs:1:1: error[E0432]: unresolved import `std::fs`")), "std");
        assert_eq!(of(of_refusal("a.rs:1:1: error[E0512]: cannot transmute")), "width");
        assert_eq!(of(of_refusal("a.rs:1:1: error[E0277]: no")), "rustc");
        for (outcome, reason) in [
            (Outcome::Size, "size"),
            (Outcome::Memory, "memory"),
            (Outcome::Time, "time"),
            (Outcome::Unwinds, "unwinds"),
            (Outcome::Waits, "waits"),
            (Outcome::Refused, "refused"),
            (Outcome::Crashes, "compared"),
        ] {
            assert_eq!(of(of_target(&ended("", 0), &Target::Stopped(outcome, String::new()))), reason);
        }
        assert_eq!(of_host(&Host::Ran(ended("xy", 0)), Some("x")), Ok(ended("xy", 0)));
        let refused = [Host::Refused(String::new()), Host::Hangs, Host::Ran(ended("y", 0))];
        let reasons = refused.map(|host| of_host(&host, Some("x")).map_err(of));
        assert_eq!(reasons, [Err("host"), Err("hangs"), Err("dialect")]);
    }

    #[test]
    fn the_list_excuses_differences_and_demands_results() {
        let list =
            List::parse("rustc 1\ndiffers: a size\n  d.rs\n  e.rs\nright: x\n  r.rs\n  s.rs\n  t.rs\n")
                .unwrap();
        let run = |name: &str, found| Run {
            name: name.into(),
            path: format!("/{name}").into(),
            found,
            muted: false,
        };
        let differs = || Found::Differs("x".into());
        let runs = [
            run("d.rs", differs()),
            run("e.rs", Found::Right(1)),
            run("f.rs", differs()),
            run("r.rs", Found::Right(2)),
            run("s.rs", Found::Excluded("size", String::new())),
            run("t.rs", Found::Excluded("std", String::new())),
            run("u.rs", Found::Excluded("std", String::new())),
        ];
        let report = judge(&runs, &list, "1");
        assert_eq!((report.right, report.wrong, report.excluded), (2, 1, 4));
        assert_eq!(report.reasons, BTreeMap::from([("target", 1), ("size", 1), ("std", 2)]));
        assert_eq!((report.faults.len(), report.notes.len()), (2, 1));
        assert_eq!(judge(&runs, &list, "2").notes.len(), 2);
    }
}
