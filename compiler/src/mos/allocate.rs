//! Gives homes and hot variables their addresses: zero page by frequency, the rest of the homes in frames that share
//! memory along the call graph.
//!
//! Requires: selected code.  Two homes may share a byte if their classes do not interfere (same function) or if
//! their functions are never active at the same time.

use super::classes::Classes;
use super::code::Label;
use super::select::Selected;
use crate::MemoryMap;
use crate::fault::{self, Fault};
use crate::ir::Symbol;
use crate::lower::lir::{Func, Reg};
use crate::opt::callgraph::CallGraph;
use std::collections::{BTreeMap, BTreeSet};

/// Where a home is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Home {
    /// A zero-page address.
    ZeroPage(u16),
    /// An offset into the frames.
    Frame(u32),
}

/// One function, selected.
pub struct Unit {
    /// The function.
    pub func: Func,
    /// Its register classes.
    pub classes: Classes,
    /// Its code.
    pub code: Selected,
    /// How often it is called, estimated.
    pub calls: u64,
}

impl Unit {
    /// Bytes of software stack that a call of the function takes at most, not counting what it calls: on entry and around its
    /// own calls.
    pub fn software_stack(&self) -> u32 {
        self.code.saved + u32::from(self.func.reserved)
    }
}

/// A variable that may lie in page zero: all of it or nothing, for it alone.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// Its label.
    pub label: Label,
    /// Bytes.
    pub size: u32,
    /// Its address is a multiple of this.
    pub align: u32,
    /// Cycles that page zero saves, estimated.
    pub weight: u64,
}

/// Addresses of all homes and local objects.
#[derive(Debug, Default)]
pub struct Allocation {
    /// By function and class.
    pub homes: BTreeMap<(Symbol, Reg), Home>,
    /// Local objects: offset into the frames.
    pub objects: BTreeMap<(Symbol, u32), u32>,
    /// Size of all frames together.
    pub frames: u32,
    /// Variables in page zero: where, and how many bytes.
    pub variables: BTreeMap<Label, (u16, u32)>,
    /// Pointer pairs for which no zero page was left: to be selected again without.
    pub failed: BTreeMap<Symbol, BTreeSet<(Reg, Reg)>>,
}

/// A home to place: one class, or a pointer's two.
struct Want {
    function: Symbol,
    unit: usize,
    low: Reg,
    high: Option<Reg>,
    weight: u64,
}

/// Places everything where `memory` has room for it. `reserved` zero-page bytes are taken; `variables` may go there, too.
pub fn allocate(
    units: &[Unit],
    graph: &CallGraph,
    memory: &MemoryMap,
    reserved: &BTreeSet<u16>,
    variables: &[Variable],
) -> Allocation {
    let together = together(units, graph);
    let mut out = Allocation::default();
    let mut wants: Vec<Want> = Vec::new();
    for (unit, u) in units.iter().enumerate() {
        let paired: BTreeSet<Reg> = u.code.pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let weight = |r: &Reg| u.code.touched.get(r).copied().unwrap_or(0).saturating_mul(u.calls);
        for (low, high) in &u.code.pairs {
            let weight = weight(low).saturating_add(weight(high));
            wants.push(Want { function: u.func.symbol, unit, low: *low, high: Some(*high), weight });
        }
        for (low, _) in u.code.touched.iter().filter(|t| !paired.contains(t.0)) {
            wants.push(Want { function: u.func.symbol, unit, low: *low, high: None, weight: weight(low) });
        }
    }
    // Pointers have no other place; then what is touched most.
    wants.sort_by_key(|w| (w.high.is_none(), std::cmp::Reverse(w.weight), w.function, w.low));
    // Variables wait between the homes that are touched more often for each of their bytes, and those that are not.
    let mut variables: Vec<&Variable> = variables.iter().filter(|v| v.weight > 0).collect();
    let density = |v: &Variable| v.weight / u64::from(v.size.max(1));
    variables.sort_by_key(|v| (density(v), std::cmp::Reverse(v.label)));
    let free: Vec<u16> =
        memory.homes().chain(memory.apart.clone()).filter(|b| !reserved.contains(b)).collect();
    let mut users: BTreeMap<u16, Vec<(usize, Reg)>> = BTreeMap::new();
    let mut frame_users: Vec<Vec<(usize, Option<Reg>)>> = Vec::new();
    let clash = |unit: usize, class: Reg, other: usize, taken: Reg| {
        if unit == other {
            units[unit].classes.interferes[class.0 as usize].contains(taken)
        } else {
            together[unit][other] && !fault::is(Fault::SharedHomes)
        }
    };
    let mut left = Vec::new();
    let mut taken: BTreeSet<u16> = BTreeSet::new();
    let mut wants = wants.into_iter().peekable();
    loop {
        let home_first = match (wants.peek(), variables.last()) {
            (None, None) => break,
            (Some(want), Some(variable)) => want.high.is_some() || want.weight >= density(variable),
            (want, _) => want.is_some(),
        };
        if !home_first && let Some(variable) = variables.pop() {
            let run = |at: u16| at..at + variable.size as u16;
            let unused =
                |a: u16| free.binary_search(&a).is_ok() && !users.contains_key(&a) && !taken.contains(&a);
            let fits = |at: &u16| u32::from(*at).is_multiple_of(variable.align) && run(*at).all(unused);
            if let Some(at) = free.iter().copied().find(fits) {
                taken.extend(run(at));
                out.variables.insert(variable.label, (at, variable.size));
            }
            continue;
        }
        let Some(want) = wants.next() else { break };
        let fits = |address: u16, class: Reg, users: &BTreeMap<u16, Vec<(usize, Reg)>>| {
            free.binary_search(&address).is_ok()
                && !taken.contains(&address)
                && !users
                    .get(&address)
                    .is_some_and(|u| u.iter().any(|(o, t)| clash(want.unit, class, *o, *t)))
        };
        let place = free
            .iter()
            .copied()
            .find(|a| fits(*a, want.low, &users) && want.high.is_none_or(|h| fits(a + 1, h, &users)));
        match place {
            Some(at) => {
                for (i, class) in [Some(want.low), want.high].into_iter().flatten().enumerate() {
                    users.entry(at + i as u16).or_default().push((want.unit, class));
                    out.homes.insert((want.function, class), Home::ZeroPage(at + i as u16));
                }
            }
            None => match want.high {
                Some(high) => {
                    out.failed.entry(want.function).or_default().insert((want.low, high));
                }
                None => left.push(want),
            },
        }
    }
    // The frames: the same by first fit, objects whole.
    for want in left {
        let mut at = 0;
        while frame_users.get(at).is_some_and(|u: &Vec<(usize, Option<Reg>)>| {
            u.iter().any(|(o, t)| match t {
                Some(t) => clash(want.unit, want.low, *o, *t),
                None => true,
            })
        }) {
            at += 1;
        }
        if at == frame_users.len() {
            frame_users.push(Vec::new());
        }
        frame_users[at].push((want.unit, Some(want.low)));
        out.homes.insert((want.function, want.low), Home::Frame(at as u32));
    }
    for (unit, u) in units.iter().enumerate() {
        for (n, &(size, align)) in u.func.objects.iter().enumerate() {
            let both = |o: usize| o == unit || (together[unit][o] && !fault::is(Fault::FrameOverlap));
            let mut at = 0usize;
            loop {
                at = at.next_multiple_of(align as usize);
                let taken = (at..at + size as usize)
                    .rev()
                    .find(|b| frame_users.get(*b).is_some_and(|u| u.iter().any(|(o, _)| both(*o))));
                match taken {
                    Some(b) => at = b + 1,
                    None => break,
                }
            }
            let end = at + size as usize;
            if frame_users.len() < end {
                frame_users.resize(end, Vec::new());
            }
            for users in &mut frame_users[at..end] {
                users.push((unit, None));
            }
            out.objects.insert((u.func.symbol, n as u32), at as u32);
        }
    }
    out.frames = frame_users.len() as u32;
    out
}

/// By two functions: whether they may be active at the same time.
fn together(units: &[Unit], graph: &CallGraph) -> Vec<Vec<bool>> {
    let conflicts = graph.conflicts();
    let numbers: BTreeMap<Symbol, usize> = units.iter().map(|u| u.func.symbol).zip(0..).collect();
    let row = |unit: &Unit| {
        let mut row = vec![false; units.len()];
        for number in conflicts[&unit.func.symbol].iter().filter_map(|other| numbers.get(other)) {
            row[*number] = true;
        }
        row
    };
    units.iter().map(row).collect()
}
