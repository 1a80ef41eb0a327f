//! How branches get where a byte's distance does not: over a jump of their own, or by way of a jump nearby that goes there.
//!
//! Before: `bne far`      After: `beq *+5 / jmp far`, or `bne 1b` where `1: jmp far` is in reach

use super::code::{Arg, Ins, Item, Program};
use super::encode::{Layout, size};
use super::isa::{Mnemonic as M, Mode};
use crate::fault::{self, Fault};
use std::collections::{BTreeMap, BTreeSet};

/// How a branch gets to a target out of its reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Inverted, over a jump behind it.
    Jump,
    /// To the jump of the item with this index.
    Via(usize),
}

/// The branches of a chunk whose target is out of reach, by index of the item.
pub type Far = BTreeMap<usize, Way>;

/// Bytes of a branch.
const BRANCH: u32 = 2;

/// Addresses of a chunk's items.
pub(super) fn addresses(program: &Program, layout: &Layout, chunk: usize, far: &Far) -> Vec<u32> {
    let mut at = layout.starts[chunk];
    let place = |(i, item)| {
        let here = at;
        at += size(program, item, far.get(&i).copied());
        here
    };
    program.chunks[chunk].items.iter().enumerate().map(place).collect()
}

/// The address of the jump that an item is or contains.
pub(super) fn jump(addresses: &[u32], far: &Far, item: usize) -> u32 {
    addresses[item] + if far.contains_key(&item) { BRANCH } else { 0 }
}

/// Finds ways for the branches that do not reach; whether there were any. Only [`Way::Jump`] makes code longer, and no
/// branch loses it again, so that asking again and again comes to an end.
pub(super) fn lengthen(program: &Program, layout: &Layout, far: &mut [Far]) -> bool {
    let mut changed = false;
    for (c, (chunk, far)) in program.chunks.iter().zip(far).enumerate() {
        let addresses = addresses(program, layout, c, far);
        let mut jumps: BTreeMap<Arg, BTreeSet<usize>> = BTreeMap::new();
        for (i, item) in chunk.items.iter().enumerate() {
            if let Item::Ins(Ins { op, mode, arg }) = item
                && ((*op, *mode) == (M::Jmp, Mode::Abs) || far.get(&i) == Some(&Way::Jump))
            {
                jumps.entry(*arg).or_default().insert(i);
            }
        }
        for (i, item) in chunk.items.iter().enumerate() {
            let Item::Ins(Ins { mode: Mode::Rel, arg, .. }) = item else { continue };
            let distance = |to: i64| to - i64::from(addresses[i] + BRANCH);
            let reaches =
                |to: i64| (-128..=127 + i64::from(fault::is(Fault::BranchReach))).contains(&distance(to));
            let there = |j: usize, far: &Far| i64::from(jump(&addresses, far, j));
            let fine = match far.get(&i) {
                None => reaches(layout.target(program, *arg)),
                Some(Way::Jump) => true,
                Some(Way::Via(j)) => reaches(there(*j, far)),
            };
            if fine {
                continue;
            }
            let near = jumps.get(arg).into_iter().flatten().filter(|j| reaches(there(**j, far)));
            let way = match near.min_by_key(|j| distance(there(**j, far)).abs()) {
                Some(j) => Way::Via(*j),
                None => {
                    jumps.entry(*arg).or_default().insert(i);
                    Way::Jump
                }
            };
            far.insert(i, way);
            changed = true;
        }
    }
    changed
}
