//! Maps the calling convention to the 6502: registers and addresses, the memory that it needs, and the entries of functions that
//! are called through pointers. The convention itself is defined in [`convention`](crate::lower::convention).

use super::allocate::Unit;
use super::code::{Arg, Chunk, Ins, Item, Label, Section};
use super::isa::{Mnemonic as M, Mode, Set};
use crate::MemoryMap;
use crate::fault::{self, Fault};
use crate::ir::Symbol;
use crate::lower::convention::{self, Loc, PUSHED};
use crate::lower::lir::{Call, Func, Inst, Target};
use std::collections::BTreeMap;

/// Returns the registers among these places.
pub fn registers(places: impl IntoIterator<Item = Loc>) -> Set {
    places.into_iter().fold(Set::NONE, |registers, loc| {
        registers
            | match loc {
                Loc::A => Set::A,
                Loc::X => Set::X,
                Loc::Y => Set::Y,
                Loc::Carry => Set::C,
                Loc::Arg(_) | Loc::More(_) | Loc::Param(..) => Set::NONE,
            }
    })
}

/// Returns the registers in which a function takes arguments.
pub fn taken(func: &Func) -> Set {
    registers((0..func.params.len()).map(|n| convention::argument(n, Some(func.symbol))))
}

/// Returns the registers in which a function returns results.
pub fn returned(func: &Func) -> Set {
    registers((0..func.returns as usize).map(convention::result))
}

/// Returns the address of an argument in the zero page, or in the memory for further arguments, whose label is `more`.
pub fn address(loc: Loc, map: &MemoryMap, more: Label) -> Option<Arg> {
    match loc {
        Loc::Arg(n) => Some(Arg::Abs(map.arg(n))),
        Loc::More(n) => Some(Arg::Mem(more, n as i32)),
        Loc::A | Loc::X | Loc::Y | Loc::Carry | Loc::Param(..) => None,
    }
}

/// Returns the memory outside the zero page that the program's calls need; `thunked` are the parameters that entries for indirect
/// calls move.
pub fn memory<'a>(
    units: &[Unit],
    thunked: impl Iterator<Item = &'a (Symbol, u32)>,
    more: Label,
) -> Option<Chunk> {
    let calls = units.iter().flat_map(|unit| {
        let insts = unit.func.blocks.iter().flat_map(|b| &b.insts);
        insts.filter_map(move |(inst, _)| if let Inst::Call(call) = inst { Some((unit, call)) } else { None })
    });
    let passed = calls.map(|(unit, call)| call_needs(unit, call));
    let returned = units.iter().filter_map(|unit| unit.func.returns.checked_sub(1));
    let returned = returned.map(|last| needs(convention::result(last as usize)));
    let moved = thunked.map(|(_, n)| needs(convention::argument(*n as usize, None)));
    let bytes = passed.chain(returned).chain(moved).max().unwrap_or(0);
    let items = vec![Item::Bytes(vec![0; bytes])];
    (bytes > 0).then_some(Chunk { label: more, section: Section::NoInit, align: 1, items })
}

/// Returns the number of bytes of that memory up to this place.
fn needs(loc: Loc) -> usize {
    if let Loc::More(n) = loc { n as usize + 1 } else { 0 }
}

/// Returns the number of bytes of that memory that a call accesses.
fn call_needs(unit: &Unit, call: &Call) -> usize {
    let places = call.ins.iter().map(|i| i.0).chain(call.outs.iter().map(|o| o.0));
    let touched = places.map(needs);
    let staged = match call.target {
        Target::Function(callee) if callee == unit.func.symbol && call.ins.len() > PUSHED => call.ins.len(),
        _ => 0,
    };
    touched.max().unwrap_or(0).max(staged)
}

/// Returns the entries for indirect calls. They move arguments from where all such calls pass them into the function's own memory.
/// `param` returns the place of a parameter.
pub fn thunks(
    units: &[Unit],
    entries: &BTreeMap<Symbol, Label>,
    symbols: &BTreeMap<Symbol, Label>,
    param: impl Fn(Symbol, u32) -> Option<Arg>,
    map: &MemoryMap,
    more: Label,
) -> Vec<Chunk> {
    let ins = |op, arg| Item::Ins(Ins { op, mode: Mode::Absolute, arg });
    let entry = |unit: &Unit| {
        let symbol = unit.func.symbol;
        let label = *entries.get(&symbol)?;
        let mut items = Vec::new();
        for i in convention::in_memory(unit.func.params.len()) {
            let Some(to) = param(symbol, i as u32) else { continue };
            let mut loc = convention::argument(i, None);
            if let Loc::More(n) = &mut loc
                && fault::is(Fault::ArgumentElsewhere)
            {
                *n += 1;
            }
            let from = address(loc, map, more).expect("it is in memory");
            items.push(ins(M::Ldy, from));
            items.push(ins(M::Sty, to));
        }
        items.push(ins(M::Jmp, Arg::Mem(symbols[&symbol], 0)));
        Some(Chunk { label, section: Section::Code, align: 1, items })
    };
    units.iter().filter_map(entry).collect()
}
