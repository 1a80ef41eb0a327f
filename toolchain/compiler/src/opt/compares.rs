//! Moves byte comparisons to the branches that test their results.
//! LLVM hoists comparisons out of loops, but the 6502 compares as fast as it tests the result of an earlier comparison.
//!
//! Requires: SSA form.  Keeps: everything else.  Breaks: nothing.
//!
//! It moves conditions of one or two comparisons of integers of up to eight bits, or of their lowest bits, that only branches in
//! other blocks read. More comparisons would take longer to repeat than to test. Their operands are the same there, as the block
//! that computed them dominates the branch.
//!
//! Before: `%done = icmp eq i8 %left, 0`, in another block `br i1 %done`
//! After: `%done.1 = icmp eq i8 %left, 0 / br i1 %done.1`

use crate::ir::operands::{operands, operands_mut};
use crate::ir::{BinOp, CastOp, Function, Inst, Module, Op, Operand, Type, Value};
use std::collections::BTreeMap;

/// The maximum number of comparisons in a condition.
const COMPARISONS: usize = 2;

/// A condition that may move: the block that computes it, and its number of comparisons.
struct Condition {
    block: usize,
    inst: Inst,
    comparisons: usize,
}

/// Moves conditions to the branches that read them.
pub fn compares(module: &mut Module) {
    module.functions.iter_mut().for_each(move_conditions);
}

fn move_conditions(function: &mut Function) {
    let mut conditions = conditions(function);
    while let Some(kept) = kept_where_it_is(function, &conditions) {
        conditions.remove(&kept);
    }
    for b in 0..function.blocks.len() {
        let end = function.blocks[b].insts.last().map(|inst| &inst.op);
        let Some(Op::CondBr { cond: Operand::Value(cond), .. }) = end else { continue };
        if conditions.contains_key(cond) {
            let cond = copy(function, &conditions, *cond, b);
            if let Some(Op::CondBr { cond: place, .. }) =
                function.blocks[b].insts.last_mut().map(|inst| &mut inst.op)
            {
                *place = Operand::Value(cond);
            }
        }
    }
    for block in &mut function.blocks {
        block.insts.retain(|inst| inst.result.is_none_or(|result| !conditions.contains_key(&result)));
    }
}

/// Returns the values that are conditions of few comparisons.
fn conditions(function: &Function) -> BTreeMap<Value, Condition> {
    let mut conditions: BTreeMap<Value, Condition> = BTreeMap::new();
    for (block, inst) in
        function.blocks.iter().enumerate().flat_map(|(b, k)| k.insts.iter().map(move |i| (b, i)))
    {
        let Some(result) = inst.result.filter(|result| *function.ty(*result) == Type::Int(1)) else {
            continue;
        };
        let comparisons = match &inst.op {
            Op::Icmp { ty: Type::Int(2..=8), .. } => Some(1),
            Op::Cast { op: CastOp::Trunc, from: Type::Int(2..=8), .. } => Some(1),
            Op::Binary { op: BinOp::And | BinOp::Or | BinOp::Xor, .. } | Op::Select { .. } => {
                let mut sum = Some(0);
                operands(&inst.op, &mut |operand| {
                    let count = match operand {
                        Operand::Const(_) => Some(0),
                        // A condition with parts in other blocks would be moved in parts.
                        Operand::Value(value) => conditions
                            .get(value)
                            .filter(|part| part.block == block)
                            .map(|part| part.comparisons),
                    };
                    sum = sum.zip(count).map(|(sum, count)| sum + count);
                });
                sum
            }
            _ => None,
        };
        if let Some(comparisons) = comparisons.filter(|comparisons| *comparisons <= COMPARISONS) {
            conditions.insert(result, Condition { block, inst: inst.clone(), comparisons });
        }
    }
    conditions
}

/// Returns a condition that is read by anything other than branches in other blocks and conditions that move.
fn kept_where_it_is(function: &Function, conditions: &BTreeMap<Value, Condition>) -> Option<Value> {
    let mut kept = None;
    for (b, block) in function.blocks.iter().enumerate() {
        for inst in &block.insts {
            let part = inst.result.is_some_and(|result| conditions.contains_key(&result));
            let branch = matches!(inst.op, Op::CondBr { .. });
            operands(&inst.op, &mut |operand| {
                let Operand::Value(value) = operand else { return };
                if conditions.get(value).is_some_and(|condition| !(part || branch && condition.block != b)) {
                    kept = Some(*value);
                }
            });
        }
    }
    // A condition with a part that stays in place stays, too.
    let parted = |condition: &Condition| {
        let mut parted = false;
        operands(&condition.inst.op, &mut |operand| {
            parted |= matches!(condition.inst.op, Op::Binary { .. } | Op::Select { .. })
                && operand.value().is_some_and(|value| !conditions.contains_key(&value));
        });
        parted
    };
    kept.or_else(|| conditions.iter().find(|(_, condition)| parted(condition)).map(|(value, _)| *value))
}

/// Computes a condition again, before the end of a block.
fn copy(function: &mut Function, conditions: &BTreeMap<Value, Condition>, value: Value, b: usize) -> Value {
    let mut inst = conditions[&value].inst.clone();
    operands_mut(&mut inst.op, &mut |operand| {
        if let Some(part) = operand.value().filter(|part| conditions.contains_key(part)) {
            *operand = Operand::Value(copy(function, conditions, part, b));
        }
    });
    let name = format!("{}.{b}", function.values[value.index()].name);
    let result = function.new_value(Type::Int(1), name);
    let insts = &mut function.blocks[b].insts;
    insts.insert(insts.len() - 1, Inst { result: Some(result), ..inst });
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::verify;
    use crate::llvm;

    /// Returns the blocks with comparisons after the pass, in a function that `condition` begins.
    fn compared(condition: &str, other_use: &str) -> Vec<String> {
        let text = format!(
            "define i8 @f(i8 %a, i8 %b, i16 %w) unnamed_addr addrspace(1) {{
             start:
               {condition}
               br label %head
             head:
               %n = phi i8 [ %a, %start ], [ %next, %body ]
               br i1 %c, label %end, label %body
             body:
               %next = add i8 %n, 1
               br label %head
             end:
               {other_use}
               ret i8 %n
             }}"
        );
        let mut module = llvm::parse("test.ll", &text).unwrap();
        compares(&mut module);
        verify::verify(&module).unwrap();
        let compares = |op: &Op| matches!(op, Op::Icmp { .. } | Op::Cast { op: CastOp::Trunc, .. });
        let blocks = module.functions[0].blocks.iter();
        blocks.filter(|b| b.insts.iter().any(|inst| compares(&inst.op))).map(|b| b.name.clone()).collect()
    }

    #[test]
    fn a_condition_moves_to_the_branch_in_another_block() {
        assert_eq!(compared("%c = icmp eq i8 %b, 0", ""), ["head"]);
        assert_eq!(compared("%c = trunc i8 %b to i1", ""), ["head"]);
        let two = "%x = icmp eq i8 %b, 0\n%y = icmp eq i8 %a, 8\n%c = select i1 %x, i1 true, i1 %y";
        assert_eq!(compared(two, ""), ["head"]);
    }

    #[test]
    fn a_condition_that_something_else_reads_stays() {
        assert_eq!(compared("%c = icmp eq i8 %b, 0", "%z = zext i1 %c to i8"), ["start"]);
        let two = "%x = icmp eq i8 %b, 0\n%y = icmp eq i8 %a, 8\n%c = or i1 %x, %y";
        assert_eq!(compared(two, "%z = zext i1 %x to i8"), ["start"]);
    }

    #[test]
    fn a_long_comparison_stays() {
        assert_eq!(compared("%c = icmp eq i16 %w, 300", ""), ["start"]);
        let three = "%x = icmp eq i8 %b, 0\n%y = icmp eq i8 %a, 8\n%z = icmp eq i8 %a, 9\n\
                     %xy = or i1 %x, %y\n%c = or i1 %xy, %z";
        assert_eq!(compared(three, ""), ["start"]);
    }
}
