//! Makes loops that only count their iterations count down to zero, which needs no comparison.
//!
//! Requires: SSA form.  Keeps: SSA form; how often the loop runs.
//!
//! Before: `%i = phi i8 [ 0, %a ], [ %j, %loop ]`, `%j = add i8 %i, 1`, `icmp eq i8 %j, %n`
//! After: `%i = phi i8 [ %n, %a ], [ %j, %loop ]`, `%j = add i8 %i, -1`, `icmp eq i8 %j, 0`

use crate::ir::{BinOp, Const, Function, Module, Op, Operand};
use crate::opt::counters::{Counter, Counters, Place};

/// Reverses such loops in all functions, if the count fits into a byte.
pub fn count_down(module: &mut Module) {
    for function in &mut module.functions {
        let counters = Counters::new(function);
        for counter in &counters.all {
            if let Some(times) = times(&counters, counter) {
                turn(function, counter, times);
            }
        }
    }
}

/// Returns how often a loop that counts up runs, if that is known where it is entered and fits into a byte.
fn times(counters: &Counters, counter: &Counter) -> Option<Operand> {
    let start = counter.start.int().filter(|_| counter.up && counter.bits <= 64)?;
    match (&counter.end, counter.bits) {
        (Operand::Const(_), _) => {
            let times = counter.end.int()?.checked_sub(start)?;
            (1..256).contains(&times).then_some(Operand::Const(Const::Int(times)))
        }
        (Operand::Value(_), 8) => {
            let known = start == 0 && counters.known_before(&counter.end, counter.phi.0);
            known.then(|| counter.end.clone())
        }
        _ => None,
    }
}

fn turn(function: &mut Function, counter: &Counter, times: Operand) {
    if let Op::Phi(incoming) = op_mut(function, counter.phi) {
        incoming[counter.first].1 = times;
    }
    if let Op::Binary { op, lhs, rhs, nuw, nsw } = op_mut(function, counter.sum) {
        if lhs.value().is_none() {
            std::mem::swap(lhs, rhs);
        }
        let minus_one = (1 << counter.bits) - 1;
        (*op, *rhs, *nuw, *nsw) = (BinOp::Add, Operand::Const(Const::Int(minus_one)), false, false);
    }
    if let Op::Icmp { lhs, rhs, .. } = op_mut(function, counter.test) {
        // Both sides may be values.
        if lhs.value() != Some(counter.next) {
            std::mem::swap(lhs, rhs);
        }
        *rhs = Operand::Const(Const::Int(0));
    }
}

fn op_mut(function: &mut Function, at: Place) -> &mut Op {
    &mut function.blocks[at.0].insts[at.1].op
}
