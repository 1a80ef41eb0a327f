//! Replaces phis that always have the same value by that value.
//! LLVM leaves such phis behind a loop for each value that is used outside it, and where it keeps a variable that it also stores.
//! Also lets phis read the values that they are known to take.
//!
//! Requires: SSA form.  Keeps: SSA form.
//!
//! Before: `%p.lcssa = phi ptr [ %p, %loop ]`, `load ptr %p.lcssa`      After: `load ptr %p`

use crate::ir::operands::{operands, operands_mut};
use crate::ir::{BlockId, Const, Function, Inst, Module, Op, Operand, Symbol, Type, Value};
use crate::opt::range::Ranges;
use std::collections::BTreeMap;

/// Replaces these phis in all functions, until none is left.
pub fn single_phis(module: &mut Module) {
    for function in &mut module.functions {
        decide_ends(function);
        let ways = decided_selects(function);
        while round(function) || equal_phis(function) {}
        if ways {
            drop_unread(function);
        }
    }
}

/// Lets branches back into a loop test only the condition of its select, if the rest of their condition is known not to hold.
///
/// Before: `%i = phi …, [ %n, %loop ]`, `%n = select %z, 9, %j`, `%m = icmp ugt %n, 9`, `br (select %z, true, %m), %end, %loop`
/// After: `br %z, %end, %loop`
fn decide_ends(function: &mut Function) {
    let made: BTreeMap<Value, (BlockId, &Op)> = (0..)
        .map(BlockId)
        .zip(&function.blocks)
        .flat_map(|(b, block)| block.insts.iter().map(move |inst| (b, inst)))
        .filter_map(|(b, inst)| Some((inst.result?, (b, &inst.op))))
        .collect();
    let select = |value: Option<Value>| match made.get(&value?)?.1 {
        Op::Select { cond: Operand::Value(cond), then, other } => Some((*cond, then, other)),
        _ => None,
    };
    let mut ranges = None;
    let mut ends: Vec<(BlockId, Value)> = Vec::new();
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        let Op::Phi(incoming) = &inst.op else { continue };
        for (from, operand) in incoming {
            let end = function.blocks[from.index()].insts.last().map(|inst| &inst.op);
            let Some(Op::CondBr { cond, .. }) = end else { continue };
            let (Some((asked, ..)), Some((first, then, more))) =
                (select(operand.value()), select(cond.value()))
            else {
                continue;
            };
            let Some((at, Op::Icmp { pred, ty, lhs, rhs })) = more.value().and_then(|more| made.get(&more))
            else {
                continue;
            };
            if asked == first && then.int() == Some(1) {
                let ranges = ranges.get_or_insert_with(|| Ranges::new(function));
                if ranges.decide(*pred, (lhs, rhs), ty, *at) == Some(false) {
                    ends.push((*from, first));
                }
            }
        }
    }
    for (block, asked) in ends {
        if let Some(Inst { op: Op::CondBr { cond, .. }, .. }) =
            function.blocks[block.index()].insts.last_mut()
        {
            *cond = Operand::Value(asked);
        }
    }
}

/// Lets phis read on each path the operand that a select yields there, if the branch on that path decides which one it is. Returns
/// whether there were any. Rust's `a..=b` counts with such a select and ends the loop in the iteration in which it would stop
/// counting.
///
/// The operands of the select are defined before it, so before the end of the block from which the path leads.
///
/// Before: `%i = phi [ 1, %a ], [ %n, %loop ]`, `%z = icmp eq %i, 9`, `%n = select %z, 9, %j`, `br %z, %end, %loop`
/// After: `%i = phi [ 1, %a ], [ %j, %loop ]`
fn decided_selects(function: &mut Function) -> bool {
    let mut selects: BTreeMap<Value, (Value, Operand, Operand)> = BTreeMap::new();
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        if let (Some(result), Op::Select { cond: Operand::Value(cond), then, other }) =
            (inst.result, &inst.op)
        {
            selects.insert(result, (*cond, then.clone(), other.clone()));
        }
    }
    let ends: Vec<Option<Op>> =
        function.blocks.iter().map(|block| block.insts.last().map(|inst| inst.op.clone())).collect();
    // Whether a condition is known to hold, or not to hold, on the edge from one block to another.
    let known = |from: BlockId, to: BlockId, asked: Value| {
        let Some(Op::CondBr { cond: Operand::Value(cond), then, other }) = &ends[from.index()] else {
            return None;
        };
        if then == other {
            return None;
        }
        let holds = *then == to;
        match selects.get(cond) {
            _ if *cond == asked => Some(holds),
            // `asked || more` does not hold, or `asked && more` does.
            Some((first, Operand::Const(Const::Int(1)), _)) if *first == asked && !holds => Some(false),
            Some((first, _, Operand::Const(Const::Int(0)))) if *first == asked && holds => Some(true),
            _ => None,
        }
    };
    let mut changed = false;
    for (b, block) in function.blocks.iter_mut().enumerate() {
        for inst in &mut block.insts {
            let Op::Phi(incoming) = &mut inst.op else { break };
            for (from, operand) in incoming {
                let select = operand.value().and_then(|value| selects.get(&value));
                let Some((cond, then, other)) = select else { continue };
                if let Some(holds) = known(*from, BlockId(b as u32), *cond) {
                    *operand = if holds { then.clone() } else { other.clone() };
                    changed = true;
                }
            }
        }
    }
    changed
}

/// Drops selects and comparisons that nothing reads any more.
fn drop_unread(function: &mut Function) {
    loop {
        let mut read = vec![false; function.values.len()];
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            operands(&inst.op, &mut |operand| {
                if let Some(value) = operand.value() {
                    read[value.index()] = true;
                }
            });
        }
        let mut dropped = false;
        for block in &mut function.blocks {
            block.insts.retain(|inst| {
                let idle = matches!(inst.op, Op::Select { .. } | Op::Icmp { .. });
                let keep = !idle || inst.result.is_none_or(|result| read[result.index()]);
                dropped |= !keep;
                keep
            });
        }
        if !dropped {
            return;
        }
    }
}

/// The operand that a phi takes from each incoming block.
type Ways = Vec<(BlockId, Operand)>;

/// Replaces each phi that always equals another one of its block by that one. This includes phis that differ only by such phis
/// themselves: they are equal at first and stay so, since each path into the block gives both the same value.
///
/// Before: `%p = phi [ 0, %a ], [ %r, %b ]`, `%q = phi [ 0, %a ], [ %s, %b ]`, `%r` and `%s` being phis of `%p` and `%q`
/// After: `%p = phi [ 0, %a ], [ %r, %b ]`
fn equal_phis(function: &mut Function) -> bool {
    let phis: Vec<(usize, Value, Ways)> = function
        .blocks
        .iter()
        .enumerate()
        .flat_map(|(b, block)| block.insts.iter().map(move |inst| (b, inst)))
        .filter_map(|(b, inst)| match (&inst.op, inst.result) {
            (Op::Phi(incoming), Some(phi)) => {
                let mut incoming = incoming.clone();
                incoming.sort_by_key(|way| way.0);
                Some((b, phi, incoming))
            }
            _ => None,
        })
        .collect();
    let number: BTreeMap<Value, usize> = phis.iter().enumerate().map(|(i, phi)| (phi.1, i)).collect();
    // For each phi, the first one that may be equal: initially any of its block and type; those that turn out to differ are
    // separated.
    let mut first = vec![0; phis.len()];
    let mut split = true;
    let mut rounds = 0;
    while split {
        let class = |operand: &Operand| operand.value().and_then(|v| number.get(&v)).map(|i| first[*i]);
        let same = |a: &Operand, b: &Operand| match (class(a), class(b)) {
            (Some(a), Some(b)) => a == b,
            _ => a == b,
        };
        let equal = |i: usize, j: usize| {
            let ((block, phi, ways), (other_block, other, other_ways)) = (&phis[i], &phis[j]);
            let alike = |(a, b): (&(BlockId, Operand), &(BlockId, Operand))| a.0 == b.0 && same(&a.1, &b.1);
            block == other_block
                && function.ty(*phi) == function.ty(*other)
                && (rounds == 0 || first[i] == first[j] && ways.iter().zip(other_ways).all(alike))
        };
        let next: Vec<usize> = (0..phis.len())
            .map(|i| {
                let begin = phis.partition_point(|phi| phi.0 < phis[i].0);
                (begin..i).find(|j| equal(*j, i)).unwrap_or(i)
            })
            .collect();
        split = rounds == 0 || next != first;
        first = next;
        rounds += 1;
    }
    let same: BTreeMap<Value, Operand> = first
        .iter()
        .enumerate()
        .filter(|(i, first)| i != *first)
        .map(|(i, first)| (phis[i].1, Operand::Value(phis[*first].1)))
        .collect();
    for block in &mut function.blocks {
        block.insts.retain(|inst| inst.result.is_none_or(|result| !same.contains_key(&result)));
    }
    replace(function, &same);
    !same.is_empty()
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
    replace(function, &same);
    !same.is_empty()
}

/// Replaces values by other operands.
fn replace(function: &mut Function, same: &BTreeMap<Value, Operand>) {
    // A replacement may itself be replaced; in unreachable code, finally by itself.
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
}

/// The part of an address that is the same on all paths, and the number added on each.
struct Forms {
    symbol: Symbol,
    offset: i32,
    indices: Vec<(BlockId, Operand)>,
}

/// Turns a phi of addresses within one variable into an address with a phi as its index.
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

/// Returns the common part of a phi's incoming addresses, if all are in one variable.
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
