//! Transfers a value to X or Y while A still holds it, instead of loading it from memory later.
//!
//! Before: `sta $26 / lda $27 / ldy $26`      After: `sta $26 / tay / lda $27`
//!
//! Precondition, for a load of X or Y from a home: at the start of its block or after an earlier operation in it, A holds the same
//! value as the home does at the load. From there to the load nothing reads or writes the register, and there is no call. N and Z
//! are not needed at the place of the transfer, nor after the load, whose flags would be set earlier. Code of assembly is neither
//! changed nor crossed.

use super::dead::{Live, behind, live_out, step};
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
        let mut state = start.clone();
        for (i, op) in block.ops.iter().enumerate() {
            if let Some(ins) = op.ins() {
                values.step(facts, b, i, &ins, &mut state);
            }
            states.push(state.clone());
        }
        let before: Option<Live> = live.first().cloned().map(|mut live| {
            block.ops[0].ins().iter().for_each(|ins| step(facts, ins, &mut live));
            live
        });
        // One at a time: the range of each load begins no earlier than that of the previous one ends, so that positions stay valid.
        let mut free = 0;
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
            let mut place = None;
            for i in (0..=at).rev() {
                let (state, live) = match i {
                    0 => (&start, before.as_ref()),
                    _ => (&states[i - 1], live.get(i - 1)),
                };
                if state[A] == value && live.is_some_and(|live| !live[NZ]) {
                    place = Some(i);
                    break;
                }
                let Some(op) = i.checked_sub(1).map(|i| &block.ops[i]) else { break };
                let Some(ins) = op.ins() else { continue };
                let mut touched = op.fixed || ins.op.access() == Access::Leave;
                facts.effects(&ins, &mut |p| touched |= p == register, &mut |_| {});
                facts.effects(&ins, &mut |_| {}, &mut |p| touched |= p == register);
                if touched && !fault::is(Fault::TransferTooEarly) {
                    break;
                }
            }
            if let Some(place) = place.filter(|place| *place >= free) {
                block.ops[at].put(transfer, Mode::Implied, Arg::None);
                block.ops[place..=at].rotate_right(1);
                free = at + 1;
                changed = true;
            }
        }
    }
    changed
}
