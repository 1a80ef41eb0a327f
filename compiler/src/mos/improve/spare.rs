//! X or Y instead of a home, for values that are stored and loaded again within a block while the register is free.
//!
//! Before: `sta $26 / lda $27 / ldy $26`      After: `tay / lda $27`

use super::dead::{behind, live_out};
use super::flow::{Block, Flow};
use super::places::{Facts, NZ, Place, X, Y};
use crate::mos::code::Arg;
use crate::mos::isa::{Mnemonic as M, Mode, Set};

/// All of them.
pub fn run(flow: &mut Flow, facts: &Facts) -> bool {
    let out = live_out(flow, facts);
    let mut changed = false;
    for (block, out) in flow.blocks.iter_mut().zip(&out) {
        while let Some(found) = find(block, facts, out) {
            apply(block, &found);
            changed = true;
        }
    }
    changed
}

/// A value to be kept in a register.
struct Found {
    /// The store.
    store: usize,
    /// The loads.
    loads: Vec<usize>,
    /// The register that is free.
    register: Place,
}

fn find(block: &Block, facts: &Facts, out: &[bool]) -> Option<Found> {
    let live = behind(block, facts, &out.to_vec());
    for (i, op) in block.ops.iter().enumerate() {
        let Some(ins) = op.free() else { continue };
        let Some(home) = facts.operand(&ins).filter(|_| ins.op == M::Sta) else { continue };
        if live[i][NZ] && !tells_of_a(block, i) {
            continue;
        }
        let Some(loads) = loads(block, facts, &live, i, home) else { continue };
        for register in [X, Y] {
            if !live[i][register] && free(block, facts, &live, i, &loads, register) {
                return Some(Found { store: i, loads, register });
            }
        }
    }
    None
}

/// Whether N and Z tell of A before an operation.
fn tells_of_a(block: &Block, at: usize) -> bool {
    for op in block.ops[..at].iter().rev() {
        let Some(ins) = op.ins() else { continue };
        let writes = ins.op.writes(ins.mode);
        let (a, nz) = (writes.contains(Set::A), writes.contains(Set::Z));
        if a || nz || ins.op == M::Jsr {
            return a && nz;
        }
    }
    false
}

/// The loads that read a home after a store, if nothing else does.
fn loads(block: &Block, facts: &Facts, live: &[Vec<bool>], store: usize, home: Place) -> Option<Vec<usize>> {
    let mut loads = Vec::new();
    for (j, op) in block.ops.iter().enumerate().skip(store + 1) {
        if !live[j - 1][home] {
            break;
        }
        let Some(ins) = op.ins() else { continue };
        let (mut reads, mut writes) = (false, false);
        facts.effects(&ins, &mut |p| reads |= p == home, &mut |p| writes |= p == home);
        if reads {
            let plain = matches!(ins.op, M::Lda | M::Ldx | M::Ldy) && ins.mode == Mode::Abs;
            if !plain || op.fixed {
                return None;
            }
            loads.push(j);
        } else if writes {
            break;
        }
    }
    let last = *loads.last()?;
    (!live[last][home]).then_some(loads)
}

/// Whether a register may hold the value from the store to the last load.
fn free(
    block: &Block,
    facts: &Facts,
    live: &[Vec<bool>],
    store: usize,
    loads: &[usize],
    register: Place,
) -> bool {
    let own = if register == X { M::Ldx } else { M::Ldy };
    let last = loads[loads.len() - 1];
    for (j, op) in block.ops.iter().enumerate().take(last + 1).skip(store + 1) {
        let Some(ins) = op.ins() else { continue };
        if loads.contains(&j) {
            // The register's own load goes, and with it its flags; the other one's cannot be replaced.
            match ins.op {
                M::Lda => {}
                op if op == own && !live[j][NZ] => {}
                _ => return false,
            }
            continue;
        }
        let mut written = false;
        facts.effects(&ins, &mut |_| {}, &mut |p| written |= p == register);
        if written {
            return false;
        }
    }
    true
}

fn apply(block: &mut Block, found: &Found) {
    let (to, back) = if found.register == X { (M::Tax, M::Txa) } else { (M::Tay, M::Tya) };
    block.ops[found.store].put(to, Mode::Imp, Arg::None);
    for &j in found.loads.iter().rev() {
        match block.ops[j].ins().map(|i| i.op) {
            Some(M::Lda) => block.ops[j].put(back, Mode::Imp, Arg::None),
            _ => {
                block.ops.remove(j);
            }
        }
    }
}
