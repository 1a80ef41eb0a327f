//! What the symbols of a module stand for.

use std::collections::BTreeMap;

use super::{Function, Global, Module, Symbol, SymbolKind};

impl Module {
    /// The symbol of this name.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.iter().position(|s| s.name == name).map(|i| Symbol(i as u32))
    }

    /// The name of a symbol.
    pub fn name_of(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.index()].name
    }

    /// The function of a symbol, if it is one with a body.
    pub fn function(&self, symbol: Symbol) -> Option<&Function> {
        match self.symbols[symbol.index()].kind {
            SymbolKind::Function(i) => Some(&self.functions[i as usize]),
            _ => None,
        }
    }

    /// The global of a symbol, if it is one.
    pub fn global(&self, symbol: Symbol) -> Option<&Global> {
        match self.symbols[symbol.index()].kind {
            SymbolKind::Global(i) => Some(&self.globals[i as usize]),
            _ => None,
        }
    }

    /// Gives the module these globals instead of its own. All symbols follow, also those that are second names; what stood for a global
    /// that is not among them is dropped.
    pub(crate) fn set_globals(&mut self, globals: Vec<Global>) {
        let before = std::mem::replace(&mut self.globals, globals);
        let kinds = self.globals.iter().enumerate().map(|(i, g)| (g.symbol, SymbolKind::Global(i as u32)));
        let kinds: BTreeMap<Symbol, SymbolKind> = kinds.collect();
        for info in &mut self.symbols {
            if let SymbolKind::Global(i) = info.kind {
                info.kind = kinds.get(&before[i as usize].symbol).map_or(SymbolKind::Dropped, |kind| *kind);
            }
        }
        for (symbol, kind) in kinds {
            self.symbols[symbol.index()].kind = kind;
        }
    }
}
