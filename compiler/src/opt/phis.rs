//! Replaces phis that are always the same value by that value: what LLVM leaves behind a loop for each value that is
//! used outside it.
//!
//! Requires: SSA form.  Keeps: SSA form.
//!
//! Before: `%p.lcssa = phi ptr [ %p, %loop ]`, `load ptr %p.lcssa`      After: `load ptr %p`

use crate::ir::operands::operands_mut;
use crate::ir::{BlockId, Const, Function, Inst, Module, Op, Operand, Symbol, Type, Value};
use std::collections::BTreeMap;

/// Replaces these phis in all functions, until none is left.
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

/// The part of an address that is the same on all ways, and the number added on each.
struct Forms {
    symbol: Symbol,
    offset: i32,
    indices: Vec<(BlockId, Operand)>,
}

/// Makes a phi of addresses within one variable an address with a phi as its index.
///
/// Before: `%p = phi ptr [ @t, %a ], [ %q, %b ]`, `%q` being `@t` + `%i`
/// After: `%n = phi i16 [ 0, %a ], [ %i, %b ]`, `%p` being `@t` + `%n`
pub fn indexed_phis(module: &mut Module) {
    for function in &mut module.functions {
        let mut geps: BTreeMap<Value, Op> = BTreeMap::new();
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            if let (Some(result), Op::Gep { .. }) = (inst.result, &inst.op) {
                geps.insert(result, inst.op.clone());
            }
        }
        for b in 0..function.blocks.len() {
            let count = function.blocks[b].insts.iter().take_while(|i| matches!(i.op, Op::Phi(_))).count();
            let mut behind = count;
            for i in 0..count {
                let Inst { result: Some(phi), op: Op::Phi(incoming), .. } = &function.blocks[b].insts[i]
                else {
                    continue;
                };
                let phi = *phi;
                if *function.ty(phi) != Type::Ptr {
                    continue;
                }
                let Some(forms) = forms(incoming, &geps) else { continue };
                let index = function.new_value(INDEX, format!("{}.index", function.values[phi.index()].name));
                let block = &mut function.blocks[b];
                let address = Op::Gep {
                    base: Operand::Const(Const::Address(forms.symbol, forms.offset)),
                    offset: 0,
                    indices: vec![(INDEX, Operand::Value(index), 1)],
                    inbounds: true,
                    nuw: true,
                };
                let source = block.insts[i].source;
                block.insts.insert(behind, Inst { result: Some(phi), op: address, line: 0, source });
                block.insts[i] = Inst { result: Some(index), op: Op::Phi(forms.indices), line: 0, source };
                behind += 1;
            }
        }
    }
}

/// The type of an index.
const INDEX: Type = Type::Int(16);

/// What the ways into a phi have in common, if all lead into one variable.
fn forms(incoming: &[(BlockId, Operand)], geps: &BTreeMap<Value, Op>) -> Option<Forms> {
    let mut parts: Vec<(BlockId, Symbol, i32, Option<Operand>)> = Vec::new();
    for (from, operand) in incoming {
        parts.push(match operand {
            Operand::Const(Const::Address(symbol, offset)) => (*from, *symbol, *offset, None),
            Operand::Const(_) => return None,
            Operand::Value(value) => match geps.get(value)? {
                Op::Gep {
                    base: Operand::Const(Const::Address(symbol, start)),
                    offset,
                    indices,
                    inbounds: true,
                    nuw: true,
                } => match &indices[..] {
                    [(INDEX, index @ Operand::Value(_), 1)] => {
                        (*from, *symbol, start.checked_add(*offset)?, Some(index.clone()))
                    }
                    _ => return None,
                },
                _ => return None,
            },
        });
    }
    let symbol = parts.first()?.1;
    let variable = parts.iter().find(|p| p.3.is_some()).map(|p| p.2);
    let offset = variable.or_else(|| parts.iter().map(|p| p.2).min())?;
    let mut indices = Vec::new();
    for (from, other, start, index) in parts {
        let more = u8::try_from(start.checked_sub(offset)?).ok()?;
        if other != symbol || (index.is_some() && more != 0) {
            return None;
        }
        indices.push((from, index.unwrap_or(Operand::Const(Const::Int(more.into())))));
    }
    Some(Forms { symbol, offset, indices })
}
