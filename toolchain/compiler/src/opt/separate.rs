//! Separates interrupt handlers from the code they interrupt: every handler is a context, and the rest of the program is one.
//!
//! Requires: reachable code only.  Gives: a function called by name belongs to one context; each further context that calls
//! it has a copy.  Breaks: function indices do not change, symbols and functions are added.
//!
//! Memory of functions is static, so a function must not be active in two contexts at once. There are three kinds of calls:
//!
//! - By name: the context calls its own copy.
//! - Through a pointer or from assembly: the address is that of one function, whoever calls it. If two contexts may call it, the
//!   function is *shared*, and so are the functions it calls. It counts as active more than once at a time, so its local objects
//!   are on the software stack; its homes are saved by the handler (`mos::handlers`).
//! - Calls that do not return, such as those of panics: the interrupted code never continues, so the function is not copied and
//!   belongs to the main program. Its memory is nevertheless separate, as it may access objects of the interrupted code, even its
//!   own ones of another activation ([`super::escape`]).

use std::collections::{BTreeMap, BTreeSet};

use super::callgraph::CallGraph;
use super::contexts::{Contexts, closure};
use crate::Error;
use crate::error::demangled;
use crate::ir::{Callee, Function, Interrupt, Module, Op, Symbol, SymbolInfo, SymbolKind};

/// The extern with which a handler requests the KERNAL's own interrupt routine after it.
pub const KERNAL_IRQ: &str = "__kernal_irq";

/// Gives every context its own copies of the functions that it calls by name.
///
/// # Errors
/// A handler takes or returns values or is called, or [`KERNAL_IRQ`] is called elsewhere than in handlers of the KERNAL's vectors.
pub fn separate(module: &mut Module) -> Result<(), Error> {
    check_handlers(module)?;
    let graph = CallGraph::new(module);
    check_kernal_irq(module, &graph.contexts)?;
    if graph.contexts.handlers.is_empty() {
        return Ok(());
    }
    let shared = shared(&graph);
    let mut owned = graph.contexts.main.clone();
    for (&handler, members) in &graph.contexts.handlers {
        let mut copies: BTreeMap<Symbol, Symbol> = BTreeMap::new();
        let mut own: Vec<Symbol> = Vec::new();
        for &symbol in members.difference(&shared) {
            let mine = if owned.insert(symbol) { symbol } else { copy(module, symbol, handler) };
            copies.insert(symbol, mine);
            own.push(mine);
        }
        for symbol in own {
            redirect(module, symbol, &copies);
        }
    }
    Ok(())
}

/// Returns the functions that more than one context reaches by the same address, and the functions they call.
fn shared(graph: &CallGraph) -> BTreeSet<Symbol> {
    let contexts: Vec<&BTreeSet<Symbol>> = graph.contexts.all().collect();
    let mut roots = BTreeSet::new();
    for (i, context) in contexts.iter().enumerate() {
        let unnamed = context.iter().flat_map(|symbol| &graph.calls[symbol].unnamed);
        let elsewhere =
            |symbol: &&Symbol| contexts.iter().enumerate().any(|(j, other)| j != i && other.contains(symbol));
        roots.extend(unnamed.filter(elsewhere).copied());
    }
    closure(roots, |symbol| {
        let calls = &graph.calls[symbol];
        calls.direct.iter().chain(&calls.unnamed).copied().collect()
    })
}

/// Copies a function for a handler.
fn copy(module: &mut Module, symbol: Symbol, handler: Symbol) -> Symbol {
    let SymbolKind::Function(original) = module.symbols[symbol.index()].kind else {
        unreachable!("{} is called and no function", module.name_of(symbol))
    };
    let mut name = format!("{}.{}", module.name_of(symbol), demangled(module.name_of(handler)));
    while module.symbol(&name).is_some() {
        name.push_str(".copy");
    }
    let new = Symbol(module.symbols.len() as u32);
    let kind = SymbolKind::Function(module.functions.len() as u32);
    module.symbols.push(SymbolInfo { name, kind });
    let function = Function { symbol: new, exported: false, ..module.functions[original as usize].clone() };
    module.functions.push(function);
    new
}

/// Makes a function call the copies instead of the originals.
fn redirect(module: &mut Module, symbol: Symbol, copies: &BTreeMap<Symbol, Symbol>) {
    let primary: BTreeMap<Symbol, Symbol> = (0..module.symbols.len() as u32)
        .filter_map(|i| Some((Symbol(i), module.function(Symbol(i))?.symbol)))
        .collect();
    let SymbolKind::Function(index) = module.symbols[symbol.index()].kind else {
        unreachable!("{} is called and no function", module.name_of(symbol))
    };
    for inst in module.functions[index as usize].blocks.iter_mut().flat_map(|block| &mut block.insts) {
        if let Op::Call { callee: Callee::Direct(callee), noreturn: false, .. } = &mut inst.op
            && let Some(own) = primary.get(callee).and_then(|p| copies.get(p))
        {
            *callee = *own;
        }
    }
}

/// Rejects handlers that cannot be entered as they are written.
fn check_handlers(module: &Module) -> Result<(), Error> {
    for function in &module.functions {
        if function.interrupt.is_some() && (!function.params.is_empty() || function.ret.size() > 0) {
            let what = "an interrupt handler with parameters or a result";
            return Err(module.unsupported(
                function.symbol,
                (function.line, function.source),
                what.to_string(),
            ));
        }
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            if let Op::Call { callee: Callee::Direct(callee), .. } = &inst.op
                && let Some(handler) = module.function(*callee).filter(|f| f.interrupt.is_some())
            {
                let what =
                    format!("a call of the interrupt handler {}", demangled(module.name_of(handler.symbol)));
                return Err(module.unsupported(function.symbol, (inst.line, inst.source), what));
            }
        }
    }
    Ok(())
}

/// Rejects requests for the KERNAL's interrupt routine where it could not follow.
fn check_kernal_irq(module: &Module, contexts: &Contexts) -> Result<(), Error> {
    let of_kernal =
        |handler: &Symbol| module.function(*handler).is_some_and(|f| f.interrupt == Some(Interrupt::Kernal));
    for function in &module.functions {
        let symbol = function.symbol;
        let elsewhere =
            contexts.handlers.iter().any(|(h, members)| members.contains(&symbol) && !of_kernal(h));
        let allowed = !contexts.main.contains(&symbol) && !contexts.handlers.is_empty() && !elsewhere;
        for inst in function.blocks.iter().flat_map(|block| &block.insts).filter(|_| !allowed) {
            if let Op::Call { callee: Callee::Direct(callee), .. } = &inst.op
                && module.name_of(*callee) == KERNAL_IRQ
            {
                let what =
                    format!("a call of `{KERNAL_IRQ}` outside of an `extern \"avr-interrupt\"` handler");
                return Err(module.unsupported(function.symbol, (inst.line, inst.source), what));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "@table = internal global ptr @pointed\n\
        define avr_signalcc void @irq() {\n  call void @both()\n  call void @own()\n  ret void\n}\n\
        define avr_intrcc void @nmi() {\n  call void @both()\n  %p = load ptr, ptr @table\n  \
          call void %p()\n  call void @end() noreturn\n  unreachable\n}\n\
        define void @main() {\n  call void @both()\n  %p = load ptr, ptr @table\n  call void %p()\n  ret void\n}\n\
        define internal void @both() {\n  call void @leaf()\n  ret void\n}\n\
        define internal void @leaf() {\n  ret void\n}\n\
        define internal void @own() {\n  ret void\n}\n\
        define internal void @pointed() {\n  call void @below()\n  ret void\n}\n\
        define internal void @below() {\n  ret void\n}\n\
        define internal void @end() {\n  ret void\n}\n";

    fn separated(text: &str) -> (Module, CallGraph) {
        let mut module = crate::llvm::parse("test.ll", text).unwrap();
        separate(&mut module).unwrap();
        crate::ir::verify::verify(&module).unwrap();
        let graph = CallGraph::new(&module);
        (module, graph)
    }

    fn names(module: &Module, set: &BTreeSet<Symbol>) -> Vec<String> {
        set.iter().map(|s| module.name_of(*s).to_string()).collect()
    }

    #[test]
    fn each_context_has_its_own_copies() {
        let (module, graph) = separated(TEXT);
        let symbol = |name| module.symbol(name).unwrap();
        let within = |name| names(&module, &graph.contexts.handlers[&symbol(name)]);
        assert_eq!(within("irq"), ["irq", "own", "both.irq", "leaf.irq"]);
        assert_eq!(within("nmi"), ["nmi", "pointed", "below", "both.nmi", "leaf.nmi"]);
        assert_eq!(names(&module, &graph.contexts.main), ["main", "both", "leaf", "pointed", "below", "end"]);
    }

    #[test]
    fn what_two_contexts_point_to_is_active_more_than_once() {
        let (module, graph) = separated(TEXT);
        let shared: Vec<&str> = module
            .functions
            .iter()
            .filter(|f| graph.reentered(f.symbol))
            .map(|f| module.name_of(f.symbol))
            .collect();
        assert_eq!(shared, ["pointed", "below"]);
    }

    #[test]
    fn functions_of_different_contexts_conflict() {
        let (module, graph) = separated(TEXT);
        let conflicts = graph.conflicts();
        let symbol = |name| module.symbol(name).unwrap();
        let apart = |a, b| conflicts[&symbol(a)].contains(&symbol(b));
        assert!(apart("leaf", "own") && apart("own", "leaf"));
        assert!(apart("leaf", "leaf.irq") && apart("leaf.irq", "leaf.nmi") && apart("leaf.nmi", "main"));
        assert!(apart("end", "both.irq") && apart("pointed", "leaf"));
        // A function by which a handler ends the program may access the objects of the interrupted code.
        assert!(apart("end", "leaf") && apart("leaf", "end"));
        assert!(!apart("own", "both.irq"));
    }
}
