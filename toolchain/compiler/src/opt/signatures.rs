//! Compares the types of functions that the program, the compiler and `compiler_builtins` share by name.

use std::collections::BTreeMap;

use crate::Error;
use crate::ir::{Extern, Module, Symbol, SymbolKind, Type};
use crate::llvm;

/// The result and parameter types of a function.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    /// The result type.
    pub(super) ret: Type,
    /// The parameter types.
    pub(super) params: Vec<Type>,
    /// Line of the `.ll` text, 0 if the compiler declared it.
    pub(super) line: u32,
}

/// The signatures of functions by name.
pub(super) type Signatures = BTreeMap<String, Signature>;

impl Signature {
    /// Returns the signature of a function, `None` for a variable.
    pub(super) fn of(module: &Module, symbol: Symbol) -> Option<Signature> {
        match module.symbols[symbol.index()].kind {
            SymbolKind::Function(index) => {
                let function = &module.functions[index as usize];
                let params = function.params.iter().map(|param| function.ty(param.value).clone()).collect();
                Some(Signature { ret: function.ret.clone(), params, line: function.line })
            }
            SymbolKind::Extern(index) => {
                let declared = &module.externs[index as usize];
                let Extern { ret, params, line, .. } = declared.clone();
                Some(Signature { ret, params, line })
            }
            SymbolKind::Global(_) | SymbolKind::Dropped => None,
        }
    }

    /// Returns the signatures of all functions of a module.
    pub(super) fn all(module: &Module) -> Signatures {
        let symbols = (0..module.symbols.len() as u32).map(Symbol);
        symbols
            .filter_map(|symbol| Some((module.name_of(symbol).to_string(), Signature::of(module, symbol)?)))
            .collect()
    }

    /// Whether both pass the same bytes: floats count as the integers that hold their bits.
    pub(super) fn agrees(&self, other: &Signature) -> bool {
        let bits = |ty: &Type| match ty {
            Type::Float => Type::Int(32),
            Type::Double => Type::Int(64),
            other => other.clone(),
        };
        bits(&self.ret) == bits(&other.ret) && self.params.iter().map(bits).eq(other.params.iter().map(bits))
    }

    /// Returns the signature as LLVM writes it.
    fn text(&self) -> String {
        let params: Vec<String> = self.params.iter().map(llvm::type_text).collect();
        format!("{} ({})", llvm::type_text(&self.ret), params.join(", "))
    }
}

/// Returns the error for a name that the program uses for `own`, or for a variable if that is `None`, and others for `theirs`.
pub(super) fn clash(
    module: &Module,
    symbol: Symbol,
    own: Option<&Signature>,
    whose: &str,
    theirs: &Signature,
) -> Error {
    let name = module.name_of(symbol);
    let kind = module.symbols[symbol.index()].kind;
    let line = match (own, kind) {
        (Some(own), _) => own.line,
        (None, SymbolKind::Global(index)) => module.globals[index as usize].line,
        (None, _) => 0,
    };
    let own = own.map_or_else(|| "as a variable".to_string(), |own| format!("as `{}`", own.text()));
    Error::Unsupported {
        file: module.name.clone(),
        line,
        source: String::new(),
        function: String::new(),
        what: format!("`{name}` {own}, which {whose} has as `{}`,", theirs.text()),
    }
}
