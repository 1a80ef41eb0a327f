//! Run-time checks for room on both stacks.
//!
//! A function that may be active more than once at a time, or that takes some of a software stack that has no bound, begins with a
//! call of `__stack_check` (`runtime/stack_check.s`). The call is followed by the need of the function: of the software stack all
//! that it can take itself; of the 6502's all that it and its callees take, up to functions that check themselves, and the
//! interrupts. If the program's other calls may be nested too deeply, every function checks. If there is no room, the program ends
//! with a message that names the function, and with exit code [`SOFTWARE`] or [`HARDWARE`]. The message needs neither stack: both
//! are discarded for it.

use std::collections::{BTreeMap, BTreeSet};

use super::bound::{COST, Function, INTERRUPTS, Needs, OUTSIDE, ROOM};
use crate::Error;
use crate::error::demangled;
use crate::fault::{self, Fault};
use crate::mos::asm;
use crate::mos::code::{Arg, Chunk, Ins, Item, Label, Program, Section};
use crate::mos::isa::{Mnemonic as M, Mode};

/// The routine that checks.
pub(in crate::mos) const ROUTINE: &str = "__stack_check";

/// Exit code of a program whose software stack is full. A panic's is 101, as in Rust.
pub const SOFTWARE: u8 = 102;
/// Exit code of a program whose 6502 stack is full.
pub const HARDWARE: u8 = 103;

/// The maximum length of a name in a message, in characters: three lines of the screen.
const NAME: usize = 120;

/// Adds the checks; returns whether there are any. `unbounded`: the size of the program's software stack has no known bound.
///
/// # Errors
/// Returns an error only if the text of `__stack_check` has a bug.
pub fn add(
    program: &mut Program,
    functions: &[Function],
    main: Label,
    unbounded: bool,
) -> Result<bool, Error> {
    let rooms = rooms(program, functions, main, unbounded);
    if rooms.is_empty() {
        return Ok(false);
    }
    let mut known: BTreeMap<String, Label> = BTreeMap::new();
    for (i, info) in program.labels.iter().enumerate() {
        if info.name.starts_with("__") || info.name == "RUNTIME" || info.name == "STACK" {
            known.entry(info.name.clone()).or_insert(Label(i as u32));
        }
    }
    let check = program.label(ROUTINE);
    known.insert(ROUTINE.into(), check);
    for function in functions {
        let Some(room) = rooms.get(&function.label) else { continue };
        let name = program.labels[function.label.0 as usize].name.clone();
        let text = program.label(format!(".{name}.name"));
        let taken = u16::try_from(function.software).unwrap_or(u16::MAX);
        let software = taken.saturating_sub(u16::from(fault::is(Fault::StackLimitTooLow))).to_le_bytes();
        let entry = [
            Item::Ins(Ins { op: M::Jsr, mode: Mode::Absolute, arg: Arg::Mem(check, 0) }),
            Item::Bytes(vec![software[0], software[1], *room]),
            Item::Word(text, 0),
        ];
        let code = program.chunks.iter_mut().find(|c| c.label == function.label);
        code.expect("a function has code").items.splice(0..0, entry);
        let items = vec![Item::Bytes(petscii(&demangled(&name)))];
        program.chunks.push(Chunk { label: text, section: Section::Constants, align: 1, items });
    }
    let text = include_str!("../../../runtime/stack_check.s");
    let message = |name: &str, text: &str| {
        let bytes: Vec<String> = petscii(text).iter().map(u8::to_string).collect();
        format!("@{name}_text: .byte 13, {}\n", bytes.join(", "))
    };
    let text = format!(
        "software = {SOFTWARE}\nhardware = {HARDWARE}\n{text}{}{}",
        message("software", "the software stack is full in "),
        message("hardware", "the 6502's stack is full in ")
    );
    let (chunk, _) = asm::chunk(&text, "stack check", Section::Code, program, &known)?;
    program.chunks.push(chunk);
    Ok(true)
}

/// Returns the functions that check, and the lowest stack pointer with which each may begin. If the software stack has no bound,
/// all functions that take some of it check, because it may be nearly full wherever they are called.
fn rooms(program: &Program, functions: &[Function], main: Label, unbounded: bool) -> BTreeMap<Label, u8> {
    let tests = |f: &&Function| f.recursive || (unbounded && f.software > 0);
    let recursive: BTreeSet<Label> = functions.iter().filter(tests).map(|f| f.label).collect();
    let all: BTreeSet<Label> = functions.iter().map(|f| f.label).collect();
    let needs = |checked: &BTreeSet<Label>| -> BTreeMap<Label, Option<u32>> {
        let mut needs = Needs::new(program, functions, checked);
        let interrupts = needs.interrupts().ok();
        let roots = checked.iter().copied().chain([main]);
        roots
            .map(|label| (label, needs.of(label).ok().zip(interrupts)))
            .map(|(label, found)| (label, found.map(|(need, interrupts)| need.bytes.max(COST) + interrupts)))
            .collect()
    };
    let mut found = needs(&recursive);
    let fits = |need: &Option<u32>| need.is_some_and(|bytes| bytes + 2 <= ROOM);
    let mut checked = recursive;
    if !found.values().all(fits) {
        found = needs(&all);
        checked = all;
    }
    found.retain(|label, _| checked.contains(label));
    // A routine that pushes in a loop is hand-written and gets the allowance for outside code.
    let room = |need: Option<u32>| (need.unwrap_or(OUTSIDE + INTERRUPTS).clamp(1, ROOM) - 1) as u8;
    found.into_iter().map(|(label, need)| (label, room(need))).collect()
}

/// Returns a name as the screen shows it, terminated by a zero. The letters are those of the character set that is active after
/// power-on, which has one case and no braces.
fn petscii(name: &str) -> Vec<u8> {
    let cut = name.chars().count() > NAME;
    let shown = name.chars().take(if cut { NAME - 3 } else { NAME });
    let code = |c: char| match c {
        '{' => b'(',
        '}' => b')',
        '_' => 0x5f,
        ' '..=']' if c != '\\' => c as u8,
        'a'..='z' => c.to_ascii_uppercase() as u8,
        _ => b'?',
    };
    let dots = if cut { "..." } else { "" };
    shown.map(code).chain(dots.bytes()).chain([0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_capitals_and_not_too_long() {
        assert_eq!(petscii("a::b_c::{closure#0}"), b"A::B_C::(CLOSURE#0)\0");
        assert_eq!(petscii("<T as é>"), b"<T AS ?>\0");
        let long = petscii(&"x".repeat(200));
        assert_eq!(long.len(), NAME + 1);
        assert!(long.ends_with(b"X...\0"));
        assert_eq!(petscii(&"x".repeat(NAME)).len(), NAME + 1);
    }
}
