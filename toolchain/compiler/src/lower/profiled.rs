//! Matches the counts of a profile with functions and blocks.
//!
//! Requires: the blocks as [`byteify`](super::byteify) creates them. Later passes remove none, and those that they add are
//! [`Origin::ADDED`] and not counted.

use super::lir::{Block, Func, Origin, Ran};
use crate::Share;
use crate::error::demangled;
use crate::ir::{Function, Module, Op, Symbol};
use crate::profile::{Identity, Profile};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of bits of a count.
const BITS: u32 = 28;

impl Origin {
    /// The part number of blocks that passes after [`byteify`](super::byteify) added. They are not counted.
    pub const ADDED: u32 = u32::MAX;
}

/// Returns the identity of each function of a module, in the module's order.
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

/// Hashes the control flow graph: FNV-1a of 32 bits.
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

/// The parts of a profile that belong to the functions of a module.
pub struct Known<'a> {
    profile: &'a Profile,
    identities: Vec<Identity>,
    /// The number of the module's functions that the profile knows.
    pub functions: usize,
}

impl<'a> Known<'a> {
    /// Looks up the functions of a module.
    pub fn new(module: &Module, profile: &'a Profile) -> Known<'a> {
        let identities = identities(module);
        let functions = identities.iter().filter(|identity| profile.of(identity).is_some()).count();
        Known { profile, identities, functions }
    }

    /// Records in the module's function of this index how often its blocks ran.
    ///
    /// Requires: the function as `byteify` leaves it.
    pub fn note(&self, index: usize, func: &mut Func) {
        let Some(blocks) = self.profile.of(&self.identities[index]) else { return };
        let mut parts: BTreeMap<u32, usize> = BTreeMap::new();
        for block in &func.blocks {
            *parts.entry(block.origin.block).or_default() += 1;
        }
        for block in &mut func.blocks {
            let Origin { block: number, part } = block.origin;
            block.count = match blocks.get(&number) {
                None => Some(0),
                // If the number of parts of a block has changed, its other parts may be different ones.
                Some(counts) if part > 0 && counts.len() != parts[&number] => None,
                Some(counts) => counts.get(part as usize).map(|count| self.scaled(*count)),
            };
        }
        func.ran = match func.blocks[0].count {
            Some(1..) => Ran::Counted { most: self.scaled(self.profile.highest()) },
            _ => Ran::Never,
        };
    }

    /// Scales a count by the highest one, so that sums and products do not overflow; a nonzero count is at least 1.
    fn scaled(&self, count: u64) -> u64 {
        let bits = u64::BITS - self.profile.highest().leading_zeros();
        if count == 0 { 0 } else { (count >> bits.saturating_sub(BITS)).max(1) }
    }
}

/// Returns the functions of this share: each belongs to the share that contains the middle of its blocks, counted over the program.
pub fn shared_out(funcs: &[Func], share: Share) -> BTreeSet<Symbol> {
    let all: usize = funcs.iter().map(|func| func.blocks.len()).sum();
    let mut before = 0;
    let mut mine = BTreeSet::new();
    for func in funcs {
        // Twice the middle, which may be fractional.
        let middle = 2 * before + func.blocks.len();
        if middle * usize::from(share.of) / (2 * all) == usize::from(share.index) {
            mine.insert(func.symbol);
        }
        before += func.blocks.len();
    }
    mine
}

/// A function with its blocks and the locations where the executions of each are counted.
type Blocks<T> = (Identity, Vec<(Origin, Option<T>)>);

/// The blocks of a program with counters, each with the location where its executions are counted; some have none.
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
    /// Returns all blocks of the functions that are `counted`. `funcs` are the functions in the module's order.
    pub fn new(
        module: &Module,
        funcs: &[Func],
        counted: &BTreeSet<Symbol>,
        place: impl Fn(Symbol, Origin) -> Option<T>,
    ) -> Counters<T> {
        let blocks = |func: &Func| {
            let place = |block: &Block| (block.origin, place(func.symbol, block.origin));
            func.blocks.iter().filter(|block| block.origin.part != Origin::ADDED).map(place).collect()
        };
        let all = identities(module).into_iter().zip(funcs);
        let counted = all.filter(|(_, func)| counted.contains(&func.symbol));
        Counters { functions: counted.map(|(identity, func)| (identity, blocks(func))).collect() }
    }

    /// Converts the locations.
    pub fn map<U>(self, to: impl Fn(T) -> Option<U>) -> Counters<U> {
        let blocks = |blocks: Vec<(Origin, Option<T>)>| {
            blocks.into_iter().map(|(origin, place)| (origin, place.and_then(&to))).collect()
        };
        Counters { functions: self.functions.into_iter().map(|(id, all)| (id, blocks(all))).collect() }
    }
}

impl Counters<u16> {
    /// Returns the addresses where executions are counted.
    pub fn addresses(&self) -> Vec<u16> {
        let mut all: Vec<u16> =
            self.functions.iter().flat_map(|f| &f.1).filter_map(|(_, address)| *address).collect();
        all.sort_unstable();
        all
    }

    /// Returns the profile of a run, from the execution counts of the instructions at some addresses.
    pub fn profile(&self, counts: &BTreeMap<u16, u64>) -> Profile {
        let mut profile = Profile::default();
        for (identity, blocks) in &self.functions {
            let mut ran: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
            // The parts of a block are in order.
            for (origin, address) in blocks {
                let count = address.and_then(|address| counts.get(&address)).copied().unwrap_or(0);
                ran.entry(origin.block).or_default().push(count);
            }
            profile.insert(identity.clone(), ran);
        }
        profile
    }
}
