//! Computes which registers of a function are live where, and how often its blocks run.
//!
//! Requires: the byte form, in SSA or not.

use super::frequency::Frequencies;
use super::lir::{Bb, Func, Reg};
use crate::fault::{self, Fault};

/// A set of registers as bits.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RegSet(Vec<u64>);

impl RegSet {
    /// Creates an empty set for registers below `count`.
    pub fn new(count: u32) -> RegSet {
        RegSet(vec![0; (count as usize).div_ceil(64)])
    }
    /// Adds a register. Returns whether it was new.
    pub fn insert(&mut self, r: Reg) -> bool {
        let (word, bit) = (r.0 as usize / 64, 1 << (r.0 % 64));
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }
    /// Removes a register.
    pub fn remove(&mut self, r: Reg) {
        self.0[r.0 as usize / 64] &= !(1 << (r.0 % 64));
    }
    /// Whether the set contains a register.
    pub fn contains(&self, r: Reg) -> bool {
        self.0[r.0 as usize / 64] >> (r.0 % 64) & 1 == 1
    }
    /// Adds all registers of another set. Returns whether any was new.
    pub fn extend(&mut self, other: &RegSet) -> bool {
        let mut changed = false;
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            changed |= b & !*a != 0;
            *a |= b;
        }
        changed
    }
    /// Returns the registers in order.
    pub fn iter(&self) -> impl Iterator<Item = Reg> + '_ {
        self.0.iter().enumerate().flat_map(|(i, w)| {
            let mut w = *w;
            std::iter::from_fn(move || {
                (w != 0).then(|| {
                    let bit = w.trailing_zeros();
                    w &= w - 1;
                    Reg(i as u32 * 64 + bit)
                })
            })
        })
    }
}

/// The results of the analysis of a function before selection.
#[derive(Debug)]
pub struct Liveness {
    /// Registers live at the end of each block.
    pub out: Vec<RegSet>,
    /// Registers live at the start of each block.
    pub r#in: Vec<RegSet>,
    /// Reverse postorder of the reachable blocks.
    pub order: Vec<Bb>,
    /// How often each block runs, relative to the entry.
    pub frequency: Vec<u64>,
    /// For every block, whether it heads a loop.
    pub loop_head: Vec<bool>,
}

impl Liveness {
    /// Analyses a function.
    pub fn new(func: &Func) -> Liveness {
        let order = reverse_postorder(func);
        let count = func.blocks.len();
        let mut uses = vec![RegSet::new(func.regs); count];
        let mut defs = vec![RegSet::new(func.regs); count];
        for (b, block) in func.blocks.iter().enumerate() {
            for (inst, _) in &block.insts {
                inst.uses(&mut |r| {
                    if !defs[b].contains(r) {
                        uses[b].insert(r);
                    }
                });
                inst.defs(&mut |r| {
                    defs[b].insert(r);
                });
            }
            block.term.uses(&mut |r| {
                if !defs[b].contains(r) {
                    uses[b].insert(r);
                }
            });
        }
        let mut live_in = uses.clone();
        let mut out = vec![RegSet::new(func.regs); count];
        let mut changed = true;
        while changed {
            changed = false;
            for &bb in order.iter().rev() {
                let b = bb.0 as usize;
                for s in
                    func.blocks[b].term.successors().into_iter().skip(fault::is(Fault::WrongLiveness).into())
                {
                    changed |= out[b].extend(&live_in[s.0 as usize]);
                }
                let mut through = out[b].clone();
                for (t, d) in through.0.iter_mut().zip(&defs[b].0) {
                    *t &= !d;
                }
                live_in[b].extend(&through);
            }
        }
        let Frequencies { blocks: frequency, loop_heads: loop_head } = Frequencies::new(func, &order);
        Liveness { out, r#in: live_in, order, frequency, loop_head }
    }
}

/// Returns the reachable blocks in reverse postorder.
pub(super) fn reverse_postorder(func: &Func) -> Vec<Bb> {
    let mut seen = vec![false; func.blocks.len()];
    let mut order = Vec::new();
    let mut stack = vec![(Bb(0), func.blocks[0].term.successors(), 0)];
    seen[0] = true;
    while let Some((block, successors, next)) = stack.last_mut() {
        let at = successors.len().checked_sub(*next + 1);
        match at.map(|i| successors[i]) {
            Some(to) => {
                *next += 1;
                if !seen[to.0 as usize] {
                    seen[to.0 as usize] = true;
                    stack.push((to, func.blocks[to.0 as usize].term.successors(), 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
