//! Lets loops that only count how often they ran count down to zero, which needs no comparison.
//!
//! Requires: SSA form.  Keeps: SSA form; how often the loop runs.
//!
//! Before: `%i = phi i8 [ 0, %a ], [ %j, %loop ]`, `%j = add i8 %i, 1`, `icmp eq i8 %j, %n`
//! After: `%i = phi i8 [ %n, %a ], [ %j, %loop ]`, `%j = add i8 %i, -1`, `icmp eq i8 %j, 0`

use crate::ir::operands::operands;
use crate::ir::order::{dominators, reverse_postorder};
use crate::ir::{BinOp, BlockId, Const, Function, Inst, Module, Op, Operand, Pred, Value};

/// Turns such loops around in all functions, if the count fits into a byte.
pub fn count_down(module: &mut Module) {
    for function in &mut module.functions {
        for counter in counters(function) {
            counter.turn(function);
        }
    }
}

/// A place in a function: block and number of the instruction in it.
type Place = (usize, usize);

/// A loop's counter.
struct Counter {
    phi: Place,
    /// Which of the phi's two ways leads into the loop.
    first: usize,
    sum: Place,
    /// What the sum gives.
    next: Value,
    test: Place,
    times: Operand,
    minus_one: u128,
}

impl Counter {
    fn turn(self, function: &mut Function) {
        if let Op::Phi(incoming) = op_mut(function, self.phi) {
            incoming[self.first].1 = self.times;
        }
        if let Op::Binary { lhs, rhs, nuw, nsw, .. } = op_mut(function, self.sum) {
            if lhs.value().is_none() {
                std::mem::swap(lhs, rhs);
            }
            (*rhs, *nuw, *nsw) = (Operand::Const(Const::Int(self.minus_one)), false, false);
        }
        if let Op::Icmp { lhs, rhs, .. } = op_mut(function, self.test) {
            // Both sides may be values.
            if lhs.value() != Some(self.next) {
                std::mem::swap(lhs, rhs);
            }
            *rhs = Operand::Const(Const::Int(0));
        }
    }
}

fn op_mut(function: &mut Function, at: Place) -> &mut Op {
    &mut function.blocks[at.0].insts[at.1].op
}

fn counters(function: &Function) -> Vec<Counter> {
    let order = reverse_postorder(function);
    let idom = dominators(function, &order);
    let mut users: Vec<Vec<Place>> = vec![Vec::new(); function.values.len()];
    let mut made: Vec<Option<usize>> = vec![None; function.values.len()];
    for (b, i, inst) in places(function) {
        operands(&inst.op, &mut |operand| {
            if let Some(v) = operand.value() {
                users[v.index()].push((b, i));
            }
        });
        if let Some(result) = inst.result {
            made[result.index()] = Some(b);
        }
    }
    // Whether every way to a block passes another one first.
    let passed_before = |above: Option<usize>, block: usize| match above {
        None => true,
        Some(above) => {
            std::iter::successors(idom[block], |b| idom[b.index()]).any(|b| b == BlockId(above as u32))
        }
    };
    let mut found = Vec::new();
    for (b, i, inst) in places(function) {
        let (Op::Phi(incoming), Some(phi)) = (&inst.op, inst.result) else { continue };
        let [one, two] = &incoming[..] else { continue };
        for (first, start, next) in [(0, one, two), (1, two, one)] {
            let (Some(start), Some(next)) = (start.1.int(), next.1.value()) else { continue };
            let &[sum] = &users[phi.index()][..] else { continue };
            let Some(&test) = users[next.index()].iter().find(|u| **u != (b, i)) else { continue };
            if users[next.index()].len() != 2 || !adds_one(function, sum, phi, next) {
                continue;
            }
            let Some(end) = compared(function, test, next) else { continue };
            let Some(bits) = function.ty(phi).bits().filter(|b| *b <= 64) else { continue };
            let times = match (&end, bits) {
                (Operand::Const(_), _) => {
                    let times = end.int().and_then(|n| n.checked_sub(start)).filter(|n| (1..256).contains(n));
                    times.map(|n| Operand::Const(Const::Int(n)))
                }
                (Operand::Value(v), 8) if start == 0 => {
                    passed_before(made[v.index()], b).then(|| end.clone())
                }
                _ => None,
            };
            if let Some(times) = times {
                let minus_one = (1 << bits) - 1;
                found.push(Counter { phi: (b, i), first, sum, next, test, times, minus_one });
            }
        }
    }
    found
}

fn places(function: &Function) -> impl Iterator<Item = (usize, usize, &Inst)> {
    let blocks = function.blocks.iter().enumerate();
    blocks.flat_map(|(b, block)| block.insts.iter().enumerate().map(move |(i, inst)| (b, i, inst)))
}

fn adds_one(function: &Function, at: Place, phi: Value, next: Value) -> bool {
    let inst = &function.blocks[at.0].insts[at.1];
    let Op::Binary { op: BinOp::Add, lhs, rhs, .. } = &inst.op else { return false };
    let one = |a: &Operand, b: &Operand| a.value() == Some(phi) && b.int() == Some(1);
    inst.result == Some(next) && (one(lhs, rhs) || one(rhs, lhs))
}

/// What a value is compared with for equality.
fn compared(function: &Function, at: Place, value: Value) -> Option<Operand> {
    let Op::Icmp { pred: Pred::Eq | Pred::Ne, lhs, rhs, .. } = &function.blocks[at.0].insts[at.1].op else {
        return None;
    };
    let other = if lhs.value() == Some(value) { rhs } else { lhs };
    Some(other.clone()).filter(|o| o.value() != Some(value))
}
