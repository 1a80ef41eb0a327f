//! Selects the code of all functions and gives their bytes homes: again where the zero page had no pair left for a pointer, and
//! where a list of homes to save would hold one that is not in the zero page.

use super::allocate::{Allocation, Home, Unit, allocate};
use super::classes::Classes;
use super::code::Program;
use super::globals::Globals;
use super::labels::Labels;
use super::select::select;
use crate::ir::{Module, Symbol};
use crate::lower::lir::{Func, Inst, Reg, Target};
use crate::lower::liveness::Liveness;
use crate::opt::callgraph::CallGraph;
use crate::{Error, Options, Pass};
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
    /// Its variables.
    pub globals: &'a Globals<'a>,
    /// Zero page that variables have.
    pub reserved: &'a BTreeSet<u16>,
    /// How to compile.
    pub options: &'a Options,
}

/// The functions with their code, whose homes are open, and where these are. Selection declares labels in the program.
///
/// # Errors
/// As selection.
pub fn assign(input: &Input<'_>, program: &mut Program) -> Result<(Vec<Unit>, Allocation), Error> {
    let calls = call_counts(input);
    let mut barred: BTreeMap<Symbol, BTreeSet<(Reg, Reg)>> = BTreeMap::new();
    let mut unlisted: BTreeSet<Symbol> = BTreeSet::new();
    loop {
        let mut scratch = program.clone();
        let mut units = Vec::new();
        for (func, live) in input.funcs.iter().zip(input.live) {
            let classes = Classes::new(func, live, barred.entry(func.symbol).or_default());
            let context = input.labels.context(&input.module.sources, input.graph, &unlisted);
            let code = select(func, live, &classes, &context, &mut scratch)?;
            let mut unit = Unit { func: func.clone(), classes, code, calls: calls[&func.symbol] };
            touch_params(&mut unit, input.labels);
            units.push(unit);
        }
        let variables = match input.options.passes.has(Pass::Variables) {
            true => input.globals.wanted(&units),
            false => Vec::new(),
        };
        let allocation = allocate(&units, input.graph, &input.options.memory, input.reserved, &variables);
        let too_far: Vec<Symbol> = units
            .iter()
            .filter(|unit| lists_a_frame(unit, &allocation))
            .map(|unit| unit.func.symbol)
            .collect();
        if allocation.failed.is_empty() && too_far.is_empty() {
            *program = scratch;
            return Ok((units, allocation));
        }
        unlisted.extend(too_far);
        for (symbol, pairs) in allocation.failed {
            barred.entry(symbol).or_default().extend(pairs);
        }
    }
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
fn call_counts(input: &Input<'_>) -> BTreeMap<Symbol, u64> {
    let Input { funcs, live, graph, .. } = *input;
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
                    Target::Indirect { takes, returns, .. } => graph.indirect(*takes, *returns).collect(),
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
