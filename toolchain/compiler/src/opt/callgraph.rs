//! The call graph, with calls through pointers, and the functions that may be active twice at a time.

use super::contexts::{Calls, Contexts};
use super::escape::leaving;
use crate::fault::{self, Fault};
use crate::ir::operands::{constant_mentions, operands, words};
use crate::ir::{Callee, Function, Module, Op, Operand, Signature, Symbol, SymbolKind, Type};
use std::collections::{BTreeMap, BTreeSet};

/// The call graph of a module.
#[derive(Debug)]
pub struct CallGraph {
    /// For every function, the functions it may call.
    pub callees: BTreeMap<Symbol, BTreeSet<Symbol>>,
    /// For every function, its calls by kind.
    pub calls: BTreeMap<Symbol, Calls>,
    /// The contexts, which define what may interrupt what.
    pub contexts: Contexts,
    /// Functions whose address is taken, also by assembly, with their signatures. Interrupt handlers are not among them, as nothing
    /// calls them.
    pub taken: BTreeMap<Symbol, Signature>,
    /// Functions that a handler's panic path may re-enter, so that it finds their local objects in use.
    found_again: BTreeSet<Symbol>,
    /// Functions that assembly names, in its text or as an operand.
    pub named: BTreeSet<Symbol>,
    /// Strongly connected components, callees before callers.
    pub components: Vec<Vec<Symbol>>,
    component_of: BTreeMap<Symbol, usize>,
    /// Functions that module assembly may call.
    outside: BTreeSet<Symbol>,
    /// Whether an address outside of the module is taken, which an indirect call may reach.
    leads_outside: bool,
    /// Whether indirect calls only reach functions of the same type: see [`Module::exact_signatures`].
    exact: bool,
}

impl CallGraph {
    /// Builds the graph. An indirect call may reach every function whose address is taken and whose signature it
    /// [reaches](Signature::reaches).
    pub fn new(module: &Module) -> CallGraph {
        let mut taken = BTreeMap::new();
        let mut leads_outside = false;
        let mut take = |symbol: Symbol| {
            if let Some(function) = module.function(symbol).filter(|f| f.interrupt.is_none()) {
                taken.insert(function.symbol, Signature::of_function(function));
            }
            leads_outside |= matches!(module.symbols[symbol.index()].kind, SymbolKind::Extern(_));
        };
        let mut named = BTreeSet::new();
        for function in &module.functions {
            for inst in function.blocks.iter().flat_map(|b| &b.insts) {
                let by_assembly = matches!(inst.op, Op::Call { callee: Callee::Asm { .. }, .. });
                operands(&inst.op, &mut |operand| {
                    if let Operand::Const(c) = operand {
                        constant_mentions(c, &mut |symbol| {
                            take(symbol);
                            named.extend(module.function(symbol).filter(|_| by_assembly).map(|f| f.symbol));
                        });
                    }
                });
            }
        }
        for init in module.globals.iter().filter_map(|g| g.init.as_ref()) {
            constant_mentions(init, &mut take);
        }
        for text in assembly(module) {
            let mut before = "";
            for word in words(text).filter(|word| !word.is_empty()) {
                if let Some(function) = module.symbol(word).and_then(|symbol| module.function(symbol)) {
                    named.insert(function.symbol);
                    if !leaves(before) {
                        take(function.symbol);
                    }
                }
                before = word;
            }
        }
        let outside = called_by(module, &taken, module.asm.iter().map(String::as_str));
        let mut callees = BTreeMap::new();
        let mut calls = BTreeMap::new();
        for function in &module.functions {
            let mut by_kind = Calls::default();
            for inst in function.blocks.iter().flat_map(|b| &b.insts) {
                let Op::Call { callee, args, noreturn } = &inst.op else { continue };
                let mut direct = BTreeSet::new();
                let mut set = BTreeSet::new();
                match callee {
                    Callee::Direct(symbol) if module.function(*symbol).is_some() => {
                        direct.extend(module.function(*symbol).map(|f| f.symbol));
                    }
                    Callee::Indirect(_) => {
                        let returns = inst.result.map_or(&Type::Void, |r| function.ty(r));
                        let call = Signature::of_call(args.iter().map(|a| &a.0), returns);
                        set.extend(matching(&taken, &call, module.exact_signatures));
                        set.extend(outside.iter().filter(|_| leads_outside));
                    }
                    Callee::Direct(_) => set.extend(&outside),
                    // Assembly calls the functions that are its operands or that it names.
                    Callee::Asm { template, .. } => {
                        if words(template).any(leaves) {
                            set.extend(&outside);
                            set.extend(called_by(module, &taken, [template.as_str()]));
                        }
                        // It jumps to an address that it has pushed, which may be that of any function.
                        if words(template)
                            .any(|word| RETURNING.iter().any(|op| op.eq_ignore_ascii_case(word)))
                        {
                            set.extend(&outside);
                            set.extend(taken.keys());
                        }
                        for (_, arg) in args {
                            if let Operand::Const(c) = arg {
                                constant_mentions(c, &mut |s| {
                                    let function = module.function(s).filter(|f| f.interrupt.is_none());
                                    set.extend(function.map(|f| f.symbol));
                                });
                            }
                        }
                    }
                    _ => {}
                }
                if *noreturn {
                    by_kind.ending.extend(direct.into_iter().chain(set));
                } else {
                    by_kind.direct.extend(direct);
                    by_kind.unnamed.extend(set);
                }
            }
            let all = [&by_kind.direct, &by_kind.unnamed, &by_kind.ending];
            callees.insert(function.symbol, all.into_iter().flatten().copied().collect());
            calls.insert(function.symbol, by_kind);
        }
        let contexts = Contexts::new(module, &calls, &callees);
        let found_again = leaving(module, &contexts.ending);
        let components = components(&callees);
        let component_of =
            components.iter().enumerate().flat_map(|(i, c)| c.iter().map(move |s| (*s, i))).collect();
        let exact = module.exact_signatures;
        CallGraph {
            callees,
            calls,
            contexts,
            taken,
            found_again,
            named,
            components,
            component_of,
            outside,
            leads_outside,
            exact,
        }
    }

    /// One value for each parameter of each function that is only called directly, and never from assembly.
    pub(super) fn by_parameter<T: Clone + Default>(&self, module: &Module) -> BTreeMap<Symbol, Vec<T>> {
        let by_name = |function: &&Function| {
            let symbol = &function.symbol;
            !function.exported && !self.taken.contains_key(symbol) && !self.named.contains(symbol)
        };
        let functions = module.functions.iter().filter(by_name);
        functions.map(|function| (function.symbol, vec![T::default(); function.params.len()])).collect()
    }

    /// Whether a function may call itself, directly or indirectly.
    pub fn recursive(&self, symbol: Symbol) -> bool {
        let component = &self.components[self.component_of[&symbol]];
        component.len() > 1 || self.callees[&symbol].contains(&symbol)
    }

    /// Whether a call of `callee` from `caller` may lead back to `caller`.
    pub fn same_component(&self, caller: Symbol, callee: Symbol) -> bool {
        self.component_of[&caller] == self.component_of[&callee] && self.recursive(caller)
    }

    /// Whether a call of a function that module assembly defines may lead back to `caller`.
    pub fn outside_returns(&self, caller: Symbol) -> bool {
        self.outside.iter().any(|c| self.same_component(caller, *c))
    }

    /// Returns the functions that an indirect call may reach, also through module assembly.
    pub fn indirect(&self, call: &Signature) -> impl Iterator<Item = Symbol> {
        let outside = self.outside.iter().filter(|_| self.leads_outside).copied();
        matching(&self.taken, call, self.exact).chain(outside)
    }

    /// Returns, for every function, how many calls may be nested below it; `None` if recursion sets no limit.
    pub fn depths(&self) -> BTreeMap<Symbol, Option<u32>> {
        let mut depths: BTreeMap<Symbol, Option<u32>> = BTreeMap::new();
        for component in &self.components {
            for symbol in component {
                let mut below = self.callees[symbol].iter().map(|c| depths.get(c).copied().flatten());
                let deepest = below.try_fold(0u32, |max, d| Some(max.max(d? + 1)));
                depths.insert(*symbol, if self.recursive(*symbol) { None } else { deepest });
            }
        }
        depths
    }

    /// Whether a function may be active more than once at a time and needs its objects each time: by recursion, because an
    /// interrupt handler and the code it interrupts reach it by its address, or because a handler may end the program through it,
    /// if the objects of the code that was interrupted for good can be found.
    pub fn reentered(&self, symbol: Symbol) -> bool {
        self.recursive(symbol) || self.contexts.shared(symbol) || self.found_again.contains(&symbol)
    }

    /// Returns, for every function, all functions that may be active at the same time, itself included.
    pub fn conflicts(&self) -> BTreeMap<Symbol, BTreeSet<Symbol>> {
        let mut below: BTreeMap<Symbol, BTreeSet<Symbol>> = BTreeMap::new();
        for component in &self.components {
            let mut set: BTreeSet<Symbol> = component.iter().copied().collect();
            for symbol in component {
                for callee in &self.callees[symbol] {
                    if let Some(more) = below.get(callee) {
                        set.extend(more);
                    }
                }
            }
            for symbol in component {
                below.insert(*symbol, set.clone());
            }
        }
        let mut all = below.clone();
        for (symbol, set) in &below {
            for other in set {
                all.entry(*other).or_default().insert(*symbol);
            }
        }
        if !fault::is(Fault::ContextsShareHomes) {
            for (symbol, set) in &mut all {
                set.extend(self.contexts.interrupting(*symbol));
            }
        }
        all
    }
}

/// Mnemonics that transfer control.
const LEAVING: [&str; 10] = ["jsr", "jmp", "bcc", "bcs", "beq", "bne", "bmi", "bpl", "bvc", "bvs"];

/// Mnemonics by which inline assembly can jump to an address that it pushed.
const RETURNING: [&str; 2] = ["rts", "rti"];

fn leaves(word: &str) -> bool {
    LEAVING.iter().any(|leaving| leaving.eq_ignore_ascii_case(word))
}

/// Returns all assembly texts, which may name functions and variables.
pub(super) fn assembly(module: &Module) -> impl Iterator<Item = &str> {
    let insts = module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.insts);
    let templates = insts.filter_map(|inst| match &inst.op {
        Op::Call { callee: Callee::Asm { template, .. }, .. } => Some(template),
        _ => None,
    });
    module.asm.iter().chain(templates).map(String::as_str)
}

/// Returns the functions that assembly texts may call: those they name and, if they jump through a vector, all whose address is
/// taken. Module assembly that pushes the address of a function and returns to it is not detected.
fn called_by<'a>(
    module: &Module,
    taken: &BTreeMap<Symbol, Signature>,
    texts: impl IntoIterator<Item = &'a str>,
) -> BTreeSet<Symbol> {
    let mut set = BTreeSet::new();
    for text in texts {
        let named = words(text).filter_map(|word| module.function(module.symbol(word)?));
        set.extend(named.filter(|f| f.interrupt.is_none()).map(|f| f.symbol));
        let text: String = text.split_whitespace().collect::<String>().to_ascii_lowercase();
        if ["jmp(", "__callptr"].iter().any(|way| text.contains(way)) {
            set.extend(taken.keys());
        }
    }
    set
}

fn matching(
    taken: &BTreeMap<Symbol, Signature>,
    call: &Signature,
    exact: bool,
) -> impl Iterator<Item = Symbol> {
    let known = !fault::is(Fault::SignatureUnknown);
    taken.iter().filter(move |t| call.reaches(t.1, exact) && known).map(|t| *t.0)
}

/// Computes the strongly connected components with Tarjan's algorithm, callees first.
fn components(callees: &BTreeMap<Symbol, BTreeSet<Symbol>>) -> Vec<Vec<Symbol>> {
    struct State<'a> {
        callees: &'a BTreeMap<Symbol, BTreeSet<Symbol>>,
        index: BTreeMap<Symbol, usize>,
        low: BTreeMap<Symbol, usize>,
        stack: Vec<Symbol>,
        out: Vec<Vec<Symbol>>,
    }
    fn visit(s: &mut State<'_>, v: Symbol) {
        let n = s.index.len();
        s.index.insert(v, n);
        s.low.insert(v, n);
        s.stack.push(v);
        for &w in s.callees.get(&v).into_iter().flatten() {
            if !s.index.contains_key(&w) {
                visit(s, w);
                let low = s.low[&v].min(s.low[&w]);
                s.low.insert(v, low);
            } else if s.stack.contains(&w) {
                let low = s.low[&v].min(s.index[&w]);
                s.low.insert(v, low);
            }
        }
        if s.low[&v] == s.index[&v] {
            let at = s.stack.iter().position(|w| *w == v).unwrap_or(0);
            s.out.push(s.stack.split_off(at));
        }
    }
    let mut state =
        State { callees, index: BTreeMap::new(), low: BTreeMap::new(), stack: Vec::new(), out: Vec::new() };
    for &v in callees.keys() {
        if !state.index.contains_key(&v) {
            visit(&mut state, v);
        }
    }
    state.out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assembly_calls_the_functions_it_names() {
        let text = "module asm \"helper:\"\n\
            module asm \"jmp back\"\n\
            declare void @helper()\n\
            define void @back() {\n  ret void\n}\n\
            define void @named() {\n  ret void\n}\n\
            define void @outer() {\n  call void @helper()\n  ret void\n}\n\
            define void @inner() {\n  call void asm sideeffect \"jsr named\", \"\"()\n  ret void\n}\n\
            define void @plain() {\n  call void asm sideeffect \"inc named\", \"\"()\n  ret void\n}\n";
        let module = crate::llvm::parse("test.ll", text).unwrap();
        let graph = CallGraph::new(&module);
        let symbol = |name| module.symbol(name).unwrap();
        let conflicts = graph.conflicts();
        assert!(conflicts[&symbol("outer")].contains(&symbol("back")));
        assert!(conflicts[&symbol("inner")].contains(&symbol("named")));
        assert_eq!(conflicts[&symbol("plain")], BTreeSet::from([symbol("plain")]));
        assert!(!graph.recursive(symbol("outer")));
    }

    #[test]
    fn what_ends_the_program_is_reentered_if_its_objects_can_be_found() {
        let text = "@keep = global ptr null\n\
            define internal void @keeps() {\n  %o = alloca i16\n  store ptr %o, ptr @keep\n  unreachable\n}\n\
            define internal void @uses() {\n  %o = alloca i16\n  store volatile i16 1, ptr %o\n  call void @keeps()\n  unreachable\n}\n\
            define avr_signalcc void @irq() {\n  call void @uses() noreturn\n  unreachable\n}\n\
            define void @main() {\n  call void @uses()\n  call void @other()\n  ret void\n}\n\
            define internal void @other() {\n  %o = alloca i16\n  store ptr %o, ptr @keep\n  ret void\n}\n";
        let module = crate::llvm::parse("test.ll", text).unwrap();
        let graph = CallGraph::new(&module);
        let reentered = |name: &&str| graph.reentered(module.symbol(name).unwrap());
        let names = ["irq", "main", "other", "uses", "keeps"];
        assert_eq!(Vec::from_iter(names.iter().copied().filter(|name| reentered(name))), ["keeps"]);
    }

    #[test]
    fn a_function_that_assembly_calls_back_is_recursive() {
        let text = "module asm \"helper: jmp f\"\n\
            declare void @helper()\n\
            define void @f() {\n  call void @helper()\n  ret void\n}\n";
        let module = crate::llvm::parse("test.ll", text).unwrap();
        let graph = CallGraph::new(&module);
        let f = module.symbol("f").unwrap();
        assert!(graph.recursive(f) && graph.outside_returns(f));
    }

    #[test]
    fn assembly_may_call_through_a_vector() {
        for way in ["jmp ($0018)", "JMP  ($18)", "jmp\\09( $0018 )"] {
            let text = format!(
                "module asm \"helper: {way}\"\n\
                 declare void @helper(ptr)\n\
                 define void @back() {{\n  ret void\n}}\n\
                 define void @f() {{\n  call void @helper(ptr @back)\n  ret void\n}}\n"
            );
            let module = crate::llvm::parse("test.ll", &text).unwrap();
            let conflicts = CallGraph::new(&module).conflicts();
            assert!(
                conflicts[&module.symbol("f").unwrap()].contains(&module.symbol("back").unwrap()),
                "{way}"
            );
        }
    }
}
