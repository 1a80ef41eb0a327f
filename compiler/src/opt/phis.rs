//! Replaces phis that are always the same value by that value: what LLVM leaves behind a loop for each value that is
//! used outside it.
//!
//! Requires: SSA form.  Keeps: SSA form.
//!
//! Before: `%p.lcssa = phi ptr [ %p, %loop ]`, `load ptr %p.lcssa`      After: `load ptr %p`

use super::pointers::operands_mut;
use crate::ir::{Function, Module, Op, Operand, Value};
use std::collections::BTreeMap;

/// Does it for all functions.
pub fn single_phis(module: &mut Module) {
    for function in &mut module.functions {
        while round(function) {}
    }
}

fn round(function: &mut Function) -> bool {
    let mut same: BTreeMap<Value, Operand> = BTreeMap::new();
    for block in &mut function.blocks {
        block.insts.retain(|inst| {
            let (Op::Phi(incoming), Some(phi)) = (&inst.op, inst.result) else { return true };
            let mut others = incoming.iter().map(|i| &i.1).filter(|o| o.value() != Some(phi));
            let Some(first) = others.next() else { return true };
            if others.any(|o| o != first) {
                return true;
            }
            same.insert(phi, first.clone());
            false
        });
    }
    if same.is_empty() {
        return false;
    }
    // One may stand for another that goes, too; in code that nothing reaches, for itself in the end.
    let found = |operand: &Operand| {
        let mut operand = operand.clone();
        for _ in 0..same.len() {
            let Some(next) = operand.value().and_then(|v| same.get(&v)) else { break };
            operand = next.clone();
        }
        operand
    };
    for inst in function.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        operands_mut(&mut inst.op, &mut |operand| {
            if operand.value().is_some_and(|v| same.contains_key(&v)) {
                *operand = found(operand);
            }
        });
    }
    true
}
