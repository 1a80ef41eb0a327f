//! Moves stores to variables out of loops, to where control leaves them: a store that a loop repeats is done once.
//!
//! Requires: SSA, no loads folded into operations.  Keeps: SSA.
//!
//! Before: `b2: r4 = r3 + $01 / store [@f.0+2], r4 / if … then b2 else b3`      After: `b3: store [@f.0+2], r4`
//!
//! Preconditions, for a byte of a variable and a loop:
//! - The variable is a local object of a function that is never active twice, or a global one of a program without interrupt
//!   handlers that is neither exported nor in a section of its own. Its address is not taken, except to pass it for a parameter that
//!   is not read; no initial value of a global contains it, and no assembly names it. So no pointer refers to it,
//!   and nothing else accesses it.
//! - Nothing in the loop reads the byte. Nothing in the loop writes it except stores to exactly this byte, none of them volatile.
//!   There are no calls, because the callee may access the variable by name. Assembly and fences count as calls.
//! - On every exit of the loop, the value of the byte is known, whether or not control entered the loop at its head.
//! - The new stores run less often than those they replace, and the function is compiled for speed: each exit costs bytes.

use super::convention::Loc;
use super::frequency::Frequencies;
use super::lir::{Addr, Base, Bb, Block, Byte, Call, Func, Inst, Origin, Reg, Sym, Target, Term};
use super::liveness::reverse_postorder;
use crate::fault::{self, Fault};
use crate::ir::sources::SourceId;
use crate::ir::{Const, Global, Module, Symbol};
use std::collections::{BTreeMap, BTreeSet};

/// The bytes that a place is known to hold; none for a block that was not visited yet, where it may be any.
type Held = Option<BTreeSet<Byte>>;

/// Defers stores in all functions.
pub fn defer_stores(module: &Module, funcs: &mut [Func]) {
    let mut taken = seen_by_others(module, funcs);
    note_taken(funcs, &mut taken);
    for func in funcs.iter_mut().filter(|func| !func.small && !func.recursive) {
        let places: BTreeSet<Addr> = func
            .blocks
            .iter()
            .flat_map(|block| &block.insts)
            .filter_map(|(inst, _)| match inst {
                Inst::Store { addr, volatile: false, .. } if is_private(addr, &taken) => Some(*addr),
                _ => None,
            })
            .collect();
        if places.is_empty() {
            continue;
        }
        for body in bodies(func) {
            for place in &places {
                defer(func, &body, place);
            }
        }
    }
}

/// Returns the global variables that code other than the functions may access, or that other variables point to.
fn seen_by_others(module: &Module, funcs: &[Func]) -> BTreeSet<Sym> {
    let handlers = module.functions.iter().any(|function| function.interrupt.is_some());
    let insts = funcs.iter().flat_map(|func| &func.blocks).flat_map(|block| &block.insts);
    let texts = insts.filter_map(|(inst, _)| match inst {
        Inst::Call(Call { target: Target::Asm(text), .. }) => Some(text),
        _ => None,
    });
    let texts: Vec<&String> = texts.chain(&module.asm).filter(|text| !text.is_empty()).collect();
    let own = |global: &Global| {
        let name = module.name_of(global.symbol);
        let named = texts.iter().any(|text| text.contains(name));
        !handlers && !global.exported && global.section.is_none() && global.init.is_some() && !named
    };
    let seen = module.globals.iter().filter(|global| !own(global)).map(|global| Sym::Global(global.symbol));
    let mut seen: BTreeSet<Sym> = seen.collect();
    module
        .globals
        .iter()
        .filter_map(|global| global.init.as_ref())
        .for_each(|init| addresses(init, &mut seen));
    seen
}

/// Adds the variables whose addresses are in a constant.
fn addresses(constant: &Const, taken: &mut BTreeSet<Sym>) {
    match constant {
        Const::Address(symbol, _) => {
            taken.insert(Sym::Global(*symbol));
        }
        Const::Aggregate(parts) => parts.iter().for_each(|(_, part)| addresses(part, taken)),
        _ => {}
    }
}

/// Adds the variables whose address an operation takes.
fn note_taken(funcs: &[Func], taken: &mut BTreeSet<Sym>) {
    let unused: BTreeMap<Symbol, Vec<bool>> = funcs.iter().map(|f| (f.symbol, unused_params(f))).collect();
    let mut note = |byte: Byte| {
        if let Byte::Lo(sym, _) | Byte::Hi(sym, _) = byte {
            taken.insert(sym);
        }
    };
    for block in funcs.iter().flat_map(|func| &func.blocks) {
        block.phis.iter().flat_map(|phi| &phi.from).for_each(|(_, byte)| note(*byte));
        block.term.reads(&mut note);
        for (inst, _) in &block.insts {
            match inst {
                Inst::Call(call) if let Target::Function(callee) = &call.target => {
                    let unread = |loc: &Loc| {
                        let index = match loc {
                            Loc::A => 0,
                            Loc::X => 1,
                            Loc::Param(_, n) => *n as usize,
                            _ => return false,
                        };
                        unused.get(callee).and_then(|all| all.get(index)).is_some_and(|unused| *unused)
                    };
                    call.ins.iter().filter(|(loc, _)| !unread(loc)).for_each(|(_, byte)| note(*byte));
                }
                inst => inst.reads(&mut note),
            }
        }
    }
}

/// Returns, for each parameter of a function, whether nothing reads it.
fn unused_params(func: &Func) -> Vec<bool> {
    let mut used = BTreeSet::new();
    for block in &func.blocks {
        block.phis.iter().flat_map(|phi| &phi.from).for_each(|(_, byte)| used.extend(byte.reg()));
        block.insts.iter().for_each(|(inst, _)| inst.uses(&mut |r| used.extend(Some(r))));
        block.term.uses(&mut |r| used.extend(Some(r)));
    }
    func.params.iter().map(|param| !used.contains(param)).collect()
}

/// Whether an address is one byte of a variable that no pointer refers to.
fn is_private(addr: &Addr, taken: &BTreeSet<Sym>) -> bool {
    addr.index.is_none()
        && matches!(addr.base, Base::Sym(sym @ (Sym::Object(..) | Sym::Global(_)), _) if !taken.contains(&sym))
}

/// Returns the blocks of each loop, outer loops before their inner loops.
fn bodies(func: &Func) -> Vec<BTreeSet<Bb>> {
    let order = reverse_postorder(func);
    let number: BTreeMap<Bb, usize> = order.iter().enumerate().map(|(i, b)| (*b, i)).collect();
    let preds = func.predecessors();
    let mut bodies = Vec::new();
    for (at, &head) in order.iter().enumerate() {
        let back = |p: &&Bb| number.get(p).is_some_and(|from| *from >= at);
        let mut work: Vec<Bb> = preds[head.0 as usize].iter().filter(back).copied().collect();
        if work.is_empty() {
            continue;
        }
        let mut body = BTreeSet::from([head]);
        while let Some(b) = work.pop() {
            if number.contains_key(&b) && body.insert(b) {
                work.extend(&preds[b.0 as usize]);
            }
        }
        bodies.push(body);
    }
    bodies.sort_by_key(|body| std::cmp::Reverse(body.len()));
    bodies
}

/// Moves the stores to a place out of a loop, if that is valid and pays off.
fn defer(func: &mut Func, body: &BTreeSet<Bb>, place: &Addr) {
    let mut stored_in = Vec::new();
    for &b in body {
        for (inst, _) in &func.blocks[b.0 as usize].insts {
            match meets(inst, place) {
                Meets::Not => {}
                Meets::Stores(_) => stored_in.push(b),
                Meets::Otherwise => return,
            }
        }
    }
    if stored_in.is_empty() {
        return;
    }
    let frequency = Frequencies::new(func, &reverse_postorder(func)).blocks;
    let often = |b: Bb| frequency[b.0 as usize];
    let saved: u64 = stored_in.into_iter().map(often).sum();
    let preds = func.predecessors();
    let ways: BTreeSet<(Bb, Bb)> = body
        .iter()
        .flat_map(|&b| func.blocks[b.0 as usize].term.successors().into_iter().map(move |to| (b, to)))
        .filter(|(_, to)| !body.contains(to))
        .collect();
    // An exit edge whose target has other predecessors is split; if the target has phis, it is already split.
    let cost: u64 = ways.iter().map(|(_, to)| often(*to)).sum();
    let alone = |to: Bb| preds[to.0 as usize].len() == 1;
    if cost >= saved || !ways.iter().all(|(_, to)| alone(*to) || func.blocks[to.0 as usize].phis.is_empty()) {
        return;
    }
    let out = held(func, &preds, place);
    let known = |b: Bb| out[b.0 as usize].as_ref().and_then(|held| held.iter().next_back().copied());
    let Some(stores) =
        ways.iter().map(|(from, to)| Some((*from, *to, known(*from)?))).collect::<Option<Vec<_>>>()
    else {
        return;
    };
    let mut source = SourceId::UNKNOWN;
    for &b in body {
        func.blocks[b.0 as usize].insts.retain(|(inst, from)| {
            let goes = matches!(meets(inst, place), Meets::Stores(_));
            if goes {
                source = *from;
            }
            !goes
        });
    }
    for (from, to, src) in stores.into_iter().skip(fault::is(Fault::NotStoredOnOneWayOut).into()) {
        let store = (Inst::Store { addr: *place, src, volatile: false }, source);
        if alone(to) {
            func.blocks[to.0 as usize].insts.insert(0, store);
        } else {
            split(func, from, to, store);
        }
    }
}

/// The effect of an operation on a byte in memory.
enum Meets {
    Not,
    /// It overwrites exactly this byte.
    Stores(Byte),
    /// It may read or write it in some other way.
    Otherwise,
}

/// Returns the effect of an operation on a byte of a variable that no pointer refers to.
fn meets(inst: &Inst, place: &Addr) -> Meets {
    match inst {
        Inst::Store { addr, src, volatile: false } if addr == place => Meets::Stores(*src),
        Inst::Call(_) => Meets::Otherwise,
        inst => {
            let far = |addr: &Addr| matches!(addr.base, Base::Ptr(..)) || !addr.may_alias(place);
            let mut folded = false;
            inst.reads(&mut |byte| folded |= matches!(byte, Byte::Mem(_)));
            let near = matches!(inst, Inst::Bump { .. }) || inst.addr().is_some_and(|addr| !far(&addr));
            if near || folded { Meets::Otherwise } else { Meets::Not }
        }
    }
}

/// Returns the bytes that the place is known to hold at the end of each block: those that it holds on all paths there. It holds the
/// register of a phi if, on each path, it holds the byte that the phi takes from there.
fn held(func: &Func, preds: &[Vec<Bb>], place: &Addr) -> Vec<Held> {
    let order = reverse_postorder(func);
    let mut out: Vec<Held> = vec![None; func.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for &b in &order {
            let block = &func.blocks[b.0 as usize];
            let ways = || preds[b.0 as usize].iter().filter_map(|p| Some((*p, out[p.0 as usize].as_ref()?)));
            let mut held = match ways().next() {
                Some((_, first)) if b != Bb(0) => {
                    let mut held = first.clone();
                    ways().for_each(|(_, way)| held.retain(|byte| way.contains(byte)));
                    held
                }
                _ => BTreeSet::new(),
            };
            for phi in &block.phis {
                held.remove(&Byte::Reg(phi.dst));
            }
            for phi in &block.phis {
                let taken = |p: Bb| phi.from.iter().find(|(from, _)| *from == p).map(|(_, byte)| *byte);
                if ways().all(|(p, way)| taken(p).is_some_and(|byte| way.contains(&byte))) {
                    held.insert(Byte::Reg(phi.dst));
                }
            }
            for (inst, _) in &block.insts {
                behind(inst, place, &mut held);
            }
            if out[b.0 as usize].as_ref() != Some(&held) {
                out[b.0 as usize] = Some(held);
                changed = true;
            }
        }
    }
    out
}

/// Updates the held bytes across an operation.
fn behind(inst: &Inst, place: &Addr, held: &mut BTreeSet<Byte>) {
    inst.defs(&mut |r: Reg| held.retain(|byte| *byte != Byte::Reg(r)));
    match (inst, meets(inst, place)) {
        (_, Meets::Not) => {}
        (_, Meets::Stores(byte)) => {
            held.clear();
            held.extend(Some(byte).filter(|byte| !matches!(byte, Byte::Mem(_) | Byte::Undef)));
        }
        (Inst::Load { dst, addr, volatile: false }, _) if addr == place => {
            held.insert(Byte::Reg(*dst));
        }
        (Inst::Load { .. }, _) => {}
        (_, Meets::Otherwise) => held.clear(),
    }
}

/// Inserts an operation on the edge from one block to another, which has no phis.
fn split(func: &mut Func, from: Bb, to: Bb, inst: (Inst, SourceId)) {
    let new = Bb(func.blocks.len() as u32);
    let redirect = |b: &mut Bb| {
        if *b == to {
            *b = new;
        }
    };
    let block = &mut func.blocks[from.0 as usize];
    match &mut block.term {
        Term::Branch { then, other, .. } => [then, other].into_iter().for_each(redirect),
        Term::Switch { cases, default, .. } => {
            cases.iter_mut().map(|case| &mut case.1).chain(std::iter::once(default)).for_each(redirect);
        }
        Term::Jump(to) => redirect(to),
        Term::Ret(_) | Term::Stop => {}
    }
    let added = Block {
        name: format!("{}.stored", block.name),
        origin: Origin { part: Origin::ADDED, ..block.origin },
        count: None,
        phis: Vec::new(),
        insts: vec![inst],
        term: Term::Jump(to),
    };
    func.blocks.push(added);
}
