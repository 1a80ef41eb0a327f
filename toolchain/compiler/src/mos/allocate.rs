//! Assigns addresses to homes and hot variables: zero page by frequency, the remaining homes in frames that share memory along the
//! call graph.
//!
//! Requires: selected code.  Two homes may share a byte if their classes do not interfere (same function) or if their functions are
//! never active at the same time.

use super::classes::Classes;
use super::code::Label;
use super::select::Selected;
use crate::MemoryMap;
use crate::fault::{self, Fault};
use crate::ir::Symbol;
use crate::lower::lir::{Func, Reg};
use crate::opt::callgraph::CallGraph;
use std::collections::{BTreeMap, BTreeSet};

/// The place of a home.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Home {
    /// A zero-page address.
    ZeroPage(u16),
    /// An offset into the frames.
    Frame(u32),
}

/// In a program whose blocks are counted, a variable is placed in the zero page only after all homes, unless each of its bytes gets
/// more than one in this many of all touches. It would occupy its place alone, where many homes can share one. For our own game,
/// this saves 326 bytes.
const OFTEN: u64 = 2000;

/// One selected function.
pub struct Unit {
    /// The function.
    pub func: Func,
    /// Its register classes.
    pub classes: Classes,
    /// Its code.
    pub code: Selected,
    /// Estimated number of calls.
    pub calls: u64,
}

impl Unit {
    /// Returns the maximum number of bytes of software stack that a call of the function takes, without its callees: on entry and
    /// around its own calls.
    pub fn software_stack(&self) -> u32 {
        self.code.saved + u32::from(self.func.reserved)
    }
}

/// A variable that may be placed in the zero page, completely or not at all; it shares its place with nothing.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// Its label.
    pub label: Label,
    /// Bytes.
    pub size: u32,
    /// Its alignment in bytes.
    pub align: u32,
    /// Estimated number of cycles that the zero page saves.
    pub weight: u64,
}

/// The addresses of all homes and local objects.
#[derive(Debug, Default)]
pub struct Allocation {
    /// By function and class.
    pub homes: BTreeMap<(Symbol, Reg), Home>,
    /// Local objects: offset into the frames.
    pub objects: BTreeMap<(Symbol, u32), u32>,
    /// Size of all frames together.
    pub frames: u32,
    /// Variables in the zero page: address and number of bytes.
    pub variables: BTreeMap<Label, (u16, u32)>,
    /// Pointer pairs that found no room in the zero page: their functions are to be selected again without these pairs.
    pub failed: BTreeMap<Symbol, BTreeSet<(Reg, Reg)>>,
}

/// A home to place: one class, or the two of a pointer.
struct Want {
    function: Symbol,
    unit: usize,
    low: Reg,
    high: Option<Reg>,
    weight: u64,
}

/// Places everything for which `memory` has room. `reserved` zero-page bytes are taken; `variables` may also be placed in the zero
/// page. `counted` says that a profile has counted how often code runs.
pub fn allocate(
    units: &[Unit],
    graph: &CallGraph,
    memory: &MemoryMap,
    reserved: &BTreeSet<u16>,
    variables: &[Variable],
    counted: bool,
) -> Allocation {
    let neighbours = Neighbours { units, together: together(units, graph) };
    let homes = memory.homes().chain(memory.apart.clone());
    let mut page = PageZero {
        neighbours: &neighbours,
        free: homes.filter(|b| !reserved.contains(b)).collect(),
        users: BTreeMap::new(),
        taken: BTreeSet::new(),
    };
    let mut out = Allocation::default();
    let left = page.place_all(wants(units), variables, counted, &mut out);
    let mut frames = Frames { neighbours: &neighbours, users: Vec::new() };
    for want in left {
        let at = frames.home(&want);
        out.homes.insert((want.function, want.low), Home::Frame(at));
    }
    for (unit, u) in units.iter().enumerate() {
        for (n, &(size, align, _)) in u.func.objects.iter().enumerate() {
            out.objects.insert((u.func.symbol, n as u32), frames.object(unit, size, align));
        }
    }
    out.frames = frames.users.len() as u32;
    out
}

/// Returns all homes, the most urgent first: pointers, which have no alternative; then by number of touches.
fn wants(units: &[Unit]) -> Vec<Want> {
    let mut wants = Vec::new();
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
    wants.sort_by_key(|w| (w.high.is_none(), std::cmp::Reverse(w.weight), w.function, w.low));
    wants
}

/// The functions and classes that must not share a byte.
struct Neighbours<'a> {
    units: &'a [Unit],
    /// For each pair of functions, whether they may be active at the same time.
    together: Vec<Vec<bool>>,
}

impl Neighbours<'_> {
    /// Returns whether two homes need different bytes.
    fn clash(&self, unit: usize, class: Reg, other: usize, taken: Reg) -> bool {
        if unit == other {
            self.units[unit].classes.interferes[class.0 as usize].contains(taken)
        } else {
            self.together[unit][other] && !fault::is(Fault::SharedHomes)
        }
    }
}

/// The zero page during allocation.
struct PageZero<'a> {
    neighbours: &'a Neighbours<'a>,
    /// The available addresses, in order.
    free: Vec<u16>,
    /// The homes that share each address.
    users: BTreeMap<u16, Vec<(usize, Reg)>>,
    /// The addresses of variables.
    taken: BTreeSet<u16>,
}

impl PageZero<'_> {
    /// Places homes and variables; returns the single homes for which there was no room. Variables are placed after the homes with
    /// more touches per byte and before those with fewer; rarely touched variables are placed after all homes.
    fn place_all(
        &mut self,
        wants: Vec<Want>,
        variables: &[Variable],
        counted: bool,
        out: &mut Allocation,
    ) -> Vec<Want> {
        let mut variables: Vec<&Variable> = variables.iter().filter(|v| v.weight > 0).collect();
        let density = |v: &Variable| v.weight / u64::from(v.size.max(1));
        variables.sort_by_key(|v| (density(v), std::cmp::Reverse(v.label)));
        let touches = wants.iter().fold(0u64, |sum, want| sum.saturating_add(want.weight));
        let little = if counted { touches / OFTEN } else { 0 };
        let mut left = Vec::new();
        for want in wants {
            let waits = |v: &mut &Variable| density(v) <= little || density(v) <= want.weight;
            while let Some(variable) = variables.pop_if(|v| want.high.is_none() && !waits(v)) {
                self.variable(variable, out);
            }
            match (self.home(&want), want.high) {
                (Some(at), high) => {
                    for (i, class) in [Some(want.low), high].into_iter().flatten().enumerate() {
                        self.users.entry(at + i as u16).or_default().push((want.unit, class));
                        out.homes.insert((want.function, class), Home::ZeroPage(at + i as u16));
                    }
                }
                (None, Some(high)) => {
                    out.failed.entry(want.function).or_default().insert((want.low, high));
                }
                (None, None) => left.push(want),
            }
        }
        while let Some(variable) = variables.pop() {
            self.variable(variable, out);
        }
        left
    }

    /// Places a variable where it fits, if there is such a place.
    fn variable(&mut self, variable: &Variable, out: &mut Allocation) {
        let run = |at: u16| at..at + variable.size as u16;
        let unused = |a: u16| {
            self.free.binary_search(&a).is_ok() && !self.users.contains_key(&a) && !self.taken.contains(&a)
        };
        let fits = |at: &u16| u32::from(*at).is_multiple_of(variable.align) && run(*at).all(unused);
        if let Some(at) = self.free.iter().copied().find(fits) {
            self.taken.extend(run(at));
            out.variables.insert(variable.label, (at, variable.size));
        }
    }

    /// Returns the first address at which a home fits.
    fn home(&self, want: &Want) -> Option<u16> {
        let fits = |at: u16, class: Reg| {
            let clashes = |(o, t): &(usize, Reg)| self.neighbours.clash(want.unit, class, *o, *t);
            self.free.binary_search(&at).is_ok()
                && !self.taken.contains(&at)
                && !self.users.get(&at).is_some_and(|users| users.iter().any(clashes))
        };
        let both = |at: &u16| fits(*at, want.low) && want.high.is_none_or(|high| fits(at + 1, high));
        self.free.iter().copied().find(both)
    }
}

/// The frames as they grow, by first fit.
struct Frames<'a> {
    neighbours: &'a Neighbours<'a>,
    /// For each offset, the functions that have a home (with its class) or part of an object there.
    users: Vec<Vec<(usize, Option<Reg>)>>,
}

impl Frames<'_> {
    /// Places a home; returns its offset.
    fn home(&mut self, want: &Want) -> u32 {
        let clashes = |(o, t): &(usize, Option<Reg>)| {
            t.is_none_or(|t| self.neighbours.clash(want.unit, want.low, *o, t))
        };
        let at = self.users.iter().position(|users| !users.iter().any(clashes));
        let at = at.unwrap_or(self.users.len());
        if at == self.users.len() {
            self.users.push(Vec::new());
        }
        self.users[at].push((want.unit, Some(want.low)));
        at as u32
    }

    /// Places a local object of a function in one piece; returns its offset.
    fn object(&mut self, unit: usize, size: u32, align: u32) -> u32 {
        let together = &self.neighbours.together[unit];
        let both = |o: usize| o == unit || (together[o] && !fault::is(Fault::FrameOverlap));
        let mut at = 0usize;
        loop {
            at = at.next_multiple_of(align as usize);
            let taken = (at..at + size as usize)
                .rev()
                .find(|b| self.users.get(*b).is_some_and(|u| u.iter().any(|(o, _)| both(*o))));
            match taken {
                Some(b) => at = b + 1,
                None => break,
            }
        }
        let end = at + size as usize;
        if self.users.len() < end {
            self.users.resize(end, Vec::new());
        }
        for users in &mut self.users[at..end] {
            users.push((unit, None));
        }
        at as u32
    }
}

/// Returns for each pair of functions whether they may be active at the same time.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how many bytes of a two-byte zero page go to two functions' homes and to a variable. The homes are touched often and
    /// once, the variable `touched` times.
    fn placed(touched: u64, counted: bool) -> (usize, usize) {
        let neighbours = Neighbours { units: &[], together: vec![vec![true; 2]; 2] };
        let free = vec![0x26, 0x27];
        let mut page =
            PageZero { neighbours: &neighbours, free, users: BTreeMap::new(), taken: BTreeSet::new() };
        let want = |unit: usize, weight| {
            let function = Symbol(unit as u32);
            Want { function, unit, low: Reg(0), high: None, weight }
        };
        let variable = Variable { label: Label(0), size: 1, align: 1, weight: touched };
        let mut out = Allocation::default();
        page.place_all(vec![want(0, 100 * OFTEN), want(1, 1)], &[variable], counted, &mut out);
        (out.homes.len(), out.variables.len())
    }

    #[test]
    fn a_variable_that_is_touched_little_waits_for_all_homes_where_blocks_are_counted() {
        assert_eq!(placed(100, true), (2, 0));
        assert_eq!(placed(101, true), (1, 1), "more than one of so many touches");
        assert_eq!(placed(100, false), (1, 1), "an estimate");
    }
}
