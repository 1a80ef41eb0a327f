//! Checks an allocation independently of how it was made: values in use at the same time share no byte.
//!
//! Requires: selected code whose homes have not been replaced.  Changes: nothing.
//!
//! 1. The result of an operation shares no byte with anything live after it, except for a copy and its source.
//! 2. Values that are live across a call, and values that the call reads, share no byte with the homes and objects of all functions
//!    that the call may reach. A call that may lead back saves its caller's homes, so the rule does not apply there.
//! 3. A local object shares no byte with its function's own homes, nor with anything that a call may reach.
//! 4. Homes in the zero page are at bytes that the program owns, and the two of a pointer are adjacent.
//! 5. A variable in the zero page has its bytes, all owned by the program, to itself.
//! 6. On every path through the code a home is written before it is read, unless the value is live at the function's entry:
//!    a parameter, or a value that some path leaves undefined.
//! 7. Homes and objects of an interrupt handler's functions share no byte with those of functions outside the handler, except for
//!    functions that it shares. Those have no objects, and the handler saves their homes.
//!
//! Liveness is recomputed here, per operation, on sets of registers.

use super::allocate::{Allocation, Home, Unit};
use super::code::{Arg, Ins, Item, Label};
use super::isa::{Mnemonic as M, Mode};
use crate::MemoryMap;
use crate::ir::Symbol;
use crate::lower::convention;
use crate::lower::lir::{Byte, Inst, Reg, Target};
use crate::opt::callgraph::CallGraph;
use std::collections::{BTreeMap, BTreeSet};

type Regs = BTreeSet<Reg>;

/// Returns every fault of an allocation as text; empty for a correct one.
#[must_use]
pub fn check(units: &[Unit], graph: &CallGraph, allocation: &Allocation, memory: &MemoryMap) -> Vec<String> {
    let used: BTreeMap<Symbol, BTreeSet<Home>> =
        units.iter().map(|u| (u.func.symbol, bytes_of(u, allocation))).collect();
    let mut faults = variables(allocation, memory);
    handlers(units, graph, &used, &mut faults);
    for unit in units {
        let mut checker = Checker { memory, unit, graph, allocation, used: &used, faults: &mut faults };
        checker.places();
        checker.objects();
        let live_in = checker.live_in();
        checker.operations(&live_in);
        let from_start = live_in.first().into_iter().flatten();
        let from_start = from_start.map(|r| unit.classes.class(*r)).collect();
        unwritten(unit, &from_start, &mut faults);
    }
    faults
}

fn variables(allocation: &Allocation, memory: &MemoryMap) -> Vec<String> {
    let mut faults = Vec::new();
    let mut owned: BTreeSet<u16> = BTreeSet::new();
    for (label, (at, size)) in &allocation.variables {
        for byte in *at..*at + *size as u16 {
            if !memory.is_for_homes(byte) {
                faults.push(format!("variable {} lies at ${byte:02x}, which is not ours", label.0));
            }
            if !owned.insert(byte) {
                faults.push(format!("variable {} shares ${byte:02x} with another", label.0));
            }
        }
    }
    for ((function, class), home) in &allocation.homes {
        if let Home::ZeroPage(at) = home
            && owned.contains(at)
        {
            faults.push(format!("function {}: r{} lies in a variable at ${at:02x}", function.0, class.0));
        }
    }
    faults
}

/// Rule 7.
fn handlers(
    units: &[Unit],
    graph: &CallGraph,
    used: &BTreeMap<Symbol, BTreeSet<Home>>,
    faults: &mut Vec<String>,
) {
    for members in graph.contexts.handlers.values() {
        let (inside, outside): (Vec<&Unit>, Vec<&Unit>) =
            units.iter().partition(|u| members.contains(&u.func.symbol));
        for unit in inside {
            let symbol = unit.func.symbol;
            if graph.contexts.shared(symbol) {
                if !unit.func.objects.is_empty() {
                    faults.push(format!("function {}: contexts share an object", symbol.0));
                }
                continue;
            }
            for other in outside.iter().filter(|o| !used[&o.func.symbol].is_disjoint(&used[&symbol])) {
                faults.push(format!("functions {} and {} share memory", symbol.0, other.func.symbol.0));
            }
        }
    }
}

/// Returns the homes and objects of a function.
fn bytes_of(unit: &Unit, allocation: &Allocation) -> BTreeSet<Home> {
    let symbol = unit.func.symbol;
    homes(symbol, allocation)
        .map(|(_, home)| home)
        .chain((0..unit.func.objects.len() as u32).flat_map(|n| object(unit, n, allocation)))
        .collect()
}

/// Returns the homes of a function, by class.
fn homes(symbol: Symbol, allocation: &Allocation) -> impl Iterator<Item = (Reg, Home)> {
    let all = allocation.homes.range((symbol, Reg(0))..=(symbol, Reg(u32::MAX)));
    all.map(|((_, class), home)| (*class, *home))
}

fn object(unit: &Unit, n: u32, allocation: &Allocation) -> Vec<Home> {
    let size = unit.func.objects[n as usize].0;
    let at = allocation.objects.get(&(unit.func.symbol, n));
    at.map_or_else(Vec::new, |at| (*at..at + size).map(Home::Frame).collect())
}

struct Checker<'a> {
    memory: &'a MemoryMap,
    unit: &'a Unit,
    graph: &'a CallGraph,
    allocation: &'a Allocation,
    used: &'a BTreeMap<Symbol, BTreeSet<Home>>,
    faults: &'a mut Vec<String>,
}

impl Checker<'_> {
    fn fault(&mut self, what: String) {
        self.faults.push(format!("function {}: {what}", self.unit.func.symbol.0));
    }

    fn home(&self, reg: Reg) -> Option<Home> {
        self.allocation.homes.get(&(self.unit.func.symbol, self.unit.classes.class(reg))).copied()
    }

    fn places(&mut self) {
        let symbol = self.unit.func.symbol;
        for (class, home) in homes(symbol, self.allocation) {
            if let Home::ZeroPage(at) = home
                && !self.memory.is_for_homes(at)
            {
                self.fault(format!("r{} lies at ${at:02x}, which is not ours", class.0));
            }
        }
        for (low, high) in &self.unit.code.pairs {
            match (self.home(*low), self.home(*high)) {
                (Some(Home::ZeroPage(a)), Some(Home::ZeroPage(b))) if a + 1 == b => {}
                places => self.fault(format!("the pointer r{} r{} lies at {places:?}", low.0, high.0)),
            }
        }
    }

    fn objects(&mut self) {
        if self.unit.func.objects.is_empty() {
            return;
        }
        let symbol = self.unit.func.symbol;
        let own: BTreeSet<Home> = homes(symbol, self.allocation).map(|(_, home)| home).collect();
        let reached = self.reached(self.graph.callees.get(&symbol).into_iter().flatten().copied());
        for n in 0..self.unit.func.objects.len() as u32 {
            let bytes = object(self.unit, n, self.allocation);
            if bytes.iter().any(|b| own.contains(b)) {
                self.fault(format!("object {n} overlaps a home"));
            }
            for other in reached.iter().filter(|f| **f != symbol) {
                if self.used.get(other).is_some_and(|u| bytes.iter().any(|b| u.contains(b))) {
                    self.fault(format!("object {n} overlaps function {}", other.0));
                }
            }
        }
    }

    /// Returns these functions and all that they may call.
    fn reached(&self, from: impl Iterator<Item = Symbol>) -> BTreeSet<Symbol> {
        let mut work: Vec<Symbol> = from.collect();
        let mut seen = BTreeSet::new();
        while let Some(symbol) = work.pop() {
            if seen.insert(symbol) {
                work.extend(self.graph.callees.get(&symbol).into_iter().flatten());
            }
        }
        seen
    }

    /// Returns the registers live at the start of each block.
    fn live_in(&self) -> Vec<Regs> {
        let blocks = &self.unit.func.blocks;
        let mut live_in = vec![Regs::new(); blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (b, block) in blocks.iter().enumerate().rev() {
                let mut live = self.live_out(b, &live_in);
                for (inst, _) in block.insts.iter().rev() {
                    step(inst, &mut live);
                }
                changed |= live != live_in[b];
                live_in[b] = live;
            }
        }
        live_in
    }

    /// Returns the reachable blocks; no code is generated for the others.
    fn reachable(&self) -> BTreeSet<usize> {
        let mut seen = BTreeSet::new();
        let mut work = vec![0];
        while let Some(b) = work.pop() {
            if seen.insert(b) {
                work.extend(self.unit.func.blocks[b].term.successors().iter().map(|s| s.0 as usize));
            }
        }
        seen
    }

    fn live_out(&self, block: usize, live_in: &[Regs]) -> Regs {
        let term = &self.unit.func.blocks[block].term;
        let mut live: Regs =
            term.successors().iter().flat_map(|s| live_in[s.0 as usize].iter().copied()).collect();
        term.uses(&mut |r| {
            live.insert(r);
        });
        live
    }

    fn operations(&mut self, live_in: &[Regs]) {
        let func = &self.unit.func;
        let params = &func.params[convention::in_memory(func.params.len())];
        let params: Vec<Reg> = params.iter().copied().filter(|p| live_in[0].contains(p)).collect();
        for (i, a) in params.iter().enumerate() {
            for b in &params[i + 1..] {
                self.apart(*a, *b, "parameters");
            }
        }
        for b in self.reachable() {
            let block = &func.blocks[b];
            let mut live = self.live_out(b, live_in);
            for (at, (inst, _)) in block.insts.iter().enumerate().rev() {
                let copies: Vec<(Reg, Byte)> = match inst {
                    Inst::Copy { dst, src } => vec![(*dst, *src)],
                    Inst::Copies(copies) => copies.clone(),
                    _ => Vec::new(),
                };
                let mut defs = Vec::new();
                inst.defs(&mut |r| defs.push(r));
                for &def in &defs {
                    for &other in live.iter().filter(|l| **l != def) {
                        let source = |r: Reg| copies.iter().find(|c| c.0 == r).map(|c| c.1);
                        let same = source(def) == Some(Byte::Reg(other)) && !defs.contains(&other)
                            || source(def).is_some() && source(def) == source(other);
                        if !same {
                            self.apart(def, other, &format!("block {b}, operation {at}"));
                        }
                    }
                }
                let mut around: Regs = live.iter().copied().filter(|r| !defs.contains(r)).collect();
                step(inst, &mut live);
                inst.uses(&mut |r| {
                    around.insert(r);
                });
                self.over_call(inst, &around, b, at);
            }
        }
    }

    fn apart(&mut self, a: Reg, b: Reg, place: &str) {
        if let (Some(x), Some(y)) = (self.home(a), self.home(b))
            && x == y
        {
            self.fault(format!("{place}: r{} and r{} share {x:?}", a.0, b.0));
        }
    }

    fn over_call(&mut self, inst: &Inst, around: &Regs, block: usize, at: usize) {
        let Inst::Call(call) = inst else { return };
        let callees: Vec<Symbol> = match &call.target {
            Target::Function(symbol) => vec![*symbol],
            Target::Indirect { signature, .. } => self.graph.indirect(signature).collect(),
            Target::Extern(_) | Target::Runtime(_) | Target::Asm(_) => return,
        };
        let reached = self.reached(callees.into_iter());
        if reached.contains(&self.unit.func.symbol) {
            return;
        }
        for &reg in around {
            let Some(home) = self.home(reg) else { continue };
            for other in &reached {
                if self.used.get(other).is_some_and(|u| u.contains(&home)) {
                    let function = other.0;
                    self.fault(format!(
                        "block {block}, operation {at}: r{} and function {function} share {home:?}",
                        reg.0
                    ));
                }
            }
        }
    }
}

/// Turns the set of registers live after an operation into the set live before it.
fn step(inst: &Inst, live: &mut Regs) {
    inst.defs(&mut |r| {
        live.remove(&r);
    });
    inst.uses(&mut |r| {
        live.insert(r);
    });
}

/// Checks rule 6 on the code itself: a forward analysis of the homes written on every path so far.
fn unwritten(unit: &Unit, from_start: &Regs, faults: &mut Vec<String>) {
    let items = &unit.code.items;
    let labels: BTreeMap<Label, usize> = items
        .iter()
        .enumerate()
        .filter_map(|(i, item)| match item {
            Item::Label(label) => Some((*label, i)),
            _ => None,
        })
        .collect();
    // At the entry and at labels; the state at other items follows from these.
    let mut before: BTreeMap<usize, Regs> = BTreeMap::from([(0, from_start.clone())]);
    let mut work = vec![0];
    while let Some(i) = work.pop() {
        for (to, written) in straight(unit, &labels, i, before[&i].clone(), &mut |_, _| {}) {
            match before.get_mut(&to) {
                None => {
                    before.insert(to, written);
                    work.push(to);
                }
                Some(known) => {
                    let both: Regs = known.intersection(&written).copied().collect();
                    if both.len() < known.len() {
                        *known = both;
                        work.push(to);
                    }
                }
            }
        }
    }
    for (i, written) in before {
        straight(unit, &labels, i, written, &mut |i, written| {
            let Some(Item::Ins(ins)) = items.get(i) else { return };
            for class in reads(ins, unit) {
                if !written.contains(&class) {
                    let function = unit.func.symbol.0;
                    faults.push(format!(
                        "function {function}: item {i} reads r{}, not written on every way",
                        class.0
                    ));
                }
            }
        });
    }
}

/// Follows the code from an item to the next label or to where control does not continue, and passes each item to `see` with the
/// homes that are written before it. Returns where control may go from there, with the homes written by then.
fn straight(
    unit: &Unit,
    labels: &BTreeMap<Label, usize>,
    from: usize,
    mut written: Regs,
    see: &mut dyn FnMut(usize, &Regs),
) -> Vec<(usize, Regs)> {
    let items = &unit.code.items;
    let mut ways = Vec::new();
    for (i, item) in items.iter().enumerate().skip(from) {
        if i > from && matches!(item, Item::Label(_)) {
            ways.push((i, written));
            return ways;
        }
        see(i, &written);
        let mut goes_on = !unit.code.stops.contains(&(i + 1));
        if let Item::Ins(ins) = item {
            if stores(ins.op)
                && let Arg::Home(class) = ins.arg
                && ins.mode == Mode::Absolute
            {
                written.insert(Reg(class));
            }
            let target = match ins.arg {
                Arg::Mem(label, 0) => labels.get(&label).copied(),
                _ => None,
            };
            let targets = match (ins.op, ins.mode) {
                (M::Jmp, Mode::Indirect) => table(&items[i + 1..], labels),
                (M::Jmp, _) | (_, Mode::Relative) => target.into_iter().collect(),
                _ => Vec::new(),
            };
            ways.extend(targets.into_iter().map(|to| (to, written.clone())));
            goes_on &= !matches!(ins.op, M::Rts | M::Rti | M::Jmp);
        }
        if !goes_on {
            return ways;
        }
    }
    ways
}

/// Returns the targets of the jump table at the start of these items.
fn table(items: &[Item], labels: &BTreeMap<Label, usize>) -> Vec<usize> {
    let table =
        items.iter().take_while(|i| matches!(i, Item::Label(_) | Item::LoByte(..) | Item::HiByte(..)));
    table
        .filter_map(|item| match item {
            Item::LoByte(label, _) => labels.get(label).copied(),
            _ => None,
        })
        .collect()
}

fn stores(op: M) -> bool {
    matches!(op, M::Sta | M::Stx | M::Sty)
}

/// Returns the homes that an instruction reads: both of a pointer.
fn reads(ins: &Ins, unit: &Unit) -> Vec<Reg> {
    match ins.arg {
        Arg::Home(class) if ins.mode == Mode::IndirectY => {
            let low = Reg(class);
            unit.code.pairs.get(&low).copied().into_iter().chain([low]).collect()
        }
        Arg::Home(class) if !stores(ins.op) => vec![Reg(class)],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    const HOMES: u16 = MemoryMap::C64.homes().start;

    use super::*;
    use crate::ir::sources::SourceId;
    use crate::lower::lir::{Bb, Block, Func, Origin, Ran, Term};
    use crate::lower::liveness::Liveness;
    use crate::mos::classes::Classes;
    use crate::mos::select::Selected;
    use crate::opt::callgraph::CallGraph;

    /// `r2 = r0 + 1; r3 = r1 + r2; ret r3 r2`, with this code.
    fn unit(items: Vec<Item>) -> Unit {
        let (r, one) = (|n| Byte::Reg(Reg(n)), Byte::Const(1));
        let add = |dst, a, b| (Inst::Add { dst: vec![Reg(dst)], a: vec![a], b: vec![b] }, SourceId::UNKNOWN);
        let block = Block {
            name: "start".into(),
            origin: Origin::default(),
            count: None,
            phis: Vec::new(),
            insts: vec![add(2, r(0), one), add(3, r(1), r(2))],
            term: Term::Ret(vec![r(3), r(2)]),
        };
        let func = Func {
            symbol: Symbol(0),
            params: vec![Reg(0), Reg(1)],
            returns: 2,
            blocks: vec![block],
            regs: 4,
            objects: vec![(2, 1, "pair".into())],
            reserved: 0,
            recursive: false,
            small: false,
            ran: Ran::Unknown,
        };
        let live = Liveness::new(&func);
        let classes = Classes::new(&func, &live, &BTreeSet::new());
        Unit { func, classes, code: Selected { items, ..Selected::default() }, calls: 1 }
    }

    fn faults(unit: Unit, homes: &[(u32, Home)], object: u32) -> Vec<String> {
        let module = crate::llvm::parse("test.ll", "").expect("an empty module");
        let homes = homes.iter().map(|(r, h)| ((Symbol(0), unit.classes.class(Reg(*r))), *h)).collect();
        let objects = BTreeMap::from([((Symbol(0), 0), object)]);
        let allocation = Allocation { homes, objects, frames: 4, ..Allocation::default() };
        check(&[unit], &CallGraph::new(&module), &allocation, &MemoryMap::C64)
    }

    #[test]
    fn values_live_at_once_must_lie_apart() {
        let (a, b) = (Home::ZeroPage(HOMES), Home::ZeroPage(HOMES + 1));
        assert_eq!(faults(unit(Vec::new()), &[(1, a), (2, b)], 0), Vec::<String>::new());
        let found = faults(unit(Vec::new()), &[(1, a), (2, a)], 0);
        // r3 gets the home of r1, which it is computed from.
        assert_eq!(
            found,
            [
                "function 0: block 0, operation 1: r3 and r2 share ZeroPage(38)",
                "function 0: block 0, operation 0: r2 and r1 share ZeroPage(38)"
            ]
        );
    }

    #[test]
    fn homes_must_be_ours_and_apart_from_objects() {
        let found = faults(unit(Vec::new()), &[(2, Home::ZeroPage(0x91))], 0);
        assert_eq!(found, ["function 0: r0 lies at $91, which is not ours"]);
        assert_eq!(faults(unit(Vec::new()), &[(2, Home::Frame(3))], 0), Vec::<String>::new());
        assert_eq!(
            faults(unit(Vec::new()), &[(2, Home::Frame(3))], 2),
            ["function 0: object 0 overlaps a home"]
        );
    }

    #[test]
    fn a_variable_shares_its_bytes_with_nobody() {
        let homes = BTreeMap::from([((Symbol(3), Reg(5)), Home::ZeroPage(HOMES + 1))]);
        let variables =
            BTreeMap::from([(Label(1), (HOMES, 2)), (Label(2), (0x8f, 2)), (Label(4), (0x8f, 1))]);
        let allocation = Allocation { homes, variables, ..Allocation::default() };
        assert_eq!(
            super::variables(&allocation, &MemoryMap::C64),
            [
                "variable 2 lies at $90, which is not ours",
                "variable 4 shares $8f with another",
                "function 3: r5 lies in a variable at $27"
            ]
        );
    }

    #[test]
    fn homes_must_be_written_before_they_are_read() {
        let over = Label(7);
        let code = |first: Vec<Item>| {
            let ins = |op, mode, arg| Item::Ins(Ins { op, mode, arg });
            let branch = ins(M::Beq, Mode::Relative, Arg::Mem(over, 0));
            let store = ins(M::Sta, Mode::Absolute, Arg::Home(2));
            let load = ins(M::Lda, Mode::Absolute, Arg::Home(2));
            first.into_iter().chain([branch, store, Item::Label(over), load]).collect::<Vec<_>>()
        };
        let store = Item::Ins(Ins { op: M::Sta, mode: Mode::Absolute, arg: Arg::Home(2) });
        assert_eq!(faults(unit(code(vec![store])), &[], 0), Vec::<String>::new());
        let found = faults(unit(code(Vec::new())), &[], 0);
        assert_eq!(found, ["function 0: item 3 reads r2, not written on every way"]);
    }

    #[test]
    fn a_way_around_a_loop_counts() {
        let mut unit = unit(Vec::new());
        unit.func.blocks[0].term = Term::Jump(Bb(0));
        let a = Home::ZeroPage(HOMES);
        let found = faults(unit, &[(0, a), (2, a)], 0);
        assert_eq!(
            found.first().map(String::as_str),
            Some("function 0: block 0, operation 0: r2 and r0 share ZeroPage(38)")
        );
    }
}
