//! The contexts in which functions run: every interrupt handler is one, and the rest of the program is one.

use std::collections::{BTreeMap, BTreeSet};

use crate::fault::{self, Fault};
use crate::ir::operands::words;
use crate::ir::{Function, Module, Symbol};

/// The functions that one function may call, by the kind of call.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    /// By name.
    pub direct: BTreeSet<Symbol>,
    /// Through a pointer or from assembly.
    pub unnamed: BTreeSet<Symbol>,
    /// By calls that do not return.
    pub ending: BTreeSet<Symbol>,
}

/// The functions of each context.
#[derive(Debug, Default)]
pub struct Contexts {
    /// For every handler, in the order of the module, itself and all functions that it may call and that return to it.
    pub handlers: BTreeMap<Symbol, BTreeSet<Symbol>>,
    /// The functions that may run outside of handlers.
    pub(super) main: BTreeSet<Symbol>,
    /// The functions that handlers may call and that do not return: part of `main`, but they run while some code of `main` is
    /// interrupted for good. The homes of the same function are free then. Its objects are not if they can be found
    /// ([`super::escape`]), and the memory of other functions is elsewhere ([`interrupting`](Contexts::interrupting)).
    pub(super) ending: BTreeSet<Symbol>,
}

impl Contexts {
    /// Computes the contexts of a module's functions from their calls.
    pub fn new(
        module: &Module,
        calls: &BTreeMap<Symbol, Calls>,
        callees: &BTreeMap<Symbol, BTreeSet<Symbol>>,
    ) -> Contexts {
        let returning = |symbol: &Symbol| {
            let unnamed = calls[symbol].unnamed.iter().filter(|_| !fault::is(Fault::PointersInHandlers));
            calls[symbol].direct.iter().chain(unnamed).copied().collect()
        };
        let handlers: BTreeMap<Symbol, BTreeSet<Symbol>> = module
            .functions
            .iter()
            .filter(|f| f.interrupt.is_some())
            .map(|f| (f.symbol, closure([f.symbol], returning)))
            .collect();
        if handlers.is_empty() {
            return Contexts::default();
        }
        let inside: BTreeSet<Symbol> = handlers.values().flatten().copied().collect();
        let words = module.asm.iter().flat_map(|line| words(line));
        let named: BTreeSet<Symbol> =
            words.filter_map(|word| Some(module.function(module.symbol(word)?)?.symbol)).collect();
        let from_outside = |f: &&Function| {
            let root = f.exported || named.contains(&f.symbol);
            f.interrupt.is_none() && (root || !inside.contains(&f.symbol))
        };
        let roots: Vec<Symbol> = module.functions.iter().filter(from_outside).map(|f| f.symbol).collect();
        let all = |symbol: &Symbol| callees[symbol].iter().copied().collect();
        let ending = closure(inside.iter().flat_map(|symbol| calls[symbol].ending.iter().copied()), all);
        let main = closure(roots.into_iter().chain(ending.iter().copied()), all);
        Contexts { handlers, main, ending }
    }

    /// Returns the contexts as sets of functions, the main program first.
    pub(super) fn all(&self) -> impl Iterator<Item = &BTreeSet<Symbol>> {
        std::iter::once(&self.main).chain(self.handlers.values())
    }

    /// Whether a function may run in more than one context.
    pub fn shared(&self, symbol: Symbol) -> bool {
        self.all().filter(|context| context.contains(&symbol)).count() > 1
    }

    /// Returns the functions that may run while this one is interrupted or that this one may interrupt: those of other contexts,
    /// and between [`main`](Contexts::main) and [`ending`](Contexts::ending) those of the other set.
    pub fn interrupting(&self, symbol: Symbol) -> BTreeSet<Symbol> {
        if self.handlers.is_empty() {
            return BTreeSet::new();
        }
        let contexts: Vec<&BTreeSet<Symbol>> = self.all().collect();
        let own: Vec<bool> = contexts.iter().map(|c| c.contains(&symbol)).collect();
        let several = own.iter().filter(|o| **o).count() > 1;
        let others = contexts.iter().zip(&own).filter(|(_, own)| several || !**own);
        let ending = if self.ending.contains(&symbol) { &self.main } else { &self.ending };
        let ending = Some(ending).filter(|_| self.main.contains(&symbol));
        others.map(|(context, _)| *context).chain(ending).flatten().copied().collect()
    }
}

/// Returns these symbols and all others that `next` leads to from them.
pub(crate) fn closure(
    from: impl IntoIterator<Item = Symbol>,
    next: impl Fn(&Symbol) -> Vec<Symbol>,
) -> BTreeSet<Symbol> {
    let mut work: Vec<Symbol> = from.into_iter().collect();
    let mut seen = BTreeSet::new();
    while let Some(symbol) = work.pop() {
        if seen.insert(symbol) {
            work.extend(next(&symbol));
        }
    }
    seen
}
