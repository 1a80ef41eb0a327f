//! Commands for VICE's monitor: labels for a program's functions and lines, and its breakpoints.

use std::collections::BTreeSet;
use std::fmt::Write;

use anyhow::{Result, bail};
use compiler::{Image, Line, demangled};

/// The memory range that the BASIC ROM hides while BASIC runs.
const UNDER_BASIC: std::ops::Range<u16> = 0xa000..0xc000;

/// The minimum Jaro similarity of a suggested name; clap uses the same measure for its suggestions.
const LIKE: f64 = 0.7;

/// The maximum number of suggested names.
const MOST_SIMILAR: usize = 3;

/// The commands: labels of functions and variables, then `src_main.rs:12` for the code of line 12 in `src/main.rs`, then a
/// breakpoint at each of `stops`.
pub fn commands(image: &Image, stops: &[u16]) -> String {
    let mut text = image.labels.clone();
    let mut used: BTreeSet<String> = BTreeSet::new();
    let mut taken: BTreeSet<u16> = image.symbols.values().copied().collect();
    for line in &image.lines {
        // The first code range of a line gets its label, unless a function begins there.
        let name = label(line);
        if !used.contains(&name) && taken.insert(line.start) {
            let _ = writeln!(text, "al C:{:04x} .{name}", line.start);
            used.insert(name);
        }
    }
    for stop in stops {
        let _ = write!(text, "break C:{stop:04x}");
        // Otherwise BASIC would also stop there before the program starts.
        if UNDER_BASIC.contains(stop) {
            text += " if (@cpu:$0001 & $03) != $03";
        }
        text.push('\n');
    }
    text
}

/// Returns a label such as `src_main.rs:12`: the last two path components and the line, in characters that VICE accepts in labels.
fn label(line: &Line) -> String {
    let parts: Vec<&str> = line.file.rsplit('/').take(2).collect();
    let path = parts.into_iter().rev().collect::<Vec<_>>().join("_");
    let safe = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' };
    format!("{}:{}", path.chars().map(safe).collect::<String>(), line.line)
}

/// Finds the address of a place that the user names: a function, with or without its modules and types, or FILE:LINE.
///
/// # Errors
/// The program has no such place, or several. If there is no such function, the message suggests similar names.
pub fn find(image: &Image, place: &str) -> Result<u16> {
    if let Some((file, line)) = place.rsplit_once(':')
        && let Ok(line) = line.parse::<u32>()
    {
        let ends = |path: &str| path == file || path.ends_with(&format!("/{file}"));
        let code = image.lines.iter().find(|code| code.line == line && ends(&code.file));
        return match code {
            Some(code) => Ok(code.start),
            None if image.lines.is_empty() => bail!(
                "the program has no lines; set debug = \"line-tables-only\" in its profile in Cargo.toml"
            ),
            None => bail!("the program has no code of its own for line {line} of {file}"),
        };
    }
    let functions: Vec<(String, u16)> =
        image.symbols.iter().map(|(name, address)| (demangled(name), *address)).collect();
    let named = |test: &dyn Fn(&str) -> bool| -> BTreeSet<(&str, u16)> {
        functions.iter().filter(|(name, _)| test(name)).map(|(name, at)| (&**name, *at)).collect()
    };
    let mut found = named(&|name| name == place);
    if found.is_empty() {
        found = named(&|name| name.ends_with(&format!("::{place}")));
    }
    if found.is_empty() {
        let wanted = plain(place);
        found = named(&|name| {
            let name = plain(name);
            name == wanted || name.ends_with(&format!("::{wanted}"))
        });
    }
    let names = || found.iter().map(|(name, at)| format!("{name} at ${at:04X}")).collect::<Vec<_>>();
    match found.first() {
        None => {
            let similar = similar(place, functions.iter().map(|(name, _)| &**name));
            let similar = match &similar[..] {
                [] => String::new(),
                names => format!("; similar names: {}", names.join(", ")),
            };
            bail!(
                "the program has no function {place}{similar} (a function that is not called or is inlined everywhere has no place of \
                 its own; #[inline(never)] gives a called one its place)"
            )
        }
        Some((_, address)) if found.len() == 1 => Ok(*address),
        Some(_) => bail!("{place} names several functions: {}", names().join(", ")),
    }
}

/// Returns a name as a person would write it, without brackets, trait and type arguments: `<game::Scope as Show>::get::<u8>`
/// becomes `game::Scope::get`.
fn plain(name: &str) -> String {
    let inner = name.strip_prefix('<').and_then(|rest| Some(rest.split_at(closing(rest)?)));
    let (start, rest) = match inner {
        Some((inside, rest)) => {
            let subject = top_level(inside, " as ").map_or(inside, |at| &inside[..at]);
            (plain(subject.trim_start_matches(['&', '*']).trim_start_matches("mut ")), &rest[1..])
        }
        None => (String::new(), name),
    };
    let (mut text, mut depth) = (start, 0_u32);
    for (at, c) in rest.char_indices() {
        match c {
            '<' => depth += 1,
            // The `>` of the arrow in a function type does not close a bracket.
            '>' if !rest[..at].ends_with('-') => depth = depth.saturating_sub(1),
            _ if depth == 0 => text.push(c),
            _ => {}
        }
    }
    // Left over from arguments that followed `::`.
    text.trim_end_matches("::").replace("::::", "::")
}

/// Finds the bracket that closes the one open at the start of the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' if text[..at].ends_with('-') => {}
            '>' if depth == 0 => return Some(at),
            '>' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Finds the first occurrence of a word outside all brackets.
fn top_level(text: &str, word: &str) -> Option<usize> {
    let is_outside = |at: usize| {
        let before = &text[..at];
        // The `>` of the arrow in a function type does not close a bracket.
        before.matches('<').count() + before.matches("->").count() == before.matches('>').count()
    };
    text.match_indices(word).map(|(at, _)| at).find(|at| is_outside(*at))
}

/// Returns the names most similar to that of a missing function, best match first.
fn similar<'a>(place: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = plain(place).to_lowercase();
    let count = wanted.matches("::").count() + 1;
    let mut rated: Vec<(f64, &str)> = names
        .filter_map(|name| {
            let plain = plain(name).to_lowercase();
            let mut last: Vec<&str> = plain.rsplit("::").take(count).collect();
            last.reverse();
            let likeness = strsim::jaro(&last.join("::"), &wanted);
            (likeness >= LIKE).then_some((likeness, name))
        })
        .collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    rated.dedup();
    rated.into_iter().take(MOST_SIMILAR).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image() -> Image {
        let mut image = Image::default();
        image.labels = "al C:0820 .main\nal C:0830 .own::deep\n".into();
        image.symbols = [("main", 0x0820), ("own::deep", 0x0830), ("a::twice", 0x0840), ("b::twice", 0x0850)]
            .map(|(name, address)| (name.to_string(), address))
            .into();
        let line = |start, line, file| Line::new(start..start + 2, file, line);
        image.lines = vec![
            line(0x0820, 7, "src/main.rs"),
            line(0x0822, 9, "src/main.rs"),
            line(0x0832, 9, "src/main.rs"),
            line(0x0834, 3, "/elsewhere/my-lib/src/lib.rs"),
        ];
        image
    }

    #[test]
    fn the_monitor_knows_functions_lines_and_breakpoints() {
        let commands = commands(&image(), &[0x0822, 0xa000]);
        let expected = "al C:0820 .main\nal C:0830 .own::deep\nal C:0822 .src_main.rs:9\nal C:0834 .src_lib.rs:3\n\
            break C:0822\nbreak C:a000 if (@cpu:$0001 & $03) != $03\n";
        assert_eq!(commands, expected);
    }

    #[test]
    fn places_are_found_by_function_and_line() {
        let place = |place: &str| find(&image(), place).map_err(|error| error.to_string());
        assert_eq!(place("main"), Ok(0x0820));
        assert_eq!(place("own::deep"), Ok(0x0830));
        assert_eq!(place("deep"), Ok(0x0830));
        assert_eq!(place("main.rs:9"), Ok(0x0822));
        assert!(place("main.rs:8").unwrap_err().contains("no code of its own for line 8"));
        assert_eq!(
            place("twice").unwrap_err(),
            "twice names several functions: a::twice at $0840, b::twice at $0850"
        );
        let absent = place("shallow").unwrap_err();
        assert!(absent.contains("#[inline(never)]") && !absent.contains("similar"), "{absent}");
        for near in ["deeep", "own::dep", "Deep"] {
            let error = place(near).unwrap_err();
            assert!(error.contains(&format!("no function {near}; similar names: own::deep (")), "{error}");
        }
    }

    #[test]
    fn methods_are_found_by_their_type() {
        let mut image = image();
        image.symbols = [
            ("<lisp::Scope>::get", 0x0900),
            ("<lisp::Map<u8, fn(u8) -> bool> as lisp::Show>::get", 0x0910),
            ("lisp::twice::<u16>", 0x0920),
        ]
        .map(|(name, address)| (name.to_string(), address))
        .into();
        let place = |place: &str| find(&image, place).map_err(|error| error.to_string());
        assert_eq!(place("Scope::get"), Ok(0x0900));
        assert_eq!(place("lisp::Scope::get"), Ok(0x0900));
        assert_eq!(place("<lisp::Scope>::get"), Ok(0x0900));
        assert_eq!(place("Map::get"), Ok(0x0910));
        assert_eq!(place("lisp::twice"), Ok(0x0920));
        assert_eq!(place("twice::<u16>"), Ok(0x0920));
        assert!(place("get").unwrap_err().contains("names several functions"));
        assert!(place("Scope::gets").unwrap_err().contains("similar names: <lisp::Scope>::get"));
    }
}
