//! The steps by which the code of all functions is selected and its bytes get homes. The pipeline repeats them where the zero
//! page had no pair left for a pointer, and where a list of homes to save would hold one that is not in the zero page.

use super::allocate::{Allocation, Home, Unit};
use super::classes::Classes;
use super::code::Program;
use super::labels::Labels;
use super::select::select;
use crate::Error;
use crate::ir::{Module, Symbol};
use crate::lower::lir::{Func, Inst, Reg, Target};
use crate::lower::liveness::Liveness;
use crate::opt::callgraph::CallGraph;
use std::collections::{BTreeMap, BTreeSet};

/// Estimated calls of a function stop growing here.
const MAX_CALLS: u64 = 1 << 32;

/// What is to be selected.
pub struct Input<'a> {
    /// The module.
    pub module: &'a Module,
    /// Its calls and contexts.
    pub graph: &'a CallGraph,
    /// Its functions in bytes.
    pub funcs: &'a [Func],
    /// What lives where in each of them.
    pub live: &'a [Liveness],
    /// The labels of the program.
    pub labels: &'a Labels,
    /// How often each function is called.
    pub calls: BTreeMap<Symbol, u64>,
}

impl<'a> Input<'a> {
    /// Estimates how often each function is called.
    pub fn new(
        module: &'a Module,
        graph: &'a CallGraph,
        funcs: &'a [Func],
        live: &'a [Liveness],
        labels: &'a Labels,
    ) -> Input<'a> {
        Input { module, graph, funcs, live, labels, calls: call_counts(graph, funcs, live) }
    }
}

/// What selection has to do without, as earlier rounds have found.
#[derive(Default)]
pub struct Without {
    /// Pairs of homes for pointers, by function.
    pairs: BTreeMap<Symbol, BTreeSet<(Reg, Reg)>>,
    /// Lists of homes to save: in these functions.
    lists: BTreeSet<Symbol>,
}

impl Without {
    /// Learns from a round what there is no room for; whether there is such a thing, so that another round has to do without.
    pub fn learn(&mut self, units: &[Unit], allocation: &Allocation) -> bool {
        let far = units.iter().filter(|unit| lists_a_frame(unit, allocation)).map(|unit| unit.func.symbol);
        let known = self.lists.len();
        self.lists.extend(far);
        for (symbol, pairs) in &allocation.failed {
            self.pairs.entry(*symbol).or_default().extend(pairs);
        }
        self.lists.len() > known || !allocation.failed.is_empty()
    }
}

/// The functions with their code, whose homes are open. Selection declares labels in the program.
///
/// # Errors
/// As selection.
pub fn select_all(input: &Input<'_>, without: &Without, program: &mut Program) -> Result<Vec<Unit>, Error> {
    let none = BTreeSet::new();
    let mut units = Vec::new();
    for (func, live) in input.funcs.iter().zip(input.live) {
        let barred = without.pairs.get(&func.symbol).unwrap_or(&none);
        let classes = Classes::new(func, live, barred);
        let context = input.labels.context(&input.module.sources, input.graph, &without.lists);
        let code = select(func, live, &classes, &context, program)?;
        let mut unit = Unit { func: func.clone(), classes, code, calls: input.calls[&func.symbol] };
        touch_params(&mut unit, input.labels);
        units.push(unit);
    }
    Ok(units)
}

/// Whether a list of homes to save holds one in a frame: it has a byte for each address.
fn lists_a_frame(unit: &Unit, allocation: &Allocation) -> bool {
    let home = |class: &Reg| allocation.homes.get(&(unit.func.symbol, *class));
    unit.code.lists.keys().flatten().any(|class| matches!(home(class), Some(Home::Frame(_))))
}

/// Callers write the memory of parameters even if the function itself never does.
fn touch_params(unit: &mut Unit, labels: &Labels) {
    for (i, reg) in unit.func.params.iter().enumerate() {
        if labels.params.contains_key(&(unit.func.symbol, i as u32)) {
            *unit.code.touched.entry(unit.classes.class(*reg)).or_default() += 1;
        }
    }
}

/// How often each function is called, by loops around its calls and its callers' counts.
fn call_counts(graph: &CallGraph, funcs: &[Func], live: &[Liveness]) -> BTreeMap<Symbol, u64> {
    let mut counts: BTreeMap<Symbol, u64> = funcs.iter().map(|f| (f.symbol, 1)).collect();
    let index: BTreeMap<Symbol, usize> = funcs.iter().enumerate().map(|(i, f)| (f.symbol, i)).collect();
    for symbol in graph.components.iter().rev().flatten() {
        let Some(&i) = index.get(symbol) else { continue };
        let own = counts[symbol];
        for &bb in &live[i].order {
            let weight = own.saturating_mul(live[i].frequency[bb.0 as usize]);
            for (inst, _) in &funcs[i].blocks[bb.0 as usize].insts {
                let Inst::Call(call) = inst else { continue };
                let callees: Vec<Symbol> = match &call.target {
                    Target::Function(s) => vec![*s],
                    Target::Indirect { signature, .. } => graph.indirect(signature).collect(),
                    _ => Vec::new(),
                };
                for callee in callees {
                    if callee != *symbol
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
