//! X or Y instead of a home, from where a value is stored to where it is read last, over as many blocks as that takes,
//! if the register is free all the way.
//!
//! Before: `sta $26 / lda $27 / ldy $26`      After: `tay / lda $27`
//! Before: `L: … / inc $26 / lda $26 / bne L`      After: `L: … / inx / txa / bne L`

use super::dead::{Live, behind, live_out, step};
use super::facts::{A, Facts, MEMORY, NZ, Place, X, Y};
use super::flow::Flow;
use super::values::{State, Values};
use crate::mos::code::{Arg, Ins};
use crate::mos::isa::{Mnemonic as M, Mode, lookup};
use std::collections::{BTreeMap, BTreeSet};

/// Replaces homes by free registers, those that save most first; returns whether there were any.
pub fn run(flow: &mut Flow, facts: &Facts<'_>) -> bool {
    let Some(points) = Points::new(flow, facts) else { return false };
    let mut found: Vec<Found> = (MEMORY..facts.count)
        .flat_map(|home| webs(flow, &points, home))
        .flat_map(|web| {
            [X, Y].into_iter().filter_map(|r| found(flow, facts, &points, &web, r)).collect::<Vec<_>>()
        })
        .collect();
    found.sort_by_key(|f| (std::cmp::Reverse(f.gain), f.register, f.points.first().copied()));
    let mut taken: [BTreeSet<usize>; 2] = Default::default();
    let mut moved: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut changes: Vec<(usize, usize, Change)> = Vec::new();
    for web in found {
        let busy = &mut taken[web.register - X];
        // A web has all its operations to itself, so either register may be taken for it but once.
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
            Change::Become(op) => flow.blocks[*b].ops[*i].put(*op, Mode::Imp, Arg::None),
            Change::Take(op, mode) => {
                let arg = flow.blocks[*b].ops[*i].ins().map_or(Arg::None, |ins| ins.arg);
                flow.blocks[*b].ops[*i].put(*op, *mode, arg);
            }
            Change::Go => {
                flow.blocks[*b].ops.remove(*i);
            }
        }
    }
    !changes.is_empty()
}

/// What is live and what each place holds at every point: before each operation and at the end of each block.
struct Points {
    /// The number of the first point of each block.
    first: Vec<usize>,
    /// The operation behind each point, by its block and its number there; none at the end of a block.
    ops: Vec<Option<(usize, usize)>>,
    live: Vec<Live>,
    /// `None` where control never gets.
    values: Vec<Option<State>>,
    /// The operations that touch each place, in their order.
    touches: Vec<Vec<Touch>>,
}

/// What an operation does to a place.
struct Touch {
    /// Its block and its number there.
    op: (usize, usize),
    reads: bool,
    writes: bool,
}

impl Points {
    fn new(flow: &Flow, facts: &Facts<'_>) -> Option<Points> {
        let values = Values::new(flow, facts)?;
        let out = live_out(flow, facts);
        let mut points = Points {
            first: Vec::new(),
            ops: Vec::new(),
            live: Vec::new(),
            values: Vec::new(),
            touches: touches(flow, facts),
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
        Some(points)
    }

    /// Whether a register may be overwritten by a home's value: nobody reads it, or it holds that value.
    fn free(&self, point: usize, register: Place, home: Place) -> bool {
        !self.live[point][register] || self.same(point, register, home)
    }

    fn same(&self, point: usize, a: Place, b: Place) -> bool {
        self.values[point].as_ref().is_some_and(|state| state[a] == state[b])
    }
}

/// A value in a home: where it is live, and the operations that touch it there.
struct Web {
    home: Place,
    points: BTreeSet<usize>,
    ops: Vec<(usize, usize)>,
}

/// The webs of a home whose every way begins with a store.
fn webs(flow: &Flow, points: &Points, home: Place) -> Vec<Web> {
    if points.touches[home].is_empty() {
        return Vec::new();
    }
    let live = |p: usize| points.live[p][home];
    let mut roots: Vec<usize> = (0..points.live.len()).collect();
    let mut touched = Vec::new();
    let mut touches = points.touches[home].iter().peekable();
    for (b, block) in flow.blocks.iter().enumerate() {
        let (start, end) = (points.first[b], points.first[b] + block.ops.len());
        for at in start..end {
            let touch = touches.next_if(|touch| touch.op == (b, at - start));
            let (reads, writes) = touch.map_or((false, false), |touch| (touch.reads, touch.writes));
            if live(at + 1) && (reads || !writes) {
                unite(&mut roots, at, at + 1);
            }
            if reads || (writes && live(at + 1)) {
                touched.push((if reads { at } else { at + 1 }, (b, at - start)));
            }
        }
        for to in block.end.successors() {
            if live(points.first[to]) {
                unite(&mut roots, end, points.first[to]);
            }
        }
    }
    let entered = live(points.first[0]).then(|| root(&mut roots, points.first[0]));
    let mut webs: BTreeMap<usize, Web> = BTreeMap::new();
    for (point, op) in touched {
        let name = root(&mut roots, point);
        if Some(name) != entered {
            let web = webs.entry(name).or_insert(Web { home, points: BTreeSet::new(), ops: Vec::new() });
            web.ops.push(op);
        }
    }
    for point in (0..points.live.len()).filter(|p| live(*p)) {
        if let Some(web) = webs.get_mut(&root(&mut roots, point)) {
            web.points.insert(point);
        }
    }
    webs.into_values().collect()
}

/// The operations that touch each place.
fn touches(flow: &Flow, facts: &Facts<'_>) -> Vec<Vec<Touch>> {
    let mut touches: Vec<Vec<Touch>> = (0..facts.count).map(|_| Vec::new()).collect();
    for (b, block) in flow.blocks.iter().enumerate() {
        for (i, op) in block.ops.iter().enumerate() {
            let Some(ins) = op.ins() else { continue };
            let mut found: BTreeMap<Place, (bool, bool)> = BTreeMap::new();
            let (mut read, mut written) = (Vec::new(), Vec::new());
            facts.effects(&ins, &mut |place| read.push(place), &mut |place| written.push(place));
            read.into_iter().for_each(|place| found.entry(place).or_default().0 = true);
            written.into_iter().for_each(|place| found.entry(place).or_default().1 = true);
            for (place, (reads, writes)) in found {
                touches[place].push(Touch { op: (b, i), reads, writes });
            }
        }
    }
    touches
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

/// What becomes of an operation.
enum Change {
    /// This one without an operand.
    Become(M),
    /// This one with the operand it has.
    Take(M, Mode),
    /// It goes: the register holds the value.
    Go,
}

/// A web that a register can take over.
struct Found {
    register: Place,
    /// Cycles saved, estimated.
    gain: u64,
    points: BTreeSet<usize>,
    changes: Vec<(usize, usize, Change)>,
}

fn found(flow: &Flow, facts: &Facts<'_>, points: &Points, web: &Web, register: Place) -> Option<Found> {
    if !web.points.iter().all(|p| points.free(*p, register, web.home)) {
        return None;
    }
    let mut gain = 0;
    let mut changes = Vec::new();
    let mut held = web.points.clone();
    for &(b, i) in &web.ops {
        let at = points.first[b] + i;
        let ins = flow.blocks[b].ops[i].free()?;
        facts.operand(&ins).filter(|p| *p == web.home)?;
        let other = if register == X { M::Ldy } else { M::Ldx };
        if ins.op == other {
            // What the other register serves for is as good with this one.
            let mut rename = Rename { flow, facts, points, home: web.home, register, held: &mut held };
            changes.extend(rename.uses((b, i))?);
        }
        let (change, saved) = change(&ins, register)?;
        // A transfer sets N and Z where a store does not; what goes sets none any more.
        let told = match ins.op {
            M::Sta => A,
            _ => web.home,
        };
        let flags_matter =
            ins.op == M::Sta || (matches!(change, Change::Go) && ins.op != M::Stx && ins.op != M::Sty);
        if flags_matter && points.live[at + 1][NZ] && !points.same(at, NZ, told) {
            return None;
        }
        gain += saved * flow.blocks[b].weight;
        changes.push((b, i, change));
    }
    let own: BTreeSet<(usize, usize)> = web.ops.iter().copied().collect();
    for &at in &web.points {
        let Some((b, i)) = points.ops[at].filter(|op| !own.contains(op) && web.points.contains(&(at + 1)))
        else {
            continue;
        };
        let Some(ins) = flow.blocks[b].ops[i].ins() else { continue };
        let mut written = false;
        facts.effects(&ins, &mut |_| {}, &mut |p| written |= p == register);
        if written && !points.same(at + 1, register, web.home) {
            return None;
        }
    }
    Some(Found { register, gain, points: held, changes })
}

/// One index register in the place of the other.
struct Rename<'a> {
    flow: &'a Flow,
    facts: &'a Facts<'a>,
    points: &'a Points,
    /// The home that the register serves as.
    home: Place,
    register: Place,
    /// Where it is taken.
    held: &'a mut BTreeSet<usize>,
}

impl Rename<'_> {
    /// The uses of what an operation loads into the other register, changed to this one; `None` if one of them cannot be or the
    /// register does not hold the value so long.
    fn uses(&mut self, (b, load): (usize, usize)) -> Option<Vec<(usize, usize, Change)>> {
        let Rename { flow, facts, points, home, register, .. } = *self;
        let other = if register == X { Y } else { X };
        let block = &flow.blocks[b];
        let mut changes = Vec::new();
        for i in load + 1..=block.ops.len() {
            let at = points.first[b] + i;
            if !points.live[at][other] {
                return Some(changes);
            }
            self.held.insert(at);
            if !points.free(at, register, home) || i == block.ops.len() {
                return None;
            }
            let Some(ins) = block.ops[i].ins() else { continue };
            let (mut reads, mut writes, mut overwrites) = (false, false, false);
            facts.effects(&ins, &mut |p| reads |= p == other, &mut |p| {
                writes |= p == other;
                overwrites |= p == register;
            });
            if reads {
                block.ops[i].free()?;
                let x = register == X;
                let pick = |with_x: M, with_y: M| if x { with_x } else { with_y };
                let (op, mode) = match (ins.op, ins.mode) {
                    (M::Txa | M::Tya, mode) => (pick(M::Txa, M::Tya), mode),
                    (M::Stx | M::Sty, Mode::Abs) => (pick(M::Stx, M::Sty), Mode::Abs),
                    (M::Cpx | M::Cpy, mode) => (pick(M::Cpx, M::Cpy), mode),
                    (op, Mode::AbsX | Mode::AbsY) => (op, if x { Mode::AbsX } else { Mode::AbsY }),
                    _ => return None,
                };
                lookup(op, mode)?;
                changes.push((b, i, Change::Take(op, mode)));
            }
            if writes && reads || overwrites && points.live[at + 1][other] {
                return None;
            }
        }
        None
    }
}

/// What an operation on a home becomes when a register takes its place, and the cycles that saves.
fn change(ins: &Ins, register: Place) -> Option<(Change, u64)> {
    let x = register == X;
    let pick = |with_x: M, with_y: M| Change::Become(if x { with_x } else { with_y });
    Some(match ins.op {
        M::Sta => (pick(M::Tax, M::Tay), 1),
        M::Lda => (pick(M::Txa, M::Tya), 1),
        M::Ldx | M::Ldy => (Change::Go, 3),
        M::Stx if x => (Change::Go, 3),
        M::Sty if !x => (Change::Go, 3),
        M::Inc => (pick(M::Inx, M::Iny), 3),
        M::Dec => (pick(M::Dex, M::Dey), 3),
        _ => return None,
    })
}
