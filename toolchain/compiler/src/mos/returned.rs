//! Drops comparisons with zero after calls of functions that return with the flags of A.
//!
//! Requires: addresses for homes; runs before `outline`, since an outlined routine may end between a test and its branch. Keeps:
//! everything but the carry that `cmp #0` sets, where it is not read.
//!
//! Before: `jsr f / cmp #0 / beq @a`, `f: … / lda #1 / rts`
//! After: `jsr f / beq @a`
//!
//! N and Z are tracked through each function, instruction by instruction. All functions are first assumed to return with the flags
//! of A; the assumption is withdrawn from those that do not, until it holds for all that are left.

use super::code::{Arg, Ins, Item, Label, Line};
use super::isa::{Mnemonic as M, Mode, Set};
use super::outline::Function;
use std::collections::BTreeMap;

/// Drops these comparisons in all functions, whose labels are in the same order.
pub fn run(functions: &mut [Function], labels: &[Label]) {
    let by_label = labels.iter().enumerate().map(|(i, label)| (*label, i)).collect();
    let mut calls = Calls { by_label, tell: vec![true; functions.len()] };
    loop {
        let tell: Vec<bool> = functions.iter().enumerate().map(|(i, f)| calls.flow(i, &f.lines).1).collect();
        if tell == calls.tell {
            break;
        }
        calls.tell = tell;
    }
    for (i, function) in functions.iter_mut().enumerate() {
        let (before, _) = calls.flow(i, &function.lines);
        let drop: Vec<bool> = (0..function.lines.len())
            .map(|at| {
                let line = &function.lines[at];
                is_test(&line.item)
                    && !line.fixed
                    && before[at] == Some(true)
                    && !calls.wants_carry(i, &function.lines, at + 1)
            })
            .collect();
        let mut drop = drop.into_iter();
        function.lines.retain(|_| drop.next() != Some(true));
    }
}

/// The functions that may be called.
struct Calls {
    by_label: BTreeMap<Label, usize>,
    /// Whether each returns with N and Z reflecting A.
    tell: Vec<bool>,
}

/// The successor of an instruction.
enum Way {
    /// At a line of the same function.
    Line(usize),
    /// The entry of another function, which returns in place of this one.
    Function(usize),
    /// The function returns.
    Return,
    /// Unknown.
    Away,
}

impl Calls {
    /// Returns whether N and Z reflect A before each line, if it is reached, and at all returns.
    fn flow(&self, function: usize, lines: &[Line]) -> (Vec<Option<bool>>, bool) {
        let targets = targets(lines);
        let mut before = vec![None; lines.len()];
        // In decimal mode, N and Z reflect a different sum.
        if lines.iter().any(|line| matches!(line.item, Item::Ins(Ins { op: M::Sed, .. }))) {
            return (before, false);
        }
        let mut returns = true;
        let mut todo = vec![(0, false)];
        // Code reached through an address may be entered with any flags.
        todo.extend(
            lines
                .iter()
                .filter_map(|line| address(&line.item))
                .filter_map(|l| Some((*targets.get(&l)?, false))),
        );
        while let Some((at, tells)) = todo.pop() {
            let Some(line) = lines.get(at) else {
                returns = false;
                continue;
            };
            let met = before[at].unwrap_or(true) && tells;
            if before[at] == Some(met) {
                continue;
            }
            before[at] = Some(met);
            let after = match &line.item {
                Item::Ins(ins) => self.after(ins, met),
                _ => met,
            };
            for way in self.ways(function, lines, &targets, at) {
                match way {
                    Way::Line(to) => todo.push((to, after)),
                    Way::Function(other) => returns &= self.tell[other],
                    Way::Return => returns &= after,
                    Way::Away => returns = false,
                }
            }
        }
        (before, returns)
    }

    /// Returns whether N and Z reflect A after an instruction.
    fn after(&self, ins: &Ins, before: bool) -> bool {
        let flags = Set::N | Set::Z;
        let writes = ins.op.writes(ins.mode);
        match ins.op {
            M::Jsr => self.function(ins).is_some_and(|callee| self.tell[callee]),
            M::Tax | M::Tay => true,
            M::Cmp => ins.arg == Arg::Imm(0),
            _ if writes.contains(Set::A | flags) => true,
            _ => before && !writes.meets(Set::A | flags),
        }
    }

    /// Returns the target function of a call or jump.
    fn function(&self, ins: &Ins) -> Option<usize> {
        match (ins.mode, ins.arg) {
            (Mode::Absolute, Arg::Mem(label, 0)) => self.by_label.get(&label).copied(),
            _ => None,
        }
    }

    /// Returns the successors of a line.
    fn ways(&self, function: usize, lines: &[Line], targets: &BTreeMap<Label, usize>, at: usize) -> Vec<Way> {
        let Item::Ins(ins) = &lines[at].item else {
            return match &lines[at].item {
                Item::Label(_) | Item::Note(_) => vec![Way::Line(at + 1)],
                _ => vec![Way::Away],
            };
        };
        let target = || match (ins.arg, self.function(ins)) {
            (Arg::Mem(label, 0), _) if targets.contains_key(&label) => Way::Line(targets[&label]),
            (_, Some(other)) if other == function => Way::Line(0),
            (_, Some(other)) => Way::Function(other),
            _ => Way::Away,
        };
        match ins.op {
            M::Rts => vec![Way::Return],
            M::Jmp => vec![target()],
            M::Brk | M::Jam | M::Rti => vec![Way::Away],
            op if op.is_branch() => vec![target(), Way::Line(at + 1)],
            _ => vec![Way::Line(at + 1)],
        }
    }

    /// Returns whether the carry may be read from a line on. No function takes or returns anything in the carry.
    fn wants_carry(&self, function: usize, lines: &[Line], from: usize) -> bool {
        let targets = targets(lines);
        let mut seen = vec![false; lines.len() + 1];
        let mut todo = vec![from];
        while let Some(at) = todo.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            if let Some(Line { item: Item::Ins(ins), .. }) = lines.get(at) {
                if ins.op == M::Jsr {
                    match self.function(ins) {
                        Some(_) => continue,
                        None => return true,
                    }
                }
                if ins.op != M::Rts && ins.op.reads(ins.mode).meets(Set::C) {
                    return true;
                }
                if ins.op.writes(ins.mode).contains(Set::C) {
                    continue;
                }
            }
            if at == lines.len() {
                return true;
            }
            for way in self.ways(function, lines, &targets, at) {
                match way {
                    Way::Line(to) => todo.push(to),
                    Way::Function(_) | Way::Return => {}
                    Way::Away => return true,
                }
            }
        }
        false
    }
}

fn is_test(item: &Item) -> bool {
    matches!(item, Item::Ins(Ins { op: M::Cmp, arg: Arg::Imm(0), .. }))
}

/// Returns the lines of a function's labels.
fn targets(lines: &[Line]) -> BTreeMap<Label, usize> {
    let label = |(at, line): (usize, &Line)| match line.item {
        Item::Label(label) => Some((label, at)),
        _ => None,
    };
    lines.iter().enumerate().filter_map(label).collect()
}

/// Returns the label whose address an item is or takes.
fn address(item: &Item) -> Option<Label> {
    match *item {
        Item::Word(label, _) | Item::LoByte(label, _) | Item::HiByte(label, _) => Some(label),
        Item::Ins(Ins { arg: Arg::Lo(label, _) | Arg::Hi(label, _), .. }) => Some(label),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::asm::assemble;
    use crate::mos::code::Program;

    /// Returns how many comparisons are left in a program whose functions `f`, `g` and `h` have these texts.
    fn left(texts: [&str; 3]) -> usize {
        let mut program = Program::default();
        let labels: Vec<Label> = ["f", "g", "h"].map(|name| program.label(name)).into();
        let names: BTreeMap<String, Label> =
            ["f", "g", "h"].map(str::to_string).into_iter().zip(labels.clone()).collect();
        let mut functions: Vec<Function> = texts
            .iter()
            .map(|text| {
                let items = assemble(text, "test", &mut program, &names).expect("it assembles").items;
                let line = |item| Line { item, weight: 1, fixed: false };
                Function { lines: items.into_iter().map(line).collect(), calls: 1, small: false }
            })
            .collect();
        run(&mut functions, &labels);
        functions.iter().flat_map(|f| &f.lines).filter(|line| is_test(&line.item)).count()
    }

    const CALLER: &str = "jsr g\ncmp #0\nbeq @a\nlda #1\n@a: rts";

    #[test]
    fn a_result_just_loaded_is_not_tested_again() {
        assert_eq!(left([CALLER, "lda $26\nsta $27\nrts", "rts"]), 0);
        assert_eq!(left([CALLER, "lda $26\nldx #5\nrts", "rts"]), 1);
    }

    #[test]
    fn all_ways_out_count_and_so_do_tail_calls() {
        let ways = "ldx $26\nbeq @a\nlda #1\nrts\n@a: jmp h";
        assert_eq!(left([CALLER, ways, "lda #0\nrts"]), 0);
        assert_eq!(left([CALLER, ways, "lda #0\ninx\nrts"]), 1);
        assert_eq!(left([CALLER, "ldx $26\nbeq @a\nlda #1\n@a: rts", "rts"]), 1);
    }

    #[test]
    fn functions_that_call_each_other_are_believed_together() {
        assert_eq!(left([CALLER, "ldx $26\nbne @a\njmp h\n@a: lda #3\nrts", "dec $26\njmp g"]), 0);
        assert_eq!(
            left([CALLER, "ldx $26\nbne @a\njmp h\n@a: lda #3\nrts", "dec $26\nbeq @a\njmp g\n@a: rts"]),
            1
        );
    }

    #[test]
    fn a_carry_that_is_read_needs_its_comparison() {
        let answer = "lda $26\nrts";
        assert_eq!(left(["jsr g\ncmp #0\nbeq @a\nrol $27\n@a: rts", answer, "rts"]), 1);
        assert_eq!(left(["jsr g\ncmp #0\nbeq @a\nclc\nrol $27\n@a: rts", answer, "rts"]), 0);
        assert_eq!(left(["jsr g\ncmp #0\nbeq @a\njsr $ffd2\n@a: rts", answer, "rts"]), 1);
    }

    #[test]
    fn decimal_mode_and_foreign_code_are_not_believed() {
        assert_eq!(left([CALLER, "sed\nlda $26\nclc\nadc #5\ncld\nrts", "rts"]), 1);
        assert_eq!(left(["jsr $ffe4\ncmp #0\nbeq @a\nlda #1\n@a: rts", "rts", "rts"]), 1);
    }
}
