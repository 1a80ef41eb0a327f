//! Counts cycles: by address and by call chain while running, by function in the report.

use std::fmt::Write as _;

use crate::calls::{Calls, Function};
use crate::labels::Labels;

/// A function's share of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FunctionCycles {
    /// Its label; `(KERNAL)` for calls answered by the machine, `(before the first label)` for code without one.
    pub name: String,
    /// Cycles spent in the function itself, without its callees.
    pub cycles: u64,
    /// Cycles spent in the function and its callees.
    pub total: u64,
    /// How often its first instruction was executed.
    pub entries: u64,
}

/// The cycles spent in a function reached through one call chain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChainCycles {
    /// The labels of the callers, the first one first, followed by the function itself.
    pub functions: Vec<String>,
    /// Cycles spent in the function itself.
    pub cycles: u64,
    /// How often this chain called it.
    pub calls: u64,
}

/// The names of code that has no label.
const BEFORE_LABELS: (Function, &str) = (0, "(before the first label)");
const KERNAL: (Function, &str) = (1, "(KERNAL)");

/// Cycles and executions of every address and of every call chain.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    names: Vec<String>,
    /// The function of every address.
    functions: Vec<Function>,
    /// The first address of every function.
    starts: Vec<Option<u16>>,
    cycles: Vec<u64>,
    executions: Vec<u64>,
    calls: Calls,
}

impl Profile {
    /// Creates a profile in which the labels name the functions; each function extends to the next label.
    pub(crate) fn new(labels: &Labels) -> Profile {
        let mut names = vec![BEFORE_LABELS.1.to_string(), KERNAL.1.to_string()];
        let mut starts = vec![None, None];
        let mut functions = vec![BEFORE_LABELS.0; 0x10000];
        for (address, name) in labels.iter() {
            // There cannot be more labels than a program has bytes.
            let function = names.len() as Function;
            names.push(name.to_string());
            starts.push(Some(address));
            functions[usize::from(address)..].fill(function);
        }
        let counters = vec![0; 0x10000];
        Profile {
            names,
            functions,
            starts,
            cycles: counters.clone(),
            executions: counters,
            calls: Calls::default(),
        }
    }

    /// Records an instruction, with the stack pointer before it.
    #[inline]
    pub(crate) fn add(&mut self, pc: u16, opcode: u8, pointer: u8, cycles: u64) {
        let at = usize::from(pc);
        self.cycles[at] += cycles;
        self.executions[at] += 1;
        self.calls.add(self.functions[at], opcode, pointer, cycles);
    }

    pub(crate) fn add_kernal(&mut self, cycles: u64) {
        self.calls.add_routine(KERNAL.0, cycles);
    }

    /// Returns every function that was executed, in descending order of cycles, then by name.
    pub(crate) fn functions(&self) -> Vec<FunctionCycles> {
        let mut all: Vec<FunctionCycles> = std::iter::zip(&self.names, &self.starts)
            .map(|(name, start)| FunctionCycles {
                name: name.clone(),
                cycles: 0,
                total: 0,
                entries: start.map_or(0, |start| self.executions[usize::from(start)]),
            })
            .collect();
        for (at, node) in self.calls.nodes().iter().enumerate() {
            all[usize::from(node.function)].cycles += node.cycles;
            if node.function == KERNAL.0 {
                all[usize::from(node.function)].entries += node.calls;
            }
            // A recursive function counts only once in its chain.
            let mut chain = self.calls.chain(at);
            chain.sort_unstable();
            chain.dedup();
            for function in chain {
                all[usize::from(function)].total += node.cycles;
            }
        }
        all.retain(|function| function.total > 0);
        all.sort_by(|a, b| b.cycles.cmp(&a.cycles).then_with(|| a.name.cmp(&b.name)));
        all
    }

    /// Returns every call chain in which cycles were spent.
    pub(crate) fn chains(&self) -> Vec<ChainCycles> {
        let name = |function: Function| self.names[usize::from(function)].clone();
        let nodes = self.calls.nodes().iter().enumerate().filter(|(_, node)| node.cycles > 0);
        nodes
            .map(|(at, node)| ChainCycles {
                functions: self.calls.chain(at).into_iter().map(name).collect(),
                cycles: node.cycles,
                calls: node.calls,
            })
            .collect()
    }

    /// Returns the cycles of the instruction at every address that was executed.
    pub(crate) fn addresses(&self) -> Vec<(u16, u64)> {
        (0..=0xffff)
            .zip(&self.cycles)
            .filter(|(_, cycles)| **cycles > 0)
            .map(|(at, cycles)| (at, *cycles))
            .collect()
    }
}

/// Formats the functions as a table: cycles, share of all cycles, entries, name.
pub fn profile_table(functions: &[FunctionCycles]) -> String {
    let total: u64 = functions.iter().map(|function| function.cycles).sum();
    let mut table = format!("{:>14} {:>6} {:>10}  function\n", "cycles", "%", "entries");
    for FunctionCycles { name, cycles, entries, .. } in functions {
        let share = if total == 0 { 0.0 } else { *cycles as f64 * 100.0 / total as f64 };
        writeln!(table, "{cycles:>14} {share:>6.1} {entries:>10}  {name}")
            .expect("a String takes all that is written");
    }
    writeln!(table, "{total:>14} {:>6.1} {:>10}  all", 100.0, "")
        .expect("a String takes all that is written");
    table
}
