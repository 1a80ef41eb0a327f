//! Replaces instructions by others: what the passes that expand operations have in common.

use super::sources::SourceId;
use super::{BinOp, Callee, CastOp, Const, Function, Inst, Op, Operand, Pred, Type, Value};

/// A block of which some instructions are written already, and the instruction whose place the next ones take.
pub struct Build<'a> {
    pub function: &'a mut Function,
    pub out: Vec<Inst>,
    /// Line of the text, and place in the source.
    pub place: (u32, SourceId),
    /// What the names of new values begin with.
    pub prefix: &'static str,
}

impl Build<'_> {
    /// A new value that an operation defines.
    pub fn value(&mut self, ty: Type, op: Op) -> Operand {
        let name = format!("{}.{}", self.prefix, self.function.values.len());
        let value = self.function.new_value(ty, name);
        self.define(value, op);
        Operand::Value(value)
    }

    /// Defines a value that is there already.
    pub fn define(&mut self, value: Value, op: Op) {
        self.out.push(Inst { result: Some(value), op, line: self.place.0, source: self.place.1 });
    }

    /// An operation on numbers of so many bits.
    pub fn binary(&mut self, bits: u16, op: BinOp, lhs: Operand, rhs: Operand) -> Operand {
        self.value(Type::Int(bits), binary(op, lhs, rhs))
    }

    /// A comparison of numbers of so many bits.
    pub fn compare(&mut self, bits: u16, pred: Pred, lhs: Operand, rhs: Operand) -> Operand {
        self.value(Type::Int(1), Op::Icmp { pred, ty: Type::Int(bits), lhs, rhs })
    }

    /// A choice between numbers of so many bits.
    pub fn select(&mut self, bits: u16, cond: Operand, then: Operand, other: Operand) -> Operand {
        self.value(Type::Int(bits), Op::Select { cond, then, other })
    }

    /// A number of `from` bits in `to` bits: cut off, or extended with zeros or its sign.
    pub fn resize(&mut self, signed: bool, from: u16, to: u16, value: Operand) -> Operand {
        let op = match (to.cmp(&from), signed) {
            (std::cmp::Ordering::Equal, _) => return value,
            (std::cmp::Ordering::Less, _) => CastOp::Trunc,
            (_, true) => CastOp::SExt,
            (_, false) => CastOp::ZExt,
        };
        self.value(Type::Int(to), Op::Cast { op, from: Type::Int(from), value })
    }

    /// A call of an intrinsic on numbers of so many bits that gives such a number.
    pub fn intrinsic(&mut self, bits: u16, name: &str, args: Vec<(Type, Operand)>) -> Operand {
        let op = Op::Call { callee: Callee::Intrinsic(name.to_string()), args, noreturn: false };
        self.value(Type::Int(bits), op)
    }

    /// The lower and the upper half of the product of two unsigned numbers of 128 bits, by digits of 64 bits.
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

/// An operation without promises.
pub fn binary(op: BinOp, lhs: Operand, rhs: Operand) -> Op {
    Op::Binary { op, lhs, rhs, nuw: false, nsw: false }
}

/// A constant.
pub fn number(n: u128) -> Operand {
    Operand::Const(Const::Int(n))
}

/// A one in each of the lowest bits.
pub fn mask(bits: u16) -> u128 {
    if bits < 128 { (1 << bits) - 1 } else { u128::MAX }
}

/// Of a constant that may be any number: zero, since any other would have to be masked.
pub fn plain(operand: Operand) -> Operand {
    match operand {
        Operand::Const(Const::Undef) => number(0),
        operand => operand,
    }
}
