//! Moves operations to where their results are used: into one arm of a branch, or behind the last use of the value that they step.
//! An operation that uses a byte that a branch has just compared comes first in the block behind the branch.
//!
//! Requires: SSA.  Keeps: SSA.
//!
//! Before: `b1: r5 = r1 xor $21 / if … then b2 else b3`, `b2: use r5`      After: `b2: r5 = r1 xor $21 / use r5`

use super::dominators::Dominators;
use super::lir::{Bb, Block, Byte, Cmp, Cond, Func, Inst, Reg, Term, byte_uses};
use super::liveness::Liveness;

/// Moves the operations that use only registers; those that read memory stay in place.
pub fn sink(func: &mut Func) {
    let live = Liveness::new(func);
    let dominators = Dominators::new(func, &live.order);
    for &from in live.order.iter().rev() {
        for at in (0..func.blocks[from.0 as usize].insts.len()).rev() {
            let inst = &func.blocks[from.0 as usize].insts[at].0;
            if !plain(inst) {
                continue;
            }
            let mut defs = Vec::new();
            inst.defs(&mut |r| defs.push(r));
            let Some(to) = dominators.meeting(&used_in(func, &defs)) else { continue };
            let often = |b: Bb| live.frequency[b.0 as usize];
            if to == from || often(to) > often(from) || !dominators.dominates(from, to) {
                continue;
            }
            if !keeps_no_more_alive(inst, &|r| live.out[to.0 as usize].contains(r)) {
                continue;
            }
            let moved = func.blocks[from.0 as usize].insts.remove(at);
            let place = first_use(&func.blocks[to.0 as usize], &defs);
            func.blocks[to.0 as usize].insts.insert(place, moved);
        }
    }
    for (b, block) in func.blocks.iter_mut().enumerate() {
        sink_steps(block, &|r| live.out[b].contains(r));
    }
    begin_with_asked(func, &live);
}

/// Whether an operation computes only with registers and numbers.
fn plain(inst: &Inst) -> bool {
    let mut plain =
        matches!(inst, Inst::Add { .. } | Inst::Sub { .. } | Inst::Logic { .. } | Inst::Shift { .. });
    inst.reads(&mut |b| plain &= !matches!(b, Byte::Mem(_)));
    plain
}

/// Whether an operation produces at least as many registers as it uses, so that moving it keeps no more alive. The operands of a
/// sum do not count if they stay alive behind its new place, as a loop's step does.
fn keeps_no_more_alive(inst: &Inst, stays: &dyn Fn(Reg) -> bool) -> bool {
    let (mut uses, mut defs) = (Vec::new(), 0);
    inst.uses(&mut |r| uses.push(r));
    inst.defs(&mut |_| defs += 1);
    if matches!(inst, Inst::Add { .. } | Inst::Sub { .. }) {
        uses.retain(|r| !stays(*r));
    }
    uses.sort_unstable();
    uses.dedup();
    match inst {
        // A shift of several bytes is best placed next to its use: it works in place in its result.
        Inst::Shift { .. } => defs == 1,
        _ => uses.len() <= defs,
    }
}

/// Returns the blocks that use one of these registers; a phi's operands are used at the end of the incoming block.
fn used_in(func: &Func, regs: &[Reg]) -> Vec<Bb> {
    let mut blocks = Vec::new();
    for (b, block) in func.blocks.iter().enumerate() {
        let mut used = false;
        for (inst, _) in &block.insts {
            inst.uses(&mut |r| used |= regs.contains(&r));
        }
        block.term.uses(&mut |r| used |= regs.contains(&r));
        if used {
            blocks.push(Bb(b as u32));
        }
        for (from, byte) in block.phis.iter().flat_map(|p| &p.from) {
            byte_uses(*byte, &mut |r| {
                if regs.contains(&r) {
                    blocks.push(*from);
                }
            });
        }
    }
    blocks
}

/// Returns the position of the first use of one of these registers in a block.
fn first_use(block: &Block, regs: &[Reg]) -> usize {
    let found = block.insts.iter().position(|(inst, _)| {
        let mut used = false;
        inst.uses(&mut |r| used |= regs.contains(&r));
        used
    });
    found.unwrap_or(block.insts.len())
}

/// Moves `i + 1` behind the last use of `i` in its block, so that the two can share a location. The step is a number, or in
/// registers that stay alive behind the block.
fn sink_steps(block: &mut Block, stays: &dyn Fn(Reg) -> bool) {
    for at in (0..block.insts.len()).rev() {
        let (Inst::Add { dst, a, b } | Inst::Sub { dst, a, b }) = &block.insts[at].0 else { continue };
        let lasts = |b: &Byte| matches!(b, Byte::Const(_)) || b.reg().is_some_and(stays);
        let sum = matches!(block.insts[at].0, Inst::Add { .. });
        let a = match (a.iter().all(lasts), b.iter().all(lasts)) {
            (_, true) => a,
            (true, false) if sum => b,
            _ => continue,
        };
        if !a.iter().all(|a| matches!(a, Byte::Reg(_) | Byte::Const(_))) {
            continue;
        }
        let mentions = |inst: &Inst, regs: &dyn Fn(Reg) -> bool| {
            let mut found = false;
            inst.uses(&mut |r| found |= regs(r));
            found
        };
        let old = |r: Reg| a.contains(&Byte::Reg(r));
        let new = |r: Reg| dst.contains(&r);
        let behind = &block.insts[at + 1..];
        let Some(last) = behind.iter().rposition(|i| mentions(&i.0, &old)) else { continue };
        let mut used_at_end = false;
        block.term.uses(&mut |r| used_at_end |= old(r));
        if used_at_end || behind[..=last].iter().any(|i| mentions(&i.0, &new)) {
            continue;
        }
        let step = block.insts.remove(at);
        block.insts.insert(at + 1 + last, step);
    }
}

/// Moves the operation with the last use of a byte to the start of a block that only a branch on that byte leads to, because A
/// still holds it: the value that a bounds check has compared becomes part of an address before anything else.
///
/// The operation computes one byte from registers and numbers only, and the operations before it also use only registers and
/// numbers and do not define its operands, so the order does not matter. The byte is not used again, so no more registers are
/// alive.
fn begin_with_asked(func: &mut Func, live: &Liveness) {
    let preds = func.predecessors();
    for &b in &live.order {
        let [from] = preds[b.0 as usize][..] else { continue };
        let Some(asked) = asked(&func.blocks[from.0 as usize].term) else { continue };
        let block = &mut func.blocks[b.0 as usize];
        let uses = |inst: &Inst| {
            let mut uses = 0;
            inst.uses(&mut |r| uses += usize::from(r == asked));
            uses
        };
        let Some(at) = block.insts.iter().position(|(inst, _)| uses(inst) > 0) else { continue };
        let (before, rest) = block.insts.split_at(at);
        let inst = &rest[0].0;
        let mut again = live.out[b.0 as usize].contains(asked);
        rest[1..].iter().for_each(|(inst, _)| again |= uses(inst) > 0);
        block.term.uses(&mut |r| again |= r == asked);
        let number = |inst: &Inst| matches!(inst, Inst::Copy { src, .. } if !matches!(src, Byte::Mem(_)));
        let mut apart = before.iter().all(|(inst, _)| plain(inst) || number(inst));
        for (earlier, _) in before {
            earlier.defs(&mut |def| inst.uses(&mut |r| apart &= r != def));
        }
        let mut defs = 0;
        inst.defs(&mut |_| defs += 1);
        if again || !apart || !plain(inst) || defs != 1 || uses(inst) != 1 {
            continue;
        }
        block.insts[..=at].rotate_right(1);
    }
}

/// Returns the byte that a branch compares alone and thus has in A.
fn asked(term: &Term) -> Option<Reg> {
    let Term::Branch { cond, .. } = term else { return None };
    let cond = match cond {
        Cond::Not(cond) => cond,
        cond => cond,
    };
    match cond {
        Cond::Cmp(Cmp::Eq | Cmp::Ult, a, _) => match a[..] {
            [Byte::Reg(r)] => Some(r),
            _ => None,
        },
        _ => None,
    }
}
