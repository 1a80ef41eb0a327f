//! Moves loads and stores that are redundant on some paths into a block on the other paths.
//!
//! Before: `… / sta $26 / L: sta $26 / …`, `… / tya / jmp L`      After: `… / sta $26 / L: …`, `… / tya / sta $26 / jmp L`

use super::dead::{behind, live_out};
use super::facts::{Facts, NZ};
use super::flow::{Block, End, Flow, Op};
use super::values::{State, Values, register};
use crate::mos::code::Ins;
use crate::mos::isa::{Mnemonic as M, Mode};

/// Moves them, at most as often as there are blocks; returns whether any moved.
pub fn run_all(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    (0..flow.blocks.len()).take_while(|_| run(flow, facts)).count() > 0
}

/// Moves the first one for which it pays; returns whether there was one.
fn run(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    let Some(values) = Values::new(flow, facts) else { return false };
    let out = live_out(flow, facts);
    let order = flow.order();
    // One at a time, because each changes what is known in neighbouring blocks.
    for &b in order.iter().filter(|b| **b != 0) {
        let block = &flow.blocks[b];
        let Some(at) = block.ops.iter().position(|op| op.ins().is_some()) else { continue };
        let Some(ins) = block.ops[at].free().filter(|ins| facts.operand(ins).is_some()) else { continue };
        let stores = match ins.op {
            M::Sta | M::Stx | M::Sty => true,
            M::Lda | M::Ldx | M::Ldy => false,
            _ => continue,
        };
        if !stores && behind(block, facts, &out[b])[at][NZ] {
            continue;
        }
        let preds: Vec<usize> =
            order.iter().copied().filter(|p| flow.blocks[*p].end.successors().contains(&b)).collect();
        let idle = |p: usize| {
            let state = values.at[p].clone().unwrap_or_default();
            let ways = values.leave(flow, facts, p, state);
            ways.iter().filter(|w| w.0 == b).all(|w| holds(facts, &ins, &w.1))
        };
        let (spared, others): (Vec<usize>, Vec<usize>) = preds.into_iter().partition(|p| idle(*p));
        let branches = others.iter().filter(|p| flow.blocks[**p].end != End::Goto(b)).count();
        let tables = others.iter().any(|p| matches!(flow.blocks[*p].end, End::Table(..)));
        if spared.is_empty() || branches > 1 || tables {
            continue;
        }
        let op = flow.blocks[b].ops.remove(at);
        for p in others {
            match flow.blocks[p].end {
                End::Goto(_) => flow.blocks[p].ops.push(op.clone()),
                _ => detour(flow, p, b, op.clone()),
            }
        }
        return true;
    }
    false
}

/// Inserts a block for an operation on one edge of a branch.
fn detour(flow: &mut Flow, from: usize, to: usize, op: Op) {
    let weight = flow.blocks[from].weight.min(flow.blocks[to].weight);
    let new = flow.blocks.len();
    flow.blocks.push(Block { labels: Vec::new(), ops: vec![op], end: End::Goto(to), weight });
    flow.blocks[from].end.retarget(|t| if t == to { new } else { t });
}

/// Returns whether register and memory are already equal.
fn holds(facts: &Facts<'_>, ins: &Ins, state: &State) -> bool {
    debug_assert_eq!(ins.mode, Mode::Absolute);
    facts.operand(ins).is_some_and(|home| state[home] == state[register(ins.op)])
}
