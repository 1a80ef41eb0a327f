//! Drops functions and globals that cannot be reached, and finds undefined symbols.
//!
//! An interrupt handler is reachable from anything that mentions its address.
//!
//! Requires: nothing.  Keeps: symbol numbers.  Breaks: function and global indices (and updates those of the symbols).

use crate::Error;
use crate::error::demangled;
use crate::ir::intrinsics;
use crate::ir::operands::{constant_mentions, mentions, mentions_of, operands, words};
use crate::ir::sources::SourceId;
use crate::ir::{Module, Operand, Symbol, SymbolKind};
use std::collections::{BTreeMap, BTreeSet};

/// Externs that the compiler defines itself.
const DEFINED: [&str; 4] = ["__exit", "__kernal_in", "__kernal_out", "__kernal_irq"];

/// Whether the compiler itself translates or defines an extern.
pub fn is_built_in(name: &str) -> bool {
    intrinsics::is_known_extern(name) || DEFINED.contains(&name)
}

/// Keeps exported entities and all that they reach. `externs` are symbols that exist outside the module.
pub fn reach(module: &mut Module, externs: &BTreeMap<String, u16>) -> Result<(), Error> {
    let words: BTreeSet<&str> = module.asm.iter().flat_map(|line| words(line)).collect();
    let labels: BTreeSet<&str> =
        module.asm.iter().filter_map(|l| l.trim().split_once(':').map(|p| p.0.trim())).collect();
    let mut users: BTreeMap<Symbol, String> = BTreeMap::new();
    let mut work: Vec<Symbol> = Vec::new();
    for (i, info) in module.symbols.iter().enumerate() {
        let symbol = Symbol(i as u32);
        let root = match info.kind {
            SymbolKind::Function(f) => module.functions[f as usize].exported,
            SymbolKind::Global(g) => module.globals[g as usize].exported,
            SymbolKind::Extern(_) | SymbolKind::Dropped => false,
        };
        if root || words.contains(info.name.as_str()) {
            users.insert(symbol, String::from("module"));
            work.push(symbol);
        }
    }
    while let Some(symbol) = work.pop() {
        let name = module.name_of(symbol).to_string();
        let mut found = |s: Symbol| {
            users.entry(s).or_insert_with(|| {
                work.push(s);
                name.clone()
            });
        };
        if let Some(function) = module.function(symbol) {
            mentions(function, &mut found);
        } else if let Some(init) = module.global(symbol).and_then(|g| g.init.as_ref()) {
            constant_mentions(init, &mut found);
        }
    }
    let undefined: BTreeMap<&str, &String> = users
        .iter()
        .filter(|(s, _)| match module.symbols[s.index()].kind {
            SymbolKind::Extern(_) => true,
            SymbolKind::Global(g) => module.globals[g as usize].init.is_none(),
            SymbolKind::Function(_) | SymbolKind::Dropped => false,
        })
        .map(|(s, user)| (module.name_of(*s), user))
        .filter(|(name, _)| !is_built_in(name) && !labels.contains(name) && !externs.contains_key(*name))
        .collect();
    if !undefined.is_empty() {
        let user = |symbol: &str, user: &str| match place_of_use(module, symbol, user) {
            place if place.is_empty() => demangled(user),
            place => format!("{} ({place})", demangled(user)),
        };
        let symbols = undefined.into_iter().map(|(s, u)| (s.to_string(), user(s, u))).collect();
        return Err(Error::Undefined { file: module.name.clone(), symbols });
    }
    renumber(module, |symbol| users.contains_key(&symbol));
    refuse_addresses(module)
}

/// Rejects addresses of functions whose calls the compiler translates itself: there is nothing at such an address.
fn refuse_addresses(module: &Module) -> Result<(), Error> {
    let translated = |symbol: Symbol| {
        let defined = match module.symbols[symbol.index()].kind {
            SymbolKind::Extern(_) => false,
            SymbolKind::Global(g) => module.globals[g as usize].init.is_some(),
            SymbolKind::Function(_) | SymbolKind::Dropped => true,
        };
        !defined && intrinsics::is_known_extern(module.name_of(symbol))
    };
    let error = |user: Symbol, at: (u32, SourceId), symbol: Symbol| {
        let what = format!(
            "the address of `{}`, whose calls the compiler translates itself,",
            module.name_of(symbol)
        );
        Err(module.unsupported(user, at, what))
    };
    for function in &module.functions {
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            let mut found = None;
            operands(&inst.op, &mut |operand| {
                if let Operand::Const(constant) = operand {
                    constant_mentions(constant, &mut |symbol| {
                        found = found.or(translated(symbol).then_some(symbol));
                    });
                }
            });
            if let Some(symbol) = found {
                return error(function.symbol, (inst.line, inst.source), symbol);
            }
        }
    }
    for global in &module.globals {
        let mut found = None;
        if let Some(init) = &global.init {
            constant_mentions(init, &mut |symbol| found = found.or(translated(symbol).then_some(symbol)));
        }
        if let Some(symbol) = found {
            return error(global.symbol, (global.line, SourceId::UNKNOWN), symbol);
        }
    }
    Ok(())
}

/// Returns where in the Rust source the function `user` first mentions a symbol; empty if that is unknown.
fn place_of_use(module: &Module, symbol: &str, user: &str) -> String {
    let function = module.symbol(user).and_then(|user| module.function(user));
    let mut insts = function.into_iter().flat_map(|f| &f.blocks).flat_map(|block| &block.insts);
    let first = insts.find(|inst| {
        let mut found = false;
        mentions_of(&inst.op, &mut |mentioned| found |= module.name_of(mentioned) == symbol);
        found
    });
    first.map(|inst| module.sources.text(inst.source)).unwrap_or_default()
}

/// Drops all functions and globals except those to keep; symbols, including aliases, are updated. The symbol of a dropped entity
/// names nothing any more.
fn renumber(module: &mut Module, keep: impl Fn(Symbol) -> bool) {
    let mut next = 0;
    let functions: Vec<Option<u32>> = module
        .functions
        .iter()
        .map(|function| {
            next += u32::from(keep(function.symbol));
            keep(function.symbol).then(|| next - 1)
        })
        .collect();
    module.functions.retain(|f| keep(f.symbol));
    for info in &mut module.symbols {
        info.kind = match info.kind {
            SymbolKind::Function(i) => {
                functions[i as usize].map_or(SymbolKind::Dropped, SymbolKind::Function)
            }
            kind => kind,
        };
    }
    let kept = module.globals.iter().filter(|global| keep(global.symbol)).cloned().collect();
    module.set_globals(kept);
}
