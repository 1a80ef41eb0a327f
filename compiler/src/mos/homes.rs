//! The steps by which the code of all functions is selected and its bytes get homes. The pipeline repeats them where the zero
//! page had no pair left for a pointer, and where a list of homes to save would hold one that is not in the zero page.

use super::allocate::{Allocation, Home, Unit};
use super::classes::Classes;
use super::code::Program;
use super::labels::Labels;
use super::select::select;
use crate::Error;
use crate::ir::{Module, Symbol};
use crate::lower::frequency;
use crate::lower::lir::{Func, Reg};
use crate::lower::liveness::Liveness;
use crate::opt::callgraph::CallGraph;
use std::collections::{BTreeMap, BTreeSet};

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
    /// The functions that are to be counted.
    pub counted: &'a BTreeSet<Symbol>,
}

impl<'a> Input<'a> {
    /// Estimates how often each function is called.
    pub fn new(
        module: &'a Module,
        graph: &'a CallGraph,
        funcs: &'a [Func],
        live: &'a [Liveness],
        labels: &'a Labels,
        counted: &'a BTreeSet<Symbol>,
    ) -> Input<'a> {
        let known = funcs.iter().zip(live).map(|(func, live)| (func, &*live.order, &*live.frequency));
        Input { module, graph, funcs, live, labels, calls: frequency::calls(graph, known), counted }
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
        let count = input.counted.contains(&func.symbol);
        let context = input.labels.context(&input.module.sources, input.graph, &without.lists, count);
        let code = select(func, live, &classes, &context, program)?;
        let mut unit = Unit { func: func.clone(), classes, code, calls: input.calls[&func.symbol] };
        touch_params(&mut unit, input.labels, live.frequency[0]);
        units.push(unit);
    }
    Ok(units)
}

/// Whether a list of homes to save holds one in a frame: it has a byte for each address.
fn lists_a_frame(unit: &Unit, allocation: &Allocation) -> bool {
    let home = |class: &Reg| allocation.homes.get(&(unit.func.symbol, *class));
    unit.code.lists.keys().flatten().any(|class| matches!(home(class), Some(Home::Frame(_))))
}

/// Callers write the memory of parameters, as often as they enter the function, even if it never does so itself.
fn touch_params(unit: &mut Unit, labels: &Labels, entries: u64) {
    for (i, reg) in unit.func.params.iter().enumerate() {
        if labels.params.contains_key(&(unit.func.symbol, i as u32)) {
            *unit.code.touched.entry(unit.classes.class(*reg)).or_default() += entries;
        }
    }
}
