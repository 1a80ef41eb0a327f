//! Block placement: the most frequent successor comes next, so that it needs no jump.

use super::flow::{Block, End, Flow, Op};
use super::refine;
use super::ways::{self, Ways};
use crate::mos::code::{Arg, Ins, Item, Label, Line, Program};
use crate::mos::isa::{Mnemonic as M, Mode};
use crate::mos::layout;

/// Cycles saved by falling through instead of jumping, in halves: see [`gains`].
const JUMP: u64 = 6;

/// Writes the function as code, with its blocks in this order.
pub fn emit(mut flow: Flow, order: &[usize], program: &mut Program) -> Vec<Line> {
    let mut wanted = vec![false; flow.blocks.len()];
    for (i, &b) in order.iter().enumerate() {
        let next = order.get(i + 1).copied();
        match &flow.blocks[b].end {
            End::Goto(to) => wanted[*to] |= next != Some(*to),
            End::If { then, other, .. } => {
                wanted[*then] |= next != Some(*then);
                wanted[*other] |= next != Some(*other);
            }
            End::Table(..) | End::Leave => {}
        }
    }
    for (b, wanted) in wanted.iter().enumerate() {
        if *wanted && flow.blocks[b].labels.is_empty() {
            flow.blocks[b].labels.push(program.label(".on"));
        }
    }
    let labels: Vec<Option<Label>> = flow.blocks.iter().map(|b| b.labels.first().copied()).collect();
    let to = |block: usize| Arg::Mem(labels[block].expect("made above"), 0);
    let mut lines = Vec::new();
    for (i, &b) in order.iter().enumerate() {
        let next = order.get(i + 1).copied();
        let Block { labels, ops, end, weight } = &flow.blocks[b];
        let line = |item| Line { item, weight: *weight, fixed: false };
        lines.extend(labels.iter().map(|l| line(Item::Label(*l))));
        lines.extend(ops.iter().map(|op| Line { fixed: op.fixed, ..line(op.item.clone()) }));
        let jump = |to| line(Item::Ins(Ins { op: M::Jmp, mode: Mode::Absolute, arg: to }));
        let branch = |op, to| line(Item::Ins(Ins { op, mode: Mode::Relative, arg: to }));
        match end {
            End::Goto(there) if next == Some(*there) => {}
            End::Goto(there) => lines.push(jump(to(*there))),
            End::If { op, then, other } if next == Some(*then) => {
                lines.push(branch(op.inverted().expect("branches have opposites"), to(*other)));
            }
            End::If { op, then, other } => {
                lines.push(branch(*op, to(*then)));
                if next != Some(*other) {
                    lines.push(jump(to(*other)));
                }
            }
            End::Table(table, _) => lines.extend(table.iter().cloned().map(line)),
            End::Leave => {}
        }
    }
    lines
}

/// Builds chains of blocks, the heaviest edges first, and concatenates them. `refine` moves their blocks as long as that saves
/// cycles. Where only bytes count, the blocks are in reverse postorder: fewer jumps are left, and functions in the same order are
/// more alike, which packs better.
pub fn place(flow: &Flow, program: &Program) -> Vec<usize> {
    let reached = flow.order();
    if flow.idle {
        return reached;
    }
    let mut number = vec![usize::MAX; flow.blocks.len()];
    for (i, &b) in reached.iter().enumerate() {
        number[b] = i;
    }
    let taken = match flow.counted {
        true => ways::taken(flow, &reached),
        false => ways::estimated(flow, &reached, |block| cold(&flow.blocks[block])),
    };
    let mut edges = gains(flow, &reached, flow.counted.then_some(&taken));
    edges.sort_by_key(|e| (std::cmp::Reverse(e.0), number[e.1], number[e.2]));
    let mut next: Vec<Option<usize>> = vec![None; flow.blocks.len()];
    let mut head: Vec<usize> = (0..flow.blocks.len()).collect();
    for &(_, from, to) in &edges {
        // The entry stays first; a chain never meets its own head.
        if to == 0 || next[from].is_some() || head[to] != to || head[from] == to {
            continue;
        }
        next[from] = Some(to);
        let (new, mut at) = (head[from], Some(to));
        while let Some(b) = at {
            head[b] = new;
            at = next[b];
        }
    }
    let mut order = Vec::new();
    let mut heads: Vec<usize> = reached.iter().copied().filter(|b| head[*b] == *b).collect();
    let mut placed = vec![false; flow.blocks.len()];
    while !heads.is_empty() {
        // The next chain is the one with the strongest ties to the placed ones, so that branches are in range.
        let ties = |h: usize| -> u64 {
            let tied = |a: usize, b: usize| head[a] == h && placed[b] || head[b] == h && placed[a];
            edges.iter().filter(|e| tied(e.1, e.2)).map(|e| e.0).sum()
        };
        let rank = |h: usize| (h != 0, cold(&flow.blocks[h]), std::cmp::Reverse(ties(h)), number[h]);
        let chain = heads.iter().copied().min_by_key(|h| rank(*h)).expect("not empty");
        heads.retain(|h| *h != chain);
        let mut at = Some(chain);
        while let Some(b) = at {
            order.push(b);
            placed[b] = true;
            at = next[b];
        }
    }
    refine::run(flow, &sizes(flow, program), &taken, order)
}

/// Returns the bytes of all blocks without their ends.
fn sizes(flow: &Flow, program: &Program) -> Vec<u32> {
    let bytes =
        |block: &Block| block.ops.iter().filter_map(Op::ins).map(|ins| layout::bytes(program, ins)).sum();
    flow.blocks.iter().map(bytes).collect()
}

/// Returns whether control ends in a block other than by returning.
fn cold(block: &Block) -> bool {
    let last = block.ops.iter().rev().find_map(|op| op.ins()).map(|i| i.op);
    block.end == End::Leave && last != Some(M::Rts)
}

/// Returns what placing one block after another saves: half cycles, weighted. `taken` is how often edges are taken, if known.
///
/// A saved jump is three cycles; a branch that is not taken costs one less than a taken one.
fn gains(flow: &Flow, reached: &[usize], taken: Option<&Ways>) -> Vec<(u64, usize, usize)> {
    let mut edges = Vec::new();
    for &b in reached {
        let block = &flow.blocks[b];
        match block.end {
            End::Goto(to) => edges.push((JUMP * block.weight, b, to)),
            End::If { then, other, .. } => {
                let often = |to: usize| match cold(&flow.blocks[to]) {
                    true => 0,
                    false => {
                        taken.and_then(|taken| taken.get(&(b, to))).copied().unwrap_or(flow.blocks[to].weight)
                    }
                };
                let (t, o) = (often(then), often(other));
                let all = (t + o).max(1);
                for (to, mine, rest) in [(then, t, o), (other, o, t)] {
                    let gain = if mine >= rest { mine * 2 + rest * 4 } else { mine * JUMP };
                    edges.push((block.weight * gain / all, b, to));
                }
            }
            End::Table(..) | End::Leave => {}
        }
    }
    edges
}
