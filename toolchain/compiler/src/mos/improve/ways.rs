//! Estimates how often each edge between blocks is taken from how often the blocks run.
//!
//! The outgoing edges of a block are taken as often as its incoming ones. So the outgoing edges of each block are scaled in
//! proportion to match its weight, then the incoming ones, repeatedly: where the weights are counts of a run, this converges to
//! what the run did, unless several answers fit.

use super::flow::{Block, End, Flow, Op};
use crate::mos::isa::Mnemonic as M;
use std::collections::BTreeMap;

/// How often all edges are scaled.
const ROUNDS: usize = 24;
/// The number of bits for fractions of an execution.
const FRACTION: u32 = 10;

/// The weight of one call of an uncounted function, so that edges taken in one call of several also count.
pub const CALL: u64 = 16;

/// An incremented byte becomes zero once in this many times.
const CARRY: u64 = 256;

/// How often each edge is taken, by its source and target block.
pub type Ways = BTreeMap<(usize, usize), u64>;

/// Returns how often each edge between the reached blocks is taken.
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
    // The function's entry has an incoming edge that is not among these.
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

/// Returns the same for an uncounted function, in fractions of a call: see [`CALL`]. Each branch goes either way equally often,
/// except for one that leaves a loop, one to a block in which control ends, as `ends` tells, and one that [`carries`]. The numbers
/// are rounded once at the end, because what each branch lost by rounding would be missing in all that follows it.
pub fn estimated(flow: &Flow, reached: &[usize], ends: impl Fn(usize) -> bool) -> Ways {
    let weight = |b: usize| flow.blocks[b].weight;
    let mut number = vec![usize::MAX; flow.blocks.len()];
    for (i, &b) in reached.iter().enumerate() {
        number[b] = i;
    }
    let mut ways = Ways::new();
    let mut often = vec![0u64; flow.blocks.len()];
    often[0] = CALL.saturating_mul(weight(0)) << FRACTION;
    for &b in reached {
        let to = flow.blocks[b].end.successors();
        let share = |to: usize| if ends(to) { 0 } else { weight(to) };
        let all = to.iter().map(|to| share(*to)).sum::<u64>().max(1);
        for to in to {
            let taken = match carries(&flow.blocks[b]) {
                Some(rest) if rest == to => often[b] / CARRY,
                Some(_) => often[b] - often[b] / CARRY,
                None => often[b].saturating_mul(share(to)) / all,
            };
            ways.insert((b, to), taken);
            // An edge back to a loop header is already counted there: the header runs more often than its predecessors outside the loop.
            if number[to] > number[b] {
                let rounds = (weight(to) / weight(b).max(1)).max(1);
                often[to] = often[to].saturating_add(taken.saturating_mul(rounds));
            }
        }
    }
    ways.into_iter().map(|(way, taken)| (way, (taken + (1 << FRACTION) / 2) >> FRACTION)).collect()
}

/// Returns the successor of a block that increments memory and then branches if the byte is not zero: numbers of several bytes are
/// incremented like this, and the next byte is reached once in [`CARRY`] times.
fn carries(block: &Block) -> Option<usize> {
    let last = block.ops.iter().rev().find_map(Op::ins)?;
    match block.end {
        End::If { op: M::Bne, then, other } if last.op == M::Inc && then != other => Some(other),
        End::If { op: M::Beq, then, other } if last.op == M::Inc && then != other => Some(then),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::asm::assemble;
    use crate::mos::code::Program;
    use crate::mos::improve::flow::Code;
    use std::collections::{BTreeMap, BTreeSet};

    /// Returns the edge counts of a function of this text, all of whose code runs once per call as far as is known.
    fn ways(text: &str) -> Vec<u64> {
        let mut program = Program::default();
        let items = assemble(text, "test", &mut program, &BTreeMap::new()).expect("it assembles").items;
        let (weights, fixed, stops) = (Vec::new(), Vec::new(), BTreeSet::new());
        let code = Code { items, weights, fixed, stops, seldom: 1, rare: 1, idle: false, counted: false };
        let flow = Flow::new(&code).expect("plain jumps");
        estimated(&flow, &flow.order(), |_| false).into_values().collect()
    }

    #[test]
    fn a_branch_goes_either_way_as_often() {
        let half = CALL / 2;
        let ways = ways("f: lda $c000\nbeq @a\nlda #1\njmp @b\n@a: lda #2\n@b: rts");
        assert_eq!(ways.iter().filter(|taken| **taken == half).count(), 4, "{ways:?}");
        assert!(ways.iter().all(|taken| *taken <= CALL));
    }

    #[test]
    fn a_way_back_does_not_count_twice() {
        let ways = ways("f: ldx #9\n@a: dex\nbne @a\nrts");
        assert_eq!(ways.iter().filter(|taken| **taken == CALL / 2).count(), 2, "{ways:?}");
    }

    #[test]
    fn the_next_byte_of_a_count_is_seldom_reached() {
        let counted = ways("f: inc $c000\nbne @a\ninc $c001\n@a: rts");
        assert_eq!(counted, [0, CALL, 0]);
        // A decremented value may be anything.
        assert_eq!(ways("f: dec $c000\nbne @a\ninc $c001\n@a: rts"), [CALL / 2; 3]);
    }

    #[test]
    fn many_branches_one_after_the_other_lose_nothing() {
        let branch = |n| format!("lda $c000\nbeq @a{n}\nlda $c001\nbeq @a{n}\nlda $c002\n@a{n}: sta $c003\n");
        let ways = ways(&format!("f: {}rts", (0..20).map(branch).collect::<String>()));
        assert!(ways.iter().filter(|taken| **taken == CALL / 2).count() >= 40, "{ways:?}");
    }
}
