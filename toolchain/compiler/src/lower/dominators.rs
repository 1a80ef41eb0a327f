//! Dominators of the byte form's blocks.

use super::lir::{Bb, Func};
use std::collections::BTreeMap;

/// The immediate dominators of a function's blocks.
pub struct Dominators {
    above: BTreeMap<Bb, Bb>,
    number: BTreeMap<Bb, usize>,
}

impl Dominators {
    /// Computes the dominators of a function whose reachable blocks are these, in reverse postorder.
    pub fn new(func: &Func, order: &[Bb]) -> Dominators {
        let number: BTreeMap<Bb, usize> = order.iter().enumerate().map(|(i, b)| (*b, i)).collect();
        let preds = func.predecessors();
        let mut all = Dominators { above: BTreeMap::from([(Bb(0), Bb(0))]), number };
        let mut changed = true;
        while changed {
            changed = false;
            for &b in &order[1..] {
                let known: Vec<Bb> =
                    preds[b.0 as usize].iter().copied().filter(|p| all.above.contains_key(p)).collect();
                let Some(above) = all.meeting(&known) else { continue };
                changed |= all.above.insert(b, above) != Some(above);
            }
        }
        all
    }

    /// Returns the nearest block that dominates all of these blocks.
    pub fn meeting(&self, blocks: &[Bb]) -> Option<Bb> {
        let mut blocks = blocks.iter().copied();
        let mut at = blocks.next().filter(|b| self.number.contains_key(b))?;
        for mut other in blocks {
            while at != other {
                let (a, b) = (self.number.get(&at)?, self.number.get(&other)?);
                if a > b {
                    at = *self.above.get(&at)?;
                } else {
                    other = *self.above.get(&other)?;
                }
            }
        }
        Some(at)
    }

    /// Whether every path to `below` passes through `above`.
    pub fn dominates(&self, above: Bb, mut below: Bb) -> bool {
        while below != above && below != Bb(0) {
            below = self.above[&below];
        }
        below == above
    }

    /// Returns the dominators of a block, the nearest first.
    pub fn above(&self, block: Bb) -> impl Iterator<Item = Bb> + '_ {
        std::iter::successors(Some(block), |b| self.above.get(b).copied().filter(|a| a != b)).skip(1)
    }
}
