//! Conditions: comparisons as trees, booleans, selects, switches.

use super::state::Lower;
use crate::Error;
use crate::ir::{self, BlockId, Op, Operand, Pred, Type};
use crate::lower::lir::{Bb, Byte, Cmp, Cond, Inst, Term};

/// Trees with more comparisons than this are evaluated once, at their definition, if used in another block.
const FAR_TREE: usize = 1;
/// Sides of up to this many bytes may be compared again in another block.
const FAR_BYTES: usize = 2;

impl<'a> Lower<'a> {
    /// Returns the condition `a pred b`.
    pub(super) fn compare(&mut self, pred: Pred, a: Vec<Byte>, b: Vec<Byte>, ty: &Type) -> Cond {
        // As a signed one-bit number, true is -1, so the order of the bytes 0 and 1 is reversed.
        let pred = match pred {
            Pred::Slt if *ty == Type::Int(1) => Pred::Ugt,
            Pred::Sle if *ty == Type::Int(1) => Pred::Uge,
            Pred::Sgt if *ty == Type::Int(1) => Pred::Ult,
            Pred::Sge if *ty == Type::Int(1) => Pred::Ule,
            pred => pred,
        };
        match pred {
            Pred::Eq => compare_bytes(Cmp::Eq, a, b),
            Pred::Ne => compare_bytes(Cmp::Eq, a, b).not(),
            Pred::Ult => compare_bytes(Cmp::Ult, a, b),
            Pred::Uge => compare_bytes(Cmp::Ult, a, b).not(),
            Pred::Ugt => compare_bytes(Cmp::Ult, b, a),
            Pred::Ule => compare_bytes(Cmp::Ult, b, a).not(),
            Pred::Slt => compare_bytes(Cmp::Slt, a, b),
            Pred::Sge => compare_bytes(Cmp::Slt, a, b).not(),
            Pred::Sgt => compare_bytes(Cmp::Slt, b, a),
            Pred::Sle => compare_bytes(Cmp::Slt, b, a).not(),
        }
    }

    /// Turns a comparison of a counter with a constant into one of its next value, if that is already computed: then the old value
    /// need not stay alive beside it.
    pub(super) fn compare_next(
        &self,
        pred: Pred,
        lhs: &Operand,
        rhs: &Operand,
        ty: &Type,
    ) -> Option<(Vec<Byte>, Vec<Byte>)> {
        let (old, number, bits) = (lhs.value()?, rhs.int()?, ty.bits().filter(|b| *b <= 64)?);
        let (next, step, _) = self.ranges.step(old).filter(|s| s.2 == self.block)?;
        let bytes = self.bytes[next.index()].clone()?;
        let max = u64::MAX >> (64 - u32::from(bits));
        let number = match pred {
            Pred::Eq | Pred::Ne => (number as u64).wrapping_add(step) & max,
            Pred::Ult | Pred::Ule | Pred::Ugt | Pred::Uge => {
                self.ranges.of(old).1.checked_add(step).filter(|last| *last <= max)?;
                (number as u64).checked_add(step).filter(|n| *n <= max)?
            }
            _ => return None,
        };
        let number = (0..bytes.len()).map(|i| Byte::Const((number >> (8 * i)) as u8)).collect();
        Some((bytes, number))
    }

    /// Defines a boolean: as a tree for branches, as a byte for all other uses.
    pub(super) fn define_cond(&mut self, inst: &ir::Inst, cond: Cond) {
        let Some(result) = inst.result else { return };
        let byte = self.boolean(cond.clone());
        self.define(result, vec![byte]);
        self.conds[result.index()] = Some(cond);
    }

    /// Returns a condition as a byte, 0 or 1.
    pub(super) fn boolean(&mut self, cond: Cond) -> Byte {
        if let Cond::Const(b) = cond {
            return Byte::Const(u8::from(b));
        }
        if let Cond::Not(inner) = &cond
            && let Cond::Cmp(Cmp::Eq, a, b) = &**inner
            && let ([Byte::Reg(r)], [Byte::Const(0)]) = (&a[..], &b[..])
            && self.is_boolean(*r)
        {
            return Byte::Reg(*r);
        }
        let (dst, byte) = self.reg_byte();
        self.emit(Inst::Set { dst, cond });
        byte
    }

    /// Whether a register was just set to 0 or 1.
    fn is_boolean(&self, reg: crate::lower::lir::Reg) -> bool {
        let insts = &self.out.blocks[self.current.0 as usize].insts;
        insts.iter().rev().take(4).any(|(i, _)| matches!(i, Inst::Set { dst, .. } if *dst == reg))
    }

    /// Returns the condition of a boolean operand.
    pub(super) fn condition(&mut self, operand: &Operand) -> Result<Cond, Error> {
        if let Some(v) = operand.value()
            && let Some(cond) = &self.conds[v.index()]
        {
            let near = self.defined_in[v.index()] == self.current;
            let mut bytes = 0;
            cond.reads(&mut |_| bytes += 1);
            if near || (cond.size() <= FAR_TREE && bytes <= 2 * FAR_BYTES) {
                return Ok(cond.clone());
            }
        }
        let bytes = self.operand(operand, &Type::Int(1))?;
        Ok(match bytes[0] {
            Byte::Const(n) => Cond::Const(n & 1 != 0),
            Byte::Undef => Cond::Const(false),
            byte => Cond::nonzero(byte),
        })
    }

    pub(super) fn compare_inst(
        &mut self,
        inst: &ir::Inst,
        pred: Pred,
        (lhs, rhs): (&Operand, &Operand),
        ty: &Type,
    ) -> Result<(), Error> {
        self.check_type(ty)?;
        if let Some(known) = self.ranges.decide(pred, (lhs, rhs), ty, self.block) {
            self.define_cond(inst, Cond::Const(known));
            return Ok(());
        }
        let (a, b) = match self.compare_next(pred, lhs, rhs, ty) {
            Some(sides) => sides,
            None => (self.operand(lhs, ty)?, self.operand(rhs, ty)?),
        };
        let cond = self.compare(pred, a, b, ty);
        self.define_cond(inst, cond);
        Ok(())
    }

    pub(super) fn select_inst(
        &mut self,
        inst: &ir::Inst,
        cond: &Operand,
        then: &Operand,
        other: &Operand,
        ty: &Type,
    ) -> Result<(), Error> {
        let cond = self.condition(cond)?;
        if *ty == Type::Int(1) {
            // LLVM's logical and / or keep their shape, so that branches remain branches.
            let tree = match (then.int(), other.int()) {
                (_, Some(0)) => Some(and(cond.clone(), self.condition(then)?)),
                (Some(1), _) => Some(or(cond.clone(), self.condition(other)?)),
                (_, Some(1)) => Some(or(cond.clone().not(), self.condition(then)?)),
                (Some(0), _) => Some(and(cond.clone().not(), self.condition(other)?)),
                _ => None,
            };
            if let Some(tree) = tree {
                self.define_cond(inst, tree);
                return Ok(());
            }
        }
        let (a, b) = (self.operand(then, ty)?, self.operand(other, ty)?);
        let bytes = self.select(cond, &a, &b);
        self.define_result(inst, bytes);
        Ok(())
    }

    pub(super) fn switch(
        &mut self,
        ty: &Type,
        value: &Operand,
        default: BlockId,
        cases: &[(u128, BlockId)],
    ) -> Result<(), Error> {
        let mut bytes = self.operand(value, ty)?;
        let mut cases: Vec<(u128, Bb)> = cases.iter().map(|(n, b)| (*n, self.heads[b.index()])).collect();
        // It would be undefined behaviour to get there.
        let never = matches!(self.function.blocks[default.index()].insts[..], [ref only] if only.op == Op::Unreachable);
        let mut default = self.heads[default.index()];
        while bytes.len() > 1 && bytes.last() == Some(&Byte::Const(0)) {
            bytes.pop();
        }
        let limit = 8 * bytes.len() as u32;
        cases.retain(|c| limit >= 128 || c.0 >> limit == 0);
        // One of the cases applies, so those that lead to the same block need no test: choose the block to which most of them lead.
        let leading = |to: Bb| cases.iter().filter(|case| case.1 == to).count();
        if never && let Some(place) = cases.iter().map(|case| case.1).max_by_key(|to| leading(*to)) {
            cases.retain(|case| case.1 != place);
            default = place;
        }
        if cases.is_empty() || bytes.iter().all(|b| matches!(b, Byte::Const(_))) {
            let n = bytes.iter().rev().fold(0u128, |n, b| match b {
                Byte::Const(b) => n << 8 | u128::from(*b),
                _ => n,
            });
            let to = cases.iter().find(|c| c.0 == n).map_or(default, |c| c.1);
            self.finish(Term::Jump(to));
        } else {
            self.finish(Term::Switch { value: bytes, cases, default });
        }
        Ok(())
    }
}

/// Returns the conjunction of two conditions, simplified.
pub(super) fn and(a: Cond, b: Cond) -> Cond {
    match (a, b) {
        (Cond::Const(false), _) | (_, Cond::Const(false)) => Cond::Const(false),
        (Cond::Const(true), c) | (c, Cond::Const(true)) => c,
        (a, b) => Cond::And(Box::new(a), Box::new(b)),
    }
}

/// Returns the disjunction of two conditions, simplified.
pub(super) fn or(a: Cond, b: Cond) -> Cond {
    match (a, b) {
        (Cond::Const(true), _) | (_, Cond::Const(true)) => Cond::Const(true),
        (Cond::Const(false), c) | (c, Cond::Const(false)) => c,
        (a, b) => Cond::Or(Box::new(a), Box::new(b)),
    }
}

/// Returns the next number, if this is a constant and not the greatest.
fn after(cmp: Cmp, bytes: &[Byte]) -> Option<Vec<Byte>> {
    let mut carry = true;
    let mut next = Vec::new();
    for byte in bytes {
        let Byte::Const(n) = byte else { return None };
        let (n, over) = n.overflowing_add(u8::from(carry));
        carry = over;
        next.push(Byte::Const(n));
    }
    let wraps = if cmp == Cmp::Slt {
        next.last() == Some(&Byte::Const(0x80)) && !matches!(bytes.last(), Some(Byte::Const(0x80)))
    } else {
        carry
    };
    (!wraps).then_some(next)
}

/// Returns a comparison without the bytes that do not affect it.
pub(super) fn compare_bytes(cmp: Cmp, mut a: Vec<Byte>, mut b: Vec<Byte>) -> Cond {
    for byte in a.iter_mut().chain(&mut b) {
        if *byte == Byte::Undef {
            *byte = Byte::Const(0);
        }
    }
    let mut cmp = cmp;
    if let (Cmp::Slt, Some(Byte::Const(x)), Some(Byte::Const(y))) = (cmp, a.last(), b.last())
        && x ^ y < 0x80
    {
        cmp = Cmp::Ult;
    }
    if cmp == Cmp::Eq {
        let pairs: Vec<(Byte, Byte)> =
            a.iter().copied().zip(b.iter().copied()).filter(|(x, y)| x != y).collect();
        if pairs.iter().any(|p| matches!(p, (Byte::Const(_), Byte::Const(_)))) {
            return Cond::Const(false);
        }
        if pairs.is_empty() {
            return Cond::Const(true);
        }
        (a, b) =
            pairs.into_iter().map(|(x, y)| if matches!(x, Byte::Const(_)) { (y, x) } else { (x, y) }).unzip();
    } else {
        // A constant can be an operand of the comparison and needs no register: 5 < a is not a < 6.
        if let Some(next) = after(cmp, &a).filter(|_| !b.iter().all(|b| matches!(b, Byte::Const(_)))) {
            return compare_bytes(cmp, b, next).not();
        }
        while a.len() > 1 && a.last() == b.last() && (cmp == Cmp::Ult) {
            a.pop();
            b.pop();
        }
        if cmp == Cmp::Ult {
            if let (Some(Byte::Const(x)), Some(Byte::Const(y))) = (a.last(), b.last())
                && x != y
            {
                return Cond::Const(x < y);
            }
            // a < b + 1 with a low byte that cannot matter: nothing is below zero.
            if b.iter().all(|b| *b == Byte::Const(0)) {
                return Cond::Const(false);
            }
        }
        // Low bytes that never borrow do not matter.
        while a.len() > 1 && (b[0] == Byte::Const(0) || a[0] == Byte::Const(0xff)) {
            a.remove(0);
            b.remove(0);
        }
        if a == b {
            return Cond::Const(false);
        }
    }
    Cond::Cmp(cmp, a, b)
}
