//! Finds loop counters: numbers that a loop counts up or down by one and compares with an end value, and that nothing else reads.
//!
//! The passes that change how loops count ([`bytecounts`](super::bytecounts), [`countdown`](super::countdown)) start from these.
//!
//! Requires: SSA form.

use crate::ir::operands::operands;
use crate::ir::order::{dominators, reverse_postorder};
use crate::ir::{BinOp, BlockId, Function, Inst, Op, Operand, Pred, Value};

/// A place in a function: block and number of the instruction in it.
pub type Place = (usize, usize);

/// A number that is only read by its own sum and, after that, by one comparison for equality.
#[derive(Debug)]
pub struct Counter {
    pub phi: Place,
    /// Its width.
    pub bits: u32,
    /// Which of the phi's two operands comes from outside of the loop.
    pub first: usize,
    /// The block before the loop, and the start value.
    pub enter: BlockId,
    pub start: Operand,
    /// The block from which control returns to the loop's head.
    pub latch: BlockId,
    pub sum: Place,
    /// Whether the sum adds one; otherwise it subtracts one.
    pub up: bool,
    /// The result of the sum.
    pub next: Value,
    pub test: Place,
    /// The end value, the predicate and the result of the comparison.
    pub end: Operand,
    pub pred: Pred,
    pub result: Value,
}

/// The counters of a function, and where its values are defined and read.
#[derive(Debug)]
pub struct Counters {
    pub all: Vec<Counter>,
    users: Vec<Vec<Place>>,
    made: Vec<Option<BlockId>>,
    idom: Vec<Option<BlockId>>,
}

impl Counters {
    /// Finds the counters of a function.
    pub fn new(function: &Function) -> Counters {
        let mut users: Vec<Vec<Place>> = vec![Vec::new(); function.values.len()];
        let mut made = vec![None; function.values.len()];
        for (b, i, inst) in places(function) {
            operands(&inst.op, &mut |operand| {
                if let Some(v) = operand.value() {
                    users[v.index()].push((b, i));
                }
            });
            if let Some(result) = inst.result {
                made[result.index()] = Some(BlockId(b as u32));
            }
        }
        let all: Vec<Counter> =
            places(function).flat_map(|(b, i, inst)| counter(function, &users, (b, i), inst)).collect();
        let idom = match all.is_empty() {
            true => Vec::new(),
            false => dominators(function, &reverse_postorder(function)),
        };
        Counters { all, users, made, idom }
    }

    /// Returns how often a value is read.
    pub fn uses(&self, value: Value) -> usize {
        self.users[value.index()].len()
    }

    /// Whether an operand of a counter is known where its loop is entered: every path to the loop's head passes its definition.
    pub fn known_before(&self, operand: &Operand, head: usize) -> bool {
        match operand.value().and_then(|v| self.made[v.index()]) {
            None => true,
            Some(at) => {
                std::iter::successors(self.idom[head], |b| self.idom[b.index()]).any(|above| above == at)
            }
        }
    }
}

fn places(function: &Function) -> impl Iterator<Item = (usize, usize, &Inst)> {
    let blocks = function.blocks.iter().enumerate();
    blocks.flat_map(|(b, block)| block.insts.iter().enumerate().map(move |(i, inst)| (b, i, inst)))
}

/// Returns the counter that a phi is, if it is one.
fn counter(function: &Function, users: &[Vec<Place>], at: Place, inst: &Inst) -> Option<Counter> {
    let (Op::Phi(incoming), Some(phi)) = (&inst.op, inst.result) else { return None };
    let [one, two] = &incoming[..] else { return None };
    let bits = u32::from(function.ty(phi).bits()?);
    let &[sum] = &users[phi.index()][..] else { return None };
    [(0, one, two), (1, two, one)].into_iter().find_map(|(first, start, next)| {
        let latch = next.0;
        let next = next.1.value()?;
        let up = step(function, sum, phi, next, bits)?;
        let test = match users[next.index()][..] {
            [one, two] if one == at => two,
            [one, two] if two == at => one,
            _ => return None,
        };
        let (end, pred, result) = compared(function, test, next)?;
        let (enter, start) = start.clone();
        Some(Counter { phi: at, bits, first, enter, start, latch, sum, up, next, test, end, pred, result })
    })
}

/// Returns whether an instruction counts up from `phi` to `next`, `None` if it does not count up or down by one.
fn step(function: &Function, at: Place, phi: Value, next: Value, bits: u32) -> Option<bool> {
    let inst = &function.blocks[at.0].insts[at.1];
    let Op::Binary { op, lhs, rhs, .. } = &inst.op else { return None };
    let minus_one = u128::MAX >> 128_u32.checked_sub(bits)?;
    let (by, one) = match op {
        BinOp::Add if lhs.value() == Some(phi) => (rhs.int()?, 1),
        BinOp::Add if rhs.value() == Some(phi) => (lhs.int()?, 1),
        BinOp::Sub if lhs.value() == Some(phi) => (rhs.int()?, minus_one),
        _ => return None,
    };
    let up = by == one;
    // With one bit, up and down are the same.
    (inst.result == Some(next) && bits > 1 && (up || by == 1 || by == minus_one)).then_some(up)
}

/// Returns the operand with which a value is compared for equality, the predicate, and the result.
fn compared(function: &Function, at: Place, value: Value) -> Option<(Operand, Pred, Value)> {
    let inst = &function.blocks[at.0].insts[at.1];
    let Op::Icmp { pred: pred @ (Pred::Eq | Pred::Ne), lhs, rhs, .. } = &inst.op else { return None };
    let other = if lhs.value() == Some(value) { rhs } else { lhs };
    Some((other.clone(), *pred, inst.result?)).filter(|o| o.0.value() != Some(value))
}
