//! Counts cycles: by address while running, by function in the report.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::labels::Labels;

/// One function's share of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FunctionCycles {
    /// Its label; `(KERNAL)` for calls answered by the machine, `(before the first label)` for code without one.
    pub name: String,
    /// Cycles spent in it, without the functions it calls.
    pub cycles: u64,
    /// The number of times that its first instruction was executed.
    pub entries: u64,
}

/// Cycles and executions of every address.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    cycles: Vec<u64>,
    executions: Vec<u64>,
    kernal_cycles: u64,
    kernal_calls: u64,
}

impl Profile {
    pub(crate) fn new() -> Profile {
        Profile { cycles: vec![0; 0x10000], executions: vec![0; 0x10000], kernal_cycles: 0, kernal_calls: 0 }
    }

    #[inline]
    pub(crate) fn add(&mut self, pc: u16, cycles: u64) {
        self.cycles[usize::from(pc)] += cycles;
        self.executions[usize::from(pc)] += 1;
    }

    pub(crate) fn add_kernal(&mut self, cycles: u64) {
        self.kernal_cycles += cycles;
        self.kernal_calls += 1;
    }

    /// Every function that was executed, most cycles first, by name among equals.
    pub(crate) fn functions(&self, labels: &Labels) -> Vec<FunctionCycles> {
        let mut by_start: BTreeMap<Option<u16>, FunctionCycles> = BTreeMap::new();
        for address in 0..=0xffff_u16 {
            let at = usize::from(address);
            if self.executions[at] == 0 {
                continue;
            }
            let (start, name) = match labels.nearest(address) {
                Some((name, distance)) => (Some(address - distance), name),
                None => (None, "(before the first label)"),
            };
            let function = by_start.entry(start).or_insert_with(|| FunctionCycles {
                name: name.to_string(),
                cycles: 0,
                entries: start.map_or(0, |start| self.executions[usize::from(start)]),
            });
            function.cycles += self.cycles[at];
        }
        let mut functions: Vec<FunctionCycles> = by_start.into_values().collect();
        if self.kernal_calls > 0 {
            let name = "(KERNAL)".to_string();
            functions.push(FunctionCycles { name, cycles: self.kernal_cycles, entries: self.kernal_calls });
        }
        functions.sort_by(|a, b| b.cycles.cmp(&a.cycles).then_with(|| a.name.cmp(&b.name)));
        functions
    }
}

/// The functions as a table: cycles, share of all cycles, entries, name.
pub fn profile_table(functions: &[FunctionCycles]) -> String {
    let total: u64 = functions.iter().map(|function| function.cycles).sum();
    let mut table = format!("{:>14} {:>6} {:>10}  function\n", "cycles", "%", "entries");
    for FunctionCycles { name, cycles, entries } in functions {
        let share = if total == 0 { 0.0 } else { *cycles as f64 * 100.0 / total as f64 };
        writeln!(table, "{cycles:>14} {share:>6.1} {entries:>10}  {name}")
            .expect("a String takes all that is written");
    }
    writeln!(table, "{total:>14} {:>6.1} {:>10}  all", 100.0, "")
        .expect("a String takes all that is written");
    table
}
