//! The start-up code: from `SYS 2080` to `main` and back to BASIC.
//!
//! It saves the zero page that the program uses, the KERNAL's interrupt vectors, the processor port and the stack pointer, banks
//! BASIC out, keeps RESTORE from entering BASIC, clears `High` and banks the KERNAL out if there is any `High`, clears `Zero`,
//! copies `Data` if there is any, fills the tables for float multiplication if they are needed, and sets the software stack
//! pointer. The program's zero page starts as zero except for the first bytes of [`arg`](crate::MemoryMap::arg); the rest of the
//! zero page is not owned by the program. The KERNAL's interrupt keeps running throughout.

use std::collections::BTreeMap;

use super::asm;
use super::code::{Chunk, Item, Label, Program, Section};
use super::runtime;
use crate::{Error, MemoryMap};

/// Bytes of saved state besides the zero page: stack pointer, port, three vectors.
const SAVED: usize = 1 + 1 + 6;

/// Adds the start-up code, which calls `main` and defines `__exit`: a jump there ends the program from any call depth. `known` must
/// have `main` and the names of [`declare`](super::runtime::declare). `handlers` says whether there are interrupt handlers, which
/// [`handlers::wrap`](super::handlers::wrap) will add; `limited`, whether the software stack may get a limit. Both have variables
/// with initial contents, and nothing else that is added later may have any. Returns whether initial contents are copied.
pub fn add(
    program: &mut Program,
    known: &BTreeMap<String, Label>,
    handlers: bool,
    limited: bool,
) -> Result<bool, Error> {
    let saved = program.label("__saved");
    let mut known = known.clone();
    known.insert("__saved".to_string(), saved);
    let MemoryMap { zero_page, apart, .. } = program.memory.clone();
    let mut parts = Vec::new();
    if program.chunks.iter().any(|c| c.section == Section::High) {
        for name in ["__raise", "__irq", "__nmi"] {
            known.insert(name.to_string(), program.label(name));
        }
        // A handler at the KERNAL's vector also serves NMIs while the KERNAL is banked out.
        let mut hardware_nmi = known["__nmi"];
        if handlers {
            let text = "jmp ($0318)";
            let (chunk, _) = asm::chunk(text, "__hardware_nmi", Section::Code, program, &known)?;
            hardware_nmi = chunk.label;
            program.chunks.push(chunk);
        }
        known.insert("__hardware_nmi".to_string(), hardware_nmi);
        let high = include_str!("../../runtime/high.s");
        let (raise, _) = asm::chunk(high, "memory under the KERNAL", Section::Code, program, &known)?;
        program.chunks.push(raise);
        parts.push("under the KERNAL");
    }
    if handlers {
        parts.push("handlers");
    }
    if !apart.is_empty() {
        parts.push("apart");
    }
    let copies = handlers || limited || program.chunks.iter().any(|c| c.section == Section::Data);
    if copies {
        parts.push("first contents");
    }
    if runtime::needs_squares(program, &known) {
        parts.push("squares");
    }
    let text = format!(
        "own = {}\nown_size = {}\napart = {}\napart_size = {}\n{}",
        zero_page.start,
        zero_page.len(),
        apart.start,
        apart.len(),
        with_parts(include_str!("../../runtime/startup.s"), &parts)
    );
    let (start, _) = asm::chunk(&text, "start-up", Section::Start, program, &known)?;
    program.chunks.push(start);
    let items = vec![Item::Bytes(vec![0; SAVED + zero_page.len() + apart.len()])];
    program.chunks.push(Chunk { label: saved, section: Section::NoInit, align: 1, items });
    Ok(copies)
}

/// Returns a text without the sections between `; if PART` and `; end`, except for these parts.
fn with_parts(text: &str, parts: &[&str]) -> String {
    let mut kept = String::new();
    let mut out = false;
    for line in text.lines() {
        match line.strip_prefix("; if ") {
            Some(part) => out = !parts.contains(&part),
            None if line == "; end" => out = false,
            None if out => {}
            None => kept.extend([line, "\n"]),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn only_the_parts_that_are_named_stay() {
        let text = "a\n; if one\nb\n; end\nc\n; if two\nd\n; end\ne";
        assert_eq!(with_parts(text, &["two"]), "a\nc\nd\ne\n");
        assert_eq!(with_parts(text, &["one", "two"]), "a\nb\nc\nd\ne\n");
    }

    #[test]
    fn every_part_of_the_text_is_one_that_a_program_can_have() {
        let parts =
            include_str!("../../runtime/startup.s").lines().filter_map(|line| line.strip_prefix("; if "));
        let parts: BTreeSet<&str> = parts.collect();
        assert_eq!(
            parts,
            BTreeSet::from(["apart", "first contents", "handlers", "squares", "under the KERNAL"])
        );
    }
}
