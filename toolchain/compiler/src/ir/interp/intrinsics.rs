//! The `llvm.*` functions that rustc's output calls; an unknown one is a trap.

use super::arith::{self, Flags};
use super::exec::malformed;
use super::trap::TrapKind;
use super::value::{Bits, Value, mask};
use super::{Host, Interpreter, float};
use crate::ir::{BinOp, Operand, Pred, Type};

/// Arguments with their types.
type Args = [(Type, Operand)];

impl Interpreter<'_> {
    /// Calls `llvm.NAME`. Returns `None` if it has no result.
    pub(super) fn intrinsic(
        &mut self,
        name: &str,
        args: &Args,
        ret: Option<&Type>,
        host: &mut dyn Host,
    ) -> Result<Option<Value>, TrapKind> {
        match name {
            "lifetime.start"
            | "lifetime.end"
            | "experimental.noalias.scope.decl"
            | "invariant.start"
            | "invariant.end"
            | "sideeffect"
            | "donothing"
            | "dbg.value"
            | "dbg.declare" => Ok(ret.map(Value::zero)),
            "assume" => match self.bits(operand(args, 0)?, 1)?.get() {
                Some(0) => Err(TrapKind::FalseAssumption),
                _ => Ok(None),
            },
            "trap" | "ubsantrap" | "debugtrap" => Err(TrapKind::Abort),
            "memcpy" | "memcpy.inline" | "memmove" | "memset" | "memset.inline" => {
                self.memory_intrinsic(name, args, host)?;
                Ok(None)
            }
            "is.constant" => Ok(Some(Value::Int(0))),
            "expect" | "expect.with.probability" => {
                let (ty, first) = arg(args, 0)?;
                self.value(first, ty).map(Some)
            }
            _ => {
                let ret = ret.ok_or_else(|| TrapKind::UnknownIntrinsic(name.to_string()))?;
                let value = match arg(args, 0)?.0 {
                    Type::Int(width) => self.integer(name, width, args, ret)?,
                    _ => self.float(name, args, ret)?,
                };
                value.map(Some).ok_or_else(|| TrapKind::UnknownIntrinsic(name.to_string()))
            }
        }
    }

    fn memory_intrinsic(&mut self, name: &str, args: &Args, host: &mut dyn Host) -> Result<(), TrapKind> {
        let to = self.pointer(operand(args, 0)?, "the destination of a memory intrinsic")?;
        let (ty, size) = arg(args, 2)?;
        let size = self.size(size, ty.bits().unwrap_or(16))?;
        let volatile = match args.get(3) {
            Some((_, flag)) => self.bits(flag, 1)?.bits != 0,
            None => false,
        };
        if name.starts_with("memset") {
            let byte = self.bits(operand(args, 1)?, 8)?;
            self.memory.fill(to, byte, size).map_err(|f| self.fault(f))?;
        } else {
            let from = self.pointer(operand(args, 1)?, "the source of a memory intrinsic")?;
            if volatile {
                self.memory.check(from, size, false).map_err(|f| self.fault(f))?;
                self.peek_volatile(from, size, host);
            }
            self.copy(to, from, size, name == "memmove")?;
        }
        if volatile { self.poke_volatile(to, size, host) } else { Ok(()) }
    }

    /// Intrinsics whose first argument is an integer of `width` bits. Returns `None` if none has this name.
    fn integer(&self, name: &str, width: u16, args: &Args, ret: &Type) -> Result<Option<Value>, TrapKind> {
        let a = self.bits(operand(args, 0)?, width)?;
        let second = || self.bits(operand(args, 1)?, width);
        if let Some((op, flags)) = overflow_of(name, ".with.overflow") {
            return overflowing(op, width, flags, a, second()?).map(Some);
        }
        if let Some((op, flags)) = overflow_of(name, ".sat") {
            return Ok(Some(saturating(op, width, flags, a, second()?)?.into_int(width)));
        }
        let result = match name {
            "umin" => pick(Pred::Ule, width, a, second()?),
            "umax" => pick(Pred::Uge, width, a, second()?),
            "smin" => pick(Pred::Sle, width, a, second()?),
            "smax" => pick(Pred::Sge, width, a, second()?),
            "ucmp" => return Ok(Some(three_way(Pred::Ult, width, a, second()?, ret))),
            "scmp" => return Ok(Some(three_way(Pred::Slt, width, a, second()?, ret))),
            "abs" => {
                let nsw = self.bits(operand(args, 1)?, 1)?.bits != 0;
                match arith::compare(Pred::Slt, width, a, Bits::known(0)) {
                    Some(false) => a,
                    Some(true) => {
                        arith::binary(BinOp::Sub, width, Flags { nuw: false, nsw }, Bits::known(0), a)?
                    }
                    None => Bits::undef(width),
                }
            }
            "fshl" | "fshr" => {
                let count = self.bits(operand(args, 2)?, width)?;
                funnel(name == "fshl", width, a, second()?, count)
            }
            "bswap" => permute(a, |n| n.swap_bytes() >> (128 - width.clamp(1, 128))),
            "bitreverse" => permute(a, |n| n.reverse_bits() >> (128 - width.clamp(1, 128))),
            "ctpop" => count(a, width, |n| n.count_ones()),
            "ctlz" | "cttz" => {
                let zero_is_poison = self.bits(operand(args, 1)?, 1)?.bits != 0;
                if zero_is_poison && a == Bits::known(0) {
                    Bits::undef(width)
                } else if name == "ctlz" {
                    count(a, width, |n| n.leading_zeros() - (128 - u32::from(width)))
                } else {
                    count(a, width, |n| n.trailing_zeros().min(width.into()))
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(result.into_int(width)))
    }

    /// Intrinsics whose first argument is a float. Returns `None` if none has this name.
    fn float(&self, name: &str, args: &Args, ret: &Type) -> Result<Option<Value>, TrapKind> {
        let (ty, first) = arg(args, 0)?;
        let a = self.value(first, ty)?;
        let second = || self.value(operand(args, 1)?, ty);
        let value = match name {
            "fptoui.sat" | "fptosi.sat" => {
                let width = ret.bits().ok_or_else(|| malformed("float to no integer"))?;
                float::to_int(&a, width, name == "fptosi.sat", true)
            }
            "fabs" => float::absolute(&a),
            "maximumnum" | "maxnum" => float::pair(&a, &second()?, greater_single, greater_double),
            "minimumnum" | "minnum" => {
                float::pair(&a, &second()?, |a, b| -greater_single(-a, -b), |a, b| -greater_double(-a, -b))
            }
            "fma" | "fmuladd" => {
                let third = self.value(operand(args, 2)?, ty)?;
                float::multiply_add(&a, &second()?, &third)
            }
            "is.fpclass" => {
                let classes = self.bits(operand(args, 1)?, 32)?.bits;
                float::class(&a).map(|class| match class {
                    Some(class) => Value::Int((classes & class != 0).into()),
                    None => Value::Undef,
                })
            }
            "copysign" => float::pair(&a, &second()?, f32::copysign, f64::copysign),
            "sqrt" => float::single(&a, f32::sqrt, f64::sqrt),
            "floor" => float::single(&a, f32::floor, f64::floor),
            "ceil" => float::single(&a, f32::ceil, f64::ceil),
            "trunc" => float::single(&a, f32::trunc, f64::trunc),
            "round" => float::single(&a, f32::round, f64::round),
            "roundeven" | "rint" | "nearbyint" => {
                float::single(&a, f32::round_ties_even, f64::round_ties_even)
            }
            _ => return Ok(None),
        };
        value.map(Some)
    }
}

fn arg(args: &Args, index: usize) -> Result<&(Type, Operand), TrapKind> {
    args.get(index).ok_or_else(|| malformed("intrinsic without its arguments"))
}

fn operand(args: &Args, index: usize) -> Result<&Operand, TrapKind> {
    arg(args, index).map(|(_, operand)| operand)
}

/// Returns the operation that `uadd.sat`, `smul.with.overflow` and similar intrinsics check.
fn overflow_of(name: &str, suffix: &str) -> Option<(BinOp, Flags)> {
    let operation = name.strip_suffix(suffix)?;
    let flags = match operation.as_bytes().first()? {
        b'u' => Flags { nuw: true, nsw: false },
        b's' => Flags { nuw: false, nsw: true },
        _ => return None,
    };
    let op = match &operation[1..] {
        "add" => BinOp::Add,
        "sub" => BinOp::Sub,
        "mul" if suffix == ".with.overflow" => BinOp::Mul,
        "shl" if suffix == ".sat" => BinOp::Shl,
        _ => return None,
    };
    Some((op, flags))
}

/// `{result, overflow}`.
fn overflowing(op: BinOp, width: u16, flags: Flags, a: Bits, b: Bits) -> Result<Value, TrapKind> {
    if a.undef | b.undef != 0 {
        return Ok(Value::Aggregate(vec![Value::Undef, Value::Undef]));
    }
    let wrapped = arith::binary(op, width, Flags::default(), a, b)?;
    let overflow = arith::binary(op, width, flags, a, b)?.get().is_none();
    Ok(Value::Aggregate(vec![wrapped.into_int(width), Value::Int(overflow.into())]))
}

/// Returns the result, or the nearest number in range.
fn saturating(op: BinOp, width: u16, flags: Flags, a: Bits, b: Bits) -> Result<Bits, TrapKind> {
    let too_far = op == BinOp::Shl && b.bits >= u128::from(width);
    if a.undef | b.undef != 0 || too_far {
        return Ok(Bits::undef(width));
    }
    let exact = arith::binary(op, width, flags, a, b)?;
    if exact.undef == 0 {
        return Ok(exact);
    }
    let most = mask(width) >> 1;
    Ok(Bits::known(match (flags.nuw, op) {
        (true, BinOp::Sub) => 0,
        (true, _) => mask(width),
        // In every signed overflow the first operand has the sign of the true result.
        (false, _) => {
            if a.bits > most {
                most + 1
            } else {
                most
            }
        }
    }))
}

fn pick(pred: Pred, width: u16, a: Bits, b: Bits) -> Bits {
    match arith::compare(pred, width, a, b) {
        Some(true) => a,
        Some(false) => b,
        None => Bits::undef(width),
    }
}

fn three_way(less: Pred, width: u16, a: Bits, b: Bits, ret: &Type) -> Value {
    let order = (arith::compare(less, width, a, b), arith::compare(Pred::Eq, width, a, b));
    match order {
        (Some(true), _) => Value::Int(mask(ret.bits().unwrap_or(8))),
        (Some(false), Some(equal)) => Value::Int((!equal).into()),
        _ => Value::Undef,
    }
}

/// Returns the upper (`fshl`) or lower (`fshr`) half of two concatenated numbers after a shift.
fn funnel(left: bool, width: u16, high: Bits, low: Bits, count: Bits) -> Bits {
    let Some(count) = count.get() else { return Bits::undef(width) };
    let count = (count % u128::from(width.max(1))) as u32;
    let wide = u32::from(width);
    let join = |h: u128, l: u128| match (left, count) {
        (true, 0) => h,
        (false, 0) => l,
        (true, _) => (h << count | l >> (wide - count)) & mask(width),
        (false, _) => (l >> count | h << (wide - count)) & mask(width),
    };
    Bits { bits: join(high.bits, low.bits), undef: join(high.undef, low.undef) }
}

/// Applies the same permutation to the known and to the undefined bits.
fn permute(n: Bits, movement: impl Fn(u128) -> u128) -> Bits {
    Bits { bits: movement(n.bits), undef: movement(n.undef) }
}

fn count(n: Bits, width: u16, counter: impl Fn(u128) -> u32) -> Bits {
    n.get().map_or(Bits::undef(width), |n| Bits::known(counter(n).into()))
}

/// Returns the greater number; a number takes precedence over NaN, and zero over negative zero.
fn greater_single(a: f32, b: f32) -> f32 {
    if a == b && a.is_sign_negative() { b } else { a.max(b) }
}

/// Same as [`greater_single`].
fn greater_double(a: f64, b: f64) -> f64 {
    if a == b && a.is_sign_negative() { b } else { a.max(b) }
}
