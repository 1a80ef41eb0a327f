//! Recombines remainders that LLVM has taken apart: a division on the 6502 yields both results at once.
//!
//! Requires: SSA form.  Keeps: SSA form.
//!
//! Before: `%q = udiv i32 %n, 10`, `%m = mul i32 %q, -10`, `%r = add i32 %m, %n`      After: `%r = urem i32 %n, 10`
//!
//! LLVM shortens the factor if only low bits of the sum are read, -10 to 246 for a byte. For an unknown divisor, it subtracts: `%m
//! = mul i32 %q, %d`, `%r = sub i32 %n, %m`. That becomes a remainder if the division is in the same block, because there one call
//! yields both results. So does a comparison of the product with the dividend, which tests whether the remainder is zero; `step_by`
//! of a range counts its steps that way.
//!
//! A comparison of the dividend with the divisor becomes one of the quotient with zero, from which LLVM made it: `%n < 10` in place
//! of `%n / 10 == 0`. So the dividend need not be kept across the division.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::operands::operands;
use crate::ir::{BinOp, Block, CastOp, Const, Function, Module, Op, Operand, Pred, Type, Value};

/// Replaces such sums by remainders in all functions.
pub fn remainders(module: &mut Module) {
    for function in &mut module.functions {
        run(function);
    }
}

fn run(function: &mut Function) {
    let definitions: BTreeMap<Value, Op> = function
        .blocks
        .iter()
        .flat_map(|block| &block.insts)
        .filter(|inst| matches!(inst.op, Op::Binary { op: BinOp::UDiv | BinOp::SDiv | BinOp::Mul, .. }))
        .filter_map(|inst| Some((inst.result?, inst.op.clone())))
        .collect();
    if definitions.is_empty() {
        return;
    }
    let kept = read_elsewhere(function);
    for block in &mut function.blocks {
        let here: BTreeSet<Value> = block.insts.iter().filter_map(|inst| inst.result).collect();
        empty_quotients(block, &kept);
        for inst in &mut block.insts {
            if let Op::Binary { op: BinOp::Sub, lhs, rhs, .. } = &inst.op
                && let Some(remainder) = subtraction(&definitions, &here, lhs, rhs)
            {
                inst.op = remainder;
            }
        }
    }
    comparisons(function, &definitions);
    let read = bits_read(function);
    for b in 0..function.blocks.len() {
        for i in 0..function.blocks[b].insts.len() {
            let inst = &function.blocks[b].insts[i];
            let (Some(result), Op::Binary { op: BinOp::Add, lhs, rhs, .. }) = (inst.result, &inst.op) else {
                continue;
            };
            let Type::Int(width) = *function.ty(result) else { continue };
            let sides = [(lhs, rhs), (rhs, lhs)];
            let found = sides.into_iter().find_map(|(product, dividend)| {
                let (division, exact) = division(&definitions, product, dividend, width)?;
                (exact >= read.get(&result).copied().unwrap_or(0)).then_some(division)
            });
            if let Some(division) = found {
                function.blocks[b].insts[i].op = division;
            }
        }
    }
}

/// Turns comparisons of a dividend with its divisor, behind the unsigned division in its block, into comparisons of the quotient
/// with zero.
///
/// Requires: the divisor is a number above one, so that the quotient exists and is zero exactly if the dividend is below the
/// divisor. Signed divisions are left alone, as their quotient is zero for dividends on both sides of zero. By one, a quotient is
/// the dividend itself. Dividends that are `kept` for other blocks are left alone, too, because nothing would be saved, and the
/// comparison tells how large they are there.
fn empty_quotients(block: &mut Block, kept: &BTreeSet<Value>) {
    let mut divisions: Vec<(Value, Operand, u128)> = Vec::new();
    for inst in &mut block.insts {
        match (&mut inst.op, inst.result) {
            (Op::Binary { op: BinOp::UDiv, lhs, rhs, .. }, Some(quotient)) => {
                let is_kept = lhs.value().is_none_or(|dividend| kept.contains(&dividend));
                if let Some(divisor) = rhs.int().filter(|divisor| *divisor > 1 && !is_kept) {
                    divisions.push((quotient, lhs.clone(), divisor));
                }
            }
            (Op::Icmp { pred, lhs, rhs, .. }, _) => {
                let Some(bound) = rhs.int() else { continue };
                // The first dividend that is not below, and the predicate that tests for a quotient of zero if this one tests for
                // dividends below.
                let (first, asks) = match pred {
                    Pred::Ult => (bound, Pred::Eq),
                    Pred::Uge => (bound, Pred::Ne),
                    Pred::Ule => (bound.saturating_add(1), Pred::Eq),
                    Pred::Ugt => (bound.saturating_add(1), Pred::Ne),
                    _ => continue,
                };
                let found = divisions.iter().find(|division| division.1 == *lhs && division.2 == first);
                if let Some((quotient, ..)) = found {
                    (*pred, *lhs, *rhs) = (asks, Operand::Value(*quotient), Operand::Const(Const::Int(0)));
                }
            }
            _ => {}
        }
    }
}

/// Returns the values that are read in another block than their own, or by a phi. Parameters belong to the first block.
fn read_elsewhere(function: &Function) -> BTreeSet<Value> {
    let mut elsewhere = BTreeSet::new();
    let mut home: BTreeMap<Value, usize> = BTreeMap::new();
    for (b, block) in function.blocks.iter().enumerate() {
        home.extend(block.insts.iter().filter_map(|inst| Some((inst.result?, b))));
    }
    for (b, block) in function.blocks.iter().enumerate() {
        for inst in &block.insts {
            operands(&inst.op, &mut |operand| {
                let is_here = |value: Value| home.get(&value).copied().unwrap_or(0) == b;
                if let Some(value) = operand.value()
                    && (matches!(inst.op, Op::Phi(_)) || !is_here(value))
                {
                    elsewhere.insert(value);
                }
            });
        }
    }
    elsewhere
}

/// Turns comparisons of a product, which nothing else reads, with the dividend into comparisons of the remainder with zero.
///
/// Requires: the product is `n / d` times the same `d`, and the other side is the same `n`: then it is never above `n`, does not
/// wrap in any case that has a result, and is `n` exactly if the remainder is zero. Only equality is handled, not order.
fn comparisons(function: &mut Function, definitions: &BTreeMap<Value, Op>) {
    let mut uses: BTreeMap<Value, u32> = BTreeMap::new();
    for inst in function.blocks.iter().flat_map(|block| &block.insts) {
        operands(&inst.op, &mut |operand| {
            operand.value().into_iter().for_each(|value| *uses.entry(value).or_default() += 1);
        });
    }
    for block in &mut function.blocks {
        let here: BTreeSet<Value> = block.insts.iter().filter_map(|inst| inst.result).collect();
        let mut remainders = BTreeMap::new();
        for inst in &mut block.insts {
            let Op::Icmp { pred: Pred::Eq | Pred::Ne, lhs, rhs, .. } = &mut inst.op else { continue };
            let found = [(&*lhs, &*rhs), (&*rhs, &*lhs)].into_iter().find_map(|(dividend, product)| {
                let value =
                    product.value().filter(|value| here.contains(value) && uses.get(value) == Some(&1))?;
                Some((value, subtraction(definitions, &here, dividend, product)?))
            });
            if let Some((product, remainder)) = found {
                (*lhs, *rhs) = (Operand::Value(product), Operand::Const(Const::Int(0)));
                remainders.insert(product, remainder);
            }
        }
        for inst in &mut block.insts {
            if let Some(remainder) = inst.result.and_then(|result| remainders.remove(&result)) {
                inst.op = remainder;
            }
        }
    }
}

/// Returns the remainder by `d` if `product` is `dividend / d` times `d`, with the division among the values of this block.
fn subtraction(
    definitions: &BTreeMap<Value, Op>,
    here: &BTreeSet<Value>,
    dividend: &Operand,
    product: &Operand,
) -> Option<Op> {
    let Op::Binary { op: BinOp::Mul, lhs, rhs, .. } = definitions.get(&product.value()?)? else {
        return None;
    };
    [(lhs, rhs), (rhs, lhs)].into_iter().find_map(|(quotient, divisor)| {
        let quotient = quotient.value().filter(|quotient| here.contains(quotient))?;
        let Op::Binary { op, lhs, rhs, .. } = definitions.get(&quotient)? else { return None };
        let op = remainder_of(*op)?;
        let is_whole = lhs == dividend && rhs == divisor;
        is_whole.then(|| Op::Binary { op, lhs: lhs.clone(), rhs: rhs.clone(), nuw: false, nsw: false })
    })
}

/// Returns the remainder operation that matches a division.
fn remainder_of(op: BinOp) -> Option<BinOp> {
    match op {
        BinOp::UDiv => Some(BinOp::URem),
        BinOp::SDiv => Some(BinOp::SRem),
        _ => None,
    }
}

/// If `product` is `dividend / c` times a factor, returns the remainder by `c`, and how many of its low bits are those of the sum
/// of `product` and `dividend`.
fn division(
    definitions: &BTreeMap<Value, Op>,
    product: &Operand,
    dividend: &Operand,
    width: u16,
) -> Option<(Op, u32)> {
    let Op::Binary { op: BinOp::Mul, lhs, rhs, .. } = definitions.get(&product.value()?)? else {
        return None;
    };
    let (quotient, factor) = (definitions.get(&lhs.value()?)?, rhs.int()?);
    let Op::Binary { op, lhs, rhs, .. } = quotient else { return None };
    let op = remainder_of(*op)?;
    let divisor = rhs.int()?;
    if lhs != dividend {
        return None;
    }
    let exact = factor.wrapping_add(divisor).trailing_zeros().min(width.into());
    let remainder = Op::Binary { op, lhs: lhs.clone(), rhs: rhs.clone(), nuw: false, nsw: false };
    Some((remainder, exact))
}

/// Returns the maximum number of low bits that are read of every value.
fn bits_read(function: &Function) -> BTreeMap<Value, u32> {
    let mut read = BTreeMap::new();
    for inst in function.blocks.iter().flat_map(|block| &block.insts) {
        let narrow = match (&inst.op, inst.result.map(|result| function.ty(result))) {
            (Op::Cast { op: CastOp::Trunc, .. }, Some(Type::Int(width))) => Some(u32::from(*width)),
            (Op::Binary { op: BinOp::And, rhs, .. }, _) => rhs.int().map(|mask| 128 - mask.leading_zeros()),
            _ => None,
        };
        operands(&inst.op, &mut |operand| {
            if let Some(value) = operand.value() {
                let bits = read.entry(value).or_insert(0);
                *bits = narrow.unwrap_or(128).min(own_width(function, value)).max(*bits);
            }
        });
    }
    read
}

fn own_width(function: &Function, value: Value) -> u32 {
    match function.ty(value) {
        Type::Int(width) => (*width).into(),
        _ => 128,
    }
}
