//! Jump threading: a path on which the outcome of a branch is already known bypasses the branch.
//!
//! Before: `lda #$00 / sta $26 / jmp L / … / L: lda $26 / bne M / …`      After: `lda #$00 / sta $26 / jmp behind the branch`

use super::facts::{C, Facts, NZ};
use super::flow::{Block, End, Flow};
use super::values::{State, Values};
use crate::mos::isa::{Access, Mnemonic as M};

/// The maximum number of instructions before a branch that are worth copying, in loops and elsewhere.
const HOT: usize = 2;
const COLD: usize = 1;

/// Redirects such paths around the branches; returns whether there were any.
pub fn run(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    let Some(values) = Values::new(flow, facts) else { return false };
    let mut changed = false;
    for from in flow.order() {
        let Some(before) = values.at[from].clone() else { continue };
        if let Some(target) = known(&flow.blocks[from].end, &values.behind(flow, facts, from, before.clone()))
        {
            flow.blocks[from].end = End::Goto(target);
            changed = true;
        }
        for (to, state) in values.leave(flow, facts, from, before) {
            if to == from || to == 0 {
                continue;
            }
            let Some(target) = outcome(flow, facts, &values, to, state) else { continue };
            let ops = flow.blocks[to].ops.clone();
            match flow.blocks[from].end {
                End::Goto(_) => {
                    flow.blocks[from].ops.extend(ops);
                    flow.blocks[from].end = End::Goto(target);
                }
                End::If { then, other, .. } if then != other => {
                    let weight = flow.blocks[from].weight.min(flow.blocks[to].weight);
                    let new = flow.blocks.len();
                    flow.blocks.push(Block { labels: Vec::new(), ops, end: End::Goto(target), weight });
                    flow.blocks[from].end.retarget(|t| if t == to { new } else { t });
                }
                _ => continue,
            }
            changed = true;
        }
    }
    changed
}

/// Returns where control goes after a short block that is entered in this state, if that decides its branch.
fn outcome(flow: &Flow, facts: &Facts<'_>, values: &Values, block: usize, mut state: State) -> Option<usize> {
    let Block { ops, end, weight, .. } = &flow.blocks[block];
    let limit = if *weight > flow.seldom { HOT } else { COLD };
    let mut count = 0;
    for (i, op) in ops.iter().enumerate() {
        let Some(ins) = op.ins() else { continue };
        count += 1;
        if op.fixed || count > limit || matches!(ins.op.access(), Access::Leave | Access::Target) {
            return None;
        }
        values.step(facts, block, i, &ins, &mut state);
    }
    known(end, &state)
}

/// Returns where control goes at a block's end in this state, if that decides its branch.
fn known(end: &End, state: &State) -> Option<usize> {
    let End::If { op, then, other } = end else { return None };
    let number = |place: usize| u8::try_from(state[place]).ok();
    let taken = match op {
        M::Bcc => number(C)? == 0,
        M::Bcs => number(C)? == 1,
        M::Beq => number(NZ)? == 0,
        M::Bne => number(NZ)? != 0,
        M::Bmi => number(NZ)? >= 0x80,
        M::Bpl => number(NZ)? < 0x80,
        _ => return None,
    };
    Some(if taken { *then } else { *other })
}
