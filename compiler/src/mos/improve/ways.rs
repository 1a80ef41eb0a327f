//! How often control takes each way from a block to another, estimated from how often the blocks run.
//!
//! As much leaves a block as comes to it. So the ways out of each block are set in proportion to make up its weight, then the ways
//! into it, again and again: where the weights are counts of a run, this comes to what the run did, unless several answers fit.

use super::flow::Flow;
use std::collections::BTreeMap;

/// How often all ways are set.
const ROUNDS: usize = 24;
/// Fractions of an execution are counted in these bits.
const FRACTION: u32 = 10;

/// How often each way is taken, by the blocks where it begins and ends.
pub type Ways = BTreeMap<(usize, usize), u64>;

/// How often each way between the reached blocks is taken.
pub fn taken(flow: &Flow, reached: &[usize]) -> Ways {
    let weight = |b: usize| u128::from(flow.blocks[b].weight) << FRACTION;
    let mut ways: BTreeMap<(usize, usize), u128> = BTreeMap::new();
    for &b in reached {
        let to = flow.blocks[b].end.successors();
        let all = to.iter().map(|to| weight(*to)).sum::<u128>().max(1);
        for to in to {
            ways.insert((b, to), weight(b) * weight(to) / all);
        }
    }
    let (mut into, mut out): (BTreeMap<usize, Vec<_>>, BTreeMap<usize, Vec<_>>) = Default::default();
    for &(from, to) in ways.keys() {
        out.entry(from).or_default().push((from, to));
        into.entry(to).or_default().push((from, to));
    }
    // The function's entry has a way in that is not among these.
    into.remove(&0);
    for _ in 0..ROUNDS {
        for side in [&into, &out] {
            for (block, of) in side {
                let sum = of.iter().map(|way| ways[way]).sum::<u128>().max(1);
                for way in of {
                    let way = ways.get_mut(way).expect("they are the same");
                    *way = *way * weight(*block) / sum;
                }
            }
        }
    }
    ways.into_iter().map(|(way, taken)| (way, (taken >> FRACTION) as u64)).collect()
}
