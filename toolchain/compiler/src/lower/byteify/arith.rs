//! Sums, differences, products, quotients, shifts, conversions.

use super::memory::constant_of;
use super::state::{Division, Lower};
use crate::Error;
use crate::fault::{self, Fault};
use crate::ir::{self, BinOp, CastOp, Operand, Type};
use crate::lower::convention::{self, COUNT, DIVISOR, REMAINDER};
use crate::lower::lir::{Byte, Call, Cond, Inst, Logic, Shift, Target};

/// Multiplications by constants with at most this many one bits become shifts and additions.
const SHIFT_ADDS: u32 = 2;

impl<'a> Lower<'a> {
    pub(super) fn binary(
        &mut self,
        inst: &ir::Inst,
        op: BinOp,
        lhs: &Operand,
        rhs: &Operand,
        ty: &Type,
    ) -> Result<(), Error> {
        let a = self.operand(lhs, ty)?;
        let b = self.operand(rhs, ty)?;
        if *ty == Type::Int(1) {
            return self.boolean_op(inst, op, lhs, rhs);
        }
        if a.len() > 8 && !is_simple(op, rhs) {
            return Err(self.unsupported(&format!("an integer of {} bits", 8 * a.len())));
        }
        // Bytes that the result's range proves zero need not be computed.
        let keep = match inst.result.filter(|_| a.len() <= 8) {
            Some(r) => significant(self.ranges.of(r).1).clamp(1, a.len()),
            None => a.len(),
        };
        let total = a.len();
        let cut = |v: &[Byte]| v[..keep].to_vec();
        let mut bytes = match op {
            BinOp::Add => self.add(&cut(&a), &cut(&b)),
            BinOp::Sub => self.subtract(&cut(&a), &cut(&b)),
            BinOp::And => self.logic(Logic::And, &cut(&a), &cut(&b)),
            BinOp::Or => self.logic(Logic::Or, &cut(&a), &cut(&b)),
            BinOp::Xor => self.logic(Logic::Xor, &cut(&a), &cut(&b)),
            BinOp::Mul => match (constant_of(lhs), constant_of(rhs)) {
                (_, Some(n)) => self.multiply_by(&cut(&a), n),
                (Some(n), _) => self.multiply_by(&cut(&b), n),
                _ => self.multiply(&cut(&a), &cut(&b)),
            },
            BinOp::Shl => match constant_of(rhs) {
                Some(n) => self.shift_left(&cut(&a), n as u32),
                None => self.shift_variable(Shift::Shl, &a, b[0]),
            },
            BinOp::LShr => match constant_of(rhs) {
                Some(n) => self.shift_right(&a, n as u32, false),
                None => self.shift_variable(Shift::LShr, &a, b[0]),
            },
            BinOp::AShr => match constant_of(rhs) {
                Some(n) => self.shift_right(&a, n as u32, true),
                None => self.shift_variable(Shift::AShr, &a, b[0]),
            },
            BinOp::UDiv | BinOp::URem => {
                let dividend = significant(self.max_of(lhs, ty)).min(total);
                let divisor = significant(self.max_of(rhs, ty)).min(total);
                self.quotient_or_remainder(op == BinOp::URem, false, &a[..dividend], &b[..divisor])
            }
            BinOp::SDiv | BinOp::SRem => self.quotient_or_remainder(op == BinOp::SRem, true, &a, &b),
            BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => {
                return Err(self.unsupported("floating point"));
            }
        };
        bytes.resize(total, Byte::Const(0));
        self.define_result(inst, bytes);
        Ok(())
    }

    /// Arithmetic on booleans: `add` and `sub` are `xor`, `mul` is `and`.
    fn boolean_op(&mut self, inst: &ir::Inst, op: BinOp, lhs: &Operand, rhs: &Operand) -> Result<(), Error> {
        let (a, b) = (self.condition(lhs)?, self.condition(rhs)?);
        let cond = match op {
            BinOp::And | BinOp::Mul => super::compare::and(a, b),
            BinOp::Or => super::compare::or(a, b),
            BinOp::Xor | BinOp::Add | BinOp::Sub => match (lhs.int(), rhs.int()) {
                (_, Some(n)) => {
                    if n & 1 == 1 {
                        a.not()
                    } else {
                        a
                    }
                }
                (Some(n), _) => {
                    if n & 1 == 1 {
                        b.not()
                    } else {
                        b
                    }
                }
                _ => {
                    let (a, b) = (self.boolean(a), self.boolean(b));
                    let bytes = self.logic(Logic::Xor, &[a], &[b]);
                    self.define_result(inst, bytes);
                    return Ok(());
                }
            },
            // A remainder by one is zero.
            BinOp::URem | BinOp::SRem => Cond::Const(false),
            // A shift by one or a division by zero is undefined; the remaining operations return the left side.
            _ => a,
        };
        self.define_cond(inst, cond);
        Ok(())
    }

    pub(super) fn add(&mut self, a: &[Byte], b: &[Byte]) -> Vec<Byte> {
        let (mut a, mut b) = (defined(a), defined(b));
        let mut done = Vec::new();
        // Low bytes to which nothing is added do not change.
        while let (Some(x), Some(y)) = (a.first(), b.first()) {
            let same = match (x, y) {
                (x, Byte::Const(0)) => *x,
                (Byte::Const(0), y) => *y,
                _ => break,
            };
            done.push(same);
            a.remove(0);
            b.remove(0);
        }
        if a.is_empty() {
            return done;
        }
        if let (Some(x), Some(y)) = (number(&a), number(&b)) {
            done.extend(bytes_of(x.wrapping_add(y), a.len()));
            return done;
        }
        let dst = self.regs(a.len());
        done.extend(dst.iter().map(|r| Byte::Reg(*r)));
        self.emit(Inst::Add { dst, a, b });
        done
    }

    pub(super) fn subtract(&mut self, a: &[Byte], b: &[Byte]) -> Vec<Byte> {
        let (mut a, mut b) = (defined(a), defined(b));
        if fault::is(Fault::SwappedSubtraction) {
            std::mem::swap(&mut a, &mut b);
        }
        let mut done = Vec::new();
        while let (Some(x), Some(Byte::Const(0))) = (a.first(), b.first()) {
            done.push(*x);
            a.remove(0);
            b.remove(0);
        }
        if a.is_empty() {
            return done;
        }
        if let (Some(x), Some(y)) = (number(&a), number(&b)) {
            done.extend(bytes_of(x.wrapping_sub(y), a.len()));
            return done;
        }
        let dst = self.regs(a.len());
        done.extend(dst.iter().map(|r| Byte::Reg(*r)));
        self.emit(Inst::Sub { dst, a, b });
        done
    }

    pub(super) fn logic(&mut self, op: Logic, a: &[Byte], b: &[Byte]) -> Vec<Byte> {
        let (a, b) = (defined(a), defined(b));
        a.into_iter().zip(b).map(|(a, b)| self.logic_byte(op, a, b)).collect()
    }

    fn logic_byte(&mut self, op: Logic, a: Byte, b: Byte) -> Byte {
        if let (Byte::Const(x), Byte::Const(y)) = (a, b) {
            return Byte::Const(match op {
                Logic::And => x & y,
                Logic::Or => x | y,
                Logic::Xor => x ^ y,
            });
        }
        for (this, that) in [(a, b), (b, a)] {
            match (op, this) {
                (Logic::And, Byte::Const(0)) => return Byte::Const(0),
                (Logic::And, Byte::Const(0xff)) => return that,
                (Logic::Or, Byte::Const(0)) | (Logic::Xor, Byte::Const(0)) => return that,
                (Logic::Or, Byte::Const(0xff)) => return Byte::Const(0xff),
                _ => {}
            }
        }
        if a == b {
            return if op == Logic::Xor { Byte::Const(0) } else { a };
        }
        let (dst, byte) = self.reg_byte();
        self.emit(Inst::Logic { op, dst, a, b });
        byte
    }

    pub(super) fn shift_left(&mut self, a: &[Byte], by: u32) -> Vec<Byte> {
        let a = defined(a);
        let (bytes, bits) = ((by / 8) as usize, (by % 8) as u8);
        let mut out = vec![Byte::Const(0); bytes.min(a.len())];
        let rest = &a[..a.len() - out.len()];
        out.extend(self.shift(Shift::Shl, rest, bits));
        out
    }

    pub(super) fn shift_right(&mut self, a: &[Byte], by: u32, signed: bool) -> Vec<Byte> {
        let a = defined(a);
        let (bytes, bits) = (((by / 8) as usize).min(a.len()), (by % 8) as u8);
        let fill = if signed { self.sign_byte(a[a.len() - 1]) } else { Byte::Const(0) };
        let rest = &a[bytes..];
        let mut out = self.shift(if signed { Shift::AShr } else { Shift::LShr }, rest, bits);
        out.resize(a.len(), fill);
        out
    }

    /// Shifts by 0 to 7.
    fn shift(&mut self, op: Shift, a: &[Byte], by: u8) -> Vec<Byte> {
        if by == 0 || a.is_empty() {
            return a.to_vec();
        }
        if let Some(n) = number(a) {
            let bits = 8 * a.len() as u32;
            let n = match op {
                Shift::Shl => n << by,
                Shift::LShr => n >> by,
                Shift::AShr => (((n << (128 - bits)) as i128) >> (128 - bits) >> by) as u128,
            };
            return bytes_of(n, a.len());
        }
        // Zero bytes at the far end do not take part.
        let zeros = match op {
            Shift::LShr => a.iter().rev().take_while(|b| **b == Byte::Const(0)).count(),
            _ => 0,
        };
        let dst = self.regs(a.len() - zeros);
        let mut out: Vec<Byte> = dst.iter().map(|r| Byte::Reg(*r)).collect();
        self.emit(Inst::Shift { op, dst, a: a[..a.len() - zeros].to_vec(), by });
        out.resize(a.len(), Byte::Const(0));
        out
    }

    /// Returns 0 or $FF, the sign extension of a byte.
    pub(super) fn sign_byte(&mut self, top: Byte) -> Byte {
        match top {
            Byte::Const(n) => Byte::Const(if n < 0x80 { 0 } else { 0xff }),
            top => {
                let (dst, byte) = self.reg_byte();
                self.emit(Inst::Shift { op: Shift::AShr, dst: vec![dst], a: vec![top], by: 7 });
                self.signs.insert(dst, top);
                byte
            }
        }
    }

    pub(super) fn sign_extend_to(&mut self, bytes: &mut Vec<Byte>, size: usize) {
        if bytes.len() < size {
            let fill = match fault::is(Fault::MissedSignExtension) {
                true => Byte::Const(0),
                false => self.sign_byte(bytes[bytes.len() - 1]),
            };
            bytes.resize(size, fill);
        }
    }

    pub(super) fn shift_variable(&mut self, op: Shift, a: &[Byte], count: Byte) -> Vec<Byte> {
        let name = match (op, a.len()) {
            (Shift::Shl, 1) => "__shl8",
            (Shift::Shl, 2) => "__shl16",
            (Shift::Shl, 3..=4) => "__shl32",
            (Shift::Shl, _) => "__shl64",
            (Shift::LShr, 1) => "__lshr8",
            (Shift::LShr, 2) => "__lshr16",
            (Shift::LShr, 3..=4) => "__lshr32",
            (Shift::LShr, _) => "__lshr64",
            (Shift::AShr, 1) => "__ashr8",
            (Shift::AShr, 2) if fault::is(Fault::WrongRoutine) => "__lshr16",
            (Shift::AShr, 2) => "__ashr16",
            (Shift::AShr, 3..=4) => "__ashr32",
            (Shift::AShr, _) => "__ashr64",
        };
        let size = a.len();
        let mut a = defined(a);
        let wide = size.next_power_of_two();
        match op {
            Shift::AShr => self.sign_extend_to(&mut a, wide),
            _ => a.resize(wide, Byte::Const(0)),
        }
        let mut ins = convention::number(a);
        ins.push((COUNT, count));
        let regs = self.regs(size);
        let outs = convention::number(regs.clone());
        self.emit(Inst::Call(Call { target: Target::Runtime(name), ins, outs, pure: true }));
        regs.into_iter().map(Byte::Reg).collect()
    }

    /// Returns the low byte of a byte times a small number.
    pub(super) fn scale_byte(&mut self, byte: Byte, scale: u32) -> Byte {
        self.multiply_by(&[byte], scale.into())[0]
    }

    pub(super) fn multiply_by(&mut self, a: &[Byte], n: u64) -> Vec<Byte> {
        let a = defined(a);
        let bits = 8 * a.len() as u32;
        let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
        let n = n & mask;
        if let Some(x) = number(&a) {
            return bytes_of(x.wrapping_mul(n.into()), a.len());
        }
        if n == 0 {
            return vec![Byte::Const(0); a.len()];
        }
        if n == mask && bits > 0 {
            let zero = vec![Byte::Const(0); a.len()];
            return self.subtract(&zero, &a);
        }
        if n.count_ones() > SHIFT_ADDS {
            let b = bytes_of(n.into(), a.len());
            return self.multiply(&a, &b);
        }
        let mut sum: Option<Vec<Byte>> = None;
        for bit in (0..bits.min(64)).filter(|b| n >> b & 1 == 1) {
            let term = self.shift_left(&a, bit);
            sum = Some(match sum {
                Some(sum) => self.add(&sum, &term),
                None => term,
            });
        }
        sum.unwrap_or_else(|| vec![Byte::Const(0); a.len()])
    }

    pub(super) fn multiply(&mut self, a: &[Byte], b: &[Byte]) -> Vec<Byte> {
        let size = a.len();
        let (mut a, mut b) = (defined(a), defined(b));
        let narrow = |v: &[Byte]| v[1..].iter().all(|b| *b == Byte::Const(0));
        if size == 1 || (narrow(&a) && narrow(&b)) {
            let regs = self.regs(2);
            self.emit(Inst::Call(Call {
                target: Target::Runtime("__mul8"),
                ins: convention::single([a[0], b[0]]),
                outs: convention::single([regs[0], regs[1]]),
                pure: true,
            }));
            let mut out: Vec<Byte> = regs.into_iter().map(Byte::Reg).collect();
            out.resize(size.max(2), Byte::Const(0));
            out.truncate(size);
            return out;
        }
        let wide = size.next_power_of_two();
        a.resize(wide, Byte::Const(0));
        b.resize(wide, Byte::Const(0));
        if wide == 4
            && let Some(name) = self.routine_of_halves(&a, &b)
        {
            // The bytes of the first factor that are zero cost nothing.
            if b[1] == Byte::Const(0) {
                std::mem::swap(&mut a, &mut b);
            }
            let mut out = self.runtime(name, &[a[0], a[1], b[0], b[1]], 4, true);
            out.truncate(size);
            return out;
        }
        let name = match wide {
            2 => "__mul16",
            4 => "__mul32",
            _ => "__mul64",
        };
        a.extend(b);
        let mut out = self.runtime(name, &a, wide as u32, true);
        out.truncate(size);
        out
    }

    /// Returns the routine for four-byte factors that are known to be two-byte numbers: both unsigned, with zeros above, or both
    /// signed, with copies of the sign above. The product of one of each kind may be out of range for either routine.
    fn routine_of_halves(&self, a: &[Byte], b: &[Byte]) -> Option<&'static str> {
        let unsigned = |v: &[Byte]| v[2..].iter().all(|byte| *byte == Byte::Const(0));
        let signed = |v: &[Byte]| v[2..].iter().all(|byte| self.is_sign(*byte, v[1]));
        match () {
            () if unsigned(a) && unsigned(b) => Some("__umulhisi3"),
            () if signed(a) && signed(b) => Some("__mulhisi3"),
            () => None,
        }
    }

    /// Whether a byte is known to be the sign extension of a number with this highest byte.
    fn is_sign(&self, byte: Byte, top: Byte) -> bool {
        match (byte, top) {
            (_, Byte::Const(n)) => byte == Byte::Const(if n < 0x80 { 0 } else { 0xff }),
            // A sign byte extends itself.
            (Byte::Reg(reg), top) => self.signs.get(&reg).is_some_and(|of| *of == top || byte == top),
            _ => false,
        }
    }

    /// Returns a quotient or a remainder. If the other of the two was computed in this block, it reuses that call.
    fn quotient_or_remainder(&mut self, remainder: bool, signed: bool, a: &[Byte], b: &[Byte]) -> Vec<Byte> {
        let (a, b) = (defined(a), defined(b));
        let known = self
            .divisions
            .iter()
            .find(|d| d.block == self.current && d.signed == signed && d.dividend == a && d.divisor == b);
        let results = match known {
            Some(division) => division.results.clone(),
            None => {
                let results = match (signed, b.as_slice()) {
                    (false, [divisor]) => self.divide_by_byte(&a, *divisor),
                    _ => self.divide(signed, &a, &b),
                };
                self.divisions.push(Division {
                    block: self.current,
                    signed,
                    dividend: a,
                    divisor: b,
                    results: results.clone(),
                });
                results
            }
        };
        let [quotient, rest] = results;
        if remainder { rest } else { quotient }
    }

    /// Returns quotient and remainder of an unsigned division by one byte.
    fn divide_by_byte(&mut self, a: &[Byte], divisor: Byte) -> [Vec<Byte>; 2] {
        let ten = divisor == Byte::Const(10);
        let (quotient, remainder) = (self.regs(a.len()), self.regs(1)[0]);
        let call = if a.len() == 1 && !ten {
            Call {
                target: Target::Runtime("__udiv8"),
                ins: convention::single([a[0], divisor]),
                outs: convention::single([quotient[0], remainder]),
                pure: true,
            }
        } else {
            let mut ins = convention::wide(a.iter().copied());
            ins.push((COUNT, Byte::Const(a.len() as u8 - 1)));
            if !ten {
                ins.push((DIVISOR, divisor));
            }
            let mut outs = convention::wide(quotient.iter().copied());
            outs.push((REMAINDER, remainder));
            let name = if ten { "__udivten" } else { "__udivbyte" };
            Call { target: Target::Runtime(name), ins, outs, pure: true }
        };
        self.emit(Inst::Call(call));
        [quotient.into_iter().map(Byte::Reg).collect(), vec![Byte::Reg(remainder)]]
    }

    /// Returns quotient and remainder. The widths may differ if the division is unsigned.
    fn divide(&mut self, signed: bool, a: &[Byte], b: &[Byte]) -> [Vec<Byte>; 2] {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        if a.len() == 1 && b.len() == 1 {
            let regs = self.regs(2);
            self.emit(Inst::Call(Call {
                target: Target::Runtime("__sdiv8"),
                ins: convention::single([a[0], b[0]]),
                outs: convention::single([regs[0], regs[1]]),
                pure: true,
            }));
            return [vec![Byte::Reg(regs[0])], vec![Byte::Reg(regs[1])]];
        }
        let wide = a.len().max(b.len()).next_power_of_two();
        if signed {
            self.sign_extend_to(&mut a, wide);
            self.sign_extend_to(&mut b, wide);
        } else {
            a.resize(wide, Byte::Const(0));
            b.resize(wide, Byte::Const(0));
        }
        let name = match (signed, wide) {
            (false, 2) => "__udiv16",
            (false, 4) => "__udiv32",
            (false, _) => "__udiv64",
            (true, 2) => "__sdiv16",
            (true, 4) => "__sdiv32",
            (true, _) => "__sdiv64",
        };
        a.extend(b);
        let out = self.runtime(name, &a, 2 * wide as u32, true);
        [out[..wide].to_vec(), out[wide..].to_vec()]
    }

    pub(super) fn cast(
        &mut self,
        inst: &ir::Inst,
        op: CastOp,
        from: &Type,
        value: &Operand,
        ty: &Type,
    ) -> Result<(), Error> {
        self.check_type(from)?;
        let mut bytes = self.operand(value, from)?;
        let size = ty.size() as usize;
        match op {
            CastOp::Trunc if *ty == Type::Int(1) => {
                let low = match self.max_of(value, from) {
                    0 | 1 => vec![bytes[0]],
                    _ => self.logic(Logic::And, &bytes[..1], &[Byte::Const(1)]),
                };
                self.define_result(inst, low);
                return Ok(());
            }
            CastOp::Trunc | CastOp::Bitcast | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::ZExt => {
                bytes.resize(size, Byte::Const(0));
            }
            CastOp::SExt if *from == Type::Int(1) => {
                let cond = self.condition(value)?;
                let (yes, no) = ([Byte::Const(0xff)], [Byte::Const(0)]);
                let fill = self.select(cond, &yes, &no)[0];
                bytes = vec![fill; size];
            }
            CastOp::SExt => self.sign_extend_to(&mut bytes, size),
            _ => return Err(self.unsupported("floating point")),
        }
        self.define_result(inst, bytes);
        Ok(())
    }
}

/// Whether an operation needs no runtime routine at any width.
fn is_simple(op: BinOp, rhs: &Operand) -> bool {
    match op {
        BinOp::Add | BinOp::Sub | BinOp::And | BinOp::Or | BinOp::Xor => true,
        BinOp::Shl | BinOp::LShr | BinOp::AShr => constant_of(rhs).is_some(),
        _ => false,
    }
}

/// Returns the number of bytes up to the highest one that can be nonzero; 1 for zero.
fn significant(max: u64) -> usize {
    ((64 - max.leading_zeros()).div_ceil(8) as usize).max(1)
}

/// Replaces `undef` in arithmetic by zero, as it may be anything.
fn defined(bytes: &[Byte]) -> Vec<Byte> {
    bytes.iter().map(|b| if *b == Byte::Undef { Byte::Const(0) } else { *b }).collect()
}

/// Returns the number formed by constant bytes.
pub(super) fn number(bytes: &[Byte]) -> Option<u128> {
    bytes.iter().rev().try_fold(0u128, |n, b| match b {
        Byte::Const(b) => Some(n << 8 | u128::from(*b)),
        _ => None,
    })
}

fn bytes_of(n: u128, size: usize) -> Vec<Byte> {
    (0..size).map(|i| Byte::Const((n >> (8 * i)) as u8)).collect()
}
