//! How often blocks run and functions are called: the one place that says so, and everything else asks it.
//!
//! Requires: the byte form, in SSA or not.
//!
//! Of functions whose blocks a profile has counted, the counts say so, as absolute numbers: such a function counts as called
//! once. Of all others loops do: each is taken to run `LOOP_WEIGHT` times for each time that it is entered.

use super::lir::{Bb, Block, Func, Inst, Ran, Target};
use crate::ir::Symbol;
use crate::opt::callgraph::CallGraph;
use std::collections::{BTreeMap, BTreeSet};

/// A loop is taken to run this often.
const LOOP_WEIGHT: u64 = 8;
/// Frequencies stop growing here.
const MAX_FREQUENCY: u64 = 1 << 24;
/// Estimated calls of a function stop growing here.
const MAX_CALLS: u64 = 1 << 32;

/// A block runs seldom if the most frequent block of the program ran at least so many times as often.
const SELDOM: u64 = 4096;

/// In a function that is compiled for size, a block runs rarely if the most frequent block of the program ran at least so many times
/// as often. With 256, the published search of mouse and cats takes 1.2 % longer than with `SELDOM`, and with 1024 no row of the benchmarks
/// of our own games takes 0.5 % longer.
const RARE: u64 = 1024;

/// The same of a program that will be packed, whose bytes count as long as it loads. For our own game, 64 saves 208 bytes of the packed
/// program and 174 of the unpacked one, and its moves take up to 0.9 % longer.
const RARE_PACKED: u64 = 64;

/// The weight of code of whose block nothing is known: it runs once in each call.
pub const ONCE: u64 = 1;

/// How often the blocks of a function run.
#[derive(Clone, Debug)]
pub struct Frequencies {
    /// Every block, at least once. Multiplied by how often the function is called, these compare across functions.
    pub blocks: Vec<u64>,
    /// For every block, whether it heads a loop.
    pub loop_heads: Vec<bool>,
}

impl Frequencies {
    /// Estimates those of a function whose reachable blocks these are, in reverse postorder.
    pub fn new(func: &Func, order: &[Bb]) -> Frequencies {
        let count = func.blocks.len();
        let mut number = vec![usize::MAX; count];
        for (i, b) in order.iter().enumerate() {
            number[b.0 as usize] = i;
        }
        let preds = func.predecessors();
        let mut depth = vec![0u32; count];
        let mut loop_heads = vec![false; count];
        for &h in order {
            // The body of the loop: what reaches a back edge to the head without passing the head.
            let latches: Vec<Bb> = preds[h.0 as usize]
                .iter()
                .copied()
                .filter(|p| {
                    number[p.0 as usize] != usize::MAX && number[p.0 as usize] >= number[h.0 as usize]
                })
                .collect();
            if latches.is_empty() {
                continue;
            }
            loop_heads[h.0 as usize] = true;
            let mut body = BTreeSet::from([h]);
            let mut work = latches;
            while let Some(b) = work.pop() {
                if number[b.0 as usize] != usize::MAX && body.insert(b) {
                    work.extend(&preds[b.0 as usize]);
                }
            }
            for b in body {
                depth[b.0 as usize] += 1;
            }
        }
        let mut blocks: Vec<u64> =
            depth.iter().map(|depth| LOOP_WEIGHT.saturating_pow(*depth).min(MAX_FREQUENCY)).collect();
        if let Ran::Counted { .. } = func.ran {
            blocks = counted(func, &blocks);
        }
        Frequencies { blocks, loop_heads }
    }
}

/// How often the blocks of a function ran. For what a profile does not know of a block it takes the estimate, relative to the block
/// that it is a part of.
fn counted(func: &Func, estimates: &[u64]) -> Vec<u64> {
    let heads: BTreeMap<u32, (u64, u64)> = func
        .blocks
        .iter()
        .zip(estimates)
        .filter(|(block, _)| block.origin.part == 0)
        .map(|(block, estimate)| (block.origin.block, (block.count.unwrap_or(0), *estimate)))
        .collect();
    let count = |(block, estimate): (&Block, &u64)| {
        let estimated = || {
            let (count, of) = heads[&block.origin.block];
            count * estimate / of
        };
        block.count.unwrap_or_else(estimated).max(ONCE)
    };
    func.blocks.iter().zip(estimates).map(count).collect()
}

/// The highest count at which a block of this function still runs so seldom that its speed is worth no bytes.
pub fn seldom(func: &Func) -> u64 {
    match func.ran {
        Ran::Unknown | Ran::Never => ONCE,
        Ran::Counted { most } => (most / SELDOM).max(ONCE),
    }
}

/// The highest weight at which the bytes of a block are worth more than its speed: the one of [`seldom`] unless the function is
/// compiled for size. `packed` says that the program will be packed.
pub fn rare(func: &Func, packed: bool) -> u64 {
    match func.ran {
        _ if !func.small => seldom(func),
        // An estimate says too little of what runs often to be larger than asked for.
        Ran::Unknown | Ran::Never => u64::MAX,
        Ran::Counted { most } => (most / if packed { RARE_PACKED } else { RARE }).max(ONCE),
    }
}

/// Whether only the bytes of a function count, whose blocks have these weights: it is compiled for size, and a profile says that
/// none of its blocks ran often.
pub fn idle(func: &Func, packed: bool, mut weights: impl Iterator<Item = u64>) -> bool {
    let rare = rare(func, packed);
    func.small && func.ran != Ran::Unknown && weights.all(|weight| weight <= rare)
}

/// A function, the blocks that it can reach, and how often they run.
pub type Known<'a> = (&'a Func, &'a [Bb], &'a [u64]);

/// How often each function is called, by loops around its calls and its callers' counts; once if a profile knows it.
pub fn calls<'a>(graph: &CallGraph, functions: impl Iterator<Item = Known<'a>>) -> BTreeMap<Symbol, u64> {
    let functions: BTreeMap<Symbol, Known<'_>> = functions.map(|known| (known.0.symbol, known)).collect();
    let mut counts: BTreeMap<Symbol, u64> = functions.keys().map(|symbol| (*symbol, ONCE)).collect();
    for symbol in graph.components.iter().rev().flatten() {
        let Some((func, order, frequency)) = functions.get(symbol) else { continue };
        let own = counts[symbol];
        for bb in *order {
            let weight = own.saturating_mul(frequency[bb.0 as usize]);
            for (inst, _) in &func.blocks[bb.0 as usize].insts {
                let Inst::Call(call) = inst else { continue };
                let callees: Vec<Symbol> = match &call.target {
                    Target::Function(s) => vec![*s],
                    Target::Indirect { signature, .. } => graph.indirect(signature).collect(),
                    _ => Vec::new(),
                };
                for callee in callees {
                    let known = functions.get(&callee).is_some_and(|callee| callee.0.ran != Ran::Unknown);
                    if callee != *symbol
                        && !known
                        && let Some(count) = counts.get_mut(&callee)
                    {
                        *count = count.saturating_add(weight).min(MAX_CALLS);
                    }
                }
            }
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn func(small: bool, ran: Ran) -> Func {
        Func {
            symbol: Symbol(0),
            params: Vec::new(),
            returns: 0,
            blocks: Vec::new(),
            regs: 0,
            objects: Vec::new(),
            reserved: 0,
            recursive: false,
            small,
            ran,
        }
    }

    #[test]
    fn more_blocks_are_rare_where_bytes_count_for_more() {
        let func = |small| func(small, Ran::Counted { most: 1 << 20 });
        let limits = [(false, false), (false, true), (true, false), (true, true)]
            .map(|(small, packed)| rare(&func(small), packed));
        assert_eq!(limits, [1 << 8, 1 << 8, 1 << 10, 1 << 14]);
        let idle = |weight| [false, true].map(|packed| idle(&func(true), packed, [1, weight].into_iter()));
        assert_eq!(
            [idle(1 << 10), idle(1 << 14), idle((1 << 14) + 1)],
            [[true, true], [false, true], [false, false]]
        );
    }

    #[test]
    fn an_estimate_makes_only_functions_for_speed_larger() {
        let limits = [false, true].map(|small| rare(&func(small, Ran::Unknown), false));
        assert_eq!(limits, [ONCE, u64::MAX]);
    }
}
