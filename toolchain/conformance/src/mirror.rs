//! Mirrors the toolchain's sources with links, in a folder where crates can be added and items removed.
//!
//! A few items cannot be compiled for 16 bits or without the real `std`, and would make their whole module fail. They are removed
//! from a copy below the target folder, as is code behind a `cfg` that rustc sets and that we do not support. Tests that are
//! disabled only because Miri is slow are kept. All other files are links.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cargo_c64::output::update_file;

/// The folders of the toolchain's `library` that the tests need.
const FOLDERS: [&str; 3] = ["coretests/tests", "alloctests", "alloc/src"];

/// The attribute of tests that Miri skips, and its replacement. The list's kind `small` sets the configuration `miri` for its sizes,
/// but needs all tests.
const LEFT_OUT_BY_MIRI: (&str, &str) = ("cfg_attr(miri, ignore", "cfg_attr(sys2080_unset, ignore");

/// An item to remove, identified by its first line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cut {
    /// The file of the item, below `library`.
    pub file: String,
    /// The start of the item's first line, without blanks and attributes.
    pub item: String,
}

/// The edits of the mirror.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    /// The items to remove.
    pub cuts: Vec<Cut>,
    /// `cfg` names that are treated as unset.
    pub unset: Vec<String>,
}

/// The mirror.
#[derive(Clone, Debug)]
pub struct Mirror {
    /// Its folder, which replaces the toolchain's `library`.
    pub folder: PathBuf,
    /// The names treated as unset, each with the files below `library` that mention it.
    pub unset_in: BTreeMap<String, Vec<PathBuf>>,
}

impl Mirror {
    /// Creates or updates the mirror of `library` at `folder`.
    ///
    /// # Errors
    /// A file cannot be read or written, or an item to remove does not exist.
    pub fn new(library: &Path, folder: &Path, edits: &Edits) -> Result<Mirror> {
        let mut by_file: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for cut in &edits.cuts {
            by_file.entry(&cut.file).or_default().push(&cut.item);
        }
        let mut mirror = Mirror { folder: folder.to_path_buf(), unset_in: BTreeMap::new() };
        for part in FOLDERS {
            mirror.link(library, Path::new(part), &by_file, &edits.unset)?;
        }
        if let Some(file) = by_file.keys().find(|file| !library.join(file).is_file()) {
            bail!("the list cuts an item out of {file}, which this toolchain does not have");
        }
        Ok(mirror)
    }

    /// Creates the files of a folder below `library`.
    fn link(
        &mut self,
        library: &Path,
        at: &Path,
        cuts: &BTreeMap<&str, Vec<&str>>,
        unset: &[String],
    ) -> Result<()> {
        let from = library.join(at);
        let what = || format!("cannot read {}", from.display());
        for entry in std::fs::read_dir(&from).with_context(what)? {
            let entry = entry.with_context(what)?;
            let path = at.join(entry.file_name());
            if entry.file_type().with_context(what)?.is_dir() {
                self.link(library, &path, cuts, unset)?;
                continue;
            }
            let text = std::fs::read_to_string(entry.path())
                .with_context(|| format!("cannot read {}", entry.path().display()))?;
            let items = path.to_str().and_then(|name| cuts.get(name)).map_or(&[][..], Vec::as_slice);
            let mut edited = without(&text, items, &path)?.replace(LEFT_OUT_BY_MIRI.0, LEFT_OUT_BY_MIRI.1);
            for name in unset {
                let without_name = edited
                    .replace(&format!("{name})"), "sys2080_unset)")
                    .replace(&format!("{name},"), "sys2080_unset,");
                if without_name != edited {
                    self.unset_in.entry(name.clone()).or_default().push(path.clone());
                }
                edited = without_name;
            }
            put(&entry.path(), &self.folder.join(&path), (edited != text).then_some(edited))?;
        }
        Ok(())
    }
}

/// Creates a file of the mirror: an edited copy or a link.
fn put(original: &Path, copy: &Path, edited: Option<String>) -> Result<()> {
    let is_link = std::fs::read_link(copy).is_ok_and(|known| known == original);
    if edited.is_none() && is_link {
        return Ok(());
    }
    if edited.is_none() || copy.symlink_metadata().is_ok_and(|known| known.is_symlink()) {
        let _ = std::fs::remove_file(copy);
    }
    match edited {
        Some(text) => update_file(copy, text.as_bytes()),
        None => {
            let parent = copy.parent().unwrap_or(copy);
            std::fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
            let what = || format!("cannot link {}", copy.display());
            std::os::unix::fs::symlink(original, copy).with_context(what)
        }
    }
}

/// Returns the text without these items; all other lines keep their numbers.
fn without(text: &str, items: &[&str], path: &Path) -> Result<String> {
    if items.is_empty() {
        return Ok(text.to_string());
    }
    let mut lines: Vec<&str> = text.lines().collect();
    for item in items {
        let found = lines.iter().position(|line| line.trim_start().starts_with(item));
        let Some(at) = found else { bail!("{} has no line that begins with {item:?}", path.display()) };
        let (first, last) = extent(&lines, at);
        lines[first..=last].fill("");
    }
    Ok(lines.join("\n") + "\n")
}

/// Returns the first and last line of the item that begins at a line: from its attributes above to the first line with the same
/// indentation that ends it.
fn extent(lines: &[&str], at: usize) -> (usize, usize) {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let above = lines[..at].iter().rev().take_while(|line| {
        let text = line.trim_start();
        text.starts_with("#[") || text.starts_with("//")
    });
    let first = at - above.count();
    let ends = |line: &&str| {
        indent(line) == indent(lines[at]) && (line.trim_start().starts_with('}') || line.ends_with(';'))
    };
    let one = lines[at].ends_with(';') || lines[at].ends_with('}');
    let last = if one { at } else { lines[at..].iter().position(ends).map_or(at, |n| at + n) };
    (first, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_goes_with_its_attributes_and_leaves_its_lines() {
        let text = "use a;\n\n#[test]\n#[cfg(x)]\nfn one() {\n    if x {\n    }\n}\n\n#[test]\nfn two() {}\n";
        let cut = |item| without(text, &[item], Path::new("f")).unwrap();
        assert_eq!(cut("fn one("), "use a;\n\n\n\n\n\n\n\n\n#[test]\nfn two() {}\n");
        assert_eq!(cut("fn two("), text.replace("#[test]\nfn two() {}", "\n"));
        assert_eq!(cut("use a"), text.replacen("use a;", "", 1));
        assert!(without(text, &["fn three("], Path::new("f")).is_err());
    }

    #[test]
    fn what_miri_leaves_out_is_left_in() {
        let folder = tempfile::tempdir().unwrap();
        let (library, mirror) = (folder.path().join("library"), folder.path().join("mirror"));
        for part in FOLDERS {
            std::fs::create_dir_all(library.join(part)).unwrap();
            std::fs::write(library.join(part).join("a.rs"), "#[cfg_attr(miri, ignore)]\nfn a() {}\n")
                .unwrap();
        }
        Mirror::new(&library, &mirror, &Edits::default()).unwrap();
        let text = std::fs::read_to_string(mirror.join("alloc/src/a.rs")).unwrap();
        assert_eq!(text, "#[cfg_attr(sys2080_unset, ignore)]\nfn a() {}\n");
    }

    #[test]
    fn a_mirror_links_all_but_what_is_cut() {
        let folder = tempfile::tempdir().unwrap();
        let (library, mirror) = (folder.path().join("library"), folder.path().join("mirror"));
        for part in FOLDERS {
            std::fs::create_dir_all(library.join(part).join("deep")).unwrap();
            std::fs::write(library.join(part).join("deep/a.rs"), "fn a() {}\nfn b() {}\n").unwrap();
        }
        let cut = Cut { file: "alloc/src/deep/a.rs".into(), item: "fn a(".into() };
        let cut = Edits { cuts: vec![cut], ..Edits::default() };
        let unset = Edits { unset: vec!["a(".into()], ..Edits::default() };
        for (edits, expected) in [
            (Edits::default(), "fn a() {}\nfn b() {}\n"),
            (cut, "\nfn b() {}\n"),
            (unset, "fn sys2080_unset) {}\nfn b() {}\n"),
            (Edits::default(), "fn a() {}\nfn b() {}\n"),
        ] {
            let files = Mirror::new(&library, &mirror, &edits).unwrap().unset_in;
            assert_eq!(files.get("a(").map_or(0, Vec::len), FOLDERS.len() * edits.unset.len());
            let text = std::fs::read_to_string(mirror.join("alloc/src/deep/a.rs")).unwrap();
            assert_eq!(text, expected, "{edits:?}");
        }
        assert!(mirror.join("coretests/tests/deep/a.rs").symlink_metadata().unwrap().is_symlink());
        let lost = Cut { file: "alloc/src/none.rs".into(), item: "fn a(".into() };
        assert!(Mirror::new(&library, &mirror, &Edits { cuts: vec![lost], ..Edits::default() }).is_err());
    }
}
