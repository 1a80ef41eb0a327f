//! Replaces a parameter by the constant that every call passes for it.
//!
//! Requires: reachable code only.  Keeps: signatures.  Breaks: nothing.
//!
//! Static frames make many pointer arguments one known address; with it, accesses through the parameter
//! become accesses of an object of known size. Only functions whose address is not taken and that
//! nothing outside calls.
//!
//! Before: `call @f(ptr @state)` (everywhere), `@f(ptr %s): load ptr %s`      After: `@f(ptr %s): load ptr @state`

use super::callgraph::CallGraph;
use crate::ir::operands::{operands, operands_mut};
use crate::ir::{Callee, Const, Module, Op, Operand, Symbol, Value};
use std::collections::BTreeMap;

/// What the calls seen so far pass for a parameter.
#[derive(Clone, PartialEq)]
enum Passed {
    Nothing,
    One(Const),
    Many,
}

/// Propagates constants into parameters until nothing changes.
pub fn constant_arguments(module: &mut Module) {
    while round(module) {}
}

fn round(module: &mut Module) -> bool {
    let graph = CallGraph::new(module);
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
                    _ => Passed::Many,
                };
            }
        }
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
            let mut hit = false;
            operands(&inst.op, &mut |o| hit |= o.value().is_some_and(|v| constants.contains_key(&v)));
            if hit {
                changed = true;
                operands_mut(&mut inst.op, &mut |o| {
                    if let Some(c) = o.value().and_then(|v| constants.get(&v)) {
                        *o = Operand::Const(c.clone());
                    }
                });
            }
        }
    }
    changed
}
