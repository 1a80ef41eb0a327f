//! Webs: the live range of a value in one place, from where it is written to its last reads, over as many blocks as that takes, and
//! its move to a register that is free all the way.

use super::dead::{Live, behind, live_out, step};
use super::facts::{Facts, Place, X, Y};
use super::flow::Flow;
use super::values::{State, Values};
use crate::fault::{self, Fault};
use crate::mos::code::Arg;
use crate::mos::isa::{Mnemonic as M, Mode};
use std::collections::{BTreeMap, BTreeSet};

/// Moves webs of these places to X or Y, those that save most first; returns whether there were any. `found` decides what that changes.
pub(super) fn move_webs(
    flow: &mut Flow,
    facts: &Facts<'_>,
    places: impl Iterator<Item = Place>,
    found: impl Fn(&Flow, &Facts<'_>, &Points, &Web, Place) -> Option<Found>,
) -> bool {
    let Some(points) = Points::new(flow, facts) else { return false };
    let mut all: Vec<Found> = Vec::new();
    for web in places.flat_map(|place| webs(flow, &points, place)) {
        all.extend([X, Y].into_iter().filter_map(|r| found(flow, facts, &points, &web, r)));
    }
    all.sort_by_key(|f| (std::cmp::Reverse(f.gain), f.register, f.points.first().copied()));
    let mut taken: [BTreeSet<usize>; 2] = Default::default();
    let mut moved: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut changes: Vec<(usize, usize, Change)> = Vec::new();
    for web in all {
        let busy = &mut taken[web.register - X];
        // Two candidates for one web, in X and in Y, share its operations; `moved` lets only the first one through.
        let clash = web.points.iter().any(|p| busy.contains(p))
            || web.changes.iter().any(|(b, i, _)| moved.contains(&(*b, *i)));
        if !clash {
            busy.extend(&web.points);
            moved.extend(web.changes.iter().map(|(b, i, _)| (*b, *i)));
            changes.extend(web.changes);
        }
    }
    changes.sort_by_key(|(b, i, _)| std::cmp::Reverse((*b, *i)));
    for (b, i, change) in &changes {
        match change {
            Change::Become(op) => flow.blocks[*b].ops[*i].put(*op, Mode::Implied, Arg::None),
            Change::Take(op, mode) => {
                let arg = flow.blocks[*b].ops[*i].ins().map_or(Arg::None, |ins| ins.arg);
                flow.blocks[*b].ops[*i].put(*op, *mode, arg);
            }
            Change::Count(op, times) => {
                let mut counting = flow.blocks[*b].ops[*i].clone();
                counting.put(*op, Mode::Implied, Arg::None);
                flow.blocks[*b].ops.splice(*i..=*i, vec![counting; *times]);
            }
            Change::Number(op, number) => {
                flow.blocks[*b].ops[*i].put(*op, Mode::Immediate, Arg::Imm(*number));
            }
            Change::Go => {
                flow.blocks[*b].ops.remove(*i);
            }
        }
    }
    !changes.is_empty()
}

/// Liveness and the value of each place at every point: before each operation and at the end of each block.
pub(super) struct Points {
    /// The number of the first point of each block.
    pub first: Vec<usize>,
    /// The operation after each point, by its block and its index there; `None` at the end of a block.
    pub ops: Vec<Option<(usize, usize)>>,
    /// The places that are read later.
    pub live: Vec<Live>,
    /// `None` for unreachable points.
    pub values: Vec<Option<State>>,
    /// The operations that access each place, in order.
    touches: Vec<Vec<Touch>>,
    /// The points at which each place is live, in order: most are live at only a few points.
    where_live: Vec<Vec<usize>>,
}

/// The access of an operation to a place.
struct Touch {
    /// Its block and its index there.
    op: (usize, usize),
    reads: bool,
    writes: bool,
}

impl Points {
    pub fn new(flow: &Flow, facts: &Facts<'_>) -> Option<Points> {
        let values = Values::new(flow, facts)?;
        let out = live_out(flow, facts);
        let mut points = Points {
            first: Vec::new(),
            ops: Vec::new(),
            live: Vec::new(),
            values: Vec::new(),
            touches: touches(flow, facts),
            where_live: vec![Vec::new(); facts.count],
        };
        for (b, (block, out)) in flow.blocks.iter().zip(&out).enumerate() {
            points.first.push(points.live.len());
            points.ops.extend((0..block.ops.len()).map(|i| Some((b, i))));
            points.ops.push(None);
            let behind = behind(block, facts, out);
            let mut start = behind.first().cloned().unwrap_or_else(|| {
                let mut end = out.clone();
                super::dead::before_end(block, &mut end);
                end
            });
            if let Some(ins) = block.ops.first().and_then(|op| op.ins()) {
                step(facts, &ins, &mut start);
            }
            points.live.push(start);
            points.live.extend(behind);
            let mut state = values.at[b].clone();
            points.values.push(state.clone());
            for (i, op) in block.ops.iter().enumerate() {
                if let (Some(state), Some(ins)) = (&mut state, op.ins()) {
                    values.step(facts, b, i, &ins, state);
                }
                points.values.push(state.clone());
            }
        }
        for (point, live) in points.live.iter().enumerate() {
            for (place, _) in live.iter().enumerate().filter(|(_, live)| **live) {
                points.where_live[place].push(point);
            }
        }
        Some(points)
    }

    /// Returns whether a register may be overwritten by a place's value: it is not read, or it holds that value.
    pub fn free(&self, point: usize, register: Place, place: Place) -> bool {
        !self.live[point][register] || self.same(point, register, place)
    }

    pub fn same(&self, point: usize, a: Place, b: Place) -> bool {
        self.values[point].as_ref().is_some_and(|state| state[a] == state[b])
    }
}

/// A value in a place: where it is live, and the operations that access it there.
pub(super) struct Web {
    pub place: Place,
    pub points: BTreeSet<usize>,
    pub ops: Vec<(usize, usize)>,
}

/// Returns the webs of a place that begin with a store on every path.
fn webs(flow: &Flow, points: &Points, place: Place) -> Vec<Web> {
    let live = &points.where_live[place];
    let number = |point: usize| live.binary_search(&point).ok();
    let point = |(block, at): (usize, usize)| points.first[block] + at;
    let mut roots: Vec<usize> = (0..live.len()).collect();
    let mut touched = Vec::new();
    // The points after an operation that writes the place without reading it: a different value is live there than before.
    let mut begins = BTreeSet::new();
    for touch in &points.touches[place] {
        let at = point(touch.op);
        if touch.writes && !touch.reads {
            begins.insert(at + 1);
        }
        let in_web = if touch.reads { at } else { at + 1 };
        touched.extend(number(in_web).map(|n| (n, touch.op)));
    }
    for (n, pair) in live.windows(2).enumerate() {
        if pair[0] + 1 == pair[1] && points.ops[pair[0]].is_some() && !begins.contains(&pair[1]) {
            unite(&mut roots, n, n + 1);
        }
    }
    for (b, block) in flow.blocks.iter().enumerate() {
        let end = number(point((b, block.ops.len())));
        for to in block.end.successors() {
            if let (Some(end), Some(to)) = (end, number(points.first[to])) {
                unite(&mut roots, end, to);
            }
        }
    }
    let entered = number(points.first[0]).map(|n| root(&mut roots, n));
    let mut webs: BTreeMap<usize, Web> = BTreeMap::new();
    for (n, op) in touched {
        let name = root(&mut roots, n);
        if Some(name) != entered {
            let web = webs.entry(name).or_insert(Web { place, points: BTreeSet::new(), ops: Vec::new() });
            web.ops.push(op);
        }
    }
    if !webs.is_empty() {
        for (n, point) in live.iter().enumerate() {
            if let Some(web) = webs.get_mut(&root(&mut roots, n)) {
                web.points.insert(*point);
            }
        }
    }
    webs.into_values().collect()
}

/// Returns the operations that access each place.
fn touches(flow: &Flow, facts: &Facts<'_>) -> Vec<Vec<Touch>> {
    let mut touches: Vec<Vec<Touch>> = (0..facts.count).map(|_| Vec::new()).collect();
    let (mut read, mut written) = (Vec::new(), Vec::new());
    for (b, block) in flow.blocks.iter().enumerate() {
        for (i, op) in block.ops.iter().enumerate() {
            let Some(ins) = op.ins() else { continue };
            facts.effects(&ins, &mut |place| read.push(place), &mut |place| written.push(place));
            for place in read.drain(..) {
                touch(&mut touches[place], (b, i)).reads = true;
            }
            for place in written.drain(..) {
                touch(&mut touches[place], (b, i)).writes = true;
            }
        }
    }
    touches
}

/// Returns the entry of an operation among those that access a place; it is the last one if it exists already.
fn touch(touches: &mut Vec<Touch>, op: (usize, usize)) -> &mut Touch {
    if touches.last().is_none_or(|last| last.op != op) {
        touches.push(Touch { op, reads: false, writes: false });
    }
    touches.last_mut().expect("one has just been added if there was none")
}

fn root(roots: &mut [usize], mut at: usize) -> usize {
    while roots[at] != at {
        roots[at] = roots[roots[at]];
        at = roots[at];
    }
    at
}

fn unite(roots: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(roots, a), root(roots, b));
    roots[a.max(b)] = a.min(b);
}

/// The replacement of an operation.
pub(super) enum Change {
    /// This instruction without an operand.
    Become(M),
    /// This instruction with the operand that the operation has.
    Take(M, Mode),
    /// This instruction without an operand, repeated.
    Count(M, usize),
    /// This instruction with a constant.
    Number(M, u8),
    /// Removed: the register holds the value.
    Go,
}

/// A web that a register can take over.
pub(super) struct Found {
    pub register: Place,
    /// Cycles saved, estimated.
    pub gain: u64,
    /// The points at which the register is taken.
    pub points: BTreeSet<usize>,
    /// The replacements of operations, by their block and index there.
    pub changes: Vec<(usize, usize, Change)>,
}

/// Returns the points at which a register is taken if it holds a web's value: those of the web, and those after an operation whose
/// result is not read, only its flags. `None` if the register is not free at one of them, or something else writes it.
pub(super) fn held(
    flow: &Flow,
    facts: &Facts<'_>,
    points: &Points,
    web: &Web,
    register: Place,
) -> Option<BTreeSet<usize>> {
    if !web.points.iter().all(|p| points.free(*p, register, web.place)) {
        return None;
    }
    let mut held = web.points.clone();
    let own: BTreeSet<(usize, usize)> = web.ops.iter().copied().collect();
    for &at in &web.points {
        let Some((b, i)) = points.ops[at] else { continue };
        let Some(ins) = flow.blocks[b].ops[i].ins() else { continue };
        let (inside, own) = (web.points.contains(&(at + 1)), own.contains(&(b, i)));
        let (mut place_written, mut register_written) = (false, false);
        facts.effects(&ins, &mut |_| {}, &mut |p| {
            place_written |= p == web.place;
            register_written |= p == register;
        });
        let same = points.same(at + 1, register, web.place) || fault::is(Fault::RegisterInUse);
        match (own, inside) {
            // Something else overwrites the value while it is still needed.
            (false, true) if register_written && !same => return None,
            // The web's last operation leaves a result, with which the register would overwrite what is read later.
            (true, false) if fault::is(Fault::CountsForFlags) => {}
            (true, false) if place_written && points.live[at + 1][register] => return None,
            (true, false) if place_written => {
                held.insert(at + 1);
            }
            _ => {}
        }
    }
    Some(held)
}
