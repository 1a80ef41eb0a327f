//! Block orders and dominators of a function.

use super::{BlockId, Function};

/// Returns the blocks reachable from the entry, each before its successors except along back edges.
pub fn reverse_postorder(function: &Function) -> Vec<BlockId> {
    let mut seen = vec![false; function.blocks.len()];
    let mut order = Vec::new();
    let mut stack = vec![(BlockId(0), function.blocks[0].successors(), 0)];
    seen[0] = true;
    while let Some((block, successors, next)) = stack.last_mut() {
        // Later successors first, so that the first one follows its block in the reversed order.
        let at = successors.len().checked_sub(*next + 1);
        match at.map(|i| successors[i]) {
            Some(to) => {
                *next += 1;
                if !seen[to.index()] {
                    seen[to.index()] = true;
                    stack.push((to, function.blocks[to.index()].successors(), 0));
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

/// Returns the predecessors of every block, one entry per predecessor.
pub fn predecessors(function: &Function) -> Vec<Vec<BlockId>> {
    let mut preds: Vec<Vec<BlockId>> = vec![Vec::new(); function.blocks.len()];
    for (i, block) in function.blocks.iter().enumerate() {
        for to in block.successors() {
            let list = &mut preds[to.index()];
            if list.last() != Some(&BlockId(i as u32)) {
                list.push(BlockId(i as u32));
            }
        }
    }
    preds
}

/// Returns the immediate dominator of every block; `None` for the entry and unreachable blocks.
///
/// Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
pub fn dominators(function: &Function, order: &[BlockId]) -> Vec<Option<BlockId>> {
    let preds = predecessors(function);
    let mut number = vec![usize::MAX; function.blocks.len()];
    for (i, block) in order.iter().enumerate() {
        number[block.index()] = i;
    }
    let mut idom: Vec<Option<usize>> = vec![None; order.len()];
    idom[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for (i, block) in order.iter().enumerate().skip(1) {
            let mut new = None;
            for pred in &preds[block.index()] {
                let p = number[pred.index()];
                if p == usize::MAX || idom[p].is_none() {
                    continue;
                }
                new = Some(match new {
                    None => p,
                    Some(other) => {
                        let (mut a, mut b): (usize, usize) = (p, other);
                        while a != b {
                            while a > b {
                                a = idom[a].expect("numbered blocks have dominators");
                            }
                            while b > a {
                                b = idom[b].expect("numbered blocks have dominators");
                            }
                        }
                        a
                    }
                });
            }
            if idom[i] != new {
                idom[i] = new;
                changed = true;
            }
        }
    }
    let mut out = vec![None; function.blocks.len()];
    for (i, block) in order.iter().enumerate().skip(1) {
        out[block.index()] = idom[i].map(|d| order[d]);
    }
    out
}
