//! The test suites: the roots of core's and alloc's tests, divided into one crate per module.
//!
//! A root is a `lib.rs` with `mod NAME;` lines. A crate contains the root without the other modules and is written next to the
//! root in the [mirror](super::mirror), so that every path in it stays valid.

/// A test crate of the toolchain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suite {
    /// The prefix of its tests' names.
    pub prefix: &'static str,
    /// Its crate's name, on which some tests depend.
    pub name: &'static str,
    /// Its root, relative to the toolchain's folder `library`.
    pub root: &'static str,
    /// Whether its modules depend on each other, so that it is a single crate.
    pub whole: bool,
}

impl Suite {
    /// Returns a test's name, qualified to be unique among all suites.
    pub fn full_name(&self, test: &str) -> String {
        format!("{}::{test}", self.prefix)
    }
}

/// All suites: the tests of core, those of alloc, those inside alloc, and one that is a crate of its own.
pub const SUITES: [Suite; 4] = [
    Suite { prefix: "coretests", name: "coretests", root: "coretests/tests/lib.rs", whole: false },
    Suite { prefix: "alloctests", name: "alloctests", root: "alloctests/tests/lib.rs", whole: false },
    Suite { prefix: "alloctests::lib", name: "alloctests", root: "alloctests/lib.rs", whole: true },
    Suite {
        prefix: "alloctests::vec_deque_alloc_error",
        name: "vec_deque_alloc_error",
        root: "alloctests/tests/vec_deque_alloc_error.rs",
        whole: true,
    },
];

/// Modules with helpers for other modules and no tests.
const HELPERS: [&str; 1] = ["testing"];

/// Attributes that turn a test crate into a program: the name refers to `test_main_static` in our crate `test`.
const HARNESS: [&str; 2] = ["#![no_main]", "#![reexport_test_harness_main = \"run_the_test\"]"];

/// The entry point, on the last line so that all other lines keep their numbers.
const MAIN: &str = "#[unsafe(no_mangle)] extern \"C\" fn main() { run_the_test() }\n";

/// A part of a suite that is one crate: a module of the root, or the contents of the root itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The suite.
    pub suite: Suite,
    /// The module; `None` for the root without modules.
    pub module: Option<String>,
}

impl Part {
    /// Returns the path of its suite and module.
    pub fn path(&self) -> String {
        match &self.module {
            Some(module) => format!("{}::{module}", self.suite.prefix),
            None => self.suite.prefix.to_string(),
        }
    }

    /// The prefix of its tests' names.
    pub fn prefix(&self) -> String {
        self.path() + "::"
    }

    /// Returns a name for files.
    pub fn stem(&self) -> String {
        let module = self.module.as_deref().unwrap_or("root");
        format!("{}-{module}", self.suite.prefix.replace("::", "-"))
    }

    /// Returns whether a test, by its name in the crate, belongs to this part.
    pub fn owns(&self, test: &str) -> bool {
        let first = test.split_once("::").map(|(first, _)| first);
        self.suite.whole || first == self.module.as_deref()
    }

    /// Returns whether a file below `library` belongs to its module.
    pub fn holds(&self, file: &str) -> bool {
        let folder = self.suite.root.rsplit_once('/').map_or("", |(folder, _)| folder);
        let inner = file.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
        let first = inner.and_then(|inner| inner.split(['/', '.']).next());
        first.is_some() && first == self.module.as_deref()
    }

    /// Returns whether its tests' names can contain `filter`: a filter that begins with a suite's name selects parts; any other filter
    /// may match anywhere.
    pub fn may_hold(&self, filter: &str) -> bool {
        let prefix = self.prefix();
        let is_path = SUITES.iter().any(|suite| filter.starts_with(&format!("{}::", suite.prefix)));
        !is_path || prefix.starts_with(filter) || filter.starts_with(&prefix)
    }
}

/// Returns the parts of a suite, from the text of its root.
pub fn parts(suite: Suite, root: &str) -> Vec<Part> {
    if suite.whole {
        return vec![Part { suite, module: None }];
    }
    let modules = root.lines().filter_map(module).filter(|name| !HELPERS.contains(name));
    let mut parts: Vec<Part> = modules.map(|name| Part { suite, module: Some(name.to_string()) }).collect();
    if root.lines().any(|line| line.trim() == "#[test]") {
        parts.push(Part { suite, module: None });
    }
    parts
}

/// Returns the source of a part's crate. Features that this `std` does not have are left out.
pub fn source(part: &Part, root: &str, unknown: &[String]) -> String {
    let mut lines: Vec<String> = root.lines().map(str::to_string).collect();
    for at in 0..lines.len() {
        let other = module(&lines[at])
            .is_some_and(|name| Some(name) != part.module.as_deref() && !HELPERS.contains(&name));
        if other && !part.suite.whole {
            lines[at].clear();
            if at > 0 && lines[at - 1].starts_with("#[path") {
                lines[at - 1].clear();
            }
        }
        if feature(&lines[at]).is_some_and(|name| unknown.iter().any(|unknown| unknown == name)) {
            lines[at].clear();
        }
    }
    // Inner attributes may share a line.
    let first = lines.first_mut().map(std::mem::take).unwrap_or_default();
    format!("{} {first}\n{}\n{MAIN}", HARNESS.join(" "), lines[1..].join("\n"))
}

/// Returns the name in an unindented `mod NAME;`.
fn module(line: &str) -> Option<&str> {
    line.strip_prefix("mod ")?.strip_suffix(';')
}

/// Returns the name in `#![feature(NAME)]`.
pub fn feature(line: &str) -> Option<&str> {
    line.strip_prefix("#![feature(")?.strip_suffix(")]")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = "#![feature(one)]\n#![feature(two)]\nmod a;\n#[path = \"x\"]\nmod b;\nmod testing;\n#[test]\nfn t() {}\n";

    fn stems() -> Vec<String> {
        parts(SUITES[0], ROOT).iter().map(Part::stem).collect()
    }

    #[test]
    fn a_root_is_cut_into_its_modules_and_itself() {
        assert_eq!(stems(), ["coretests-a", "coretests-b", "coretests-root"]);
    }

    #[test]
    fn a_crate_keeps_one_module_the_helpers_and_every_line_number() {
        let text = source(&parts(SUITES[0], ROOT)[0], ROOT, &["two".into()]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("#![no_main]") && lines[0].ends_with("#![feature(one)]"), "{text}");
        assert_eq!(lines[1..8], ["", "mod a;", "", "", "mod testing;", "#[test]", "fn t() {}"]);
        assert_eq!(format!("{}\n", lines[8]), MAIN);
    }

    #[test]
    fn tests_belong_to_one_part_and_filters_find_it() {
        let parts = parts(SUITES[0], ROOT);
        assert!(parts[0].owns("a::b::t") && !parts[0].owns("t") && parts[2].owns("t"));
        assert!(parts[0].holds("coretests/tests/a.rs") && parts[0].holds("coretests/tests/a/x.rs"));
        assert!(!parts[0].holds("coretests/tests/ab.rs") && !parts[2].holds("coretests/tests/a.rs"));
        let held = |filter: &str| parts.iter().map(|part| part.may_hold(filter)).collect::<Vec<_>>();
        assert_eq!(held("coretests::a::b"), [true, false, true]);
        assert_eq!(held("coretests::"), [true; 3]);
        assert_eq!(held("alloctests::vec"), [false; 3]);
        assert_eq!(held("b::t"), [true; 3]);
    }
}
