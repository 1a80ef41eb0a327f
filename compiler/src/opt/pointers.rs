//! Replaces a parameter by the constant that every call passes for it.
//!
//! Requires: reachable code only.  Keeps: signatures, the numbers of symbols and globals, by adding to them.  Breaks: nothing.
//!
//! Static frames make many pointer arguments one known address; with it, accesses through the parameter
//! become accesses of an object of known size. Only functions whose address is not taken and that
//! nothing outside calls.
//!
//! Before: `call @f(ptr @state)` (everywhere), `@f(ptr %s): load ptr %s`      After: `@f(ptr %s): load ptr @state`
//!
//! A local object of `main` of which every call passes the address becomes a variable, so that its address is a constant, too. `main`
//! is active as long as the program runs, so no other object could share the memory.
//!
//! Before: `%s = alloca i8`, `call @f(ptr %s)` (everywhere)      After: `@main.s = global i8 undef`, `call @f(ptr @main.s)`

use super::callgraph::CallGraph;
use crate::ir::operands::{operands, operands_mut};
use crate::ir::{
    Callee, Const, Function, Global, Inst, Module, Op, Operand, Symbol, SymbolInfo, SymbolKind, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// What the calls seen so far pass for a parameter.
#[derive(Clone, PartialEq)]
enum Passed {
    Nothing,
    One(Const),
    /// The address of this local object of `main`.
    Local(Value),
    Many,
}

/// Propagates constants into parameters until nothing changes.
pub fn constant_arguments(module: &mut Module) {
    while round(module) {}
}

/// `main` and its local objects, if they exist only once: nothing calls `main`, or takes its address. Objects that are not made at
/// its start are left to those who refuse them.
fn lasting(module: &Module, graph: &CallGraph) -> (Option<Symbol>, BTreeSet<Value>) {
    let main = module.symbol("main").and_then(|symbol| module.function(symbol));
    let called = |main: &&Function| graph.callees.values().any(|callees| callees.contains(&main.symbol));
    let Some(main) = main.filter(|main| !called(main) && !graph.taken.contains_key(&main.symbol)) else {
        return (None, BTreeSet::new());
    };
    let object = |inst: &Inst| match &inst.op {
        Op::Alloca { ty, .. } if ty.size() > 0 => inst.result,
        _ => None,
    };
    (Some(main.symbol), main.blocks[0].insts.iter().filter_map(object).collect())
}

/// Makes local objects of `main` variables. What they hold at first is not known of them before, either.
fn make_variables(module: &mut Module, main: Symbol, objects: &BTreeSet<Value>) {
    let name = module.name_of(main).to_string();
    let SymbolKind::Function(at) = module.symbols[main.index()].kind else { return };
    let mut addresses: BTreeMap<Value, Const> = BTreeMap::new();
    for object in objects {
        let function = &module.functions[at as usize];
        let made = function.blocks[0].insts.iter().find(|inst| inst.result == Some(*object));
        let Some(Inst { op: Op::Alloca { ty, align }, line, .. }) = made else { continue };
        let (ty, align, line) = (ty.clone(), *align, *line);
        let mut name = format!("{name}.{}", function.values[object.index()].name);
        while module.symbol(&name).is_some() {
            name.push_str(".local");
        }
        let symbol = Symbol(module.symbols.len() as u32);
        module.symbols.push(SymbolInfo { name, kind: SymbolKind::Global(module.globals.len() as u32) });
        let (init, constant, exported, section) = (Some(Const::Undef), false, false, None);
        module.globals.push(Global { symbol, ty, constant, exported, init, align, section, line });
        addresses.insert(*object, Const::Address(symbol, 0));
    }
    for block in &mut module.functions[at as usize].blocks {
        block.insts.retain(|inst| match &inst.op {
            // A variable lives on.
            Op::Call { callee: Callee::Intrinsic(name), args, .. } if name.starts_with("lifetime.") => {
                !args.iter().any(|arg| arg.1.value().is_some_and(|v| addresses.contains_key(&v)))
            }
            _ => inst.result.is_none_or(|result| !addresses.contains_key(&result)),
        });
        for inst in &mut block.insts {
            replace(&mut inst.op, &addresses);
        }
    }
}

/// Puts constants in the place of values; whether there were any.
fn replace(op: &mut Op, constants: &BTreeMap<Value, Const>) -> bool {
    let mut hit = false;
    operands(op, &mut |o| hit |= o.value().is_some_and(|v| constants.contains_key(&v)));
    if hit {
        operands_mut(op, &mut |o| {
            if let Some(c) = o.value().and_then(|v| constants.get(&v)) {
                *o = Operand::Const(c.clone());
            }
        });
    }
    hit
}

fn round(module: &mut Module) -> bool {
    let graph = CallGraph::new(module);
    let (main, objects) = lasting(module, &graph);
    let mut passed: BTreeMap<Symbol, Vec<Passed>> = module
        .functions
        .iter()
        .filter(|f| !f.exported && !graph.taken.contains_key(&f.symbol))
        .map(|f| (f.symbol, vec![Passed::Nothing; f.params.len()]))
        .collect();
    for function in &module.functions {
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            let Op::Call { callee: Callee::Direct(symbol), args, .. } = &inst.op else { continue };
            let Some(slots) = passed.get_mut(symbol) else { continue };
            for (i, (slot, (_, arg))) in slots.iter_mut().zip(args).enumerate() {
                let own = *symbol == function.symbol
                    && arg.value().is_some_and(|v| function.params.get(i).is_some_and(|p| p.value == v));
                if own {
                    continue;
                }
                *slot = match (slot.clone(), arg) {
                    (Passed::Nothing, Operand::Const(c @ (Const::Address(..) | Const::Int(_)))) => {
                        Passed::One(c.clone())
                    }
                    (Passed::One(old), Operand::Const(c)) if old == *c => Passed::One(old),
                    (Passed::Nothing, Operand::Value(v))
                        if main == Some(function.symbol) && objects.contains(v) =>
                    {
                        Passed::Local(*v)
                    }
                    (Passed::Local(old), Operand::Value(v)) if main == Some(function.symbol) && old == *v => {
                        Passed::Local(old)
                    }
                    _ => Passed::Many,
                };
            }
        }
    }
    let local = |passed: &Passed| if let Passed::Local(object) = passed { Some(*object) } else { None };
    let locals: BTreeSet<Value> = passed.values().flatten().filter_map(local).collect();
    if let Some(main) = main.filter(|_| !locals.is_empty()) {
        make_variables(module, main, &locals);
        return true;
    }
    let mut changed = false;
    for function in &mut module.functions {
        let Some(slots) = passed.get(&function.symbol) else { continue };
        let constants: BTreeMap<Value, Const> = function
            .params
            .iter()
            .zip(slots)
            .filter_map(|(p, s)| match s {
                Passed::One(c) => Some((p.value, c.clone())),
                _ => None,
            })
            .collect();
        if constants.is_empty() {
            continue;
        }
        for inst in function.blocks.iter_mut().flat_map(|b| &mut b.insts) {
            changed |= replace(&mut inst.op, &constants);
        }
    }
    changed
}
