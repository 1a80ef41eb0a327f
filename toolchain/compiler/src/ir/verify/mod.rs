//! Checks the rules of the IR, for modules from any source.
//!
//! A block ends with its only terminator and begins with its phis. A phi has an entry for each predecessor of its block and no
//! other; if a predecessor occurs twice (an edge per `switch` case), its entries have the same value. The entry block has no
//! predecessors. A value is defined once, at a place that dominates every use; in unreachable blocks only the types are checked.
//! Operands have the type that the instruction requires, and calls those of the function they name. Symbols and the entities they
//! name refer to each other.

mod function;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;

use super::{Const, Function, Module, SymbolKind, Type};

pub use function::function_faults;

/// A violated rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The function, or the global; empty for the module itself.
    pub place: String,
    /// Line of the `.ll` text, 0 if unknown.
    pub line: u32,
    /// The message.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "in {}: ", self.place)?;
        }
        if self.line != 0 {
            write!(f, "line {}: ", self.line)?;
        }
        f.write_str(&self.what)
    }
}

/// Checks a whole module.
///
/// # Errors
/// One message per violated rule.
pub fn verify(module: &Module) -> Result<(), Vec<String>> {
    messages(&faults(module))
}

/// Checks one function of a module.
///
/// # Errors
/// One message per violated rule.
pub fn verify_function(module: &Module, function: &Function) -> Result<(), Vec<String>> {
    messages(&function_faults(module, function))
}

fn messages(faults: &[Fault]) -> Result<(), Vec<String>> {
    if faults.is_empty() { Ok(()) } else { Err(faults.iter().map(Fault::to_string).collect()) }
}

/// Returns all violated rules of a module, in the order of its text.
pub fn faults(module: &Module) -> Vec<Fault> {
    let mut faults = symbol_faults(module);
    if !faults.is_empty() {
        return faults;
    }
    for global in &module.globals {
        let fault = match &global.init {
            _ if !global.align.is_power_of_two() => Some(format!("alignment {}", global.align)),
            Some(init) => constant_fault(module, init, &global.ty),
            None => None,
        };
        let place = module.name_of(global.symbol).to_string();
        faults.extend(fault.map(|what| Fault { place, line: global.line, what }));
    }
    for function in &module.functions {
        faults.extend(function_faults(module, function));
    }
    faults
}

/// Checks that symbols and entities refer to each other; several symbols may share an entity, which names one of them.
fn symbol_faults(module: &Module) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut fault = |place: &str, line, what: &str| {
        faults.push(Fault { place: place.to_string(), line, what: what.to_string() });
    };
    let mut names = BTreeMap::new();
    for (i, symbol) in module.symbols.iter().enumerate() {
        if names.insert(symbol.name.as_str(), i).is_some() {
            fault(&symbol.name, 0, "two symbols of this name");
        }
        let there = match symbol.kind {
            SymbolKind::Function(i) => (i as usize) < module.functions.len(),
            SymbolKind::Global(i) => (i as usize) < module.globals.len(),
            SymbolKind::Extern(i) => (i as usize) < module.externs.len(),
            SymbolKind::Dropped => true,
        };
        if !there {
            fault(&symbol.name, 0, "the symbol stands for nothing");
        }
    }
    let functions =
        module.functions.iter().enumerate().map(|(i, f)| (f.symbol, f.line, SymbolKind::Function(i as u32)));
    let globals =
        module.globals.iter().enumerate().map(|(i, g)| (g.symbol, g.line, SymbolKind::Global(i as u32)));
    let externs =
        module.externs.iter().enumerate().map(|(i, e)| (e.symbol, e.line, SymbolKind::Extern(i as u32)));
    for (symbol, line, kind) in functions.chain(globals).chain(externs) {
        match module.symbols.get(symbol.index()) {
            Some(info) if info.kind == kind => {}
            Some(info) => {
                fault(&info.name, line, &format!("its symbol stands for something else than {kind:?}"))
            }
            None => fault("", line, &format!("{kind:?} has no symbol")),
        }
    }
    faults
}

/// Explains why a constant cannot have a type.
fn constant_fault(module: &Module, constant: &Const, ty: &Type) -> Option<String> {
    let fits = match (constant, ty) {
        (_, Type::Void) => false,
        (Const::Int(n), _) => ty.bits().is_some_and(|bits| bits >= 128 || n >> bits == 0),
        (Const::Float(bits), Type::Float) => *bits >> 32 == 0,
        (Const::Float(_), Type::Double) | (Const::Undef | Const::Zero, _) => true,
        (Const::Address(symbol, _), Type::Ptr | Type::Int(16)) => {
            if symbol.index() >= module.symbols.len() {
                return Some(format!("there is no symbol {}", symbol.0));
            }
            true
        }
        (Const::Bytes(bytes), Type::Array(element, count)) => {
            **element == Type::Int(8) && bytes.len() == *count as usize
        }
        (Const::Aggregate(parts), Type::Array(element, count)) => {
            if let Some(fault) = parts.iter().find_map(|(ty, part)| constant_fault(module, part, ty)) {
                return Some(fault);
            }
            parts.len() == *count as usize && parts.iter().all(|(ty, _)| *ty == **element)
        }
        // Two halves of 128 bits.
        (Const::Aggregate(parts), Type::Int(129..)) => {
            matches!(parts[..], [(Type::Int(128), Const::Int(_)), (Type::Int(128), Const::Int(_))])
        }
        (Const::Aggregate(parts), Type::Struct(fields)) => {
            if let Some(fault) = parts.iter().find_map(|(ty, part)| constant_fault(module, part, ty)) {
                return Some(fault);
            }
            parts.iter().map(|(ty, _)| ty).eq(fields)
        }
        _ => false,
    };
    (!fits).then(|| format!("{constant:?} is no constant of type {ty:?}"))
}
