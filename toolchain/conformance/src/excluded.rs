//! The list of tests that do not run on the 6502, with reasons that every run checks.
//!
//! ```text
//! rustc 1.95.0
//! passed 3680
//!
//! unwinds: catches a panic, and panics end the program here
//!   coretests::array::array_map_drop_safety
//!
//! panics: wants words of 16 bits on even addresses
//!   coretests::mem::align_of_16: coretests/tests/mem.rs 28
//!
//! cut: uses a method that only the real `std` has
//!   coretests/tests/time.rs: fn div_duration_f32()
//! ```
//!
//! The second line has the number of tests that pass, which is also given in the documentation. A group starts with a kind, a colon and
//! the reason. Its entries depend on the kind:
//!
//! - `cut`: items that are removed from the sources before rustc sees them;
//! - `module`: modules that rustc rejects, each with a part of its message;
//! - `cfg`: names that rustc sets and that are treated as unset;
//! - `small`: modules that are compiled with the sizes for Miri, which is as slow as a 6502;
//! - the name of an [`Outcome`]: tests for which a run must find that outcome. If the outcome may have many reasons, the entry
//!   ends with a part of the expected message; for a panic, its file and line.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as NoName, StrDeserializer};

use super::mirror::{Cut, Edits};
use super::run::Outcome;

/// The word before the number of tests that pass.
const PASSED: &str = "passed ";

/// The list of exclusions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excluded {
    /// The release of rustc with which it was generated.
    pub rustc: String,
    /// The number of tests that pass.
    pub passed: u64,
    /// Tests that do not pass.
    pub tests: BTreeMap<String, Listed>,
    /// Modules that rustc rejects, by prefix and module, with the reason and a part of its message.
    pub modules: BTreeMap<String, (String, String)>,
    /// Modules that use the sizes for Miri, and why.
    pub small: BTreeMap<String, String>,
    /// `cfg` names that are treated as unset, and why.
    pub unset: BTreeMap<String, String>,
    /// Items that are removed, and why.
    pub cuts: BTreeMap<Cut, String>,
}

/// A test that does not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// How the test ends.
    pub outcome: Outcome,
    /// The reason.
    pub reason: String,
    /// A part of its message, if the outcome may have many reasons.
    pub says: Option<String>,
}

impl Listed {
    /// Returns whether a message is the listed one. With a rustc other than the list's (`same` is false), line numbers may differ.
    pub fn is_said(&self, message: &str, same: bool) -> bool {
        self.says.as_ref().is_none_or(|text| {
            let message = message.replace('\n', " ");
            let digit = |c: char| c.is_ascii_digit();
            match same {
                // A line number must not match as the beginning of a longer one.
                true => message
                    .match_indices(text)
                    .any(|(at, _)| !(text.ends_with(digit) && message[at + text.len()..].starts_with(digit))),
                false => message.contains(text.trim_end_matches(digit)),
            }
        })
    }
}

/// The kind of the entries in a group.
enum Kind {
    Tests(Outcome),
    Modules,
    Small,
    Unset,
    Cuts,
}

impl Excluded {
    /// Reads the list.
    ///
    /// # Errors
    /// A line is malformed, or an entry appears twice.
    pub fn parse(text: &str) -> Result<Excluded> {
        let mut excluded = Excluded::default();
        let mut group: Option<(Kind, &str)> = None;
        for (number, line) in text.lines().enumerate() {
            let at = || format!("line {}: {line}", number + 1);
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(release) = line.strip_prefix("rustc ") {
                excluded.rustc = release.to_string();
            } else if let Some(number) = line.strip_prefix(PASSED) {
                excluded.passed = number.parse().with_context(at)?;
            } else if let Some(entry) = line.strip_prefix("  ") {
                let (kind, reason) = group.as_ref().with_context(at)?;
                excluded.add(kind, entry, reason).with_context(at)?;
            } else {
                let (kind, reason) = line.split_once(": ").with_context(at)?;
                group = Some((self::kind(kind).with_context(at)?, reason));
            }
        }
        match excluded.rustc.is_empty() {
            true => bail!("the list does not name the rustc that it was made with"),
            false => Ok(excluded),
        }
    }

    fn add(&mut self, kind: &Kind, entry: &str, reason: &str) -> Result<()> {
        let (name, reason) = (entry.to_string(), reason.to_string());
        let twice = match kind {
            Kind::Tests(outcome) => {
                let (name, says) = match (outcome.has_many_reasons(), entry.split_once(": ")) {
                    (true, Some((name, says))) => (name.to_string(), Some(says.to_string())),
                    (false, None) => (name, None),
                    (true, None) => bail!("expected TEST: PART OF ITS MESSAGE"),
                    (false, Some(_)) => bail!("expected TEST alone: this kind needs no message"),
                };
                self.tests.insert(name, Listed { outcome: *outcome, reason, says }).is_some()
            }
            Kind::Modules => {
                let (name, says) = entry.split_once(": ").context("expected MODULE: PART OF THE MESSAGE")?;
                self.modules.insert(name.to_string(), (reason, says.to_string())).is_some()
            }
            Kind::Unset => self.unset.insert(name, reason).is_some(),
            Kind::Small => self.small.insert(name, reason).is_some(),
            Kind::Cuts => {
                let (file, item) = entry.split_once(": ").context("expected FILE: ITEM")?;
                self.cuts.insert(Cut { file: file.into(), item: item.into() }, reason).is_some()
            }
        };
        match twice {
            true => Err(anyhow!("it is listed twice")),
            false => Ok(()),
        }
    }

    /// Returns the text of a list without the tests that pass now. Tests that now lack another kind of room move to the first group of
    /// that kind, or stay in place if there is no such group. `passed` is the number of passed tests in a complete run.
    pub fn blessed(text: &str, stale: &BTreeMap<String, Outcome>, passed: Option<u64>) -> String {
        let word = |outcome: &Outcome| format!("{outcome:?}: ").to_lowercase();
        let has_group = |outcome: &Outcome| text.lines().any(|line| line.starts_with(&word(outcome)));
        let mut placed = BTreeSet::new();
        let mut blessed = String::new();
        for line in text.lines() {
            let found = line.strip_prefix("  ").and_then(|name| stale.get(name));
            if found.is_some_and(|found| *found == Outcome::Passes || has_group(found)) {
                continue;
            }
            if let Some(passed) = passed
                && line.starts_with(PASSED)
            {
                blessed += &format!("{PASSED}{passed}\n");
                continue;
            }
            blessed = blessed + line + "\n";
            for (name, outcome) in stale {
                if line.starts_with(&word(outcome)) && placed.insert(name) {
                    blessed = blessed + "  " + name + "\n";
                }
            }
        }
        blessed
    }

    /// Returns the edits to the sources.
    pub fn edits(&self) -> Edits {
        Edits { cuts: self.cuts.keys().cloned().collect(), unset: self.unset.keys().cloned().collect() }
    }

    /// Returns the sorted entries for tests that a complete run did not find.
    pub fn missing<'a>(&'a self, found: &BTreeSet<&str>) -> Vec<&'a str> {
        self.tests.keys().map(String::as_str).filter(|name| !found.contains(name)).collect()
    }
}

fn kind(name: &str) -> Result<Kind> {
    match name {
        "module" => Ok(Kind::Modules),
        "cfg" => Ok(Kind::Unset),
        "small" => Ok(Kind::Small),
        "cut" => Ok(Kind::Cuts),
        _ => {
            let named: StrDeserializer<'_, NoName> = name.into_deserializer();
            Ok(Kind::Tests(Outcome::deserialize(named)?))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# a remark\nrustc 1.95.0\n\nsize: too large\n  a::b\n  a::c\npanics: odd\n  a::p: f.rs 7\nmodule: needs x\n  a::m: E0425\ncut: no y\n  a/b.rs: fn f(\n";

    #[test]
    fn groups_are_read() {
        let list = Excluded::parse(LIST).unwrap();
        assert_eq!(list.rustc, "1.95.0");
        let large = Listed { outcome: Outcome::Size, reason: "too large".into(), says: None };
        assert_eq!(list.tests["a::c"], large);
        assert_eq!(list.tests["a::p"].says.as_deref(), Some("f.rs 7"));
        assert_eq!(list.modules["a::m"], ("needs x".to_string(), "E0425".to_string()));
        assert_eq!(list.edits().cuts, [Cut { file: "a/b.rs".into(), item: "fn f(".into() }]);
        assert_eq!(list.missing(&BTreeSet::from(["a::b"])), ["a::c", "a::p"]);
    }

    #[test]
    fn the_number_that_pass_is_read_and_put_right() {
        let text = "rustc 1\npassed 12\n";
        assert_eq!(Excluded::parse(text).unwrap().passed, 12);
        let none = BTreeMap::new();
        assert_eq!(Excluded::blessed(text, &none, None), text);
        assert_eq!(Excluded::blessed(text, &none, Some(13)), "rustc 1\npassed 13\n");
        assert!(Excluded::parse("rustc 1\npassed many\n").is_err());
    }

    #[test]
    fn what_is_no_list_is_refused() {
        let wrong = |text: &str| format!("{:#}", Excluded::parse(text).unwrap_err());
        assert!(wrong("size: x\n  a\n").contains("does not name the rustc"));
        assert!(wrong("rustc 1\nsize: x\n  a\n  a\n").contains("line 4:   a: it is listed twice"));
        assert!(wrong("rustc 1\n  a\n").contains("line 2"));
        assert!(wrong("rustc 1\nsomehow: x\n").contains("unknown variant"));
        assert!(wrong("rustc 1\nmodule: x\n  a\n").contains("expected MODULE: PART OF THE MESSAGE"));
        assert!(wrong("rustc 1\ncut: x\n  a\n").contains("expected FILE: ITEM"));
        assert!(wrong("rustc 1\npanics: x\n  a\n").contains("expected TEST: PART OF ITS MESSAGE"));
        assert!(wrong("rustc 1\nsize: x\n  a: b\n").contains("this kind needs no message"));
    }

    #[test]
    fn another_rustc_may_say_it_on_another_line() {
        let says = Some("a.rs 12".to_string());
        let listed = Listed { outcome: Outcome::Panics, reason: String::new(), says };
        assert!(!listed.is_said("odd\na.rs\n120", true) && listed.is_said("a.rs 120, a.rs 12", true));
        assert!(listed.is_said("odd\na.rs\n12", true) && !listed.is_said("odd\na.rs\n13", true));
        assert!(listed.is_said("odd\na.rs\n13", false) && !listed.is_said("odd\nb.rs\n12", false));
    }
}
