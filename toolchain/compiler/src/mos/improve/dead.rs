//! Liveness over all paths of a function; removes instructions whose results are not read.
//!
//! Before: `sta $26 / … / rts`      After: `… / rts`

use super::facts::{A, C, Facts, NZ, Place};
use super::flow::{Block, End, Flow};
use super::values::{State, Values, register};
use crate::fault::{self, Fault};
use crate::mos::code::Ins;
use crate::mos::isa::Mnemonic as M;

/// The places that are read later, by number.
pub type Live = Vec<bool>;

/// Returns the places read after the end of each block.
pub fn live_out(flow: &Flow, facts: &Facts<'_>) -> Vec<Live> {
    let order = flow.order();
    let mut start = vec![vec![false; facts.count]; flow.blocks.len()];
    let mut out = start.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for &b in order.iter().rev() {
            let block = &flow.blocks[b];
            let mut live = vec![false; facts.count];
            for to in
                block.end.successors().into_iter().take(if fault::is(Fault::DeadTooEarly) { 1 } else { 256 })
            {
                for (here, there) in live.iter_mut().zip(&start[to]) {
                    *here |= there;
                }
            }
            out[b].clone_from(&live);
            before_end(block, &mut live);
            for op in block.ops.iter().rev() {
                if let Some(ins) = op.ins() {
                    step(facts, &ins, &mut live);
                }
            }
            changed |= live != start[b];
            start[b] = live;
        }
    }
    out
}

/// Adds what the end of a block itself reads.
pub fn before_end(block: &Block, live: &mut Live) {
    if let End::If { op, .. } = &block.end {
        live[condition(*op)] = true;
    }
}

/// Returns the flag that a branch tests.
fn condition(op: M) -> Place {
    match op {
        M::Bcc | M::Bcs => C,
        M::Bvc | M::Bvs => super::facts::V,
        _ => NZ,
    }
}

/// Turns the places live after an instruction into those live before it.
pub fn step(facts: &Facts<'_>, ins: &crate::mos::code::Ins, live: &mut Live) {
    facts.effects(ins, &mut |_| {}, &mut |p| live[p] = false);
    facts.effects(ins, &mut |p| live[p] = true, &mut |_| {});
}

/// Returns the places live after each operation of a block.
pub fn behind(block: &Block, facts: &Facts<'_>, out: &Live) -> Vec<Live> {
    let mut live = out.clone();
    before_end(block, &mut live);
    let mut all = Vec::with_capacity(block.ops.len());
    for op in block.ops.iter().rev() {
        all.push(live.clone());
        if let Some(ins) = op.ins() {
            step(facts, &ins, &mut live);
        }
    }
    all.reverse();
    all
}

/// Drops instructions that only write places that are not read.
pub fn remove(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    let out = live_out(flow, facts);
    let mut changed = false;
    for (block, out) in flow.blocks.iter_mut().zip(&out) {
        let mut live = out.clone();
        before_end(block, &mut live);
        let mut i = block.ops.len();
        while i > 0 {
            i -= 1;
            let Some(ins) = block.ops[i].ins() else { continue };
            let mut wanted = false;
            facts.effects(&ins, &mut |_| {}, &mut |p| wanted |= live[p]);
            if !wanted && block.ops[i].free().is_some() && facts.local(&ins) {
                block.ops.remove(i);
                changed = true;
            } else {
                step(facts, &ins, &mut live);
            }
        }
    }
    changed
}

/// Moves stores that only one arm of a branch needs into that arm.
pub fn sink_stores(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    let mut changed = false;
    let order = flow.order();
    // Moving a store makes its home live in fewer places than recorded here, which is harmless.
    let starts = starts(flow, facts);
    let mut ways = vec![0; flow.blocks.len()];
    order.iter().flat_map(|b| flow.blocks[*b].end.successors()).for_each(|to| ways[to] += 1);
    for &b in &order {
        let End::If { then, other, .. } = flow.blocks[b].end else { continue };
        let mut at = flow.blocks[b].ops.len();
        // Registers and memory that later operations may change or read.
        let (mut changing, mut reading) = (vec![false; facts.count], vec![false; facts.count]);
        while at > 0 {
            at -= 1;
            let Some(ins) = flow.blocks[b].ops[at].ins() else { continue };
            let home = facts.operand(&ins).filter(|_| matches!(ins.op, M::Sta | M::Stx | M::Sty));
            let free = flow.blocks[b].ops[at].free().is_some();
            if let Some(home) =
                home.filter(|h| free && !changing[register(ins.op)] && !changing[*h] && !reading[*h])
            {
                let arm = match (starts[then][home], starts[other][home]) {
                    (true, false) => then,
                    (false, true) => other,
                    _ => usize::MAX,
                };
                if arm != usize::MAX && arm != 0 && ways[arm] == 1 {
                    let op = flow.blocks[b].ops.remove(at);
                    flow.blocks[arm].ops.insert(0, op);
                    changed = true;
                    continue;
                }
            }
            facts.effects(&ins, &mut |p| reading[p] = true, &mut |p| changing[p] = true);
        }
    }
    changed
}

/// Returns the places read after the start of each block.
pub fn starts(flow: &Flow, facts: &Facts<'_>) -> Vec<Live> {
    let out = live_out(flow, facts);
    let mut starts = out;
    for (block, live) in flow.blocks.iter().zip(&mut starts) {
        before_end(block, live);
        for ins in block.ops.iter().rev().filter_map(|op| op.ins()) {
            step(facts, &ins, live);
        }
    }
    starts
}

/// Drops loads of a value that the register already holds, where the flags are not needed.
pub fn repeated_loads(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    drop_where(flow, facts, |known| known.changes_only(NZ))
}

/// Drops comparisons with zero of a value that the flags already reflect, where the carry is not needed.
pub fn tests(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    drop_where(flow, facts, |known| matches!(known.ins.op, M::Cmp | M::Cpx | M::Cpy) && known.changes_only(C))
}

/// Drops loads into A that are only needed for their flags, where the flags already reflect the value.
pub fn flags(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    drop_where(flow, facts, |known| {
        matches!(known.ins.op, M::Lda | M::Txa | M::Tya)
            && known.told_here
            && known.before[NZ] == known.after[NZ]
            && !known.live[A]
    })
}

/// A candidate for removal, and what is known about it.
struct Known<'a> {
    ins: Ins,
    before: &'a State,
    after: &'a State,
    /// The places that are read after it.
    live: &'a Live,
    /// Whether N and Z were set earlier in its block. Only that is reliable: an instruction in another block may be dropped meanwhile.
    told_here: bool,
}

impl Known<'_> {
    /// Returns whether it changes only one place, which is not read. All instructions dropped for that reason in one call may rely
    /// on the other places and change only this one, so no two interfere.
    fn changes_only(&self, place: Place) -> bool {
        let mut differ = (0..self.live.len()).filter(|p| self.before[*p] != self.after[*p]);
        differ.next() == Some(place) && differ.next().is_none() && !self.live[place]
    }
}

/// Drops the instructions without other effects for which `may_go` holds.
fn drop_where(flow: &mut Flow, facts: &Facts<'_>, may_go: impl Fn(&Known<'_>) -> bool) -> bool {
    let Some(values) = Values::new(flow, facts) else { return false };
    let out = live_out(flow, facts);
    let mut changed = false;
    for (b, (block, out)) in flow.blocks.iter_mut().zip(&out).enumerate() {
        let Some(mut state) = values.at[b].clone() else { continue };
        let live = behind(block, facts, out);
        let mut told_here = false;
        let mut keep = vec![true; live.len()];
        for (i, op) in block.ops.iter().enumerate() {
            let Some(ins) = op.ins() else { continue };
            let before = state.clone();
            values.step(facts, b, i, &ins, &mut state);
            let known = Known { ins, before: &before, after: &state, live: &live[i], told_here };
            if op.free().is_some() && facts.local(&ins) && may_go(&known) {
                keep[i] = false;
                changed = true;
            }
            facts.effects(&ins, &mut |_| {}, &mut |p| told_here |= p == NZ);
        }
        let mut kept = keep.into_iter();
        block.ops.retain(|_| kept.next() == Some(true));
    }
    changed
}
