//! Computes upper bounds of the values that places of a function hold, over all paths; drops instructions that clear a carry which
//! is clear because of them.
//!
//! Before: `cmp #$10 / bcs @a / … / lda $26 / rol a / clc / adc #>t`      After: without `clc`, if A was $26 when it was compared
//!
//! Precondition of dropping `clc`: the carry is already clear on every path to it. That follows from a bound of a byte that was
//! shifted left (below 128) or of a sum (the bounds of both bytes and of the carry together below 256). A bound comes from
//! constants, from shifts and masks, and from an unsigned comparison with a constant on whose lower side control is: that bounds
//! all places that hold the compared value. The high byte of a variable's address is bounded by the end of the program's memory,
//! less the variable's size; that of any other symbol is not bounded, nor that of an address below its variable. No bound survives
//! a call for a place that the call may change, and a sum in assembly has no bound because it may be decimal.

use super::facts::{A, C, Facts, NZ, Place, V, X, Y};
use super::flow::{End, Flow};
use super::values::{State, Values, register};
use crate::fault::{self, Fault};
use crate::mos::code::{Arg, Ins};
use crate::mos::isa::{Access, Mnemonic as M, Mode};

/// The largest value that each place may hold; the carry holds 0 or 1.
type Bounds = Vec<u8>;

/// The comparison that the carry reflects: if it is clear, this value is below a constant.
type Compared = Option<(u64, u8)>;

/// Drops these instructions; returns whether there were any.
pub fn run(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    let Some(values) = Values::new(flow, facts) else { return false };
    let at = starts(flow, facts, &values);
    let mut changed = false;
    for (b, bounds) in at.into_iter().enumerate() {
        let (Some(mut state), Some(mut bounds)) = (values.at[b].clone(), bounds) else { continue };
        let mut keep = Vec::new();
        for (i, op) in flow.blocks[b].ops.iter().enumerate() {
            let idle = bounds[C] == 0 && op.free().is_some_and(|ins| ins.op == M::Clc);
            keep.push(!idle);
            changed |= idle;
            if let Some(ins) = op.ins() {
                values.step(facts, b, i, &ins, &mut state);
                step(facts, &ins, op.fixed, &mut bounds, &state);
            }
        }
        let mut keep = keep.into_iter();
        flow.blocks[b].ops.retain(|_| keep.next() == Some(true));
    }
    changed
}

/// Returns the bounds at the starts of the reachable blocks.
fn starts(flow: &Flow, facts: &Facts<'_>, values: &Values) -> Vec<Option<Bounds>> {
    let order = flow.order();
    let mut at: Vec<Option<Bounds>> = vec![None; flow.blocks.len()];
    let mut entry = vec![u8::MAX; facts.count];
    entry[C] = 1;
    at[0] = Some(entry);
    // A bound that grows is widened to the next of nine values, so that the loop terminates.
    let mut changed = true;
    while changed {
        changed = false;
        for &b in &order {
            let (Some(bounds), Some(state)) = (at[b].clone(), values.at[b].clone()) else { continue };
            for (to, bounds) in leave(flow, facts, values, b, bounds, state) {
                match &mut at[to] {
                    None => {
                        at[to] = Some(bounds);
                        changed = true;
                    }
                    Some(known) => {
                        for (known, new) in known.iter_mut().zip(bounds) {
                            if new > *known {
                                *known = mask(new);
                                changed = true;
                            }
                        }
                    }
                }
            }
        }
    }
    at
}

/// Returns the bounds on the edges out of a block.
fn leave(
    flow: &Flow,
    facts: &Facts<'_>,
    values: &Values,
    b: usize,
    mut bounds: Bounds,
    mut state: State,
) -> Vec<(usize, Bounds)> {
    let mut compared = None;
    for (i, op) in flow.blocks[b].ops.iter().enumerate() {
        let Some(ins) = op.ins() else { continue };
        let before = state.clone();
        values.step(facts, b, i, &ins, &mut state);
        step(facts, &ins, op.fixed, &mut bounds, &state);
        compared = compares(facts, &ins, &before, compared);
    }
    let (clear, set) = match flow.blocks[b].end {
        End::If { op: M::Bcc, then, other } => (then, other),
        End::If { op: M::Bcs, then, other } => (other, then),
        _ => {
            return flow.blocks[b].end.successors().into_iter().map(|to| (to, bounds.clone())).collect();
        }
    };
    let mut below = bounds.clone();
    below[C] = 0;
    if let Some((value, limit)) = compared {
        for (place, bound) in below.iter_mut().enumerate() {
            if state[place] == value && ![NZ, C, V].contains(&place) {
                *bound = (*bound).min(limit - 1);
            }
        }
    }
    vec![(clear, below), (set, bounds)]
}

/// Returns the comparison that the carry reflects after an instruction.
fn compares(facts: &Facts<'_>, ins: &Ins, before: &State, compared: Compared) -> Compared {
    match (ins.op, ins.mode, ins.arg) {
        (M::Cmp | M::Cpx | M::Cpy, Mode::Immediate, Arg::Imm(n)) if n > 0 => {
            Some((before[register(ins.op)], n))
        }
        // With an incoming borrow, equal counts as less.
        (M::Sbc, Mode::Immediate, Arg::Imm(n)) if n < u8::MAX => Some((before[A], n + 1)),
        _ => {
            let mut carry = ins.op.access() == Access::Leave;
            facts.effects(ins, &mut |_| {}, &mut |place| carry |= place == C);
            compared.filter(|_| !carry)
        }
    }
}

/// Turns the bounds before an instruction into those after it. `after` holds the values known after it; `fixed` says that the
/// instruction comes from assembly.
fn step(facts: &Facts<'_>, ins: &Ins, fixed: bool, bounds: &mut Bounds, after: &State) {
    if ins.op.access() == Access::Leave {
        for place in facts.changed_by_call() {
            bounds[place] = if place == C { 1 } else { u8::MAX };
        }
        return;
    }
    let place = facts.operand(ins);
    let read = match (ins.mode, ins.arg) {
        (Mode::Immediate, Arg::Imm(n)) => n,
        (Mode::Immediate, Arg::Hi(label, offset)) if !fixed => facts.highest_page(label, offset),
        _ => place.map_or(u8::MAX, |place| bounds[place]),
    };
    // The place that a shift, an increment or a decrement changes, if it is one.
    let target = if ins.mode == Mode::Accumulator { Some(A) } else { place };
    let held = target.map_or(u8::MAX, |place| bounds[place]);
    let (carry, above) = (bounds[C], bounds[C] << 7);
    let up = |bound: u8| if bound == u8::MAX { bound } else { bound + 1 };
    let doubled = |low: u8| if held < 0x80 { (held << 1 | low, 0) } else { (u8::MAX, 1) };
    let mut set = |place: Option<Place>, bound: u8| {
        if let Some(place) = place {
            bounds[place] = bound;
        }
    };
    match ins.op {
        M::Lda | M::Ldx | M::Ldy => set(Some(register(ins.op)), read),
        M::Sta | M::Stx | M::Sty => {
            let stored = bounds[register(ins.op)];
            if let Some(place) = place {
                bounds[place] = stored;
            }
        }
        M::Tax => bounds[X] = bounds[A],
        M::Tay => bounds[Y] = bounds[A],
        M::Txa => bounds[A] = bounds[X],
        M::Tya => bounds[A] = bounds[Y],
        M::Inx => bounds[X] = up(bounds[X]),
        M::Iny => bounds[Y] = up(bounds[Y]),
        M::Inc => set(target, up(held)),
        M::And => bounds[A] = bounds[A].min(read),
        M::Ora | M::Eor => bounds[A] = mask(bounds[A]) | mask(read),
        M::Clc => bounds[C] = 0,
        M::Sec => bounds[C] = 1,
        M::Asl | M::Rol => {
            let (bound, out) = doubled(if ins.op == M::Rol { carry } else { 0 });
            set(target, bound);
            set(Some(C), out);
        }
        M::Lsr | M::Ror => {
            set(target, held >> 1 | if ins.op == M::Ror { above } else { 0 });
            set(Some(C), held.min(1));
        }
        M::Adc if !fixed => {
            let sum = u16::from(bounds[A]) + u16::from(read) + u16::from(carry);
            let fits = sum <= 0xff || fault::is(Fault::SumAssumedToFit);
            bounds[A] = if fits { sum.min(0xff) as u8 } else { u8::MAX };
            bounds[C] = u8::from(!fits);
        }
        M::Cmp | M::Cpx | M::Cpy => {
            let less =
                matches!((ins.mode, ins.arg), (Mode::Immediate, Arg::Imm(n)) if bounds[register(ins.op)] < n);
            bounds[C] = u8::from(!less);
        }
        _ => facts.effects(ins, &mut |_| {}, &mut |place| {
            bounds[place] = if place == C { 1 } else { u8::MAX };
        }),
    }
    // A constant is its own bound.
    for place in [A, X, Y, C].into_iter().chain(place) {
        if let Ok(number) = u8::try_from(after[place]) {
            bounds[place] = bounds[place].min(number);
        }
    }
}

/// Returns the smallest value of the form 2ⁿ − 1 that is not below the bound.
fn mask(bound: u8) -> u8 {
    u8::MAX.checked_shr(bound.leading_zeros()).unwrap_or(0)
}
