//! Selects the code of all functions and assigns homes to its bytes. The pipeline repeats these steps if the zero page had no pair
//! left for a pointer, or if a list of homes to save would contain one that is not in the zero page.

use super::allocate::{Allocation, Home, Unit};
use super::classes::Classes;
use super::code::{Arg, Ins, Item, Label, Program};
use super::labels::Labels;
use super::select::{Selected, select};
use crate::Error;
use crate::ir::{Module, Symbol};
use crate::lower::frequency;
use crate::lower::lir::{Func, Reg};
use crate::lower::liveness::Liveness;
use crate::opt::callgraph::CallGraph;
use std::collections::{BTreeMap, BTreeSet};

/// Homes that a call may save only because another call does; each takes 44 cycles per call.
const MORE: usize = 2;
/// The maximum number of homes in a list: the routines count in a byte.
const LISTED: usize = 128;

/// The input of selection.
pub struct Input<'a> {
    /// The module.
    pub module: &'a Module,
    /// Its call graph and contexts.
    pub graph: &'a CallGraph,
    /// Its functions at byte level.
    pub funcs: &'a [Func],
    /// The liveness of each of them.
    pub live: &'a [Liveness],
    /// The labels of the program.
    pub labels: &'a Labels,
    /// How often each function is called.
    pub calls: BTreeMap<Symbol, u64>,
    /// The functions to instrument with counters.
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

/// What selection must do without, as found in earlier rounds.
#[derive(Default)]
pub struct Without {
    /// Pairs of homes for pointers, by function.
    pairs: BTreeMap<Symbol, BTreeSet<(Reg, Reg)>>,
    /// Functions that must not use lists of homes to save.
    lists: BTreeSet<Symbol>,
}

impl Without {
    /// Records what had no room in a round. Returns whether there was anything, so that another round must do without it.
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

/// Selects the code of all functions, with their homes not yet placed. Selection declares labels in the program.
///
/// # Errors
/// As for selection.
pub fn select_all(input: &Input<'_>, without: &Without, program: &mut Program) -> Result<Vec<Unit>, Error> {
    let none = BTreeSet::new();
    let mut units = Vec::new();
    for (func, live) in input.funcs.iter().zip(input.live) {
        let barred = without.pairs.get(&func.symbol).unwrap_or(&none);
        let classes = Classes::new(func, live, barred);
        let count = input.counted.contains(&func.symbol);
        let context = input.labels.context(&input.module.sources, input.graph, &without.lists, count);
        let mut code = select(func, live, &classes, &context, program)?;
        one_list(&mut code);
        let mut unit = Unit { func: func.clone(), classes, code, calls: input.calls[&func.symbol] };
        touch_params(&mut unit, input.labels, live.frequency[0]);
        units.push(unit);
    }
    Ok(units)
}

/// Makes all calls that save homes by a list save the same ones: one list takes fewer bytes than several, and equal calls may share code.
///
/// Precondition: a home that one call saves only because another call does holds no value that is needed after the first call, as
/// selection has found, and gets back what it held before that call. Results of the call are not yet in homes at that point.
fn one_list(code: &mut Selected) {
    let all: BTreeSet<Reg> = code.lists.keys().flatten().copied().collect();
    let labels: BTreeSet<Label> = code.lists.values().copied().collect();
    let most = code.lists.keys().map(|list| list.len() + MORE).max().unwrap_or(0);
    let Some(&one) = labels.first().filter(|_| labels.len() > 1 && all.len() <= most.min(LISTED)) else {
        return;
    };
    for item in &mut code.items {
        if let Item::Ins(Ins { arg: Arg::Lo(list, _) | Arg::Hi(list, _), .. }) = item
            && labels.contains(list)
        {
            *list = one;
        }
    }
    code.saved = code.saved.max(all.len().next_multiple_of(2) as u32);
    code.lists = BTreeMap::from([(all.into_iter().collect(), one)]);
}

/// Returns whether a list of homes to save contains one in a frame. A list has only one byte for each address.
fn lists_a_frame(unit: &Unit, allocation: &Allocation) -> bool {
    let home = |class: &Reg| allocation.homes.get(&(unit.func.symbol, *class));
    unit.code.lists.keys().flatten().any(|class| matches!(home(class), Some(Home::Frame(_))))
}

/// Counts the writes of callers to the memory of parameters: one per entry to the function, even if the function never accesses it.
fn touch_params(unit: &mut Unit, labels: &Labels, entries: u64) {
    for (i, reg) in unit.func.params.iter().enumerate() {
        if labels.params.contains_key(&(unit.func.symbol, i as u32)) {
            *unit.code.touched.entry(unit.classes.class(*reg)).or_default() += entries;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mos::isa::{Mnemonic, Mode};

    /// Returns how many lists are left of those with these homes, and how many the code references.
    fn lists(homes: &[std::ops::Range<u32>]) -> (usize, usize) {
        let mut code = Selected::default();
        for (i, homes) in homes.iter().enumerate() {
            let list = Label(i as u32);
            code.lists.insert(homes.clone().map(Reg).collect(), list);
            let halves = [(Mnemonic::Lda, Arg::Lo(list, 0)), (Mnemonic::Ldy, Arg::Hi(list, 0))];
            code.items.extend(halves.map(|(op, arg)| Item::Ins(Ins { op, mode: Mode::Immediate, arg })));
        }
        one_list(&mut code);
        let named = code.items.iter().filter_map(|item| match item {
            Item::Ins(Ins { arg: Arg::Lo(list, _) | Arg::Hi(list, _), .. }) => Some(*list),
            _ => None,
        });
        let named: BTreeSet<Label> = named.collect();
        assert!(named.iter().eq(code.lists.values().collect::<BTreeSet<_>>()));
        if homes.len() > 1 && code.lists.len() == 1 {
            assert_eq!(
                code.saved as usize,
                code.lists.keys().map(Vec::len).sum::<usize>().next_multiple_of(2)
            );
        }
        (code.lists.len(), named.len())
    }

    #[test]
    fn lists_that_are_nearly_alike_become_one() {
        assert_eq!(lists(&[0..8, 1..9, 2..10]), (1, 1));
        assert_eq!(lists(&[0..7, 1..8]), (1, 1));
        assert_eq!(lists(&[0..8, 0..3]), (1, 1));
        assert_eq!(lists(&[0..8, 3..11]), (2, 2), "three more are too many");
        assert_eq!(lists(&[0..128, 1..129]), (2, 2), "a byte does not count them");
    }
}
