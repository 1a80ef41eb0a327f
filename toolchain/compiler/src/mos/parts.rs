//! Explains why a program does not fit: its largest parts, who calls them, and the changes that would help most.

use std::collections::{BTreeMap, VecDeque};

use super::code::{Arg, FRAMES, Item, Label, Program, Section};
use super::encoded::Encoded;
use super::listing;
use super::unnamed::{self, Unnamed};
use crate::Error;
use crate::error::{Part, Saving, Texts, demangled};

/// The number of parts that the message names.
const LARGEST: usize = 10;

/// The number of functions with large local variables that the message names.
const FRAME_USERS: usize = 3;

/// The number of options that the message names, not counting other memory that parts could move to.
const OPTIONS: usize = 3;

/// An option that affects fewer bytes than this is not named.
const WORTH: u32 = 64;

/// Nor is one that affects less than one in this many of the excess bytes.
const SHARE: u32 = 20;

/// Tests by a part's name whether an option affects it.
type Affects = fn(&str) -> bool;

/// The parts that each option removes or shrinks, along with everything that is only used by them.
const AFFECTED: [(Saving, Affects); 4] = [
    (Saving::Panics, is_panic),
    (Saving::Floats, |name| {
        name.contains("flt2dec") || name.contains("dec2flt") || name.contains("fmt::float")
    }),
    (Saving::Formatting, |name| name.contains("core::fmt::") && !name.contains("float")),
    (Saving::Debug, |name| name.contains("core::fmt::Debug>::")),
];

fn is_panic(name: &str) -> bool {
    let ends = ["unwrap_failed", "expect_failed", "slice_error_fail", "handle_error", "handle_alloc_error"];
    name.contains("core::panicking::")
        || name.contains("slice_index_fail")
        || ends.iter().any(|end| name.ends_with(end))
}

/// A memory that a program can be too large for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Memory {
    /// From the BASIC line to the I/O area.
    Program,
    /// Under the KERNAL ROM.
    UnderKernal,
}

/// The memory that a program leaves for its software stacks, in bytes.
#[derive(Default)]
pub(super) struct Stacks {
    /// The stack of the main program, and how much of it is needed, if that is known.
    pub(super) software: u32,
    pub(super) known: Option<u32>,
    /// The stacks of all interrupt handlers.
    pub(super) handlers: u32,
}

impl Stacks {
    /// Returns the stacks that are not empty.
    fn parts(&self) -> impl Iterator<Item = Part> {
        let named = [
            ("the software stack (stack-reserve)", self.software),
            ("the software stacks of interrupt handlers", self.handlers),
        ];
        let part = |(name, bytes): (&str, u32)| Part { name: name.into(), bytes, chain: Vec::new() };
        named.into_iter().filter(|stack| stack.1 > 0).map(part)
    }

    /// Returns the size of the main program's stack beyond its need.
    fn beyond_need(&self) -> u32 {
        self.known.map_or(0, |known| self.software - known)
    }
}

/// Returns the error for a program that needs more memory than there is. `encoded` is empty if there are other errors.
pub(super) fn too_large(
    program: &Program,
    sizes: &[u32],
    encoded: Option<&Encoded>,
    memory: Memory,
    stacks: &Stacks,
    needed: u32,
    available: u32,
) -> Error {
    let parts = Parts::new(program, sizes);
    let here = |i: &usize| (program.chunks[*i].section == Section::High) == (memory == Memory::UnderKernal);
    let mut largest = parts.joined((0..sizes.len()).filter(here));
    largest.truncate(LARGEST);
    if memory == Memory::Program {
        largest.extend(stacks.parts());
        largest.sort_by_key(|part| std::cmp::Reverse(part.bytes));
    }
    Error::TooLarge {
        memory: match memory {
            Memory::Program => "program",
            Memory::UnderKernal => "memory under the KERNAL's ROM",
        }
        .to_string(),
        needed,
        available,
        largest,
        savings: match memory {
            Memory::Program => parts.savings(needed - available, stacks),
            Memory::UnderKernal => Vec::new(),
        },
        texts: encoded.map(|encoded| {
            let head = format!(
                "; The program does not fit: it is {} bytes too large. Addresses are given as if memory had no end.\n",
                needed - available
            );
            Box::new(Texts {
                listing: head.clone() + &listing::listing(program, encoded),
                map: head + &listing::map(program, encoded),
            })
        }),
    }
}

/// Returns all parts of a program, largest first. Constants without a name are one part for each kind.
pub fn all(program: &Program, encoded: &Encoded) -> Vec<Part> {
    let mut sizes = vec![0; program.chunks.len()];
    for placed in &encoded.placed {
        sizes[placed.chunk] = placed.size;
    }
    Parts::new(program, &sizes).joined((0..sizes.len()).filter(|i| sizes[*i] > 0))
}

/// Returns the name of the memory for local variables, with the functions that need most of it.
fn frames(program: &Program) -> String {
    let mut users: Vec<_> = program.usage.iter().filter(|usage| usage.frame > 0).collect();
    users.sort_by_key(|usage| (std::cmp::Reverse(usage.frame), usage.label));
    let users: Vec<String> = users
        .into_iter()
        .take(FRAME_USERS)
        .map(|usage| {
            let function = demangled(&program.labels[usage.label.0 as usize].name);
            let largest = match &usage.largest {
                Some((name, bytes)) => format!(" ({bytes} of them for `{name}`)"),
                None => String::new(),
            };
            format!("{} bytes in {function}{largest}", usage.frame)
        })
        .collect();
    let name = format!("{FRAMES}, local variables outside of the zero page");
    if users.is_empty() { name } else { format!("{name}: {}", users.join(", ")) }
}

/// The chunks of a program and their references to each other.
struct Parts<'a> {
    program: &'a Program,
    sizes: &'a [u32],
    names: Vec<String>,
    mentions: Vec<Vec<usize>>,
}

impl<'a> Parts<'a> {
    fn new(program: &'a Program, sizes: &'a [u32]) -> Parts<'a> {
        let mut owners: BTreeMap<Label, usize> = BTreeMap::new();
        for (i, chunk) in program.chunks.iter().enumerate() {
            owners.insert(chunk.label, i);
            for item in &chunk.items {
                if let Item::Label(label) = item {
                    owners.insert(*label, i);
                }
            }
        }
        let mentioned = |item: &Item| match item {
            Item::Ins(ins) => match ins.arg {
                Arg::Lo(label, _) | Arg::Hi(label, _) | Arg::Mem(label, _) => Some(label),
                Arg::None | Arg::Imm(_) | Arg::Abs(_) | Arg::Home(_) => None,
            },
            Item::Word(label, _) | Item::LoByte(label, _) | Item::HiByte(label, _) => Some(*label),
            Item::Label(_) | Item::Bytes(_) | Item::Note(_) => None,
        };
        let all = program.chunks.iter().map(|chunk| {
            chunk.items.iter().filter_map(mentioned).filter_map(|label| owners.get(&label).copied()).collect()
        });
        let name = |label: Label| match &*program.labels[label.0 as usize].name {
            FRAMES => frames(program),
            name => demangled(name),
        };
        let names = program.chunks.iter().map(|chunk| name(chunk.label)).collect();
        Parts { program, sizes, names, mentions: all.collect() }
    }

    /// Returns, for each chunk that is reachable from the start-up code without going through a chunk left out, the chunk from
    /// which it was reached first, so that chains are shortest.
    fn ways(&self, left_out: impl Fn(usize) -> bool) -> Vec<Option<usize>> {
        let mut from = vec![None; self.sizes.len()];
        let start = self.program.chunks.iter().position(|chunk| chunk.section == Section::Start);
        let mut open: VecDeque<usize> = start.into_iter().collect();
        for &start in &open {
            from[start] = Some(start);
        }
        while let Some(i) = open.pop_front() {
            for &next in &self.mentions[i] {
                if from[next].is_none() && !left_out(next) {
                    from[next] = Some(i);
                    open.push_back(next);
                }
            }
        }
        from
    }

    /// Returns these chunks as parts, largest first. Constants without a name are one part for each kind.
    fn joined(&self, chunks: impl Iterator<Item = usize>) -> Vec<Part> {
        let ways = self.ways(|_| false);
        let part = |chunk: usize| {
            let kind = Unnamed::of(&self.names[chunk], &self.program.chunks[chunk]);
            let (name, bytes) = (self.names[chunk].clone(), self.sizes[chunk]);
            (kind, Part { name, bytes, chain: self.chain(&ways, chunk) })
        };
        let mut parts = unnamed::join(chunks.map(part));
        parts.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.name.cmp(&b.name)));
        parts
    }

    /// Returns the chain of callers that pulls in a chunk, from `main` to the chunk itself, without start-up code and code that
    /// functions share.
    fn chain(&self, ways: &[Option<usize>], chunk: usize) -> Vec<String> {
        let mut chain = vec![self.names[chunk].clone()];
        let mut at = chunk;
        while let Some(from) = ways[at].filter(|from| *from != at) {
            let is_start = ways[from] == Some(from);
            if !is_start && !self.names[from].starts_with("shared.") {
                chain.push(self.names[from].clone());
            }
            at = from;
        }
        chain.reverse();
        chain
    }

    /// Returns the options that would help most for this excess, each with the number of bytes it affects, in descending order;
    /// then the other memory that parts could move to.
    fn savings(&self, excess: u32, stacks: &Stacks) -> Vec<(Saving, u32)> {
        let bytes = |ways: &[Option<usize>]| -> u32 {
            ways.iter().zip(self.sizes).filter(|(way, _)| way.is_some()).map(|(_, size)| size).sum()
        };
        let all = bytes(&self.ways(|_| false));
        let affected = AFFECTED.map(|(saving, is)| (saving, all - bytes(&self.ways(|i| is(&self.names[i])))));
        let fast = self.program.usage.iter().filter(|usage| !usage.small).map(|usage| usage.label);
        let fast: Vec<Label> = fast.collect();
        // rustc generates `main` and does not record its optimisation level.
        let is_fast = |i: &usize| self.names[*i] != "main" && fast.contains(&self.program.chunks[*i].label);
        let fast = (0..self.sizes.len()).filter(is_fast).map(|i| self.sizes[i]).sum();
        let others = [(Saving::Level, fast), (Saving::Stack, stacks.beyond_need())];
        let mut savings: Vec<(Saving, u32)> = affected.into_iter().chain(others).collect();
        let helps = |(_, bytes): &(Saving, u32)| *bytes >= WORTH.max(excess / SHARE);
        savings.retain(helps);
        savings.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
        savings.truncate(OPTIONS);
        // These require more work than an option does, but may help where no option does.
        let elsewhere = [(Saving::UnderKernal, self.under_kernal()), (Saving::Disk, self.constants())];
        savings.extend(elsewhere.into_iter().filter(helps));
        savings
    }

    /// Returns the bytes of constants without addresses in them, which a program can load from disk instead.
    fn constants(&self) -> u32 {
        let chunks = self.program.chunks.iter().zip(self.sizes);
        let constants = chunks.filter(|(chunk, _)| {
            chunk.section == Section::Constants
                && chunk.items.iter().all(|item| matches!(item, Item::Bytes(_)))
        });
        constants.map(|(_, size)| *size).sum()
    }

    /// Returns the bytes of variables that could move under the KERNAL ROM, the largest first.
    fn under_kernal(&self) -> u32 {
        let sizes = |section: Section| {
            let chunks = self.program.chunks.iter().zip(self.sizes);
            chunks.filter(move |(chunk, _)| chunk.section == section).map(|(_, size)| *size)
        };
        let room = self.program.memory.under_kernal().len() as u32;
        let room = room.saturating_sub(sizes(Section::High).sum());
        let mut variables: Vec<u32> = sizes(Section::Zero).collect();
        variables.sort_unstable();
        variables.iter().rev().fold(0, |sum, size| if size + sum <= room { sum + size } else { sum })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::code::{Chunk, Usage};

    /// A program in which each chunk references the ones named.
    fn program(chunks: &[(&str, u32, &[&str])]) -> (Program, Vec<u32>) {
        let mut program = Program::default();
        let labels: BTreeMap<&str, Label> = chunks.iter().map(|c| (c.0, program.label(c.0))).collect();
        for (name, _, mentions) in chunks {
            let section = match *name {
                "__start" => Section::Start,
                name if name.starts_with("alloc_") => Section::Constants,
                _ => Section::Code,
            };
            let items = mentions.iter().map(|to| Item::Word(labels[to], 0)).collect();
            program.chunks.push(Chunk { label: labels[name], section, align: 1, items });
            let label = labels[name];
            program.usage.push(Usage {
                label,
                small: !matches!(*name, "main" | "fast"),
                zero_page: vec![],
                frame: 0,
                largest: None,
                depth: None,
            });
        }
        (program, chunks.iter().map(|c| c.1).collect())
    }

    #[test]
    fn the_largest_are_named_with_who_brings_them_in() {
        let (program, sizes) = program(&[
            ("__start", 10, &["main"]),
            ("main", 100, &["shared.1", "fast", "core::fmt::write"]),
            ("shared.1", 20, &["f"]),
            ("f", 30, &["table"]),
            ("fast", 600, &[]),
            ("table", 60_000, &["main"]),
            ("core::fmt::write", 900, &["core::panicking::panic"]),
            ("core::panicking::panic", 700, &["message"]),
            ("message", 80, &[]),
        ]);
        let error = too_large(&program, &sizes, None, Memory::Program, &Stacks::default(), 62_340, 51_000);
        let Error::TooLarge { largest, savings, .. } = &error else { panic!("{error}") };
        assert_eq!(largest[0].chain, ["main", "f", "table"]);
        assert_eq!(largest[1].chain, ["main", "core::fmt::write"]);
        let expected = [(Saving::Formatting, 1_680), (Saving::Panics, 780), (Saving::Level, 600)];
        assert_eq!(savings[..], expected);
        let text = error.to_string();
        assert!(text.contains("\n   60000 table\n         main → f → table\n"), "{text}");
        assert!(
            text.contains("opt-level") && text.contains("immediate-abort") && text.contains("core::fmt"),
            "{text}"
        );
    }

    #[test]
    fn variables_that_fit_under_the_kernal_are_told() {
        let (mut program, mut sizes) = program(&[
            ("__start", 10, &["main"]),
            ("main", 9, &["small"]),
            ("large", 60_000, &[]),
            ("middle", 5_000, &[]),
            ("small", 3_000, &[]),
            ("tiny", 300, &[]),
            ("high", 0, &[]),
        ]);
        let mut advised = |high: u32| {
            sizes[6] = high;
            for chunk in &mut program.chunks[2..6] {
                chunk.section = Section::Zero;
            }
            program.chunks[6].section = Section::High;
            match too_large(&program, &sizes, None, Memory::Program, &Stacks::default(), 68_319, 51_000) {
                Error::TooLarge { savings, .. } => savings,
                error => panic!("{error}"),
            }
        };
        assert_eq!(advised(0), [(Saving::UnderKernal, 8_000)]);
        assert_eq!(advised(4_192), [(Saving::UnderKernal, 3_300)]);
        assert_eq!(advised(8_192), []);
    }

    #[test]
    fn nothing_is_advised_that_does_not_concern_the_program() {
        let (program, sizes) =
            program(&[("__start", 10, &["main"]), ("main", 9, &["t"]), ("t", 60_000, &[])]);
        let error = too_large(&program, &sizes, None, Memory::Program, &Stacks::default(), 60_019, 51_000);
        assert!(matches!(&error, Error::TooLarge { savings, .. } if savings.is_empty()));
        assert!(!error.to_string().contains("would help"), "{error}");
    }

    #[test]
    fn a_level_that_is_set_is_not_advised() {
        let (program, sizes) =
            program(&[("__start", 10, &["main"]), ("main", 9_000, &["t"]), ("t", 50_000, &[])]);
        let error = too_large(&program, &sizes, None, Memory::Program, &Stacks::default(), 59_010, 51_000);
        assert!(!error.to_string().contains("opt-level"), "{error}");
    }

    #[test]
    fn what_only_debug_needs_is_told() {
        let (program, sizes) = program(&[
            ("__start", 10, &["main"]),
            ("main", 9, &["<game::Fault as core::fmt::Debug>::fmt", "core::fmt::write", "table"]),
            ("<game::Fault as core::fmt::Debug>::fmt", 900, &["core::fmt::write", "quoted"]),
            ("quoted", 2_500, &[]),
            ("core::fmt::write", 2_000, &[]),
            ("table", 50_000, &[]),
        ]);
        let error = too_large(&program, &sizes, None, Memory::Program, &Stacks::default(), 55_419, 51_000);
        let Error::TooLarge { savings, .. } = &error else { panic!("{error}") };
        assert_eq!(savings[..], [(Saving::Formatting, 5_400), (Saving::Debug, 3_400)]);
        assert!(error.to_string().contains("{:?}"), "{error}");
    }

    #[test]
    fn strings_are_one_part_and_the_disk_is_a_way_out() {
        let (mut program, sizes) = program(&[
            ("__start", 10, &["main"]),
            ("main", 90, &["hall", "alloc_03"]),
            ("hall", 200, &["alloc_01", "alloc_02"]),
            ("alloc_01", 30_000, &[]),
            ("alloc_02", 20_000, &[]),
            ("alloc_03", 8_000, &[]),
        ]);
        for chunk in &mut program.chunks[3..] {
            chunk.items = vec![Item::Bytes(b"It is dark.".to_vec())];
        }
        let error = too_large(&program, &sizes, None, Memory::Program, &Stacks::default(), 58_300, 51_000);
        let Error::TooLarge { largest, savings, .. } = &error else { panic!("{error}") };
        let names: Vec<(&str, u32)> = largest.iter().map(|part| (&*part.name, part.bytes)).collect();
        let strings = ("3 strings, 50000 bytes of them in hall", 58_000);
        assert_eq!(names, [strings, ("hall", 200), ("main", 90), ("__start", 10)]);
        assert_eq!(savings[..], [(Saving::Disk, 58_000)]);
        assert!(error.to_string().contains("disk") && error.to_string().contains(".high"), "{error}");
    }

    #[test]
    fn functions_with_large_local_variables_are_named() {
        let (mut program, sizes) =
            program(&[("__start", 10, &["main"]), ("main", 90, &["__frames"]), ("__frames", 60_000, &[])]);
        let large = Some(("buffer".to_string(), 50_000));
        program.usage[1] = Usage { frame: 59_000, largest: large, ..program.usage[1].clone() };
        let error = too_large(&program, &sizes, None, Memory::Program, &Stacks::default(), 60_100, 51_000);
        let Error::TooLarge { largest, .. } = &error else { panic!("{error}") };
        let expected = ": 59000 bytes in main (50000 of them for `buffer`)";
        assert!(largest[0].name.ends_with(expected) && error.to_string().contains(expected), "{error}");
    }

    #[test]
    fn the_stacks_are_named_and_what_they_do_not_need() {
        let (program, sizes) =
            program(&[("__start", 10, &["main"]), ("main", 9, &["t"]), ("t", 50_000, &[])]);
        let told = |known| {
            let stacks = Stacks { software: 1_024, known, handlers: 256 };
            match too_large(&program, &sizes, None, Memory::Program, &stacks, 51_299, 51_000) {
                Error::TooLarge { largest, savings, .. } => (largest, savings),
                error => panic!("{error}"),
            }
        };
        let (largest, savings) = told(Some(24));
        let bytes: Vec<u32> = largest.iter().map(|part| part.bytes).collect();
        assert_eq!(bytes, [50_000, 1_024, 256, 10, 9]);
        assert_eq!(largest[1].name, "the software stack (stack-reserve)");
        assert_eq!(savings, [(Saving::Stack, 1_000)]);
        assert_eq!(told(None).1, []);
    }

    #[test]
    fn nothing_is_advised_that_would_help_little() {
        let (program, sizes) = program(&[
            ("__start", 10, &["main"]),
            ("main", 9, &["fast"]),
            ("fast", 499, &["table"]),
            ("table", 60_000, &[]),
        ]);
        let advised = |needed| match too_large(
            &program,
            &sizes,
            None,
            Memory::Program,
            &Stacks::default(),
            needed,
            51_000,
        ) {
            Error::TooLarge { savings, .. } => savings,
            error => panic!("{error}"),
        };
        assert_eq!(advised(51_000 + 499 * SHARE), [(Saving::Level, 499)]);
        assert_eq!(advised(51_000 + 500 * SHARE), []);
    }
}
