//! Takes a value to X or Y while A still holds it, where it would be loaded from memory later.
//!
//! Before: `sta $26 / lda $27 / ldy $26`      After: `sta $26 / tay / lda $27`
//!
//! Precondition, for a load of X or Y from a home: earlier in its block, A holds the same value as the home does at the load. From
//! there to the load nothing reads or writes the register, and there is no call. N and Z are not asked for where the transfer comes
//! to stand, nor behind the load, whose flags would be set earlier. Code of assembly is neither changed nor passed over.

use super::dead::{behind, live_out};
use super::facts::{A, Facts, NZ, X, Y};
use super::flow::Flow;
use super::values::{State, Values};
use crate::fault::{self, Fault};
use crate::mos::code::Arg;
use crate::mos::isa::{Access, Mnemonic as M, Mode};

/// Replaces such loads; returns whether there were any.
pub fn run(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    let Some(values) = Values::new(flow, facts) else { return false };
    let out = live_out(flow, facts);
    let mut changed = false;
    for (b, (block, out)) in flow.blocks.iter_mut().zip(&out).enumerate() {
        let Some(start) = values.at[b].clone() else { continue };
        let live = behind(block, facts, out);
        let mut states: Vec<State> = Vec::with_capacity(block.ops.len());
        let mut state = start;
        for (i, op) in block.ops.iter().enumerate() {
            if let Some(ins) = op.ins() {
                values.step(facts, b, i, &ins, &mut state);
            }
            states.push(state.clone());
        }
        // One at a time: the stretch of none begins before that of the one before it ends, so that places stay what they are.
        let mut last = 0;
        for at in 0..block.ops.len() {
            let Some(load) = block.ops[at].free() else { continue };
            let (register, transfer) = match load.op {
                M::Ldx => (X, M::Tax),
                M::Ldy => (Y, M::Tay),
                _ => continue,
            };
            if facts.operand(&load).is_none() || live[at][NZ] {
                continue;
            }
            let value = states[at][register];
            let mut from = None;
            for i in (0..at).rev() {
                if states[i][A] == value && !live[i][NZ] {
                    from = Some(i);
                    break;
                }
                let Some(ins) = block.ops[i].ins() else { continue };
                let mut touched = block.ops[i].fixed || ins.op.access() == Access::Leave;
                facts.effects(&ins, &mut |p| touched |= p == register, &mut |_| {});
                facts.effects(&ins, &mut |_| {}, &mut |p| touched |= p == register);
                if touched && !fault::is(Fault::TransferTooEarly) {
                    break;
                }
            }
            if let Some(from) = from.filter(|from| *from >= last) {
                block.ops[at].put(transfer, Mode::Imp, Arg::None);
                block.ops[from + 1..=at].rotate_right(1);
                last = at;
                changed = true;
            }
        }
    }
    changed
}
