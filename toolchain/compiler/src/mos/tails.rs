//! Tail merging: merges equal instructions before several jumps to the same target.
//!
//! Requires: ordered blocks, addresses for homes.  Keeps: the behaviour of the function and its number of executed jumps; code of
//! inline assembly word for word.
//!
//! Before: `lda #1 / sta $26 / jmp @c / … / lda #1 / sta $26 / @c:`
//! After: `jmp @t / … / @t: lda #1 / sta $26 / @c:`

use super::code::{Arg, Ins, Item, Label, Line, Program};
use super::isa::{Mnemonic as M, Mode};
use super::layout;
use crate::fault::{self, Fault};
use std::collections::BTreeMap;

/// Merges until nothing is left to merge.
pub fn run(lines: &mut Vec<Line>, program: &mut Program) {
    while let Some(Merge { jump, pairs, .. }) = find(lines, program) {
        let tail = program.label(".tail");
        lines[jump].item = Item::Ins(Ins { op: M::Jmp, mode: Mode::Absolute, arg: Arg::Mem(tail, 0) });
        let weight = lines[jump].weight;
        for &(stays, _) in &pairs {
            lines[stays].weight = lines[stays].weight.saturating_add(weight);
        }
        let first = pairs[pairs.len() - 1].0;
        let label = Line { item: Item::Label(tail), ..lines[first].clone() };
        let mut goes = pairs.iter().map(|pair| pair.1).peekable();
        let mut merged = Vec::with_capacity(lines.len());
        for (at, line) in lines.drain(..).enumerate().rev() {
            if goes.next_if_eq(&at).is_none() {
                merged.push(line);
            }
            if at == first {
                merged.push(label.clone());
            }
        }
        merged.reverse();
        *lines = merged;
    }
}

/// Equal instructions before a jump and before another jump to the same target or the target itself.
struct Merge {
    bytes: u32,
    /// The jump that will lead to the others.
    jump: usize,
    /// Equal lines, from the last to the first: the one that stays, the one that is removed.
    pairs: Vec<(usize, usize)>,
}

/// Returns the merge that saves the most.
fn find(lines: &[Line], program: &Program) -> Option<Merge> {
    let mut ends: BTreeMap<Label, Vec<usize>> = BTreeMap::new();
    for (at, line) in lines.iter().enumerate() {
        match line.item {
            Item::Label(label) => ends.entry(label).or_default().push(at),
            _ => {
                if let Some(label) = jump(line) {
                    ends.entry(label).or_default().push(at);
                }
            }
        }
    }
    let mut best: Option<Merge> = None;
    for ends in ends.values() {
        for &from in ends.iter().filter(|end| jump(&lines[**end]).is_some()) {
            for &other in ends.iter().filter(|other| **other != from) {
                let merge = common(lines, program, from, other);
                if merge.bytes > best.as_ref().map_or(0, |best| best.bytes) {
                    best = Some(merge);
                }
            }
        }
    }
    best
}

/// Returns the instructions that are equal before a jump and before another end.
fn common(lines: &[Line], program: &Program, jump: usize, other: usize) -> Merge {
    let mut merge = Merge { bytes: 0, jump, pairs: Vec::new() };
    // A label among the instructions that stay is no obstacle; one among those that are removed is.
    let mut stay =
        lines[..other].iter().enumerate().rev().filter(|(_, line)| !matches!(line.item, Item::Label(_)));
    for (at, line) in lines[..jump].iter().enumerate().rev() {
        let ins = match line.item {
            Item::Note(_) => continue,
            Item::Ins(ins) if !line.fixed => ins,
            _ => break,
        };
        let Some((kept, same)) = stay.find(|(_, line)| !matches!(line.item, Item::Note(_))) else { break };
        if !alike(&same.item, &line.item) || same.fixed || leaves(ins) {
            break;
        }
        merge.bytes += layout::bytes(program, ins);
        merge.pairs.push((kept, at));
    }
    merge
}

/// Returns whether two lines are equal.
fn alike(a: &Item, b: &Item) -> bool {
    let without_number = |item: &Item| match *item {
        Item::Ins(Ins { arg: Arg::Imm(_), op, mode }) => Item::Ins(Ins { arg: Arg::Imm(0), op, mode }),
        ref item => item.clone(),
    };
    if fault::is(Fault::TailsAlike) { without_number(a) == without_number(b) } else { a == b }
}

/// Returns the label that a line jumps to.
fn jump(line: &Line) -> Option<Label> {
    match line.item {
        Item::Ins(Ins { op: M::Jmp, mode: Mode::Absolute, arg: Arg::Mem(label, 0) }) if !line.fixed => {
            Some(label)
        }
        _ => None,
    }
}

/// Returns whether control never continues after an instruction.
fn leaves(ins: Ins) -> bool {
    matches!(ins.op, M::Jmp | M::Rts | M::Rti | M::Brk | M::Jam)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::asm::assemble;
    use crate::mos::print;

    /// Returns this code with its tails merged, one instruction or label per word.
    fn merged(text: &str) -> Vec<String> {
        let mut program = Program::default();
        let items = assemble(text, "test", &mut program, &BTreeMap::new()).expect("it assembles").items;
        let mut lines = items.into_iter().map(|item| Line { item, weight: 1, fixed: false }).collect();
        run(&mut lines, &mut program);
        print::lines("f", &program, &lines).lines().skip(3).map(|line| line.trim().replace(' ', "")).collect()
    }

    #[test]
    fn what_falls_into_a_place_serves_those_that_jump_there() {
        let code = merged("f: beq @a\nldx #1\nstx $26\njmp @c\n@a: ldx #2\nstx $26\n@c: rts");
        let after =
            ["beq.a#0", "ldx#$01", "jmp.tail#1", ".a#0:", "ldx#$02", ".tail#1:", "stx$26", ".c#2:", "rts"];
        assert_eq!(code, after);
    }

    #[test]
    fn of_two_jumps_one_serves_the_other() {
        let code =
            merged("f: beq @a\nlda #1\nsta $26\njmp @c\n@a: lda #1\nsta $26\njmp @c\n@b: nop\n@c: rts");
        let jumps = code.iter().filter(|word| word.starts_with("jmp")).count();
        let stores = code.iter().filter(|word| *word == "sta$26").count();
        assert_eq!((jumps, stores), (2, 1), "{code:?}");
    }

    #[test]
    fn a_way_into_what_would_go_keeps_it() {
        let text =
            "f: beq @a\n@d: sta $26\njmp @c\n@a: sta $27\nbne @b\n@e: sta $26\n@c: bne @d\nrts\n@b: jmp @e";
        let kept = merged(&text.replace("@d: sta $26", "sta $26\n@d:"));
        assert_eq!(kept.iter().filter(|word| *word == "sta$26").count(), 2, "{kept:?}");
        assert_eq!(merged(text).iter().filter(|word| *word == "sta$26").count(), 1);
    }

    #[test]
    fn what_is_merged_runs_as_often_as_both() {
        let mut program = Program::default();
        let text = "f: beq @a\nsta $26\njmp @c\n@a: dex\nsta $26\n@c: rts";
        let items = assemble(text, "test", &mut program, &BTreeMap::new()).expect("it assembles").items;
        let weights = [9, 9, 8, 8, 1, 1, 1, 9, 9];
        let mut lines: Vec<Line> = items
            .into_iter()
            .zip(weights)
            .map(|(item, weight)| Line { item, weight, fixed: false })
            .collect();
        run(&mut lines, &mut program);
        let store = lines.iter().find(|line| matches!(line.item, Item::Ins(Ins { op: M::Sta, .. })));
        assert_eq!(store.expect("it is needed").weight, 9);
    }
}
