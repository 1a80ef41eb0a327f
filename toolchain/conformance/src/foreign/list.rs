//! The list of programs that must be right, and of those that legitimately behave differently on a 16-bit target.
//!
//! ```text
//! rustc 1.95.0
//!
//! differs: prints the size of usize
//!   tests/pass/sizes.rs
//!
//! right: the same on the host and on the 6502
//!   tests/pass/box.rs
//! ```
//!
//! A name is the end of a path, so that it matches wherever the folder is.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// The heading above the names of programs that are right.
const RIGHT: &str = "right: the same output and exit code on the host and on the 6502";

/// The list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// The lines above the first group.
    head: String,
    /// The release of rustc with which it was generated.
    pub rustc: String,
    /// Programs that differ, with the reason.
    pub differs: BTreeMap<String, String>,
    /// Programs that must be right.
    pub right: BTreeSet<String>,
}

impl List {
    /// Reads the list.
    ///
    /// # Errors
    /// A line is malformed, or an entry appears twice.
    pub fn parse(text: &str) -> Result<List> {
        let mut list = List::default();
        let mut reason: Option<Option<&str>> = None;
        for (number, line) in text.lines().enumerate() {
            let at = || format!("line {}: {line}", number + 1);
            if line.starts_with('#') {
                list.head = list.head + line + "\n";
            } else if let Some(release) = line.strip_prefix("rustc ") {
                list.rustc = release.to_string();
            } else if let Some(name) = line.strip_prefix("  ") {
                let is_new = match reason.with_context(at)? {
                    None => list.right.insert(name.to_string()),
                    Some(reason) => list.differs.insert(name.to_string(), reason.to_string()).is_none(),
                };
                if !is_new || (list.right.contains(name) && list.differs.contains_key(name)) {
                    bail!("{}: it is listed twice", at());
                }
            } else if let Some(why) = line.strip_prefix("differs: ") {
                reason = Some(Some(why));
            } else if line.starts_with("right: ") {
                reason = Some(None);
            } else if !line.trim().is_empty() {
                bail!("{}: expected `differs: REASON` or `right: …`", at());
            }
        }
        Ok(list)
    }

    /// Formats the list as text.
    pub fn text(&self) -> String {
        let mut text = format!("{}rustc {}\n", self.head, self.rustc);
        let reasons: BTreeSet<&String> = self.differs.values().collect();
        for reason in reasons {
            let _ = write!(text, "\ndiffers: {reason}\n");
            for (name, _) in self.differs.iter().filter(|(_, why)| *why == reason) {
                let _ = writeln!(text, "  {name}");
            }
        }
        let _ = write!(text, "\n{RIGHT}\n");
        for name in &self.right {
            let _ = writeln!(text, "  {name}");
        }
        text
    }

    /// Returns the reason why a program may differ, if listed.
    pub fn reason(&self, path: &Path) -> Option<&str> {
        self.differs.iter().find(|(name, _)| path.ends_with(name)).map(|(_, reason)| reason.as_str())
    }

    /// Returns whether a program must be right.
    pub fn must_be_right(&self, path: &Path) -> bool {
        self.right.iter().any(|name| path.ends_with(name))
    }

    /// Adds a program in the folder `top` to the list, or removes it.
    pub fn set_right(&mut self, path: &Path, name: &str, top: &Path, right: bool) {
        self.right.retain(|known| !path.ends_with(known));
        if right {
            let parts: Vec<_> = top.iter().map(|part| part.to_string_lossy()).collect();
            let last = parts.len().saturating_sub(2);
            self.right.insert(format!("{}/{name}", parts[last..].join("/")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# a remark\nrustc 1.95.0\n\ndiffers: prints a size\n  tests/pass/a.rs\n\n\
        right: the same output and exit code on the host and on the 6502\n  tests/pass/b.rs\n";

    #[test]
    fn a_list_is_read_and_written() {
        let mut list = List::parse(LIST).unwrap();
        assert_eq!(list.text(), LIST);
        assert_eq!(list.reason(Path::new("/x/tests/pass/a.rs")), Some("prints a size"));
        assert!(list.must_be_right(Path::new("/x/tests/pass/b.rs")));
        assert!(!list.must_be_right(Path::new("/x/tests/pass/ab.rs")));
        list.set_right(Path::new("/x/tests/pass/b.rs"), "b.rs", Path::new("/x/tests/pass"), false);
        list.set_right(Path::new("/x/tests/pass/d/c.rs"), "d/c.rs", Path::new("/x/tests/pass"), true);
        assert_eq!(list.right, BTreeSet::from(["tests/pass/d/c.rs".to_string()]));
    }

    #[test]
    fn a_wrong_list_is_rejected() {
        for wrong in
            ["  a.rs\n", "right: x\n  a.rs\n  a.rs\n", "right: x\n  a\ndiffers: y\n  a\n", "wrong: x\n"]
        {
            assert!(List::parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
