//! Increments or decrements by one or two directly in memory, X or Y instead of in A.
//!
//! Before: `lda $26 / clc / adc #$01 / sta $26`      After: `inc $26`
//! Before: `clc / adc #$01 / tax`      After: `tax / inx`

use super::dead::{Live, behind, live_out};
use super::facts::{A, C, Facts, V};
use super::flow::{Block, Flow};
use super::values::Values;
use crate::mos::code::{Arg, Ins};
use crate::mos::isa::{Mnemonic as M, Mode, lookup};

/// Replaces such additions; returns whether there were any.
pub fn run(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    let Some(values) = Values::new(flow, facts) else { return false };
    let out = live_out(flow, facts);
    let mut changed = false;
    for (b, (block, out)) in flow.blocks.iter_mut().zip(&out).enumerate() {
        let Some(mut state) = values.at[b].clone() else { continue };
        let live = behind(block, facts, out);
        // Carries before each operation. Positions that change below come after the current one.
        let carries: Vec<u64> = block
            .ops
            .iter()
            .enumerate()
            .map(|(i, op)| {
                let carry = state[C];
                if let Some(ins) = op.ins() {
                    values.step(facts, b, i, &ins, &mut state);
                }
                carry
            })
            .collect();
        let mut i = block.ops.len();
        while i > 0 {
            i -= 1;
            let Some(step) = block.ops[i].free().and_then(|ins| added(&ins, carries[i])) else { continue };
            if live[i][C] || live[i][V] {
                continue;
            }
            if let Some(end) = in_memory(block, facts, i) {
                count_in_memory(block, i, end, step, live[end][A]);
                changed = true;
            } else if let Some(end) = in_register(block, &live, i) {
                count_in_register(block, i, end, step);
                changed = true;
            }
        }
    }
    changed
}

/// Returns what an `adc` or `sbc` adds with this carry, if that is one or two up or down.
pub(super) fn added(ins: &Ins, carry: u64) -> Option<i8> {
    let Arg::Imm(n) = ins.arg else { return None };
    let step = match (ins.op, carry) {
        (M::Adc, carry @ 0..=1) => n.wrapping_add(carry as u8),
        (M::Sbc, carry @ 0..=1) => 0u8.wrapping_sub(n).wrapping_sub(1 - carry as u8),
        _ => return None,
    } as i8;
    (1..=2).contains(&step.unsigned_abs()).then_some(step)
}

/// Returns the index of the previous or next operation, skipping remarks and the one that sets the carry.
fn next(block: &Block, at: usize) -> Option<usize> {
    (at + 1..block.ops.len()).find(|j| block.ops[*j].ins().is_some())
}

fn before(block: &Block, at: usize) -> Option<usize> {
    let plain = |j: &usize| block.ops[*j].ins().is_some_and(|i| !matches!(i.op, M::Clc | M::Sec));
    (0..at).rev().find(plain)
}

/// Returns where the sum is stored to the place its operand was loaded from, if an increment can address that.
fn in_memory(block: &Block, facts: &Facts<'_>, at: usize) -> Option<usize> {
    let (from, to) = (before(block, at)?, next(block, at)?);
    let (load, store) = (block.ops[from].free()?, block.ops[to].free()?);
    let same = load.op == M::Lda && store.op == M::Sta && load.mode == store.mode && load.arg == store.arg;
    let reaches = lookup(M::Inc, load.mode).is_some() && facts.is_plain_memory(&load);
    (same && reaches).then_some(to)
}

/// Replaces load, sum and store by an increment; A is loaded again if it is needed.
fn count_in_memory(block: &mut Block, at: usize, store: usize, step: i8, wanted: bool) {
    let Some(Ins { mode, arg, .. }) = block.ops[store].ins() else { return };
    let op = if step > 0 { M::Inc } else { M::Dec };
    let from = before(block, at).unwrap_or(at);
    block.ops[store].put(op, mode, arg);
    let mut last = store;
    for _ in 1..step.unsigned_abs() {
        block.ops.insert(last + 1, block.ops[last].clone());
        last += 1;
    }
    if wanted {
        let mut load = block.ops[last].clone();
        load.put(M::Lda, mode, arg);
        block.ops.insert(last + 1, load);
    }
    block.ops.remove(at);
    block.ops.remove(from);
}

/// Returns where the sum goes into X or Y, perhaps after it was stored, and is no longer needed in A.
fn in_register(block: &Block, live: &[Live], at: usize) -> Option<usize> {
    let mut j = at;
    loop {
        j = next(block, j)?;
        let ins = block.ops[j].free()?;
        match ins.op {
            M::Sta if ins.mode == Mode::Absolute => {}
            M::Tax | M::Tay => return (!live[j][A]).then_some(j),
            _ => return None,
        }
    }
}

fn count_in_register(block: &mut Block, at: usize, transfer: usize, step: i8) {
    let Some(ins) = block.ops[transfer].ins() else { return };
    let (count, store) = match (ins.op, step > 0) {
        (M::Tax, true) => (M::Inx, M::Stx),
        (M::Tax, false) => (M::Dex, M::Stx),
        (_, true) => (M::Iny, M::Sty),
        (_, false) => (M::Dey, M::Sty),
    };
    for op in &mut block.ops[at + 1..transfer] {
        if let Some(Ins { op: M::Sta, mode, arg }) = op.ins() {
            op.put(store, mode, arg);
        }
    }
    block.ops.remove(transfer);
    block.ops[at].put(ins.op, Mode::Implied, Arg::None);
    for _ in 0..step.unsigned_abs() {
        let mut op = block.ops[at].clone();
        op.put(count, Mode::Implied, Arg::None);
        block.ops.insert(at + 1, op);
    }
}
