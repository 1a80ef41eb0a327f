//! Which counts of a profile belong to which function and block.
//!
//! Requires: the blocks as [`byteify`](super::byteify) leaves them. No later pass adds blocks or takes any away.

use super::lir::{Block, Func, Origin};
use crate::error::demangled;
use crate::ir::{Function, Module, Op, Symbol};
use crate::profile::{Identity, Profile};
use std::collections::BTreeMap;

/// What each function of a module is known by, in the module's order.
fn identities(module: &Module) -> Vec<Identity> {
    let mut numbers: BTreeMap<(String, u32), u32> = BTreeMap::new();
    let identity = |function: &Function| {
        let name = demangled(module.name_of(function.symbol)).replace(['\n', '\r'], " ");
        let (name, shape) = (name.trim().to_string(), shape(function));
        let number = numbers.entry((name.clone(), shape)).or_default();
        *number += 1;
        Identity { name, shape, number: *number }
    };
    module.functions.iter().map(identity).collect()
}

/// A hash of which blocks lead to which: FNV-1a of 32 bits.
fn shape(function: &Function) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    let mut add = |number: u32| {
        for byte in number.to_le_bytes() {
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    };
    add(function.params.len() as u32);
    for block in &function.blocks {
        let Some(end) = block.insts.last() else { continue };
        let (kind, targets) = match &end.op {
            Op::Br(to) => (1, vec![*to]),
            Op::CondBr { then, other, .. } => (2, vec![*then, *other]),
            Op::Switch { default, cases, .. } => {
                (3, std::iter::once(*default).chain(cases.iter().map(|case| case.1)).collect())
            }
            Op::Ret(_) => (4, Vec::new()),
            _ => (5, Vec::new()),
        };
        add(kind);
        add(targets.len() as u32);
        targets.iter().for_each(|to| add(to.0));
    }
    hash
}

/// A function with its blocks and where the executions of each are seen.
type Blocks<T> = (Identity, Vec<(Origin, Option<T>)>);

/// The blocks of a program that is to be counted, each with where its executions are seen; some are nowhere in the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counters<T> {
    functions: Vec<Blocks<T>>,
}

impl<T> Default for Counters<T> {
    fn default() -> Self {
        Counters { functions: Vec::new() }
    }
}

impl<T> Counters<T> {
    /// All blocks of the functions, which are in the module's order.
    pub fn new(module: &Module, funcs: &[Func], place: impl Fn(Symbol, Origin) -> Option<T>) -> Counters<T> {
        let blocks = |func: &Func| {
            let place = |block: &Block| (block.origin, place(func.symbol, block.origin));
            func.blocks.iter().map(place).collect()
        };
        Counters { functions: identities(module).into_iter().zip(funcs.iter().map(blocks)).collect() }
    }

    /// The same blocks seen elsewhere.
    pub fn map<U>(self, to: impl Fn(T) -> Option<U>) -> Counters<U> {
        let blocks = |blocks: Vec<(Origin, Option<T>)>| {
            blocks.into_iter().map(|(origin, place)| (origin, place.and_then(&to))).collect()
        };
        Counters { functions: self.functions.into_iter().map(|(id, all)| (id, blocks(all))).collect() }
    }
}

impl Counters<u16> {
    /// Where executions are seen.
    pub fn addresses(&self) -> Vec<u16> {
        let mut all: Vec<u16> =
            self.functions.iter().flat_map(|f| &f.1).filter_map(|(_, address)| *address).collect();
        all.sort_unstable();
        all
    }

    /// The profile of a run in which the instructions at some addresses were executed so often.
    pub fn profile(&self, counts: &BTreeMap<u16, u64>) -> Profile {
        let mut profile = Profile::default();
        for (identity, blocks) in &self.functions {
            let mut ran: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
            // The parts of a block come in their order.
            for (origin, address) in blocks {
                let count = address.and_then(|address| counts.get(&address)).copied().unwrap_or(0);
                ran.entry(origin.block).or_default().push(count);
            }
            profile.insert(identity.clone(), ran);
        }
        profile
    }
}
