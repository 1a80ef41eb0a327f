//! Moves blocks within a function as long as that saves cycles, based on how often each edge is taken: so that branches are in
//! range of their targets, and each block is followed by its most frequent successor. In functions compiled for size, a byte counts
//! for more.

use super::flow::{End, Flow};
use super::ways::{CALL, Ways};
use std::ops::Range;

/// The maximum number of passes over all edges.
const ROUNDS: usize = 3;
/// The range of a branch in bytes, with some reserve for other code that becomes longer.
const REACH: u32 = 120;
/// How many blocks away from a branch the targets that are out of range are tried.
const NEAR: usize = 40;
/// The value of a byte in an uncounted function compiled for size: half a cycle of each call.
const BYTE: u64 = CALL / 2;
/// Uncounted functions with more blocks are not changed: the time is not worth it.
const BLOCKS: usize = 250;

/// An order of blocks and its cost.
struct Order<'a> {
    flow: &'a Flow,
    /// Bytes of each block without its end.
    sizes: &'a [u32],
    /// How often each branch is taken, and how often it is not.
    branches: Vec<[u64; 2]>,
    /// How often each block continues without a branch.
    jumps: Vec<u64>,
    blocks: Vec<usize>,
    /// The address of each block, for [`Order::cost`].
    at: Vec<u32>,
    /// The cost of a byte.
    byte: u64,
}

/// Improves an order whose first block stays first. `sizes` are the bytes of all blocks without their ends.
pub fn run(flow: &Flow, sizes: &[u32], taken: &Ways, blocks: Vec<usize>) -> Vec<usize> {
    if !flow.counted && blocks.len() > BLOCKS {
        return blocks;
    }
    let often = |block: usize, to: usize| taken.get(&(block, to)).copied().unwrap_or(0);
    let branch = |(block, end): (usize, &End)| match *end {
        End::If { then, other, .. } => [often(block, then), often(block, other)],
        _ => [0; 2],
    };
    let jump = |(block, end): (usize, &End)| match *end {
        End::Goto(_) if flow.counted => flow.blocks[block].weight,
        End::Goto(to) => often(block, to),
        _ => 0,
    };
    let ends = || flow.blocks.iter().map(|block| &block.end).enumerate();
    let (branches, jumps) = (ends().map(branch).collect(), ends().map(jump).collect());
    let small = !flow.counted && flow.rare > flow.seldom;
    let byte = if small { BYTE } else { 1 };
    let mut order = Order { flow, sizes, branches, jumps, blocks, at: vec![0; sizes.len()], byte };
    // Without counts, an edge that is taken in one call of four justifies a move; where bytes count, so does any edge that may be taken.
    let seldom = match (flow.counted, small) {
        (true, _) => flow.seldom,
        (_, true) => 0,
        _ => CALL / 4 - 1,
    };
    let mut ways: Vec<(usize, usize)> =
        taken.keys().copied().filter(|way| way.1 != 0 && taken[way] > seldom).collect();
    ways.sort_by_key(|way| (std::cmp::Reverse(taken[way]), *way));
    let mut cost = order.cost();
    for _ in 0..ROUNDS {
        let before = cost;
        for way in &ways {
            cost = order.bring(*way, cost);
        }
        if cost == before {
            break;
        }
    }
    order.blocks
}

impl Order<'_> {
    /// Returns the cycles of all block ends, and their bytes.
    fn cost(&mut self) -> u64 {
        let mut address = 0;
        for position in 0..self.blocks.len() {
            let block = self.blocks[position];
            self.at[block] = address;
            address += self.sizes[block] + self.bytes(position);
        }
        (0..self.blocks.len()).map(|position| self.end(position)).sum()
    }

    fn next(&self, position: usize) -> Option<usize> {
        self.blocks.get(position + 1).copied()
    }

    /// Returns the bytes of a block's end if branches are in range.
    fn bytes(&self, position: usize) -> u32 {
        match self.flow.blocks[self.blocks[position]].end {
            End::Goto(to) if self.next(position) == Some(to) => 0,
            End::Goto(_) => 3,
            End::If { then, other, .. } if [then, other].map(Some).contains(&self.next(position)) => 2,
            End::If { .. } => 5,
            End::Table(..) | End::Leave => 0,
        }
    }

    /// Returns the cost of the end of a block.
    fn end(&self, position: usize) -> u64 {
        let block = self.blocks[position];
        let here = self.at[block] + self.sizes[block];
        // Two cycles for a branch that is not taken, three for one that is; a branch that is out of range skips a jump.
        let branch = |to: usize, taken: u64, passed: u64| match here.abs_diff(self.at[to]) <= REACH {
            true => 3 * taken + 2 * passed + 2 * self.byte,
            false => 5 * taken + 3 * passed + 5 * self.byte,
        };
        let [t, o] = self.branches[block];
        match self.flow.blocks[block].end {
            End::Goto(to) if self.next(position) == Some(to) => 0,
            End::Goto(_) => 3 * self.jumps[block] + 3 * self.byte,
            End::If { then, other, .. } => match self.next(position) {
                Some(next) if next == other => branch(then, t, o),
                Some(next) if next == then => branch(other, o, t),
                _ => branch(then, t, o) + 3 * o + 3 * self.byte,
            },
            End::Table(..) | End::Leave => 0,
        }
    }

    /// Returns whether a block may continue with the one after it.
    fn goes_on(&self, position: usize) -> bool {
        let next = self.next(position);
        next.is_some_and(|next| self.flow.blocks[self.blocks[position]].end.successors().contains(&next))
    }

    /// Moves the target of an edge closer to its source, or the other way round, if that saves anything. Returns the cost of the
    /// resulting order.
    fn bring(&mut self, (from, to): (usize, usize), cost: u64) -> u64 {
        let position = |block| self.blocks.iter().position(|b| *b == block);
        let (Some(from), Some(to)) = (position(from), position(to)) else { return cost };
        let between = &self.blocks[from.min(to)..from.max(to)];
        let reaches = between.iter().map(|block| self.sizes[*block] + 3).sum::<u32>() <= REACH;
        let branches = matches!(self.flow.blocks[self.blocks[from]].end, End::If { .. });
        if from + 1 == to || reaches && branches {
            return cost;
        }
        let mut best = (cost, None);
        for (moved, anchor) in [(to, from), (from, to)] {
            // A run of blocks that continue with each other: all of it, or from the moved block on, or up to it.
            let last = (moved..self.blocks.len()).find(|at| !self.goes_on(*at)).unwrap_or(moved);
            let first = (1..=moved).rev().find(|at| !self.goes_on(at - 1)).unwrap_or(moved).max(1);
            let places = anchor.saturating_sub(NEAR).max(1)..(anchor + NEAR).min(self.blocks.len()) + 1;
            let places: Vec<usize> =
                places.filter(|at| at.abs_diff(anchor) <= 1 || !self.goes_on(at - 1)).collect();
            for piece in [first..last + 1, moved.max(1)..last + 1, first..moved + 1] {
                for &before in &places {
                    if piece.is_empty() || (piece.start..=piece.end).contains(&before) {
                        continue;
                    }
                    self.shift(&piece, before);
                    let now = self.cost();
                    self.shift_back(&piece, before);
                    if now < best.0 {
                        best = (now, Some((piece.clone(), before)));
                    }
                }
            }
        }
        if let (_, Some((piece, before))) = &best {
            self.shift(piece, *before);
        }
        best.0
    }

    /// Moves a piece before the block at a position outside it.
    fn shift(&mut self, piece: &Range<usize>, before: usize) {
        match piece.end <= before {
            true => self.blocks[piece.start..before].rotate_left(piece.len()),
            false => self.blocks[before..piece.end].rotate_right(piece.len()),
        }
    }

    /// Reverts that move.
    fn shift_back(&mut self, piece: &Range<usize>, before: usize) {
        match piece.end <= before {
            true => self.blocks[piece.start..before].rotate_right(piece.len()),
            false => self.blocks[before..piece.end].rotate_left(piece.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::flow::Code;
    use super::*;
    use crate::mos::asm::assemble;
    use crate::mos::code::Program;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn where_bytes_count_what_is_seldom_taken_needs_no_jump_either() {
        let text = "f: beq @a\njmp @b\n@a: rts\n@b: inc $c000\njmp @c\n@c: rts";
        let items =
            assemble(text, "test", &mut Program::default(), &BTreeMap::new()).expect("it assembles").items;
        let order = |rare: u64, counted: bool| {
            let (weights, fixed, stops) = (Vec::new(), Vec::new(), BTreeSet::new());
            let code =
                Code { items: items.clone(), weights, fixed, stops, seldom: 1, rare, idle: false, counted };
            let flow = Flow::new(&code).expect("it is understood");
            let reached = flow.order();
            let ways: Ways = reached
                .iter()
                .flat_map(|from| {
                    flow.blocks[*from].end.successors().into_iter().map(move |to| ((*from, to), 1))
                })
                .collect();
            let worst: Vec<usize> = reached[..1].iter().chain(reached[1..].iter().rev()).copied().collect();
            let better = run(&flow, &vec![3; flow.blocks.len()], &ways, worst.clone());
            better != worst
        };
        assert!(order(u64::MAX, false));
        assert!(!order(1, false), "a function for speed keeps what is seldom taken where it is");
        assert!(!order(u64::MAX, true), "a count says how seldom");
    }
}
