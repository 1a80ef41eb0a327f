//! Shortens finished code: jumps to the next instruction, branches over jumps, calls before a return.
//!
//! Requires: addresses for homes.  Keeps: everything else.

use super::code::{Arg, Ins, Item, Label, Line};
use super::isa::{Mnemonic as M, Mode};

/// Applies all rules until none matches.
pub fn run(items: &mut Vec<Line>) {
    while jump_to_next(items) | branch_over_jump(items) | call_and_return(items) {}
}

/// Removes the jump in `jmp L / L:`.
fn jump_to_next(items: &mut Vec<Line>) -> bool {
    let found = (0..items.len()).find(|&i| match jump(&items[i].item) {
        Some(label) => labels_after(items, i).any(|l| l == label),
        None => false,
    });
    found.map(|i| items.remove(i)).is_some()
}

/// Turns `bne L / jmp M / L:` into `beq M`.
fn branch_over_jump(items: &mut Vec<Line>) -> bool {
    for i in 0..items.len() {
        let Item::Ins(Ins { op, mode: Mode::Relative, arg: Arg::Mem(over, 0) }) = items[i].item else {
            continue;
        };
        let (Some(inverted), Some(j)) = (op.inverted(), next(items, i)) else { continue };
        let Some(to) = jump(&items[j].item) else { continue };
        if labels_after(items, j).any(|l| l == over) {
            items[i].item = Item::Ins(Ins { op: inverted, mode: Mode::Relative, arg: Arg::Mem(to, 0) });
            items.remove(j);
            return true;
        }
    }
    false
}

/// Turns `jsr F / rts` into `jmp F`.
fn call_and_return(items: &mut Vec<Line>) -> bool {
    for i in 0..items.len() {
        let Item::Ins(Ins { op: M::Jsr, mode, arg }) = items[i].item else { continue };
        let Some(j) = next(items, i) else { continue };
        if matches!(items[j].item, Item::Ins(Ins { op: M::Rts, .. })) {
            items[i].item = Item::Ins(Ins { op: M::Jmp, mode, arg });
            items.remove(j);
            return true;
        }
    }
    false
}

fn jump(item: &Item) -> Option<Label> {
    match item {
        Item::Ins(Ins { op: M::Jmp, mode: Mode::Absolute, arg: Arg::Mem(label, 0) }) => Some(*label),
        _ => None,
    }
}

/// Returns the item after `i` that is not a remark.
fn next(items: &[Line], i: usize) -> Option<usize> {
    (i + 1..items.len()).find(|j| !matches!(items[*j].item, Item::Note(_)))
}

/// Returns the labels directly after item `i`.
fn labels_after(items: &[Line], i: usize) -> impl Iterator<Item = Label> + '_ {
    let behind = items[i + 1..].iter().map(|line| &line.item);
    behind.take_while(|i| matches!(i, Item::Label(_) | Item::Note(_))).filter_map(|i| match i {
        Item::Label(l) => Some(*l),
        _ => None,
    })
}
