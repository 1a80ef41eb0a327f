//! The operands of instructions, and the symbols that code and constants mention.

use super::{Callee, Const, Function, Op, Operand, Symbol, Value};
use std::collections::BTreeMap;

/// Visits the operands of an instruction, by shared or mutable reference.
macro_rules! each_operand {
    ($op:expr, $f:expr, $iter:ident $(, $mut:tt)?) => {
        match $op {
            Op::Binary { lhs, rhs, .. } | Op::Icmp { lhs, rhs, .. } | Op::Fcmp { lhs, rhs, .. } => {
                $f(lhs);
                $f(rhs);
            }
            Op::FNeg(v) | Op::Freeze(v) | Op::Cast { value: v, .. } | Op::Load { ptr: v, .. } => $f(v),
            Op::Store { value, ptr, .. } | Op::AtomicRmw { value, ptr, .. } => {
                $f(value);
                $f(ptr);
            }
            Op::Gep { base, indices, .. } => {
                $f(base);
                indices.$iter().for_each(|i| $f(&$($mut)? i.1));
            }
            Op::Phi(incoming) => incoming.$iter().for_each(|i| $f(&$($mut)? i.1)),
            Op::Select { cond, then, other } => {
                $f(cond);
                $f(then);
                $f(other);
            }
            Op::Call { callee, args, .. } => {
                if let Callee::Indirect(pointer) = callee {
                    $f(pointer);
                }
                args.$iter().for_each(|a| $f(&$($mut)? a.1));
            }
            Op::ExtractValue { value, .. } => $f(value),
            Op::InsertValue { value, part, .. } => {
                $f(value);
                $f(part);
            }
            Op::CmpXchg { ptr, expected, new, .. } => {
                $f(ptr);
                $f(expected);
                $f(new);
            }
            Op::CondBr { cond, .. } => $f(cond),
            Op::Switch { value, .. } => $f(value),
            Op::Ret(Some(value)) => $f(value),
            Op::Ret(None) | Op::Alloca { .. } | Op::Fence | Op::Br(_) | Op::Unreachable => {}
        }
    };
}

/// Calls `f` for every operand of an instruction; direct callees are not operands.
pub fn operands<'a>(op: &'a Op, f: &mut impl FnMut(&'a Operand)) {
    each_operand!(op, f, iter)
}

/// Calls `f` for every operand of an instruction, to change it.
pub fn operands_mut(op: &mut Op, f: &mut impl FnMut(&mut Operand)) {
    each_operand!(op, f, iter_mut, mut)
}

/// Replaces values among an instruction's operands by constants.
pub(crate) fn replace_values(op: &mut Op, constants: &BTreeMap<Value, Const>) {
    operands_mut(op, &mut |operand| {
        if let Some(constant) = operand.value().and_then(|value| constants.get(&value)) {
            *operand = Operand::Const(constant.clone());
        }
    });
}

/// Calls `found` for every symbol that a function mentions, direct callees included.
pub fn mentions(function: &Function, found: &mut impl FnMut(Symbol)) {
    function.blocks.iter().flat_map(|b| &b.insts).for_each(|inst| mentions_of(&inst.op, found));
}

/// Calls `found` for every symbol that an instruction mentions, a direct callee included.
pub(crate) fn mentions_of(op: &Op, found: &mut impl FnMut(Symbol)) {
    if let Op::Call { callee: Callee::Direct(symbol), .. } = op {
        found(*symbol);
    }
    operands(op, &mut |operand| {
        if let Operand::Const(c) = operand {
            constant_mentions(c, found);
        }
    });
}

/// Calls `found` for every symbol that a constant mentions.
pub fn constant_mentions(c: &Const, found: &mut impl FnMut(Symbol)) {
    match c {
        Const::Address(symbol, _) => found(*symbol),
        Const::Aggregate(parts) => parts.iter().for_each(|(_, c)| constant_mentions(c, found)),
        _ => {}
    }
}

/// Returns the words of an assembly text that could be symbols.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || "_$.".contains(c)))
}
