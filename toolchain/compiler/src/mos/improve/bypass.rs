//! Removes detours through registers: a value is moved directly from where it is to where it is needed.
//!
//! Before: `txa / cmp #$09`      After: `cpx #$09`
//! Before: `lda #$00 / sta $26 / tax`      After: `ldx #$00 / stx $26`
//! Before: `tay / txa / adc $28 / sty $26`      After: `sta $26 / txa / adc $28`

use super::dead::{Live, behind, live_out};
use super::facts::{A, Facts, NZ, Place, X, Y};
use super::flow::{Block, Flow};
use crate::mos::isa::{Access, Mnemonic as M, Mode, lookup};

/// Removes these detours; returns whether there were any.
pub fn run(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    let out = live_out(flow, facts);
    let mut changed = false;
    for (block, out) in flow.blocks.iter_mut().zip(&out) {
        let mut live = behind(block, facts, out);
        let mut at = 0;
        while at < block.ops.len() {
            let ways = [X, Y].into_iter().find_map(|register| way(block, facts, &live, at, register));
            if let Some(way) = ways {
                apply(block, &way);
                live = behind(block, facts, out);
                changed = true;
            }
            // The operation here may have been removed.
            if at < block.ops.len()
                && let Some(store) = stored_only(block, facts, &live, at)
            {
                if let Some(ins) = block.ops[store].ins() {
                    block.ops[at].put(M::Sta, ins.mode, ins.arg);
                }
                block.ops.remove(store);
                live = behind(block, facts, out);
                changed = true;
            }
            at += 1;
        }
    }
    changed
}

/// Returns where a value that is transferred from A to a register is stored, if that is its only use there: the flags of the
/// transfer and the register after the store are not needed, and in between nothing reads or writes the register or the home, as a
/// call might.
fn stored_only(block: &Block, facts: &Facts<'_>, live: &[Live], at: usize) -> Option<usize> {
    let (register, store) = match block.ops[at].free()?.op {
        M::Tax => (X, M::Stx),
        M::Tay => (Y, M::Sty),
        _ => return None,
    };
    if live[at][NZ] {
        return None;
    }
    // Places that an operation in between reads or writes.
    let mut touched = vec![false; facts.count];
    for (j, op) in block.ops.iter().enumerate().skip(at + 1) {
        let Some(ins) = op.ins() else { continue };
        if ins.op == store
            && op.free().is_some()
            && let Some(home) = facts.operand(&ins)
        {
            return (!touched[home] && !live[j][register]).then_some(j);
        }
        if ins.op.access() == Access::Leave {
            return None;
        }
        let mut meets = false;
        let mut touch = |p: Place| {
            touched[p] = true;
            meets |= p == register;
        };
        facts.effects(&ins, &mut touch, &mut |_| {});
        facts.effects(&ins, &mut |_| {}, &mut touch);
        if meets {
            return None;
        }
    }
    None
}

/// How a value reaches its uses without A.
struct Way {
    /// The load of A.
    from: usize,
    register: Place,
    /// Reads of A that will become reads of the register.
    reads: Vec<usize>,
    /// Transfers to the register that will be removed.
    transfers: Vec<usize>,
}

fn way(block: &Block, facts: &Facts<'_>, live: &[Live], from: usize, register: Place) -> Option<Way> {
    let x = register == X;
    let ins = block.ops[from].free()?;
    let comes_from_register = ins.op == if x { M::Txa } else { M::Tya };
    let loads = ins.op == M::Lda && lookup(if x { M::Ldx } else { M::Ldy }, ins.mode).is_some();
    if !comes_from_register && !loads {
        return None;
    }
    // Removing an instruction also removes its effect on the flags; a load of the register sets the same ones.
    if comes_from_register && live[from][NZ] {
        return None;
    }
    let (mut held, mut reads, mut transfers) = (comes_from_register, Vec::new(), Vec::new());
    // Whether N and Z still reflect the value.
    let mut told = loads;
    for (j, op) in block.ops.iter().enumerate().skip(from + 1) {
        if !live[j - 1][A] {
            break;
        }
        let Some(ins) = op.ins() else { continue };
        let (mut reads_a, mut writes_a) = (false, false);
        let (mut reads_register, mut writes_register, mut writes_nz) = (false, false, false);
        facts.effects(
            &ins,
            &mut |p| {
                reads_a |= p == A;
                reads_register |= p == register;
            },
            &mut |p| {
                writes_a |= p == A;
                writes_register |= p == register;
                writes_nz |= p == NZ;
            },
        );
        if reads_a {
            op.free()?;
            match ins.op {
                M::Tax | M::Tay if writes_register && (told || !live[j][NZ]) => {
                    transfers.push(j);
                    held = true;
                    continue;
                }
                M::Sta if ins.mode == Mode::Absolute => reads.push(j),
                M::Cmp if matches!(ins.mode, Mode::Absolute | Mode::Immediate) => reads.push(j),
                _ => return None,
            }
            told &= !writes_nz;
            continue;
        }
        told &= !writes_nz;
        if writes_a {
            break;
        }
        // Until the value gets there, the register's previous value must not be read; after that it must not change.
        if writes_register || (!held && reads_register) || ins.op.access() == Access::Leave {
            return None;
        }
    }
    let last = reads.iter().chain(&transfers).max()?;
    let done = !live[*last][A];
    let worth = if loads { !transfers.is_empty() } else { held };
    (done && held && worth).then_some(Way { from, register, reads, transfers })
}

fn apply(block: &mut Block, way: &Way) {
    let x = way.register == X;
    for &j in &way.reads {
        let Some(ins) = block.ops[j].ins() else { continue };
        let op = match (ins.op, x) {
            (M::Sta, true) => M::Stx,
            (M::Sta, false) => M::Sty,
            (_, true) => M::Cpx,
            (_, false) => M::Cpy,
        };
        block.ops[j].put(op, ins.mode, ins.arg);
    }
    let mut gone = way.transfers.clone();
    match block.ops[way.from].ins() {
        Some(ins) if ins.op == M::Lda => {
            block.ops[way.from].put(if x { M::Ldx } else { M::Ldy }, ins.mode, ins.arg);
        }
        _ => gone.push(way.from),
    }
    gone.sort_unstable();
    for j in gone.into_iter().rev() {
        block.ops.remove(j);
    }
}
