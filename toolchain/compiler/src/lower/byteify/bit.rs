//! `llvm.*` on single bits, which are bytes of 0 and 1 here, so the code for whole bytes would be wrong.

use super::compare::{and, or};
use super::state::Lower;
use crate::Error;
use crate::ir::{self, Operand, Type};
use crate::lower::lir::{Cond, Logic};

impl<'a> Lower<'a> {
    /// Defines the result of an intrinsic on one-bit numbers, which are 0 and -1 when signed. Returns false for intrinsics that
    /// work the same at any width.
    pub(super) fn bit_intrinsic(
        &mut self,
        inst: &ir::Inst,
        name: &str,
        args: &[(Type, Operand)],
    ) -> Result<bool, Error> {
        let Some((Type::Int(1), a)) = args.first() else { return Ok(false) };
        let cond = match name {
            "bitreverse" | "ctpop" | "abs" => self.condition(a)?,
            "ctlz" | "cttz" => self.condition(a)?.not(),
            // A funnel shift by a count modulo 1.
            "fshl" => self.condition(a)?,
            "fshr" => self.condition(&args[1].1)?,
            "umin" | "smax" => and(self.condition(a)?, self.condition(&args[1].1)?),
            "umax" | "smin" | "uadd.sat" | "sadd.sat" => or(self.condition(a)?, self.condition(&args[1].1)?),
            "usub.sat" | "ssub.sat" => and(self.condition(a)?, self.condition(&args[1].1)?.not()),
            _ => match name.strip_suffix(".with.overflow") {
                Some(op) => return self.bit_with_overflow(inst, op, a, &args[1].1).map(|()| true),
                None => return Ok(false),
            },
        };
        self.define_cond(inst, cond);
        Ok(true)
    }

    /// Defines sum, difference or product, and whether it does not fit into one bit.
    fn bit_with_overflow(
        &mut self,
        inst: &ir::Inst,
        op: &str,
        a: &Operand,
        b: &Operand,
    ) -> Result<(), Error> {
        let (a, b) = (self.condition(a)?, self.condition(b)?);
        let over = match op {
            // 1 + 1, -1 + -1, and the product of -1 with itself.
            "uadd" | "sadd" | "smul" => and(a.clone(), b.clone()),
            // 0 - 1 and 0 - -1.
            "usub" | "ssub" => and(a.clone().not(), b.clone()),
            _ => Cond::Const(false),
        };
        let value = if op.ends_with("mul") {
            self.boolean(and(a, b))
        } else {
            let (a, b) = (self.boolean(a), self.boolean(b));
            self.logic(Logic::Xor, &[a], &[b])[0]
        };
        let Some(result) = inst.result else { return Ok(()) };
        let bytes = vec![value, self.boolean(over.clone())];
        self.define(result, bytes);
        self.conds[result.index()] = Some(over);
        Ok(())
    }
}
