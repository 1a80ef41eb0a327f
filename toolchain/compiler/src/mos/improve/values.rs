//! Value numbering: tracks what each place holds, by number or by origin, over all paths of the function; drops loads and stores
//! that change nothing, and takes values from registers instead of memory.
//!
//! Before: `sta $26 / … / lda $26 / clc`      After: `sta $26 / …`, if A still holds it and the carry is clear

use super::facts::{A, C, Facts, MEMORY, NZ, Place, V, X, Y};
use super::flow::{End, Flow};
use crate::fault::{self, Fault};
use crate::mos::code::{Arg, Ins, Label};
use crate::mos::isa::{Access, Mnemonic as M, Mode};
use std::collections::BTreeMap;

/// A value: a number below 256, otherwise the identity of a computed value. Equal values are equal.
type Value = u64;
/// The first value that is not a number.
const UNKNOWN: Value = 256;

/// The value of every place at one point.
pub type State = Vec<Value>;

/// The states at the starts of blocks, and names for the values that instructions compute.
pub struct Values {
    /// For every reachable block.
    pub at: Vec<Option<State>>,
    /// The number of instructions before each block.
    first: Vec<usize>,
}

/// The maximum number of rounds, more than any real function needs.
const ROUNDS: usize = 200;

impl Values {
    /// Analyses a function; `None` if it takes too long.
    pub fn new(flow: &Flow, facts: &Facts<'_>) -> Option<Values> {
        let order = flow.order();
        let mut first = Vec::new();
        let mut total = 0;
        for block in &flow.blocks {
            first.push(total);
            total += block.ops.len();
        }
        let merged = |block: usize, place: Place| name(facts, total + block, place);
        let mut values = Values { at: vec![None; flow.blocks.len()], first };
        // The result of each block on each outgoing edge; on entry to the function, every place is different.
        let mut out: Vec<Option<Vec<(usize, State)>>> = vec![None; flow.blocks.len()];
        let mut preds = vec![Vec::new(); flow.blocks.len()];
        for &b in &order {
            for to in flow.blocks[b].end.successors() {
                preds[to].push(b);
            }
        }
        for p in &mut preds {
            p.sort_unstable();
            p.dedup();
        }
        let entry: State = (0..facts.count).map(|p| name(facts, total + flow.blocks.len(), p)).collect();
        for _ in 0..ROUNDS {
            let mut changed = false;
            for &b in &order {
                let mut ways: Vec<&State> = preds[b]
                    .iter()
                    .filter_map(|p| out[*p].as_ref())
                    .flat_map(|o| o.iter().filter(|w| w.0 == b).map(|w| &w.1))
                    .collect();
                if b == 0 {
                    ways.push(&entry);
                }
                let state = meet(&ways, |place| merged(b, place));
                if values.at[b].as_ref() == Some(&state) {
                    continue;
                }
                changed = true;
                values.at[b] = Some(state.clone());
                out[b] = Some(values.leave(flow, facts, b, state));
            }
            if !changed {
                return Some(values);
            }
        }
        None
    }

    /// Returns the states on the edges out of a block.
    pub fn leave(&self, flow: &Flow, facts: &Facts<'_>, block: usize, state: State) -> Vec<(usize, State)> {
        let mut state = self.behind(flow, facts, block, state);
        match &flow.blocks[block].end {
            End::If { op, then, other } => {
                let mut taken = state.clone();
                learn(&mut taken, *op);
                learn(&mut state, op.inverted().expect("branches have opposites"));
                vec![(*then, taken), (*other, state)]
            }
            end => end.successors().into_iter().map(|s| (s, state.clone())).collect(),
        }
    }

    /// Returns the state after the instructions of a block.
    pub fn behind(&self, flow: &Flow, facts: &Facts<'_>, block: usize, mut state: State) -> State {
        for (i, op) in flow.blocks[block].ops.iter().enumerate() {
            if let Some(ins) = op.ins() {
                self.step(facts, block, i, &ins, &mut state);
            }
        }
        state
    }

    /// Updates the state for one instruction.
    pub fn step(&self, facts: &Facts<'_>, block: usize, at: usize, ins: &Ins, state: &mut State) {
        let made = |place| name(facts, self.first[block] + at, place);
        if ins.op.access() == Access::Leave {
            for place in facts.changed_by_call().skip(if fault::is(Fault::ClobberedRegister) { 1 } else { 0 })
            {
                state[place] = made(place);
            }
            return;
        }
        let operand = facts.operand(ins);
        let read = match (ins.mode, ins.arg) {
            (Mode::Immediate, Arg::Imm(n)) => Some(n.into()),
            (Mode::Immediate, Arg::Lo(label, offset)) => Some(half(label, offset, 0)),
            (Mode::Immediate, Arg::Hi(label, offset)) => Some(half(label, offset, 1)),
            _ => operand.map(|p| state[p]),
        };
        let count = |value: Value, by: u8| u8::try_from(value).ok().map(|n| n.wrapping_add(by).into());
        let (from, to) = match ins.op {
            M::Lda | M::Ldx | M::Ldy => (read, register(ins.op)),
            M::Tax => (Some(state[A]), X),
            M::Tay => (Some(state[A]), Y),
            M::Txa => (Some(state[X]), A),
            M::Tya => (Some(state[Y]), A),
            M::Inx => (count(state[X], 1), X),
            M::Iny => (count(state[Y], 1), Y),
            M::Dex => (count(state[X], 0xff), X),
            M::Dey => (count(state[Y], 0xff), Y),
            M::Sta | M::Stx | M::Sty => {
                if let Some(place) = operand {
                    state[place] = state[register(ins.op)];
                }
                return;
            }
            M::Clc => return state[C] = 0,
            M::Sec => return state[C] = 1,
            M::Cmp | M::Cpx | M::Cpy if read == Some(0) || fault::is(Fault::CarryKnowledge) => {
                // Nothing is below zero.
                state[C] = 1;
                return state[NZ] = state[register(ins.op)];
            }
            M::Cmp | M::Cpx | M::Cpy
                if let (Some(n), Ok(held)) = (read, u8::try_from(state[register(ins.op)]))
                    && let Ok(n) = u8::try_from(n) =>
            {
                state[C] = (held >= n).into();
                return state[NZ] = held.wrapping_sub(n).into();
            }
            // These set N and Z by a result other than the one in memory, or not by the value that A gets.
            M::Slo | M::Rla | M::Sre | M::Rra | M::Dcp | M::Isc | M::Arr => {
                return facts.effects(ins, &mut |_| {}, &mut |place| state[place] = made(place));
            }
            _ => {
                // All other instructions that set N and Z set them by their result.
                facts.effects(ins, &mut |_| {}, &mut |place| {
                    state[place] = made(if place == C || place == V { place } else { NZ });
                });
                return;
            }
        };
        state[to] = from.unwrap_or(made(NZ));
        state[NZ] = state[to];
    }
}

/// Returns a name for what an instruction or a merge of edges, both by number, leaves in a place.
fn name(facts: &Facts<'_>, number: usize, place: Place) -> Value {
    UNKNOWN + (number * facts.count + place) as Value
}

/// Returns a name for a byte of an address that layout chooses. It is one number throughout a run, and equal texts name the same
/// number. Nothing here may test which number it is, and bytes of different addresses may be equal all the same.
fn half(Label(label): Label, offset: i32, high: u64) -> Value {
    debug_assert!(label < 1 << 30);
    1 << 63 | high << 62 | u64::from(label) << 32 | u64::from(offset as u32)
}

/// Returns the register that an instruction loads, stores or compares.
pub fn register(op: M) -> Place {
    match op {
        M::Ldx | M::Stx | M::Cpx => X,
        M::Ldy | M::Sty | M::Cpy => Y,
        _ => A,
    }
}

/// Updates the state with what a taken branch implies.
fn learn(state: &mut State, op: M) {
    match op {
        M::Bcc => state[C] = 0,
        M::Bcs => state[C] = 1,
        M::Beq if state[NZ] >= UNKNOWN => {
            let zero = state[NZ];
            for value in state.iter_mut().enumerate().filter(|(p, v)| *p != C && *p != V && **v == zero) {
                *value.1 = 0;
            }
        }
        _ => {}
    }
}

/// Returns what holds on all edges: places with the same value on each keep it; others get a new name.
fn meet(ways: &[&State], merged: impl Fn(usize) -> Value) -> State {
    let Some(first) = ways.first() else { return Vec::new() };
    let mut state = State::clone(first);
    // The names of places that hold different values on different edges, by these values.
    let mut names: BTreeMap<Vec<Value>, Value> = BTreeMap::new();
    for (place, held) in state.iter_mut().enumerate() {
        if ways.iter().any(|way| way[place] != *held) {
            let values = ways.iter().map(|way| way[place]).collect();
            *held = *names.entry(values).or_insert_with(|| merged(place));
        }
    }
    state
}

/// Drops what changes nothing and prefers registers to memory. Every rule leaves each place with its value.
pub fn forward(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    let Some(values) = Values::new(flow, facts) else { return false };
    let mut changed = false;
    for b in 0..flow.blocks.len() {
        let Some(mut state) = values.at[b].clone() else { continue };
        let mut ops = std::mem::take(&mut flow.blocks[b].ops);
        let mut keep = vec![true; ops.len()];
        for i in 0..ops.len() {
            let Some(ins) = ops[i].ins() else { continue };
            let before = state.clone();
            values.step(facts, b, i, &ins, &mut state);
            let Some(ins) = ops[i].free() else { continue };
            if idle(facts, &ins, &before, &state) {
                keep[i] = false;
                changed = true;
            } else if let Some(better) = transfer(facts, &ins, &before) {
                ops[i].put(better, Mode::Implied, Arg::None);
                changed = true;
            }
        }
        let mut kept = keep.into_iter();
        ops.retain(|_| kept.next() == Some(true));
        flow.blocks[b].ops = ops;
    }
    changed
}

/// Returns whether an instruction that only affects places leaves all of them unchanged.
fn idle(facts: &Facts<'_>, ins: &Ins, before: &State, after: &State) -> bool {
    facts.local(ins) && before == after
}

/// Returns the transfer that has the same effect as a load from memory.
fn transfer(facts: &Facts<'_>, ins: &Ins, before: &State) -> Option<M> {
    let held = facts.operand(ins).map(|p| before[p])?;
    debug_assert!(facts.operand(ins).is_some_and(|p| p >= MEMORY));
    match ins.op {
        M::Lda if before[X] == held => Some(M::Txa),
        M::Lda if before[Y] == held => Some(M::Tya),
        M::Ldx if before[A] == held => Some(M::Tax),
        M::Ldy if before[A] == held => Some(M::Tay),
        _ => None,
    }
}
