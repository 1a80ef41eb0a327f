//! Places in the Rust source, which messages and listings give instead of lines of LLVM's text.
//!
//! An inlined instruction has a chain of places: its own, the place where the function around it was called, and so on outwards.

use std::collections::BTreeMap;

/// A place: an index into [`Sources`] plus one, or 0 if it is unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
pub struct SourceId(u32);

impl SourceId {
    /// An unknown place.
    pub const UNKNOWN: SourceId = SourceId(0);

    /// The index into [`Sources::places`].
    pub fn index(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}

/// A line of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Source {
    /// Index into [`Sources::files`]; `None` if the text names no file.
    pub file: Option<u32>,
    /// The line, from 1; 0 if the code belongs to none.
    pub line: u32,
    /// Where it was inlined; unknown if it was not.
    pub inlined_at: SourceId,
}

/// All places of a module, without duplicates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sources {
    files: Vec<String>,
    places: Vec<Source>,
    file_numbers: BTreeMap<String, u32>,
    numbers: BTreeMap<Source, SourceId>,
}

impl Sources {
    /// The paths of the files as the debug information gives them.
    pub fn files(&self) -> &[String] {
        &self.files
    }

    /// All places; the place at which one is inlined comes before it.
    pub fn places(&self) -> &[Source] {
        &self.places
    }

    /// Returns the number of a file, added if it is new.
    pub fn file(&mut self, path: &str) -> u32 {
        if let Some(&number) = self.file_numbers.get(path) {
            return number;
        }
        let number = self.files.len() as u32;
        self.files.push(path.to_string());
        self.file_numbers.insert(path.to_string(), number);
        number
    }

    /// Returns the number of a place, added if it is new.
    pub fn place(&mut self, source: Source) -> SourceId {
        *self.numbers.entry(source).or_insert_with(|| {
            self.places.push(source);
            SourceId(self.places.len() as u32)
        })
    }

    /// Adds the places of another module. Returns their new numbers, by index.
    pub fn absorb(&mut self, other: &Sources) -> Vec<SourceId> {
        let mut numbers: Vec<SourceId> = Vec::new();
        for source in &other.places {
            let file = source.file.map(|file| self.file(&other.files[file as usize]));
            let inlined_at = source.inlined_at.index().map_or(SourceId::UNKNOWN, |index| numbers[index]);
            numbers.push(self.place(Source { file, line: source.line, inlined_at }));
        }
        numbers
    }

    /// Returns a place in readable form: `src/main.rs:12`, or `core/src/num/mod.rs:2457, inlined at src/main.rs:12`. Of a chain
    /// within libraries it gives only the two ends: the place of the code, and the first place outside of libraries. Empty if the
    /// place is unknown.
    pub fn text(&self, id: SourceId) -> String {
        let Some(index) = id.index() else { return String::new() };
        let mut text = self.one(index);
        let mut at = index;
        while self.is_library(at) {
            let Some(outer) = self.places[at].inlined_at.index() else { break };
            at = outer;
        }
        if at != index {
            text += &format!(", inlined at {}", self.one(at));
        }
        text
    }

    fn one(&self, index: usize) -> String {
        let source = self.places[index];
        match source.file {
            Some(file) => format!("{}:{}", shortened(&self.files[file as usize]).0, source.line),
            None => format!("line {}", source.line),
        }
    }

    fn is_library(&self, index: usize) -> bool {
        self.places[index].file.is_some_and(|file| shortened(&self.files[file as usize]).1)
    }
}

/// The folders of library sources: a marker, and the number of path components after it to leave out.
const LIBRARIES: [(&str, usize); 3] = [("/rust/library/", 0), ("/registry/src/", 1), ("/git/checkouts/", 0)];

/// The path of the standard library when rustc was built: a hash follows.
const REMAPPED: (&str, &str) = ("/rustc/", "/library/");

/// Shortens a path to the part that is the same on every machine, and tells whether it belongs to a library that cargo fetched or
/// that came with rustc: `core/src/num/mod.rs`, `ufmt-0.2.0/src/lib.rs`.
pub fn shortened(path: &str) -> (&str, bool) {
    let remapped = path.strip_prefix(REMAPPED.0).and_then(|rest| rest.split_once(REMAPPED.1));
    if let Some((_, inside)) = remapped {
        return (inside, true);
    }
    for (marker, folders) in LIBRARIES {
        if let Some((_, mut inside)) = path.split_once(marker) {
            for _ in 0..folders {
                inside = inside.split_once('/').map_or(inside, |parts| parts.1);
            }
            return (inside, true);
        }
    }
    (path, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_libraries_are_short() {
        let cases = [
            ("src/main.rs", "src/main.rs", false),
            ("/Users/me/own/library/src/lib.rs", "/Users/me/own/library/src/lib.rs", false),
            ("/usr/lib/rustlib/src/rust/library/core/src/num/mod.rs", "core/src/num/mod.rs", true),
            ("/rustc/ac68faa20/library/alloc/src/vec.rs", "alloc/src/vec.rs", true),
            (
                "/Users/me/.cargo/registry/src/index.crates.io-1949/ufmt-0.2.0/src/lib.rs",
                "ufmt-0.2.0/src/lib.rs",
                true,
            ),
            ("/Users/me/.cargo/git/checkouts/x-12/34ab/src/lib.rs", "x-12/34ab/src/lib.rs", true),
        ];
        for (path, short, library) in cases {
            assert_eq!(shortened(path), (short, library));
        }
    }

    #[test]
    fn chains_are_told_by_their_ends() {
        let mut sources = Sources::default();
        let mut place = |path: &str, line, inlined_at| {
            let file = Some(sources.file(path));
            sources.place(Source { file, line, inlined_at })
        };
        let main = place("src/main.rs", 12, SourceId::UNKNOWN);
        let helper = place("src/main.rs", 5, main);
        let fmt = place("/rustc/1/library/core/src/fmt.rs", 70, helper);
        let num = place("/rustc/1/library/core/src/num/mod.rs", 2457, fmt);
        let lone = place("/rustc/1/library/core/src/num/mod.rs", 3, SourceId::UNKNOWN);
        assert_eq!(place("src/main.rs", 12, SourceId::UNKNOWN), main);
        assert_eq!(sources.text(SourceId::UNKNOWN), "");
        assert_eq!(sources.text(helper), "src/main.rs:5");
        assert_eq!(sources.text(num), "core/src/num/mod.rs:2457, inlined at src/main.rs:5");
        assert_eq!(sources.text(lone), "core/src/num/mod.rs:3");
        let mut other = Sources::default();
        other.file("src/other.rs");
        let numbers = other.absorb(&sources);
        let taken = numbers[num.index().unwrap()];
        assert_eq!(other.text(taken), sources.text(num));
    }
}
