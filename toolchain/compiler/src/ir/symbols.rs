//! The entities that the symbols of a module name.

use std::collections::BTreeMap;

use super::{Function, Global, Module, Symbol, SymbolKind};

impl Module {
    /// Returns the symbol of this name.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.iter().position(|s| s.name == name).map(|i| Symbol(i as u32))
    }

    /// Returns the name of a symbol.
    pub fn name_of(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.index()].name
    }

    /// Returns the function of a symbol, if it has a body.
    pub fn function(&self, symbol: Symbol) -> Option<&Function> {
        match self.symbols[symbol.index()].kind {
            SymbolKind::Function(i) => Some(&self.functions[i as usize]),
            _ => None,
        }
    }

    /// Returns the global of a symbol, if it is one.
    pub fn global(&self, symbol: Symbol) -> Option<&Global> {
        match self.symbols[symbol.index()].kind {
            SymbolKind::Global(i) => Some(&self.globals[i as usize]),
            _ => None,
        }
    }

    /// Replaces the globals of the module. All symbols are updated, aliases too; symbols of globals that are no longer there are
    /// dropped.
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
