//! Execution frequencies of blocks and functions; all other code asks here.
//!
//! Requires: the byte form, in SSA or not.
//!
//! If a profile counted the blocks of a function, the frequencies are its counts, as absolute numbers: such a function counts as
//! called once. Otherwise they are estimated from loops: each is assumed to run `LOOP_WEIGHT` times per entry.

use super::lir::{Bb, Block, Func, Inst, Ran, Target};
use crate::ir::Symbol;
use crate::opt::callgraph::CallGraph;
use std::collections::{BTreeMap, BTreeSet};

/// The assumed number of iterations of a loop.
const LOOP_WEIGHT: u64 = 8;
/// The upper limit of frequencies.
const MAX_FREQUENCY: u64 = 1 << 24;
/// The upper limit of estimated calls of a function.
const MAX_CALLS: u64 = 1 << 32;

/// A block runs seldom if the most frequent block of the program ran at least this many times as often.
const SELDOM: u64 = 4096;

/// In a function that is compiled for size, a block runs rarely if the most frequent block of the program ran at least this many
/// times as often. With 256, the published search of mouse and cats takes 1.2 % longer than with `SELDOM`, and with 1024 no row of
/// the benchmarks of our own games takes 0.5 % longer.
const RARE: u64 = 1024;

/// The same for a program that will be packed, whose size affects its loading time. For our own game, 64 saves 208 bytes of the
/// packed program and 174 of the unpacked one, and its moves take up to 0.9 % longer.
const RARE_PACKED: u64 = 64;

/// The weight of code whose block is unknown: it runs once per call.
pub const ONCE: u64 = 1;

/// The frequencies of a function's blocks.
#[derive(Clone, Debug)]
pub struct Frequencies {
    /// The frequency of every block, at least 1. Multiplied by the number of calls of the function, they compare across functions.
    pub blocks: Vec<u64>,
    /// For every block, whether it heads a loop.
    pub loop_heads: Vec<bool>,
}

impl Frequencies {
    /// Estimates the frequencies of a function whose reachable blocks these are, in reverse postorder.
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
            // The body of the loop: all blocks that reach a back edge to the head without passing through the head.
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

/// Returns the counts of a function's blocks. For a block that the profile does not know, it takes the estimate, relative to the
/// block that it is a part of.
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

/// Returns the highest count at which a block of this function is too rare to spend bytes on its speed.
pub fn seldom(func: &Func) -> u64 {
    match func.ran {
        Ran::Unknown | Ran::Never => ONCE,
        Ran::Counted { most } => (most / SELDOM).max(ONCE),
    }
}

/// Returns the highest weight at which the size of a block matters more than its speed: the same as [`seldom`] unless the function
/// is compiled for size. `packed` says that the program will be packed.
pub fn rare(func: &Func, packed: bool) -> u64 {
    match func.ran {
        _ if !func.small => seldom(func),
        // An estimate is too unreliable about frequent code to justify more bytes than asked for.
        Ran::Unknown | Ran::Never => u64::MAX,
        Ran::Counted { most } => (most / if packed { RARE_PACKED } else { RARE }).max(ONCE),
    }
}

/// Whether only the size of a function with blocks of these weights matters: it is compiled for size, and according to a profile
/// none of its blocks ran often.
pub fn idle(func: &Func, packed: bool, mut weights: impl Iterator<Item = u64>) -> bool {
    let rare = rare(func, packed);
    func.small && func.ran != Ran::Unknown && weights.all(|weight| weight <= rare)
}

/// A function, its reachable blocks, and their frequencies.
pub type Known<'a> = (&'a Func, &'a [Bb], &'a [u64]);

/// Returns how often each function is called, from the loops around its calls and the counts of its callers; once if a profile
/// knows it.
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
