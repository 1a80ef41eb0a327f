//! Where calls pass what registers do not hold, and the entries of functions that are called through pointers.
//!
//! Byte n of the arguments of a function that is not known at the call, and of every result, is in A, in X, at
//! [`ARG`] + n, and from byte [`ARG_BYTES`] on in memory of its own, `__arg_more`. A program has that memory only if it
//! passes so much, and as much of it as its largest call takes. It holds something between the first store of a caller
//! and the first of the callee (for results, between the callee's return and the caller's loads) and never over a call,
//! so that recursion does not touch it. An interrupt handler that makes such calls must save it, as it must [`ARG`].

use super::allocate::Unit;
use super::code::{Arg, Chunk, Ins, Item, Label, Section};
use super::isa::{Mnemonic as M, Mode};
use super::memory::{ARG, ARG_BYTES};
use crate::fault::{self, Fault};
use crate::ir::Symbol;
use crate::lower::lir::{Call, Inst, Loc, Target};
use std::collections::BTreeMap;

/// The label of the memory behind [`ARG`].
pub const MORE: &str = "__arg_more";

/// How many bytes of arguments a function that calls itself holds on the 6502's stack while it puts them in place. More
/// go through `__arg_more`, for that stack has 256 bytes for all calls and interrupts.
pub const PUSHED: usize = 64;

/// Where byte n of the arguments of a function that is not known, or of any result, is passed.
pub fn location(n: usize) -> Loc {
    match n {
        0 => Loc::A,
        1 => Loc::X,
        n if n < ARG_BYTES as usize => Loc::Zp(ARG + n as u16),
        n => Loc::More((n - ARG_BYTES as usize) as u32),
    }
}

/// Its address, for n of 2 and more; `more` is the label of [`MORE`].
pub fn place(n: usize, more: Label) -> Arg {
    match location(n) {
        Loc::Zp(at) => Arg::Abs(at),
        Loc::More(n) => Arg::Mem(more, n as i32),
        loc => unreachable!("byte {n} is passed in {loc:?}"),
    }
}

/// The memory that the program's calls need behind [`ARG`]; `thunked` are the parameters that entries for indirect calls
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

/// The bytes of [`MORE`] that a call touches.
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
/// `address` tells where a parameter's memory is.
pub fn thunks(
    units: &[Unit],
    entries: &BTreeMap<Symbol, Label>,
    symbols: &BTreeMap<Symbol, Label>,
    address: impl Fn(Symbol, u32) -> Option<Arg>,
    more: Label,
) -> Vec<Chunk> {
    let ins = |op, arg| Item::Ins(Ins { op, mode: Mode::Abs, arg });
    let entry = |unit: &Unit| {
        let symbol = unit.func.symbol;
        let label = *entries.get(&symbol)?;
        let mut items = Vec::new();
        for i in 2..unit.func.params.len() as u32 {
            let Some(to) = address(symbol, i) else { continue };
            let beyond = i >= ARG_BYTES.into() && fault::is(Fault::ArgumentElsewhere);
            items.push(ins(M::Ldy, place(i as usize + usize::from(beyond), more)));
            items.push(ins(M::Sty, to));
        }
        items.push(ins(M::Jmp, Arg::Mem(symbols[&symbol], 0)));
        Some(Chunk { label, section: Section::Code, align: 1, items })
    };
    units.iter().filter_map(entry).collect()
}
