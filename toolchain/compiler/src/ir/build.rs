//! Builds replacement instructions, for the passes that expand operations.

use super::sources::SourceId;
use super::{BinOp, Callee, CastOp, Const, Function, Inst, Op, Operand, Pred, Type, Value};

/// A block that is being rewritten, and the instruction that the next ones replace.
pub struct Build<'a> {
    pub function: &'a mut Function,
    pub out: Vec<Inst>,
    /// The line of the text and the place in the source.
    pub place: (u32, SourceId),
    /// The prefix of the names of new values.
    pub prefix: &'static str,
}

impl Build<'_> {
    /// Appends an operation that defines a new value and returns that value.
    pub fn value(&mut self, ty: Type, op: Op) -> Operand {
        let name = format!("{}.{}", self.prefix, self.function.values.len());
        let value = self.function.new_value(ty, name);
        self.define(value, op);
        Operand::Value(value)
    }

    /// Appends an operation that defines an existing value.
    pub fn define(&mut self, value: Value, op: Op) {
        self.out.push(Inst { result: Some(value), op, line: self.place.0, source: self.place.1 });
    }

    /// Appends an operation on numbers of `bits` bits.
    pub fn binary(&mut self, bits: u16, op: BinOp, lhs: Operand, rhs: Operand) -> Operand {
        self.value(Type::Int(bits), binary(op, lhs, rhs))
    }

    /// Appends a comparison of numbers of `bits` bits.
    pub fn compare(&mut self, bits: u16, pred: Pred, lhs: Operand, rhs: Operand) -> Operand {
        self.value(Type::Int(1), Op::Icmp { pred, ty: Type::Int(bits), lhs, rhs })
    }

    /// Appends a choice between two numbers of `bits` bits.
    pub fn select(&mut self, bits: u16, cond: Operand, then: Operand, other: Operand) -> Operand {
        self.value(Type::Int(bits), Op::Select { cond, then, other })
    }

    /// Converts a number of `from` bits to `to` bits: truncates it, or extends it with zeros or its sign.
    pub fn resize(&mut self, signed: bool, from: u16, to: u16, value: Operand) -> Operand {
        let op = match (to.cmp(&from), signed) {
            (std::cmp::Ordering::Equal, _) => return value,
            (std::cmp::Ordering::Less, _) => CastOp::Trunc,
            (_, true) => CastOp::SExt,
            (_, false) => CastOp::ZExt,
        };
        self.value(Type::Int(to), Op::Cast { op, from: Type::Int(from), value })
    }

    /// Appends a call of an intrinsic that takes and returns numbers of `bits` bits.
    pub fn intrinsic(&mut self, bits: u16, name: &str, args: Vec<(Type, Operand)>) -> Operand {
        let op = Op::Call { callee: Callee::Intrinsic(name.to_string()), args, noreturn: false };
        self.value(Type::Int(bits), op)
    }

    /// Returns the lower and the upper half of the product of two unsigned 128-bit numbers, computed from 64-bit digits.
    pub fn product(&mut self, a: &Operand, b: &Operand) -> (Operand, Operand) {
        let mut digits = |n: &Operand| {
            let low = self.binary(128, BinOp::And, n.clone(), number(mask(64)));
            [low, self.binary(128, BinOp::LShr, n.clone(), number(64))]
        };
        let (a, b) = (digits(a), digits(b));
        let mut times = |i: usize, j: usize| self.binary(128, BinOp::Mul, a[i].clone(), b[j].clone());
        let [first, left, right, last] = [times(0, 0), times(1, 0), times(0, 1), times(1, 1)];
        let mut middle = self.binary(128, BinOp::LShr, first.clone(), number(64));
        let mut high = last;
        for cross in [left, right] {
            let low = self.binary(128, BinOp::And, cross.clone(), number(mask(64)));
            middle = self.binary(128, BinOp::Add, middle, low);
            let up = self.binary(128, BinOp::LShr, cross, number(64));
            high = self.binary(128, BinOp::Add, high, up);
        }
        let carry = self.binary(128, BinOp::LShr, middle.clone(), number(64));
        let high = self.binary(128, BinOp::Add, high, carry);
        let low = self.binary(128, BinOp::And, first, number(mask(64)));
        let shifted = self.binary(128, BinOp::Shl, middle, number(64));
        (self.binary(128, BinOp::Or, low, shifted), high)
    }
}

/// Returns an operation without `nuw` and `nsw`.
pub fn binary(op: BinOp, lhs: Operand, rhs: Operand) -> Op {
    Op::Binary { op, lhs, rhs, nuw: false, nsw: false }
}

/// Returns a constant.
pub fn number(n: u128) -> Operand {
    Operand::Const(Const::Int(n))
}

/// Returns a mask of the lowest `bits` bits.
pub fn mask(bits: u16) -> u128 {
    if bits < 128 { (1 << bits) - 1 } else { u128::MAX }
}

/// Replaces an undefined constant by zero, since any other number would have to be masked.
pub fn plain(operand: Operand) -> Operand {
    match operand {
        Operand::Const(Const::Undef) => number(0),
        operand => operand,
    }
}
