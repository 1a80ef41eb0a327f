//! What the calling convention ([`convention`](crate::lower::convention)) needs in memory, and the entries of functions that
//! are called through pointers.

use super::allocate::Unit;
use super::code::{Arg, Chunk, Ins, Item, Label, Section};
use super::isa::{Mnemonic as M, Mode};
use crate::MemoryMap;
use crate::fault::{self, Fault};
use crate::ir::Symbol;
use crate::lower::convention::{ARG_BYTES, Loc, PUSHED, location};
use crate::lower::lir::{Call, Inst, Target};
use std::collections::BTreeMap;

/// The address of what is passed in the zero page, or in memory behind it, whose label is `more`.
pub fn address(loc: Loc, map: &MemoryMap, more: Label) -> Option<Arg> {
    match loc {
        Loc::Arg(n) => Some(Arg::Abs(map.arg(n))),
        Loc::More(n) => Some(Arg::Mem(more, n as i32)),
        Loc::A | Loc::X | Loc::Y | Loc::Carry | Loc::Param(..) => None,
    }
}

/// The memory that the program's calls need behind the zero page; `thunked` are the parameters that entries for indirect calls
/// move.
pub fn memory<'a>(
    units: &[Unit],
    thunked: impl Iterator<Item = &'a (Symbol, u32)>,
    more: Label,
) -> Option<Chunk> {
    let beyond = |bytes: usize| bytes.saturating_sub(ARG_BYTES.into());
    let calls = units.iter().flat_map(|unit| {
        let insts = unit.func.blocks.iter().flat_map(|b| &b.insts);
        insts.filter_map(move |(inst, _)| if let Inst::Call(call) = inst { Some((unit, call)) } else { None })
    });
    let passed = calls.map(|(unit, call)| call_needs(unit, call));
    let returned = units.iter().map(|unit| beyond(unit.func.returns as usize));
    let moved = thunked.map(|(_, n)| beyond(*n as usize + 1));
    let bytes = passed.chain(returned).chain(moved).max().unwrap_or(0);
    let items = vec![Item::Bytes(vec![0; bytes])];
    (bytes > 0).then_some(Chunk { label: more, section: Section::NoInit, align: 1, items })
}

/// The bytes of that memory that a call touches.
fn call_needs(unit: &Unit, call: &Call) -> usize {
    let places = call.ins.iter().map(|i| i.0).chain(call.outs.iter().map(|o| o.0));
    let touched = places.map(|loc| if let Loc::More(n) = loc { n as usize + 1 } else { 0 });
    let staged = match call.target {
        Target::Function(callee) if callee == unit.func.symbol && call.ins.len() > PUSHED => call.ins.len(),
        _ => 0,
    };
    touched.max().unwrap_or(0).max(staged)
}

/// Entries for indirect calls: they move arguments from where all such calls pass them into the function's own memory.
/// `param` tells where a parameter's memory is.
pub fn thunks(
    units: &[Unit],
    entries: &BTreeMap<Symbol, Label>,
    symbols: &BTreeMap<Symbol, Label>,
    param: impl Fn(Symbol, u32) -> Option<Arg>,
    map: &MemoryMap,
    more: Label,
) -> Vec<Chunk> {
    let ins = |op, arg| Item::Ins(Ins { op, mode: Mode::Abs, arg });
    let entry = |unit: &Unit| {
        let symbol = unit.func.symbol;
        let label = *entries.get(&symbol)?;
        let mut items = Vec::new();
        for i in 2..unit.func.params.len() as u32 {
            let Some(to) = param(symbol, i) else { continue };
            let beyond = i >= ARG_BYTES.into() && fault::is(Fault::ArgumentElsewhere);
            let from = address(location(i as usize + usize::from(beyond)), map, more);
            items.push(ins(M::Ldy, from.expect("it is beyond the registers")));
            items.push(ins(M::Sty, to));
        }
        items.push(ins(M::Jmp, Arg::Mem(symbols[&symbol], 0)));
        Some(Chunk { label, section: Section::Code, align: 1, items })
    };
    units.iter().filter_map(entry).collect()
}
