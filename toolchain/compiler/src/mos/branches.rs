//! Extends branches that are out of range, over a jump of their own or by way of a nearby jump to the same target, and replaces
//! jumps by branches where the flags are known.
//!
//! Before: `bne far`      After: `beq *+5 / jmp far`, or `bne 1b` where `1: jmp far` is in reach
//! Before: `lda #1 / jmp near`      After: `lda #1 / bne near`

use super::code::{Arg, Ins, Item, Label, Line, Program};
use super::isa::{Access, Mnemonic as M, Mode, Set};
use super::layout::{Far, Layout, Way, size};
use crate::fault::{self, Fault};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of a branch.
const BRANCH: u32 = 2;

/// Returns the addresses of a chunk's items.
pub(super) fn addresses(program: &Program, layout: &Layout, chunk: usize, far: &Far) -> Vec<u32> {
    let mut at = layout.starts[chunk];
    let place = |(i, item)| {
        let here = at;
        at += size(program, item, far.get(&i).copied());
        here
    };
    program.chunks[chunk].items.iter().enumerate().map(place).collect()
}

/// Returns the address of the jump that an item is or contains.
pub(super) fn jump(addresses: &[u32], far: &Far, item: usize) -> u32 {
    addresses[item] + if far.get(&item) == Some(&Way::Jump) { BRANCH } else { 0 }
}

/// Places a program, with detours for the branches that are out of range.
pub(super) fn placed(program: &Program) -> (Layout, Vec<Far>) {
    let mut far = vec![Far::new(); program.chunks.len()];
    loop {
        let layout = Layout::new(program, &far);
        if !lengthen(program, &layout, &mut far) {
            return (layout, far);
        }
    }
}

/// Finds detours for the branches that are out of range; returns whether there were any. Only [`Way::Jump`] and [`Way::Plain`]
/// lengthen code, and no branch loses them again, so repeating this terminates.
pub(super) fn lengthen(program: &Program, layout: &Layout, far: &mut [Far]) -> bool {
    let mut changed = false;
    for (c, (chunk, far)) in program.chunks.iter().zip(far).enumerate() {
        let addresses = addresses(program, layout, c, far);
        let mut jumps: BTreeMap<Arg, BTreeSet<usize>> = BTreeMap::new();
        for (i, item) in chunk.items.iter().enumerate() {
            if let Item::Ins(Ins { op, mode, arg }) = item
                && ((*op, *mode) == (M::Jmp, Mode::Absolute)
                    || matches!(far.get(&i), Some(Way::Jump | Way::Plain)))
            {
                jumps.entry(*arg).or_default().insert(i);
            }
        }
        for (i, item) in chunk.items.iter().enumerate() {
            let Item::Ins(Ins { op, mode: Mode::Relative, arg }) = item else { continue };
            let distance = |to: i64| to - i64::from(addresses[i] + BRANCH);
            let reaches =
                |to: i64| (-128..=127 + i64::from(fault::is(Fault::BranchReach))).contains(&distance(to));
            let there = |j: usize, far: &Far| i64::from(jump(&addresses, far, j));
            let fine = match far.get(&i) {
                None => reaches(layout.target(program, *arg)),
                Some(Way::Jump | Way::Plain) => true,
                Some(Way::Via(j)) => reaches(there(*j, far)),
            };
            if fine {
                continue;
            }
            let near = jumps.get(arg).into_iter().flatten().filter(|j| reaches(there(**j, far)));
            let way = match near.min_by_key(|j| distance(there(**j, far)).abs()) {
                _ if certain(chunk.items[..i].iter()) == Some(*op) => {
                    jumps.entry(*arg).or_default().insert(i);
                    Way::Plain
                }
                Some(j) => Way::Via(*j),
                None => {
                    jumps.entry(*arg).or_default().insert(i);
                    Way::Jump
                }
            };
            far.insert(i, way);
            changed = true;
        }
    }
    changed
}

/// Turns jumps within a function into branches, which are one byte shorter, where the flags are known. Layout turns those out of
/// range back into jumps.
pub fn shorten(lines: &mut [Line], program: &Program) {
    let placed: BTreeSet<Label> =
        lines.iter().filter_map(|l| if let Item::Label(l) = l.item { Some(l) } else { None }).collect();
    // An unreferenced block label does not invalidate what is known.
    let used = mentioned(lines);
    let idle = |item: &Item| match item {
        Item::Label(label) => !used.contains(label) && program.labels[label.0 as usize].name.starts_with('.'),
        _ => false,
    };
    for i in 0..lines.len() {
        let Item::Ins(Ins { op: M::Jmp, mode: Mode::Absolute, arg: Arg::Mem(to, 0) }) = lines[i].item else {
            continue;
        };
        if lines[i].fixed || !placed.contains(&to) {
            continue;
        }
        if let Some(op) = certain(lines[..i].iter().map(|l| &l.item).filter(|item| !idle(item))) {
            lines[i].item = Item::Ins(Ins { op, mode: Mode::Relative, arg: Arg::Mem(to, 0) });
        }
    }
}

/// Returns the labels that a function's code mentions.
fn mentioned(lines: &[Line]) -> BTreeSet<Label> {
    let label = |line: &Line| match line.item {
        Item::Ins(Ins { arg: Arg::Lo(label, _) | Arg::Hi(label, _) | Arg::Mem(label, _), .. }) => Some(label),
        Item::Word(label, _) | Item::LoByte(label, _) | Item::HiByte(label, _) => Some(label),
        _ => None,
    };
    lines.iter().filter_map(label).collect()
}

/// Returns a branch that is always taken after these items, judging by the last of them.
fn certain<'a>(before: impl DoubleEndedIterator<Item = &'a Item>) -> Option<M> {
    let mut told = Set::C | Set::Z;
    for item in before.rev() {
        let ins = match item {
            Item::Ins(ins) => ins,
            Item::Note(_) => continue,
            _ => return None,
        };
        let tells = match (ins.op, ins.arg) {
            (M::Bcc | M::Bcs, _) => Some((Set::C, ins.op.inverted()?)),
            (M::Beq | M::Bne, _) => Some((Set::Z, ins.op.inverted()?)),
            (M::Clc, _) => Some((Set::C, M::Bcc)),
            (M::Sec, _) => Some((Set::C, M::Bcs)),
            (M::Lda | M::Ldx | M::Ldy, Arg::Imm(0)) => Some((Set::Z, M::Beq)),
            (M::Lda | M::Ldx | M::Ldy, Arg::Imm(_)) => Some((Set::Z, M::Bne)),
            _ => None,
        };
        match tells {
            Some((flag, op)) if told.meets(flag) => return Some(op),
            _ if matches!(ins.op.access(), Access::Leave) || ins.op == M::Jmp => return None,
            _ => told = told.minus(ins.op.writes(ins.mode)),
        }
        if !told.meets(Set::C | Set::Z) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::asm::assemble;

    /// Returns a function's instructions after its jumps were shortened.
    fn shortened(text: &str) -> Vec<String> {
        let mut program = Program::default();
        let items = assemble(text, "test", &mut program, &BTreeMap::new()).expect("it assembles").items;
        let mut lines: Vec<Line> =
            items.into_iter().map(|item| Line { item, weight: 1, fixed: false }).collect();
        shorten(&mut lines, &program);
        let op = |line: &Line| if let Item::Ins(ins) = &line.item { Some(ins.op.to_string()) } else { None };
        lines.iter().filter_map(op).collect()
    }

    #[test]
    fn a_jump_behind_flags_that_are_known_is_a_branch() {
        for (before, branch) in [
            ("lda #1\nsta $26", "bne"),
            ("ldx #0\nstx $26", "beq"),
            ("cmp #5\nbcs @a\nlda $26", "bcc"),
            ("beq @a\nsta $26", "bne"),
            ("sec\nror $26\nclc\ntax", "bcc"),
        ] {
            let code = shortened(&format!("@a: {before}\njmp @b\ninx\n@b: rts"));
            assert_eq!(code[code.len() - 3], branch, "{before}");
        }
    }

    #[test]
    fn a_jump_behind_flags_that_are_not_stays() {
        for before in
            ["lda $26", "bmi @c\nlda #1\n@c: sta $26", "lda #1\njsr $ffd2", "clc\nrol a", "lda #1\ndec $26"]
        {
            let code = shortened(&format!("@a: {before}\njmp @b\ninx\n@b: rts"));
            assert_eq!(code[code.len() - 3], "jmp", "{before}");
        }
    }

    #[test]
    fn a_label_that_nothing_leads_to_hides_no_flags() {
        let code = |first: &str| shortened(&format!("{first}\nbeq @a\n.idle: jmp @b\n@a: inx\n@b: rts"));
        assert_eq!(code("lda $26")[2], "bne");
        assert_eq!(code("lda $26\nbmi .idle")[3], "jmp");
    }

    #[test]
    fn a_jump_out_of_the_function_stays() {
        assert_eq!(shortened("lda #1\njmp $c000"), ["lda", "jmp"]);
    }
}
