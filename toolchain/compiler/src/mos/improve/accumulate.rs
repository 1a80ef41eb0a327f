//! Keeps a home in A throughout a loop that does not use A: loaded on entry, stored on exit.
//!
//! Before: `L: asl $26 / bcc M / lda $26 / eor #$07 / sta $26 / M: dex / bne L`
//! After: `lda $26 / L: asl a / bcc M / eor #$07 / M: dex / bne L`, `sta $26`
//!
//! Where the home is live, A then holds its value, and where A is live, A holds what it held before. So wherever both are live,
//! they must be equal, and an operation that changes one of them must not leave the other live with a different value.

use super::facts::{A, Facts, MEMORY, NZ, Place};
use super::flow::{Block, End, Flow, Op};
use super::webs::Points;
use crate::fault::{self, Fault};
use crate::mos::code::{Arg, Ins, Item};
use crate::mos::isa::{Mnemonic as M, Mode};
use std::collections::BTreeSet;

/// Cycles of a load or a store of a home in the zero page.
const MOVE: u64 = 3;

/// Keeps one home in A in every loop where that saves cycles, inner loops first; returns whether there was any.
pub fn run(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    let mut done = BTreeSet::new();
    let mut changed = false;
    loop {
        let mut loops = loops(flow);
        loops.retain(|l| !done.contains(&l.head));
        if loops.is_empty() {
            return changed;
        }
        let Some(points) = Points::new(flow, facts) else { return changed };
        loops.sort_by_key(|l| (l.body.len(), l.head));
        let found = loops.into_iter().find_map(|l| {
            done.insert(l.head);
            let homes = (MEMORY..facts.count).filter_map(|home| plan(flow, facts, &points, &l, home));
            homes.max_by_key(|plan| plan.gain)
        });
        let Some(plan) = found else { return changed };
        plan.carry_out(flow);
        changed = true;
    }
}

/// A loop that is only entered at its header.
struct Loop {
    head: usize,
    body: BTreeSet<usize>,
    /// The entry and exit edges: from which block to which.
    ways_in: Vec<(usize, usize)>,
    ways_out: Vec<(usize, usize)>,
}

/// Returns the loops that are entered at one block only and whose edges can get blocks of their own. Loops with the same header
/// count as one.
fn loops(flow: &Flow) -> Vec<Loop> {
    let order = flow.order();
    let mut preds = vec![Vec::new(); flow.blocks.len()];
    let mut number = vec![usize::MAX; flow.blocks.len()];
    for (i, &b) in order.iter().enumerate() {
        number[b] = i;
        flow.blocks[b].end.successors().into_iter().for_each(|to| preds[to].push(b));
    }
    let mut found = Vec::new();
    for &head in order.iter().filter(|b| **b != 0) {
        let backs: Vec<usize> = preds[head].iter().copied().filter(|p| number[*p] >= number[head]).collect();
        if backs.is_empty() {
            continue;
        }
        let mut body = BTreeSet::from([head]);
        let mut work = backs;
        while let Some(b) = work.pop() {
            if body.insert(b) {
                work.extend(&preds[b]);
            }
        }
        // A loop with a second entry, walked backwards, extends out of itself up to the function's entry.
        let table = |b: &usize| matches!(flow.blocks[*b].end, End::Table(..));
        let ways_in: Vec<(usize, usize)> =
            preds[head].iter().filter(|p| !body.contains(p)).map(|p| (*p, head)).collect();
        if body.contains(&0) || body.iter().any(table) || ways_in.iter().any(|(p, _)| table(p)) {
            continue;
        }
        let out = |b: usize| flow.blocks[b].end.successors().into_iter().map(move |to| (b, to));
        let ways_out = body.iter().flat_map(|b| out(*b)).filter(|(_, to)| !body.contains(to)).collect();
        found.push(Loop { head, body, ways_in, ways_out });
    }
    found
}

/// The changes in a loop that keep a home in A.
struct Plan {
    gain: u64,
    /// Operations by their block and index, and their replacements; `None` removes them.
    changes: Vec<(usize, usize, Option<Ins>)>,
    /// The edges on which it is loaded or stored, and the instruction for that.
    added: Vec<((usize, usize), Ins)>,
}

/// Returns the changes that keep this home in A in a loop, if that is possible and saves cycles.
fn plan(flow: &Flow, facts: &Facts<'_>, points: &Points, l: &Loop, home: Place) -> Option<Plan> {
    let live = |point: usize, place: Place| points.live[point][place];
    let equal = |point: usize| points.same(point, A, home);
    let end = |b: usize| points.first[b] + flow.blocks[b].ops.len();
    let mut changes = Vec::new();
    let (mut gain, mut cost) = (0, 0);
    let (mut arg, mut writes) = (None, false);
    for &b in &l.body {
        let block = &flow.blocks[b];
        for point in points.first[b]..=end(b) {
            if live(point, home) && live(point, A) && !equal(point) {
                return None;
            }
        }
        for (i, op) in block.ops.iter().enumerate() {
            let Some(ins) = op.ins() else { continue };
            let behind = points.first[b] + i + 1;
            let (mut touched, mut changed, mut a_changed) = (false, false, false);
            facts.effects(&ins, &mut |p| touched |= p == home, &mut |p| {
                changed |= p == home;
                a_changed |= p == A;
            });
            if !touched && !changed {
                // A value that overwrites A must be the home's.
                if a_changed && live(behind, home) && !equal(behind) {
                    return None;
                }
                continue;
            }
            op.free()?;
            facts.operand(&ins).filter(|p| *p == home)?;
            arg = Some(ins.arg);
            writes |= changed;
            let become_ = |op, mode, arg| Some(Ins { op, mode, arg });
            let (new, saved) = match ins.op {
                // The flags that it sets are needed.
                M::Lda if live(behind, NZ) => (become_(M::Ora, Mode::Immediate, Arg::Imm(0)), 1),
                M::Lda | M::Sta => (None, 3),
                M::Ldx => (become_(M::Tax, Mode::Implied, Arg::None), 1),
                M::Ldy => (become_(M::Tay, Mode::Implied, Arg::None), 1),
                // These do not change the flags, and the transfer does.
                M::Stx if live(behind, home) && !live(behind, NZ) => {
                    (become_(M::Txa, Mode::Implied, Arg::None), 1)
                }
                M::Sty if live(behind, home) && !live(behind, NZ) => {
                    (become_(M::Tya, Mode::Implied, Arg::None), 1)
                }
                // The other value in A is lost, even if the shifted home is not read but only the carry.
                M::Asl | M::Lsr | M::Rol | M::Ror if !live(behind, A) => {
                    (become_(ins.op, Mode::Accumulator, Arg::None), 3)
                }
                _ => return None,
            };
            gain += saved * block.weight;
            changes.push((b, i, new));
        }
    }
    let at = arg?;
    let rare = |(from, to): (usize, usize)| flow.blocks[from].weight.min(flow.blocks[to].weight);
    let mut added = Vec::new();
    for &way in l.ways_in.iter().filter(|(from, to)| live(points.first[*to], home) && !equal(end(*from))) {
        // The load would change the flags.
        if live(points.first[way.1], NZ) {
            return None;
        }
        cost += MOVE * rare(way);
        added.push((way, Ins { op: M::Lda, mode: Mode::Absolute, arg: at }));
    }
    let stored = writes && !fault::is(Fault::NotStoredBehindLoop);
    for &way in l.ways_out.iter().filter(|(_, to)| stored && live(points.first[*to], home)) {
        cost += MOVE * rare(way);
        added.push((way, Ins { op: M::Sta, mode: Mode::Absolute, arg: at }));
    }
    (gain > cost).then(|| Plan { gain: gain - cost, changes, added })
}

impl Plan {
    fn carry_out(mut self, flow: &mut Flow) {
        self.changes.sort_by_key(|(b, i, _)| std::cmp::Reverse((*b, *i)));
        for (b, i, new) in self.changes {
            match new {
                Some(ins) => flow.blocks[b].ops[i].put(ins.op, ins.mode, ins.arg),
                None => {
                    flow.blocks[b].ops.remove(i);
                }
            }
        }
        self.added.dedup();
        for ((from, to), ins) in self.added {
            let op = Op { item: Item::Ins(ins), fixed: false };
            if flow.blocks[from].end == End::Goto(to) {
                flow.blocks[from].ops.push(op);
                continue;
            }
            let weight = flow.blocks[from].weight.min(flow.blocks[to].weight);
            let new = flow.blocks.len();
            flow.blocks.push(Block { labels: Vec::new(), ops: vec![op], end: End::Goto(to), weight });
            flow.blocks[from].end.retarget(|t| if t == to { new } else { t });
        }
    }
}
