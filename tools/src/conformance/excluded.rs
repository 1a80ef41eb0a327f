//! The list of what does not run on the 6502, with its reasons, which a run checks.
//!
//! ```text
//! rustc 1.95.0
//!
//! unwinds: catches a panic, and panics end the program here
//!   coretests::array::array_map_drop_safety
//!
//! cut: uses a method that only the real `std` has
//!   coretests/tests/time.rs: fn div_duration_f32()
//! ```
//!
//! A group is a kind, a colon and the reason; its entries are tests, pieces that are cut out before rustc sees them, for the
//! kind `module` modules that rustc refuses, for the kind `cfg` names that rustc sets and that are taken as not set, and for the kind `small` modules that are compiled for Miri, which is as slow
//! as a 6502. The kinds of tests are the names of [`Outcome`]s: that is what a run must find.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as NoName, StrDeserializer};

use super::mirror::{Cut, Edits};
use super::run::Outcome;

/// The list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excluded {
    /// The release of rustc that it was taken with.
    pub rustc: String,
    /// Tests with how they end and why.
    pub tests: BTreeMap<String, (Outcome, String)>,
    /// Modules that rustc refuses, by prefix and module, and why.
    pub modules: BTreeMap<String, String>,
    /// Modules that take the sizes for Miri, and why.
    pub small: BTreeMap<String, String>,
    /// Names of `cfg` that are taken as not set, and why.
    pub unset: BTreeMap<String, String>,
    /// Pieces that are cut out, and why.
    pub cuts: BTreeMap<Cut, String>,
}

/// What a group lists.
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
    /// A line is of no kind, or an entry stands there twice.
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
            } else if let Some(entry) = line.strip_prefix("  ") {
                let (kind, reason) = group.as_ref().with_context(at)?;
                excluded.add(kind, entry, reason).with_context(at)?;
            } else {
                let (kind, reason) = line.split_once(": ").with_context(at)?;
                group = Some((self::kind(kind).with_context(at)?, reason));
            }
        }
        match excluded.rustc.is_empty() {
            true => bail!("the list does not name the rustc it was taken with"),
            false => Ok(excluded),
        }
    }

    fn add(&mut self, kind: &Kind, entry: &str, reason: &str) -> Result<()> {
        let (name, reason) = (entry.to_string(), reason.to_string());
        let twice = match kind {
            Kind::Tests(outcome) => self.tests.insert(name, (*outcome, reason)).is_some(),
            Kind::Modules => self.modules.insert(name, reason).is_some(),
            Kind::Unset => self.unset.insert(name, reason).is_some(),
            Kind::Small => self.small.insert(name, reason).is_some(),
            Kind::Cuts => {
                let (file, item) = entry.split_once(": ").context("FILE: ITEM is wanted")?;
                self.cuts.insert(Cut { file: file.into(), item: item.into() }, reason).is_some()
            }
        };
        match twice {
            true => Err(anyhow!("it stands there twice")),
            false => Ok(()),
        }
    }

    /// What is different in the sources.
    pub fn edits(&self) -> Edits {
        Edits { cuts: self.cuts.keys().cloned().collect(), unset: self.unset.keys().cloned().collect() }
    }

    /// Entries for tests that no run of everything found, sorted.
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

    const LIST: &str = "# a remark\nrustc 1.95.0\n\nsize: too large\n  a::b\n  a::c\nmodule: needs x\n  a::m\ncut: no y\n  a/b.rs: fn f(\n";

    #[test]
    fn groups_are_read() {
        let list = Excluded::parse(LIST).unwrap();
        assert_eq!(list.rustc, "1.95.0");
        assert_eq!(list.tests["a::c"], (Outcome::Size, "too large".to_string()));
        assert_eq!(list.modules["a::m"], "needs x");
        assert_eq!(list.edits().cuts, [Cut { file: "a/b.rs".into(), item: "fn f(".into() }]);
        assert_eq!(list.missing(&BTreeSet::from(["a::b"])), ["a::c"]);
    }

    #[test]
    fn what_is_no_list_is_refused() {
        let wrong = |text: &str| format!("{:#}", Excluded::parse(text).unwrap_err());
        assert!(wrong("size: x\n  a\n").contains("does not name the rustc"));
        assert!(wrong("rustc 1\nsize: x\n  a\n  a\n").contains("line 4:   a: it stands there twice"));
        assert!(wrong("rustc 1\n  a\n").contains("line 2"));
        assert!(wrong("rustc 1\nsomehow: x\n").contains("unknown variant"));
        assert!(wrong("rustc 1\ncut: x\n  a\n").contains("FILE: ITEM is wanted"));
    }
}
