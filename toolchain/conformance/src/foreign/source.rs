//! Reads other projects' programs: finds them in a folder and reads their rustc flags from the comments of their test suites.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::dialect::{self, Gccrs};

/// The edition of a program that names none, as in Miri.
const EDITION: &str = "2021";

/// The edition of programs written for gccrs, many of which use traits without `dyn`.
const EDITION_OF_GCCRS: &str = "2018";

/// A program of another project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its path relative to the folder, with `/` as separator.
    pub name: String,
    /// The path of the file.
    pub path: PathBuf,
    /// The flags that its comments request, and its edition.
    pub flags: Vec<String>,
    /// The program in rustc's language, if the file is written for gccrs.
    pub gccrs: Option<Gccrs>,
}

/// Finds the programs in a folder and below, sorted by name. A file without `main`, such as a module of another one, is not a program.
///
/// # Errors
/// A file or folder cannot be read.
pub fn find(folder: &Path) -> Result<Vec<Source>> {
    let mut found = Vec::new();
    collect(folder, folder, &mut found)?;
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

fn collect(top: &Path, folder: &Path, found: &mut Vec<Source>) -> Result<()> {
    let what = || format!("cannot read {}", folder.display());
    for entry in std::fs::read_dir(folder).with_context(what)? {
        let path = entry.with_context(what)?.path();
        if path.is_dir() {
            collect(top, &path, found)?;
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let text = String::from_utf8_lossy(&bytes);
            let below = path.strip_prefix(top).unwrap_or(&path);
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            found.extend(Source::read(parts.join("/"), path.clone(), &text));
        }
    }
    Ok(())
}

impl Source {
    /// Reads the program in a file; `None` if nothing in it is called `main`.
    pub fn read(name: String, path: PathBuf, text: &str) -> Option<Source> {
        if !text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "main") {
            return None;
        }
        let gccrs = Gccrs::read(text);
        let mut flags = match gccrs {
            Some(_) => dialect::flags(text),
            None => flags(text),
        };
        if !flags.iter().any(|flag| flag.starts_with("--edition")) {
            let edition = if gccrs.is_some() { EDITION_OF_GCCRS } else { EDITION };
            flags.push(format!("--edition={edition}"));
        }
        Some(Source { name, path, flags, gccrs })
    }

    /// Returns a base name for the files generated from it.
    pub fn stem(&self) -> String {
        let mut stem = String::new();
        for c in self.name.trim_end_matches(".rs").chars() {
            match c.is_ascii_alphanumeric() || c == '_' {
                true => stem.push(c),
                // No two programs may share a file.
                false => stem += &format!("-{:x}-", u32::from(c)),
            }
        }
        stem
    }
}

/// Returns the flags in comments such as `//@edition:2024` and `//@ compile-flags: -Cpanic=abort`, as used by Miri and rustc. Flags
/// only for Miri and those of a revision are left out.
fn flags(text: &str) -> Vec<String> {
    let mut flags = Vec::new();
    for line in text.lines().filter_map(|line| line.trim_start().strip_prefix("//@")) {
        let Some((key, value)) = line.split_once(':') else { continue };
        match key.trim() {
            "edition" => flags.push(format!("--edition={}", value.trim())),
            "compile-flags" => {
                let mut words = value.split_whitespace().peekable();
                while let Some(word) = words.next() {
                    // `-Z name` and `--cfg name` are single flags of two words.
                    let flag = match word {
                        "-Z" | "-C" | "--cfg" => format!("{word}={}", words.next().unwrap_or_default()),
                        _ => word.to_string(),
                    };
                    let flag = flag.replacen("-Z=", "-Z", 1).replacen("-C=", "-C", 1);
                    flags.extend((!flag.starts_with("-Zmiri")).then_some(flag));
                }
            }
            _ => {}
        }
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Source {
        Source::read("a/b-c.rs".into(), "/x/a/b-c.rs".into(), text).unwrap()
    }

    #[test]
    fn comments_hold_flags() {
        let text = "//@edition:2024\n//@ compile-flags: -Zmiri-x -Z mir-opt-level=0 -Cpanic=abort\n//@[tree]compile-flags: -Zno\nfn main() {}\n";
        assert_eq!(read(text).flags, ["--edition=2024", "-Zmir-opt-level=0", "-Cpanic=abort"]);
        assert_eq!(read("fn main() {}").flags, ["--edition=2021"]);
        assert_eq!(read("fn main() {}").stem(), "a-2f-b-2d-c");
    }

    #[test]
    fn a_module_of_another_file_is_no_program() {
        for text in ["pub fn help() {}", "pub fn remainder() {}", "fn main_menu() {}"] {
            assert_eq!(Source::read("m.rs".into(), "m.rs".into(), text), None);
        }
    }
}
