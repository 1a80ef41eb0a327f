//! The `llvm.*` functions that LLVM expects every target to know.

use super::memory::constant_of;
use super::state::Lower;
use crate::Error;
use crate::ir::{self, Operand, Pred, Type};
use crate::lower::convention;
use crate::lower::lir::{Bb, Byte, Call, Cmp, Cond, Inst, Logic, Shift, Target, Term};

impl<'a> Lower<'a> {
    pub(super) fn intrinsic(
        &mut self,
        inst: &ir::Inst,
        name: &str,
        args: &[(Type, Operand)],
        ty: &Type,
    ) -> Result<(), Error> {
        for (ty, _) in args {
            self.check_type(ty)?;
        }
        if self.bit_intrinsic(inst, name, args)? {
            return Ok(());
        }
        match name {
            "lifetime.start"
            | "lifetime.end"
            | "experimental.noalias.scope.decl"
            | "assume"
            | "donothing"
            | "dbg.value"
            | "dbg.declare"
            | "sideeffect"
            | "prefetch" => Ok(()),
            "memcpy" | "memcpy.inline" | "memmove" => {
                let volatile = args.get(3).is_some_and(|a| a.1.int() == Some(1));
                self.copy_memory(args, name == "memmove", volatile)
            }
            "memset" | "memset.inline" => {
                let volatile = args.get(3).is_some_and(|a| a.1.int() == Some(1));
                self.fill_memory(args, volatile)
            }
            "umin" | "umax" | "smin" | "smax" => self.extreme(inst, name, args, ty),
            "abs" => {
                let a = self.operand(&args[0].1, ty)?;
                let zero = vec![Byte::Const(0); a.len()];
                let negated = self.subtract(&zero, &a);
                let cond = self.compare(Pred::Slt, a.clone(), zero, ty);
                let bytes = self.select(cond, &negated, &a);
                self.define_result(inst, bytes);
                Ok(())
            }
            "fshl" | "fshr" => self.funnel(inst, name == "fshl", args, ty),
            "bswap" => {
                let mut bytes = self.operand(&args[0].1, ty)?;
                bytes.reverse();
                self.define_result(inst, bytes);
                Ok(())
            }
            "bitreverse" => {
                let bytes = self.operand(&args[0].1, ty)?;
                let bytes = bytes.into_iter().rev().map(|b| self.byte_routine("__bitrev8", b)).collect();
                self.define_result(inst, bytes);
                Ok(())
            }
            "ctpop" | "ctlz" | "cttz" => {
                let bytes = self.operand(&args[0].1, ty)?;
                if !bytes.len().is_power_of_two() || bytes.len() > 8 {
                    return Err(self.unsupported(&format!("llvm.{name} of {} bits", 8 * bytes.len())));
                }
                let count = self.count_bits(name, &bytes);
                let mut out = vec![count];
                out.resize(bytes.len(), Byte::Const(0));
                self.define_result(inst, out);
                Ok(())
            }
            "uadd.sat" | "usub.sat" | "sadd.sat" | "ssub.sat" => self.saturating(inst, name, args, ty),
            "ushl.sat" | "sshl.sat" => Err(self.unsupported(&format!("llvm.{name}"))),
            "uadd.with.overflow" | "usub.with.overflow" | "sadd.with.overflow" | "ssub.with.overflow"
            | "umul.with.overflow" | "smul.with.overflow" => self.with_overflow(inst, name, args),
            "ucmp" | "scmp" => self.three_way(inst, name == "scmp", args, ty),
            "is.constant" => {
                self.define_result(inst, vec![Byte::Const(0)]);
                Ok(())
            }
            "expect" | "expect.with.probability" => {
                let bytes = self.operand(&args[0].1, ty)?;
                self.define_result(inst, bytes);
                if let (Some(v), Some(r)) = (args[0].1.value(), inst.result) {
                    self.conds[r.index()] = self.conds[v.index()].clone();
                }
                Ok(())
            }
            "trap" | "debugtrap" | "ubsantrap" => {
                self.runtime("__trap", &[], 0, false);
                self.finish(Term::Stop);
                Ok(())
            }
            _ => Err(self.unsupported(&format!("llvm.{name}"))),
        }
    }

    /// Defines the smaller or the larger of two numbers.
    fn extreme(
        &mut self,
        inst: &ir::Inst,
        name: &str,
        args: &[(Type, Operand)],
        ty: &Type,
    ) -> Result<(), Error> {
        let (a, b) = (self.operand(&args[0].1, ty)?, self.operand(&args[1].1, ty)?);
        let pred = match name {
            "umin" => Pred::Ult,
            "umax" => Pred::Ugt,
            "smin" => Pred::Slt,
            _ => Pred::Sgt,
        };
        let cond = self.compare(pred, a.clone(), b.clone(), ty);
        // If the numbers are equal, either will do, so the comparison may also be made with the numbers swapped. That is better if
        // this comparison is made here anyway and other choices depend on it.
        let swapped = self.compare(pred, b.clone(), a.clone(), ty);
        let opposite = swapped.clone().not();
        let here = |(known, at): (&Option<Cond>, &Bb)| {
            *at == self.current && known.as_ref().is_some_and(|known| [&swapped, &opposite].contains(&known))
        };
        let bytes = match self.conds.iter().zip(&self.defined_in).any(here) {
            true => self.select(swapped, &b, &a),
            false => self.select(cond, &a, &b),
        };
        self.define_result(inst, bytes);
        Ok(())
    }

    /// Defines a sum or a difference that saturates at the ends of its type's range.
    fn saturating(
        &mut self,
        inst: &ir::Inst,
        name: &str,
        args: &[(Type, Operand)],
        ty: &Type,
    ) -> Result<(), Error> {
        let (a, b) = (self.operand(&args[0].1, ty)?, self.operand(&args[1].1, ty)?);
        let bytes = match name {
            "uadd.sat" => {
                let sum = self.add(&a, &b);
                let over = self.compare(Pred::Ult, sum.clone(), a, ty);
                self.select(over, &vec![Byte::Const(0xff); sum.len()], &sum)
            }
            "usub.sat" => {
                let difference = self.subtract(&a, &b);
                let under = self.compare(Pred::Ult, a, b, ty);
                self.select(under, &vec![Byte::Const(0); difference.len()], &difference)
            }
            _ => {
                let (value, over) = self.signed_overflow(name == "sadd.sat", &a, &b);
                // An overflow goes in the direction of the left operand's sign.
                let sign = self.sign_byte(a[a.len() - 1]);
                let mut limit =
                    self.logic(Logic::Xor, &vec![sign; a.len()], &vec![Byte::Const(0xff); a.len()]);
                let top = limit.len() - 1;
                limit[top] = self.logic(Logic::Xor, &[sign], &[Byte::Const(0x7f)])[0];
                self.select(over, &limit, &value)
            }
        };
        self.define_result(inst, bytes);
        Ok(())
    }

    /// Defines -1, 0 or 1 if the first number is less than, equal to or greater than the second.
    fn three_way(
        &mut self,
        inst: &ir::Inst,
        signed: bool,
        args: &[(Type, Operand)],
        ty: &Type,
    ) -> Result<(), Error> {
        let arg = &args[0].0;
        let (a, b) = (self.operand(&args[0].1, arg)?, self.operand(&args[1].1, arg)?);
        let (less, more) = if signed { (Pred::Slt, Pred::Sgt) } else { (Pred::Ult, Pred::Ugt) };
        let (less, more) = (self.compare(less, a.clone(), b.clone(), arg), self.compare(more, a, b, arg));
        let more = self.select(more, &[Byte::Const(1)], &[Byte::Const(0)]);
        let mut bytes = self.select(less, &[Byte::Const(0xff)], &more);
        self.sign_extend_to(&mut bytes, ty.size() as usize);
        self.define_result(inst, bytes);
        Ok(())
    }

    fn byte_routine(&mut self, name: &'static str, byte: Byte) -> Byte {
        let (dst, out) = self.reg_byte();
        self.emit(Inst::Call(Call {
            target: Target::Runtime(name),
            ins: convention::single([byte]),
            outs: convention::single([dst]),
            pure: true,
        }));
        out
    }

    fn count_bits(&mut self, name: &str, bytes: &[Byte]) -> Byte {
        let routine = match (name, bytes.len()) {
            ("ctpop", 1) => return self.byte_routine("__ctpop8", bytes[0]),
            ("ctlz", 1) => return self.byte_routine("__ctlz8", bytes[0]),
            ("cttz", 1) => return self.byte_routine("__cttz8", bytes[0]),
            ("ctpop", 2) => "__ctpop16",
            ("ctpop", 4) => "__ctpop32",
            ("ctpop", _) => "__ctpop64",
            ("ctlz", 2) => "__ctlz16",
            ("ctlz", 4) => "__ctlz32",
            ("ctlz", _) => "__ctlz64",
            (_, 2) => "__cttz16",
            (_, 4) => "__cttz32",
            _ => "__cttz64",
        };
        let ins = convention::wide(bytes.iter().copied());
        let (dst, out) = self.reg_byte();
        self.emit(Inst::Call(Call {
            target: Target::Runtime(routine),
            ins,
            outs: convention::single([dst]),
            pure: true,
        }));
        out
    }

    /// `fshl(a, b, n)`: the top bytes of `a:b << n`; `fshr`: the low bytes of `a:b >> n`.
    fn funnel(
        &mut self,
        inst: &ir::Inst,
        left: bool,
        args: &[(Type, Operand)],
        ty: &Type,
    ) -> Result<(), Error> {
        let (a, b) = (self.operand(&args[0].1, ty)?, self.operand(&args[1].1, ty)?);
        let width = 8 * a.len() as u32;
        let bytes = if let Some(n) = constant_of(&args[2].1) {
            let n = (n % u64::from(width)) as u32;
            let up = if left { n } else { width - n };
            if up == 0 {
                a
            } else if up == width {
                b
            } else if up % 8 == 0 {
                let k = (up / 8) as usize;
                b[b.len() - k..].iter().chain(&a[..a.len() - k]).copied().collect()
            } else {
                let high = self.shift_left(&a, up);
                let low = self.shift_right(&b, width - up, false);
                self.logic(Logic::Or, &high, &low)
            }
        } else {
            if !width.is_power_of_two() || width > 64 {
                return Err(self.unsupported("a funnel shift of this width"));
            }
            let count = self.operand(&args[2].1, ty)?[0];
            let mask = Byte::Const((width - 1) as u8);
            let count = self.logic(Logic::And, &[count], &[mask])[0];
            // The other side shifts by width - n, in two steps because n may be zero.
            let rest = self.logic(Logic::Xor, &[count], &[mask])[0];
            let (high, low) = if left {
                let low = self.shift_right(&b, 1, false);
                (self.shift_variable(Shift::Shl, &a, count), self.shift_variable(Shift::LShr, &low, rest))
            } else {
                let high = self.shift_left(&a, 1);
                (self.shift_variable(Shift::Shl, &high, rest), self.shift_variable(Shift::LShr, &b, count))
            };
            self.logic(Logic::Or, &high, &low)
        };
        self.define_result(inst, bytes);
        Ok(())
    }

    /// Returns the sum or difference, and whether it overflowed the signed range.
    fn signed_overflow(&mut self, add: bool, a: &[Byte], b: &[Byte]) -> (Vec<Byte>, Cond) {
        let value = if add { self.add(a, b) } else { self.subtract(a, b) };
        let top = a.len() - 1;
        // Overflow: the signs of both operands (of a difference: the left one and the inverted right one) differ from that of the
        // result.
        let x = self.logic(Logic::Xor, &[a[top]], &[value[top]])[0];
        let y = if add {
            self.logic(Logic::Xor, &[b[top]], &[value[top]])[0]
        } else {
            self.logic(Logic::Xor, &[a[top]], &[b[top]])[0]
        };
        let both = self.logic(Logic::And, &[x], &[y]);
        (value, super::compare::compare_bytes(Cmp::Slt, both, vec![Byte::Const(0)]))
    }

    fn with_overflow(&mut self, inst: &ir::Inst, name: &str, args: &[(Type, Operand)]) -> Result<(), Error> {
        let ty = &args[0].0;
        let (a, b) = (self.operand(&args[0].1, ty)?, self.operand(&args[1].1, ty)?);
        let size = a.len();
        let (value, over) = match name {
            "uadd.with.overflow" => {
                let sum = self.add(&a, &b);
                let cond = self.compare(Pred::Ult, sum.clone(), a, ty);
                (sum, cond)
            }
            "usub.with.overflow" => {
                let difference = self.subtract(&a, &b);
                let cond = self.compare(Pred::Ult, a, b, ty);
                (difference, cond)
            }
            "sadd.with.overflow" => self.signed_overflow(true, &a, &b),
            "ssub.with.overflow" => self.signed_overflow(false, &a, &b),
            _ if size > 4 => return Err(self.unsupported(&format!("llvm.{name} of {} bits", 8 * size))),
            _ => {
                // At twice the width, the product is exact; it overflowed if its upper half is not an extension.
                let (mut wide_a, mut wide_b) = (a, b);
                let signed = name == "smul.with.overflow";
                for v in [&mut wide_a, &mut wide_b] {
                    if signed {
                        self.sign_extend_to(v, 2 * size);
                    } else {
                        v.resize(2 * size, Byte::Const(0));
                    }
                }
                let product = self.multiply(&wide_a, &wide_b);
                let (low, high) = product.split_at(size);
                let fill = if signed { self.sign_byte(low[size - 1]) } else { Byte::Const(0) };
                let cond = super::compare::compare_bytes(Cmp::Eq, high.to_vec(), vec![fill; size]).not();
                (low.to_vec(), cond)
            }
        };
        let mut bytes = value;
        bytes.push(self.boolean(over.clone()));
        let Some(result) = inst.result else { return Ok(()) };
        self.define(result, bytes);
        self.conds[result.index()] = Some(over);
        Ok(())
    }
}
