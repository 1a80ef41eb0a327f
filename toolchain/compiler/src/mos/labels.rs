//! The labels of a program: functions, variables, runtime routines, and the memory of functions.

use super::code::{FRAMES, Label, Program};
use super::globals::is_under_kernal;
use super::runtime;
use super::select::Context;
use crate::Error;
use crate::ir::sources::{SourceId, Sources};
use crate::ir::{Module, Symbol, SymbolKind};
use crate::lower::convention;
use crate::lower::lir::Func;
use crate::lower::liveness::Liveness;
use crate::opt::callgraph::CallGraph;
use std::collections::{BTreeMap, BTreeSet};

/// Labels that the start-up code, the handlers and the stack checks add to those of [`runtime::declare`].
const ADDED: [&str; 8] =
    [FRAMES, "__start", "__saved", "__stack_check", "__raise", "__irq", "__nmi", "__hardware_nmi"];

/// All labels of a program, by what they refer to.
pub struct Labels {
    /// Functions, variables and undefined symbols.
    pub symbols: BTreeMap<Symbol, Label>,
    /// The entries of functions for calls through pointers.
    pub entries: BTreeMap<Symbol, Label>,
    /// Local objects by function and number.
    pub objects: BTreeMap<(Symbol, u32), Label>,
    /// Parameters in memory by function and number.
    pub params: BTreeMap<(Symbol, u32), Label>,
    /// The runtime's routines.
    pub runtime: BTreeMap<&'static str, Label>,
    /// Addresses in the KERNAL of a program that has it banked out.
    pub banked: BTreeMap<Label, u16>,
    /// Everything that assembly may reference.
    pub names: BTreeMap<String, Label>,
}

impl Labels {
    /// Declares the labels of a program.
    ///
    /// # Errors
    /// Returns an error if there is no `main`, or if the program defines a name that the compiler needs.
    pub fn new(
        module: &Module,
        graph: &CallGraph,
        funcs: &[Func],
        live: &[Liveness],
        externs: &BTreeMap<String, u16>,
        program: &mut Program,
    ) -> Result<Labels, Error> {
        let mut names = runtime::declare(program);
        let reserved: BTreeSet<String> = names.keys().cloned().collect();
        let high = module.globals.iter().any(is_under_kernal);
        let mut banked = BTreeMap::new();
        let runtime = runtime::ROUTINES.iter().map(|r| (r.name, names[r.name])).collect();
        let mut symbols: BTreeMap<Symbol, Label> = BTreeMap::new();
        for (i, info) in module.symbols.iter().enumerate() {
            // An alias is another name of the same symbol.
            let (primary, defined) = match info.kind {
                SymbolKind::Function(f) => (module.functions[f as usize].symbol, true),
                SymbolKind::Global(g) => {
                    let global = &module.globals[g as usize];
                    (global.symbol, global.init.is_some())
                }
                SymbolKind::Extern(_) => (Symbol(i as u32), false),
                SymbolKind::Dropped => continue,
            };
            let name = &module.symbols[primary.index()].name;
            if defined && (reserved.contains(name) || ADDED.contains(&name.as_str())) {
                let what = format!("the name `{name}`, which the compiler gives to a part of its own,");
                return Err(module.unsupported(primary, (0, SourceId::UNKNOWN), what));
            }
            let label = match (symbols.get(&primary), names.get(name), externs.get(name)) {
                (Some(label), _, _) | (None, Some(label), _) => *label,
                (None, None, Some(address)) if !defined && high && program.memory.is_kernal(*address) => {
                    let label = program.label(name);
                    banked.insert(label, *address);
                    label
                }
                (None, None, Some(address)) if !defined => program.fixed(name, *address),
                _ => program.label(name),
            };
            symbols.insert(primary, label);
            symbols.insert(Symbol(i as u32), label);
            names.insert(info.name.clone(), label);
        }
        if let Some(SymbolKind::Global(_)) = module.symbol("main").map(|s| module.symbols[s.index()].kind) {
            return Err(Error::Unsupported {
                file: module.name.clone(),
                line: 0,
                source: String::new(),
                function: String::new(),
                what: "a variable `main` in place of the function".to_string(),
            });
        }
        if !names.contains_key("main") {
            return Err(Error::Undefined {
                file: module.name.clone(),
                symbols: vec![("main".into(), "the start-up code".into())],
            });
        }
        let mut labels = Labels {
            symbols,
            entries: BTreeMap::new(),
            objects: BTreeMap::new(),
            params: BTreeMap::new(),
            runtime,
            banked,
            names,
        };
        for (func, live) in funcs.iter().zip(live) {
            let name = module.name_of(func.symbol);
            for n in 0..func.objects.len() as u32 {
                labels.objects.insert((func.symbol, n), program.label(format!(".{name}.object{n}")));
            }
            for i in convention::in_memory(func.params.len()) {
                if live.r#in[0].contains(func.params[i]) {
                    let label = program.label(format!(".{name}.arg{i}"));
                    labels.params.insert((func.symbol, i as u32), label);
                }
            }
            let needs_thunk = labels.params.keys().any(|p| p.0 == func.symbol);
            let named = graph.named.contains(&func.symbol);
            if needs_thunk && (named || graph.taken.contains_key(&func.symbol)) {
                let entry = program.label(format!("{name}.indirect"));
                labels.entries.insert(func.symbol, entry);
                // Assembly does not know the function's own memory, so the name refers to the entry in assembly.
                let own = labels.symbols[&func.symbol];
                labels
                    .names
                    .values_mut()
                    .filter(|label| named && **label == own)
                    .for_each(|label| *label = entry);
            }
        }
        Ok(labels)
    }

    /// Returns the context of selection. `unlisted` are functions that save their homes one by one, and `count` says whether the
    /// function is to be counted.
    pub fn context<'a>(
        &'a self,
        sources: &'a Sources,
        graph: &'a CallGraph,
        unlisted: &'a BTreeSet<Symbol>,
        count: bool,
    ) -> Context<'a> {
        Context {
            symbols: &self.symbols,
            entries: &self.entries,
            objects: &self.objects,
            params: &self.params,
            runtime: &self.runtime,
            names: &self.names,
            sources,
            graph,
            unlisted,
            count,
        }
    }
}
