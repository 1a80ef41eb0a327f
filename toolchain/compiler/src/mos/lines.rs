//! The source lines of code.

use super::code::{Item, Program};
use super::encoded::Encoded;

/// A run of code from one line of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// Its first address.
    pub start: u16,
    /// The address after its last.
    pub end: u32,
    /// The file as rustc names it, without the folder of the library or the registry. For inlined library code, this and the line
    /// are the place outside of libraries where it was inlined.
    pub file: String,
    /// The line in the file, from 1.
    pub line: u32,
}

impl Line {
    /// Returns a run of code at these addresses, made from a line of a file.
    pub fn new(code: std::ops::Range<u32>, file: &str, line: u32) -> Line {
        Line { start: code.start as u16, end: code.end, file: file.to_string(), line }
    }
}

/// Returns the runs of code whose line is known, ascending by address.
pub fn lines(program: &Program, encoded: &Encoded) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for placed in &encoded.placed {
        let chunk = &program.chunks[placed.chunk];
        let mut place = None;
        for line in &placed.lines {
            if let Item::Note(note) = &chunk.items[line.item] {
                place = outer(note);
            }
            let end = line.address + line.bytes.len() as u32;
            let Some((file, number)) = place.filter(|_| end > line.address) else { continue };
            match lines.last_mut().filter(|last| last.end == line.address) {
                Some(last) if (&*last.file, last.line) == (file, number) => last.end = end,
                _ => lines.push(Line::new(line.address..end, file, number)),
            }
        }
    }
    lines
}

/// Returns the place in a note, which is `file:line`, or `file:line, inlined at file:line`.
fn outer(note: &str) -> Option<(&str, u32)> {
    let place = note.rsplit_once(", inlined at ").map_or(note, |(_, place)| place);
    let (file, line) = place.rsplit_once(':')?;
    Some((file, line.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_libraries_counts_where_it_was_inlined() {
        assert_eq!(outer("src/main.rs:12"), Some(("src/main.rs", 12)));
        let inlined = "core/src/num/mod.rs:2457, inlined at src/main.rs:12";
        assert_eq!(outer(inlined), Some(("src/main.rs", 12)));
        assert_eq!(outer("line 12"), None);
    }
}
