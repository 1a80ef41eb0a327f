//! Float arithmetic, comparisons and conversions, done by the host's IEEE arithmetic.
//!
//! A NaN that an operation makes has the bits compiler_builtins gives it: positive, quiet, no payload.

use super::trap::TrapKind;
use super::value::{Bits, Value, fits, mask, signed};
use crate::ir::{BinOp, CastOp, Type};

/// A 32-bit or 64-bit float.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Number {
    Single(f32),
    Double(f64),
}

impl Number {
    /// Returns the float that a value holds; `None` if it is undefined or not a float.
    pub(super) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Float(bits) => Some(Number::Single(f32::from_bits(*bits))),
            Value::Double(bits) => Some(Number::Double(f64::from_bits(*bits))),
            _ => None,
        }
    }

    /// Widens to 64 bits, which is exact.
    pub(super) fn wide(self) -> f64 {
        match self {
            Number::Single(x) => x.into(),
            Number::Double(x) => x,
        }
    }

    /// Converts to a value.
    pub(super) fn value(self) -> Value {
        match self {
            Number::Single(x) if x.is_nan() => Value::Float(0x7fc0_0000),
            Number::Single(x) => Value::Float(x.to_bits()),
            Number::Double(x) if x.is_nan() => Value::Double(0x7ff8_0000_0000_0000),
            Number::Double(x) => Value::Double(x.to_bits()),
        }
    }
}

/// Applies a binary operation to two floats of the same size.
pub(super) fn pair(
    a: &Value,
    b: &Value,
    single: fn(f32, f32) -> f32,
    double: fn(f64, f64) -> f64,
) -> Result<Value, TrapKind> {
    match (Number::of(a), Number::of(b)) {
        (Some(Number::Single(a)), Some(Number::Single(b))) => Ok(Number::Single(single(a, b)).value()),
        (Some(Number::Double(a)), Some(Number::Double(b))) => Ok(Number::Double(double(a, b)).value()),
        _ if *a == Value::Undef || *b == Value::Undef => Ok(Value::Undef),
        _ => Err(not_floats()),
    }
}

/// Applies a unary operation to a float.
pub(super) fn single(a: &Value, f: fn(f32) -> f32, d: fn(f64) -> f64) -> Result<Value, TrapKind> {
    match Number::of(a) {
        Some(Number::Single(a)) => Ok(Number::Single(f(a)).value()),
        Some(Number::Double(a)) => Ok(Number::Double(d(a)).value()),
        None if *a == Value::Undef => Ok(Value::Undef),
        None => Err(not_floats()),
    }
}

/// `fma`: rounds once, at the end.
pub(super) fn multiply_add(a: &Value, b: &Value, c: &Value) -> Result<Value, TrapKind> {
    let numbers = (Number::of(a), Number::of(b), Number::of(c));
    let number = match numbers {
        (Some(Number::Single(a)), Some(Number::Single(b)), Some(Number::Single(c))) => {
            Number::Single(a.mul_add(b, c))
        }
        (Some(Number::Double(a)), Some(Number::Double(b)), Some(Number::Double(c))) => {
            Number::Double(a.mul_add(b, c))
        }
        _ if [a, b, c].contains(&&Value::Undef) => return Ok(Value::Undef),
        _ => return Err(not_floats()),
    };
    Ok(number.value())
}

/// Returns the bit of `llvm.is.fpclass` for the class of a float (LLVM Language Reference, "llvm.is.fpclass"), `None` if it is
/// undefined.
pub(super) fn class(value: &Value) -> Result<Option<u128>, TrapKind> {
    use std::num::FpCategory::{Infinite, Nan, Normal, Subnormal, Zero};
    let (category, negative, quiet) = match value {
        Value::Float(bits) => {
            let x = f32::from_bits(*bits);
            (x.classify(), x.is_sign_negative(), bits & 1 << 22 != 0)
        }
        Value::Double(bits) => {
            let x = f64::from_bits(*bits);
            (x.classify(), x.is_sign_negative(), bits & 1 << 51 != 0)
        }
        Value::Undef => return Ok(None),
        _ => return Err(not_floats()),
    };
    let bit = match (category, negative) {
        (Nan, _) => u32::from(quiet),
        (Infinite, true) => 2,
        (Normal, true) => 3,
        (Subnormal, true) => 4,
        (Zero, true) => 5,
        (Zero, false) => 6,
        (Subnormal, false) => 7,
        (Normal, false) => 8,
        (Infinite, false) => 9,
    };
    Ok(Some(1 << bit))
}

fn not_floats() -> TrapKind {
    TrapKind::Malformed("float operation on something else".into())
}

/// `fadd` and the other binary operations.
pub(super) fn binary(op: BinOp, a: &Value, b: &Value) -> Result<Value, TrapKind> {
    match op {
        BinOp::FAdd => pair(a, b, |a, b| a + b, |a, b| a + b),
        BinOp::FSub => pair(a, b, |a, b| a - b, |a, b| a - b),
        BinOp::FMul => pair(a, b, |a, b| a * b, |a, b| a * b),
        BinOp::FDiv => pair(a, b, |a, b| a / b, |a, b| a / b),
        BinOp::FRem => pair(a, b, |a, b| a % b, |a, b| a % b),
        _ => Err(TrapKind::Malformed("integer arithmetic on floats".into())),
    }
}

/// `fneg` flips the sign, also of a NaN.
pub(super) fn negate(a: &Value) -> Result<Value, TrapKind> {
    match a {
        Value::Float(bits) => Ok(Value::Float(bits ^ 1 << 31)),
        Value::Double(bits) => Ok(Value::Double(bits ^ 1 << 63)),
        Value::Undef => Ok(Value::Undef),
        _ => Err(not_floats()),
    }
}

/// `fabs` clears the sign, also of a NaN.
pub(super) fn absolute(a: &Value) -> Result<Value, TrapKind> {
    match a {
        Value::Float(bits) => Ok(Value::Float(bits & !(1 << 31))),
        Value::Double(bits) => Ok(Value::Double(bits & !(1 << 63))),
        Value::Undef => Ok(Value::Undef),
        _ => Err(not_floats()),
    }
}

/// `fcmp`; the predicate is spelled as in LLVM.
pub(super) fn compare(pred: &str, a: &Value, b: &Value) -> Result<Value, TrapKind> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let (Some(x), Some(y)) = (Number::of(a), Number::of(b)) else {
        let undefined = *a == Value::Undef || *b == Value::Undef;
        return if undefined { Ok(Value::Undef) } else { Err(not_floats()) };
    };
    let order = x.wide().partial_cmp(&y.wide());
    let holds = match pred {
        "false" => false,
        "oeq" => order == Some(Equal),
        "ogt" => order == Some(Greater),
        "oge" => matches!(order, Some(Greater | Equal)),
        "olt" => order == Some(Less),
        "ole" => matches!(order, Some(Less | Equal)),
        "one" => matches!(order, Some(Less | Greater)),
        "ord" => order.is_some(),
        "ueq" => matches!(order, None | Some(Equal)),
        "ugt" => matches!(order, None | Some(Greater)),
        "uge" => order != Some(Less),
        "ult" => matches!(order, None | Some(Less)),
        "ule" => order != Some(Greater),
        "une" => order != Some(Equal),
        "uno" => order.is_none(),
        "true" => true,
        _ => return Err(TrapKind::Malformed(format!("fcmp {pred}"))),
    };
    Ok(Value::Int(holds.into()))
}

/// Converts a float to an integer of `width` bits. Out of range, the result is poison, or the nearest number if `saturate`;
/// saturation converts NaN to zero.
pub(super) fn to_int(value: &Value, width: u16, sign: bool, saturate: bool) -> Result<Value, TrapKind> {
    let Some(number) = Number::of(value) else {
        return if *value == Value::Undef { Ok(Value::Undef) } else { Err(not_floats()) };
    };
    let whole = number.wide().trunc();
    if sign {
        // The cast saturates at 128 bits, so a larger float does not compare equal when converted back.
        let exact = whole as i128;
        if exact as f64 == whole && whole < 2f64.powi(127) && fits(exact, width) {
            return Ok(Value::Int(exact as u128 & mask(width)));
        }
        let least = signed(1 << (width.clamp(1, 128) - 1), width);
        let nearest = if whole.is_nan() { 0 } else { exact.clamp(least, !least) };
        return Ok(if saturate { Value::Int(nearest as u128 & mask(width)) } else { Value::Undef });
    }
    let exact = whole as u128;
    if exact as f64 == whole && whole < 2f64.powi(128) && exact <= mask(width) {
        return Ok(Value::Int(exact));
    }
    Ok(if saturate { Value::Int(exact.min(mask(width))) } else { Value::Undef })
}

/// Converts an integer of `width` bits to a float.
pub(super) fn from_int(n: Bits, width: u16, sign: bool, to: &Type) -> Result<Value, TrapKind> {
    let Some(n) = n.get() else { return Ok(Value::Undef) };
    let number = match (to, sign) {
        (Type::Float, false) => Number::Single(n as f32),
        (Type::Float, true) => Number::Single(signed(n, width) as f32),
        (Type::Double, false) => Number::Double(n as f64),
        (Type::Double, true) => Number::Double(signed(n, width) as f64),
        _ => return Err(not_floats()),
    };
    Ok(number.value())
}

/// `fpext` and `fptrunc`.
pub(super) fn resize(op: CastOp, value: &Value) -> Result<Value, TrapKind> {
    match (op, Number::of(value)) {
        (CastOp::FpExt, Some(n)) => Ok(Number::Double(n.wide()).value()),
        (CastOp::FpTrunc, Some(n)) => Ok(Number::Single(n.wide() as f32).value()),
        (_, None) if *value == Value::Undef => Ok(Value::Undef),
        _ => Err(not_floats()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f(x: f32) -> Value {
        Value::Float(x.to_bits())
    }
    fn d(x: f64) -> Value {
        Value::Double(x.to_bits())
    }

    #[test]
    fn arithmetic_of_both_sizes() {
        assert_eq!(binary(BinOp::FAdd, &f(0.1), &f(0.2)), Ok(f(0.1f32 + 0.2)));
        assert_eq!(binary(BinOp::FRem, &d(7.5), &d(2.0)), Ok(d(1.5)));
        assert_eq!(binary(BinOp::FDiv, &f(0.0), &f(0.0)), Ok(Value::Float(0x7fc0_0000)));
        assert_eq!(binary(BinOp::FMul, &f(2.0), &Value::Undef), Ok(Value::Undef));
        assert!(binary(BinOp::FMul, &f(2.0), &d(2.0)).is_err());
        assert!(binary(BinOp::Add, &f(2.0), &f(2.0)).is_err());
        assert_eq!((negate(&f(0.0)), absolute(&d(-3.0))), (Ok(f(-0.0)), Ok(d(3.0))));
    }

    #[test]
    fn comparisons_know_nan() {
        let nan = f(f32::NAN);
        let cases = [("oeq", 0), ("une", 1), ("ult", 1), ("uno", 1), ("ord", 0), ("ole", 0), ("true", 1)];
        for (pred, expected) in cases {
            assert_eq!(compare(pred, &f(1.0), &nan), Ok(Value::Int(expected)), "{pred}");
        }
        let cases = [("olt", 1), ("one", 1), ("ueq", 0), ("uge", 0), ("ule", 1), ("ogt", 0), ("false", 0)];
        for (pred, expected) in cases {
            assert_eq!(compare(pred, &f(1.0), &f(2.0)), Ok(Value::Int(expected)), "{pred}");
        }
        assert_eq!(compare("oeq", &f(0.0), &f(-0.0)), Ok(Value::Int(1)));
        assert!(compare("eq", &f(0.0), &f(0.0)).is_err());
    }

    #[test]
    fn integers_saturate_or_are_poison() {
        let u8_of = |x, saturate| to_int(&d(x), 8, false, saturate);
        assert_eq!(u8_of(255.9, false), Ok(Value::Int(255)));
        assert_eq!(u8_of(-0.9, false), Ok(Value::Int(0)));
        assert_eq!((u8_of(256.0, false), u8_of(256.0, true)), (Ok(Value::Undef), Ok(Value::Int(255))));
        assert_eq!((u8_of(-1.0, false), u8_of(-1.0, true)), (Ok(Value::Undef), Ok(Value::Int(0))));
        assert_eq!(u8_of(f64::NAN, true), Ok(Value::Int(0)));
        let i8_of = |x, saturate| to_int(&d(x), 8, true, saturate);
        assert_eq!(i8_of(-128.5, false), Ok(Value::Int(0x80)));
        assert_eq!((i8_of(-129.0, false), i8_of(-129.0, true)), (Ok(Value::Undef), Ok(Value::Int(0x80))));
        assert_eq!((i8_of(1e30, true), i8_of(f64::NAN, true)), (Ok(Value::Int(0x7f)), Ok(Value::Int(0))));
        assert_eq!(to_int(&d(2f64.powi(128)), 128, false, false), Ok(Value::Undef));
        assert_eq!(to_int(&d(2f64.powi(127)), 128, true, false), Ok(Value::Undef));
        assert_eq!(to_int(&d(2f64.powi(127)), 128, true, true), Ok(Value::Int(u128::MAX >> 1)));
        assert_eq!(to_int(&d(-(2f64.powi(127))), 128, true, false), Ok(Value::Int(1 << 127)));
    }

    #[test]
    fn classes_of_floats() {
        let cases = [
            (Value::Float(0x7f80_0001), 0),
            (Value::Float(0x7fc0_0000), 1),
            (f(f32::NEG_INFINITY), 2),
            (d(-1.0), 3),
            (Value::Double(1 << 63 | 1), 4),
            (d(-0.0), 5),
            (f(0.0), 6),
            (Value::Float(1), 7),
            (f(1.0), 8),
            (d(f64::INFINITY), 9),
        ];
        for (value, bit) in cases {
            assert_eq!(class(&value), Ok(Some(1 << bit)), "{value:?}");
        }
        assert_eq!(class(&Value::Undef), Ok(None));
    }

    #[test]
    fn multiply_add_rounds_once() {
        let (a, b) = (1.0 + f32::EPSILON, 1.0 - f32::EPSILON);
        let exact = -(f32::EPSILON * f32::EPSILON);
        assert_eq!(multiply_add(&f(a), &f(b), &f(-1.0)), Ok(f(exact)));
        assert_eq!(multiply_add(&d(2.0), &d(3.0), &d(4.0)), Ok(d(10.0)));
        assert_eq!(multiply_add(&d(2.0), &Value::Undef, &d(4.0)), Ok(Value::Undef));
        assert!(multiply_add(&d(2.0), &f(3.0), &d(4.0)).is_err());
    }

    #[test]
    fn conversions_to_floats() {
        assert_eq!(from_int(Bits::known(0xff), 8, true, &Type::Float), Ok(f(-1.0)));
        assert_eq!(from_int(Bits::known(0xff), 8, false, &Type::Double), Ok(d(255.0)));
        assert_eq!(from_int(Bits::undef(8), 8, false, &Type::Double), Ok(Value::Undef));
        assert_eq!(resize(CastOp::FpExt, &f(0.1)), Ok(d(0.1f32.into())));
        assert_eq!(resize(CastOp::FpTrunc, &d(0.1)), Ok(f(0.1)));
    }
}
