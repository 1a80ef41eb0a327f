//! Which counts of a profile belong to which function and block.
//!
//! Requires: the blocks as [`byteify`](super::byteify) leaves them. Later passes take none away, and those that they add are
//! [`Origin::ADDED`] and not counted.

use super::lir::{Block, Func, Origin, Ran};
use crate::Share;
use crate::error::demangled;
use crate::ir::{Function, Module, Op, Symbol};
use crate::profile::{Identity, Profile};
use std::collections::{BTreeMap, BTreeSet};

/// Bits of a count at most.
const BITS: u32 = 28;

impl Origin {
    /// The part of a block that a pass behind [`byteify`](super::byteify) has added. It is not counted.
    pub const ADDED: u32 = u32::MAX;
}

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

/// What a profile knows of the functions of a module.
pub struct Known<'a> {
    profile: &'a Profile,
    identities: Vec<Identity>,
    /// How many functions of the module the profile knows.
    pub functions: usize,
}

impl<'a> Known<'a> {
    /// Looks the functions of a module up.
    pub fn new(module: &Module, profile: &'a Profile) -> Known<'a> {
        let identities = identities(module);
        let functions = identities.iter().filter(|identity| profile.of(identity).is_some()).count();
        Known { profile, identities, functions }
    }

    /// Notes in the module's function of this index how often its blocks ran.
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
                // The other parts of a block that has another number of them now may be others.
                Some(counts) if part > 0 && counts.len() != parts[&number] => None,
                Some(counts) => counts.get(part as usize).map(|count| self.scaled(*count)),
            };
        }
        func.ran = match func.blocks[0].count {
            Some(1..) => Ran::Counted { most: self.scaled(self.profile.highest()) },
            _ => Ran::Never,
        };
    }

    /// A count in proportion to the highest one, so that sums and products do not overflow; of what ran at least 1.
    fn scaled(&self, count: u64) -> u64 {
        let bits = u64::BITS - self.profile.highest().leading_zeros();
        if count == 0 { 0 } else { (count >> bits.saturating_sub(BITS)).max(1) }
    }
}

/// The functions of this share: each goes to the one in which the middle of its blocks lies, among all of the program's.
pub fn shared_out(funcs: &[Func], share: Share) -> BTreeSet<Symbol> {
    let all: usize = funcs.iter().map(|func| func.blocks.len()).sum();
    let mut before = 0;
    let mut mine = BTreeSet::new();
    for func in funcs {
        // Twice the middle, which may be a half.
        let middle = 2 * before + func.blocks.len();
        if middle * usize::from(share.of) / (2 * all) == usize::from(share.index) {
            mine.insert(func.symbol);
        }
        before += func.blocks.len();
    }
    mine
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
    /// All blocks of those functions that are `counted`. `funcs` are the functions in the module's order.
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
