//! Replaces integer intrinsics that the byte form does not support at their width by operations that exist at any width.
//!
//! Requires: SSA form.  Keeps: SSA form. Its output may have odd widths, which `widths` removes, and products of 128 bits, which
//! `expand` removes.
//!
//! Before: `%r = call i7 @llvm.umin.i7(i7 %a, i7 %b)`
//! After: `%c = icmp ult i7 %a, %b`, `%s = select i1 %c, i7 %a, i7 %b`, `%r = freeze i7 %s`

use crate::ir::build::{Build, mask, number, plain};
use crate::ir::sources::SourceId;
use crate::ir::{BinOp, Callee, Const, Function, Inst, Module, Op, Operand, Pred, Type, Value};

/// The widths at which the byte form supports an intrinsic.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Native {
    /// None.
    Never,
    /// All.
    Any,
    /// One bit, and whole bytes.
    Bytes,
    /// One bit, and whole bytes up to 32 bits.
    Short,
    /// One bit, 8, 16, 32 and 64 bits.
    Powers,
}

/// How an intrinsic is compiled at some width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The byte form supports it.
    Native,
    /// With the same intrinsic at the next width at which it is native.
    Widened,
    /// With arithmetic at its own width, or at a wider one.
    Expanded,
}

/// Builds the replacement of an intrinsic at other widths.
type Expansion = fn(&mut Build<'_>, &Call<'_>) -> Operand;

/// All supported integer intrinsics: where they are native, and in what way and by which function they are replaced elsewhere.
const TABLE: [(&str, Native, Way, Expansion); 28] = [
    ("umin", Native::Bytes, Way::Expanded, extreme),
    ("umax", Native::Bytes, Way::Expanded, extreme),
    ("smin", Native::Bytes, Way::Expanded, extreme),
    ("smax", Native::Bytes, Way::Expanded, extreme),
    ("abs", Native::Bytes, Way::Expanded, absolute),
    ("ctpop", Native::Powers, Way::Widened, count),
    ("ctlz", Native::Powers, Way::Widened, count),
    ("cttz", Native::Powers, Way::Widened, count),
    ("bswap", Native::Bytes, Way::Expanded, copy),
    ("bitreverse", Native::Bytes, Way::Widened, reverse),
    ("fshl", Native::Powers, Way::Expanded, funnel),
    ("fshr", Native::Powers, Way::Expanded, funnel),
    ("uadd.with.overflow", Native::Bytes, Way::Expanded, checked_sum),
    ("sadd.with.overflow", Native::Bytes, Way::Expanded, checked_sum),
    ("usub.with.overflow", Native::Bytes, Way::Expanded, checked_sum),
    ("ssub.with.overflow", Native::Bytes, Way::Expanded, checked_sum),
    ("umul.with.overflow", Native::Short, Way::Expanded, checked_product),
    ("smul.with.overflow", Native::Short, Way::Expanded, checked_product),
    ("uadd.sat", Native::Bytes, Way::Expanded, saturated),
    ("sadd.sat", Native::Bytes, Way::Expanded, saturated),
    ("usub.sat", Native::Bytes, Way::Expanded, saturated),
    ("ssub.sat", Native::Bytes, Way::Expanded, saturated),
    ("ushl.sat", Native::Never, Way::Expanded, saturated),
    ("sshl.sat", Native::Never, Way::Expanded, saturated),
    ("ucmp", Native::Bytes, Way::Expanded, three_way),
    ("scmp", Native::Bytes, Way::Expanded, three_way),
    ("expect", Native::Bytes, Way::Expanded, copy),
    ("is.constant", Native::Any, Way::Expanded, copy),
];

/// Integer intrinsics that are not supported at any width: fixed-point numbers, which Rust does not generate, and carry-less
/// products, which come from LLVM 22 and Rust's unstable `carryless_mul`.
pub const REFUSED: [&str; 9] = [
    "clmul",
    "smul.fix",
    "smul.fix.sat",
    "umul.fix",
    "umul.fix.sat",
    "sdiv.fix",
    "sdiv.fix.sat",
    "udiv.fix",
    "udiv.fix.sat",
];

/// Returns how the intrinsic `name` is compiled at this width, `None` if it is not supported.
pub fn way(name: &str, bits: u16) -> Option<Way> {
    let (_, native, other, _) = TABLE.iter().find(|entry| entry.0 == name)?;
    Some(if native.has(bits) { Way::Native } else { *other })
}

impl Native {
    fn has(self, bits: u16) -> bool {
        match self {
            Native::Never => false,
            Native::Any => true,
            Native::Bytes => bits == 1 || bits.is_multiple_of(8),
            Native::Short => bits == 1 || (bits.is_multiple_of(8) && bits <= 32),
            Native::Powers => matches!(bits, 1 | 8 | 16 | 32 | 64),
        }
    }
}

/// A call of an intrinsic.
struct Call<'a> {
    name: &'a str,
    /// The type of its first argument, and the width of that type.
    ty: &'a Type,
    bits: u16,
    args: &'a [Operand],
    result: &'a Type,
}

/// Replaces all calls that the byte form does not support.
pub fn intrinsics(module: &mut Module) {
    module.functions.iter_mut().for_each(run);
}

fn run(function: &mut Function) {
    for b in 0..function.blocks.len() {
        let foreign = |inst: &Inst| replaced(function, inst).is_some();
        if !function.blocks[b].insts.iter().any(foreign) {
            continue;
        }
        let insts = std::mem::take(&mut function.blocks[b].insts);
        let mut build =
            Build { function, out: Vec::new(), place: (0, SourceId::UNKNOWN), prefix: "intrinsics" };
        for inst in insts {
            build.place = (inst.line, inst.source);
            match replaced(build.function, &inst) {
                Some((result, expansion)) => replace(&mut build, &inst, result, expansion),
                None => build.out.push(inst),
            }
        }
        function.blocks[b].insts = build.out;
    }
}

/// Returns the result of an instruction that needs replacing, and the function that replaces it.
fn replaced(function: &Function, inst: &Inst) -> Option<(Value, Expansion)> {
    let Op::Call { callee: Callee::Intrinsic(name), args, .. } = &inst.op else { return None };
    let result = inst.result?;
    let ty = function.ty(result);
    if let ("fptoui.sat" | "fptosi.sat", Type::Int(bits)) = (name.as_str(), ty) {
        let whole = matches!(bits, 8 | 16 | 32 | 64 | 128);
        return (!whole).then_some((result, from_float as Expansion));
    }
    let (_, native, _, expansion) = TABLE.iter().find(|entry| entry.0 == name)?;
    let bits = args.first()?.0.bits()?;
    let known = match (name.as_str(), ty) {
        // Whole bytes can be shifted by a constant count as they are.
        ("fshl" | "fshr", _) => {
            native.has(bits) || (bits.is_multiple_of(8) && args[2].1.int().is_some_and(|n| n < bits.into()))
        }
        ("ucmp" | "scmp", Type::Int(to)) => native.has(bits) && to.is_multiple_of(8),
        _ => native.has(bits),
    };
    (!known && bits <= 128).then_some((result, *expansion))
}

fn replace(build: &mut Build<'_>, inst: &Inst, result: Value, expansion: Expansion) {
    let Op::Call { callee: Callee::Intrinsic(name), args, .. } = &inst.op else { return };
    let Some((ty, _)) = args.first() else { return };
    let operands: Vec<Operand> = args.iter().map(|arg| plain(arg.1.clone())).collect();
    let to = build.function.ty(result).clone();
    let bits = ty.bits().unwrap_or(0);
    let value = expansion(build, &Call { name, ty, bits, args: &operands, result: &to });
    build.define(result, Op::Freeze(value));
}

impl Call<'_> {
    fn arg(&self, index: usize) -> Operand {
        self.args[index].clone()
    }

    /// Whether the name begins with the `s` of signed numbers.
    fn signed(&self) -> bool {
        self.name.starts_with('s')
    }
}

fn copy(_: &mut Build<'_>, call: &Call<'_>) -> Operand {
    call.arg(0)
}

fn extreme(build: &mut Build<'_>, call: &Call<'_>) -> Operand {
    let pred = match call.name {
        "umin" => Pred::Ult,
        "umax" => Pred::Ugt,
        "smin" => Pred::Slt,
        _ => Pred::Sgt,
    };
    let first = build.compare(call.bits, pred, call.arg(0), call.arg(1));
    build.select(call.bits, first, call.arg(0), call.arg(1))
}

fn absolute(build: &mut Build<'_>, call: &Call<'_>) -> Operand {
    let negated = build.binary(call.bits, BinOp::Sub, number(0), call.arg(0));
    let negative = build.compare(call.bits, Pred::Slt, call.arg(0), number(0));
    build.select(call.bits, negative, negated, call.arg(0))
}

/// Counts in digits of a native width, which is 64 bits for all longer numbers.
fn count(build: &mut Build<'_>, call: &Call<'_>) -> Operand {
    let digit = call.bits.next_power_of_two().clamp(8, 64);
    let wide = call.bits.next_multiple_of(digit);
    let rest = wide - call.bits;
    // A one past the last bit ends the count of zeros.
    let mut value = build.resize(false, call.bits, wide, call.arg(0));
    if rest > 0 && call.name == "ctlz" {
        value = build.binary(wide, BinOp::Shl, value, number(rest.into()));
        value = build.binary(wide, BinOp::Or, value, number(mask(rest)));
    } else if rest > 0 && call.name == "cttz" {
        value = build.binary(wide, BinOp::Or, value, number(1 << call.bits));
    }
    let mut digits: Vec<Operand> = Vec::new();
    for i in 0..wide / digit {
        let shifted = match i {
            0 => value.clone(),
            _ => build.binary(wide, BinOp::LShr, value.clone(), number((i * digit).into())),
        };
        digits.push(build.resize(false, wide, digit, shifted));
    }
    // The digit that is examined first comes last.
    if call.name == "cttz" {
        digits.reverse();
    }
    let mut total: Option<Operand> = None;
    for n in digits {
        let mut args = vec![(Type::Int(digit), n.clone())];
        if call.name != "ctpop" {
            args.push((Type::Int(1), number(0)));
        }
        let own = build.intrinsic(digit, call.name, args);
        total = Some(match total {
            None => own,
            Some(before) => {
                let sum = build.binary(digit, BinOp::Add, own.clone(), before);
                if call.name == "ctpop" {
                    sum
                } else {
                    let empty = build.compare(digit, Pred::Eq, n, number(0));
                    build.select(digit, empty, sum, own)
                }
            }
        });
    }
    build.resize(false, digit, call.bits, total.unwrap_or_else(|| number(0)))
}

fn reverse(build: &mut Build<'_>, call: &Call<'_>) -> Operand {
    let wide = call.bits.next_multiple_of(8);
    let value = build.resize(false, call.bits, wide, call.arg(0));
    let value = build.intrinsic(wide, "bitreverse", vec![(Type::Int(wide), value)]);
    let value = build.binary(wide, BinOp::LShr, value, number((wide - call.bits).into()));
    build.resize(false, wide, call.bits, value)
}

/// Shifts the far one of the two numbers in two steps, because the count may be zero.
fn funnel(build: &mut Build<'_>, call: &Call<'_>) -> Operand {
    let (bits, left) = (call.bits, call.name == "fshl");
    let last = number((bits - 1).into());
    let (count, rest) = match call.args[2].int() {
        Some(n) => {
            let n = n % u128::from(bits);
            (number(n), number(u128::from(bits) - 1 - n))
        }
        None if bits.is_power_of_two() => {
            let count = build.binary(bits, BinOp::And, call.arg(2), last.clone());
            (count.clone(), build.binary(bits, BinOp::Xor, count, last))
        }
        None => {
            let count = build.binary(bits, BinOp::URem, call.arg(2), number(bits.into()));
            (count.clone(), build.binary(bits, BinOp::Sub, last, count))
        }
    };
    let (far, by) = if left { (1, BinOp::LShr) } else { (0, BinOp::Shl) };
    let step = build.binary(bits, by, call.arg(far), number(1));
    let (high, low) = match left {
        true => ((call.arg(0), count), (step, rest)),
        false => ((step, rest), (call.arg(1), count)),
    };
    let high = build.binary(bits, BinOp::Shl, high.0, high.1);
    let low = build.binary(bits, BinOp::LShr, low.0, low.1);
    build.binary(bits, BinOp::Or, high, low)
}

/// Returns a number and the flag beside it, as a structure.
fn pair(build: &mut Build<'_>, call: &Call<'_>, value: Operand, flag: Operand) -> Operand {
    let insert =
        |value, bits, part, path| Op::InsertValue { value, part_ty: Type::Int(bits), part, path: vec![path] };
    let first = build.value(call.result.clone(), insert(Operand::Const(Const::Undef), call.bits, value, 0));
    build.value(call.result.clone(), insert(first, 1, flag, 1))
}

/// Returns sum or difference, and whether it overflowed.
fn sum(build: &mut Build<'_>, call: &Call<'_>) -> (Operand, Operand) {
    let (bits, a, b) = (call.bits, call.arg(0), call.arg(1));
    let add = &call.name[1..4] == "add";
    let op = if add { BinOp::Add } else { BinOp::Sub };
    let value = build.binary(bits, op, a.clone(), b.clone());
    let over = match (call.signed(), add) {
        (false, true) => build.compare(bits, Pred::Ult, value.clone(), a),
        (false, false) => build.compare(bits, Pred::Ult, a, b),
        // Overflow: both signs of a sum differ from the result's; those of a difference from each other, and the left one from the
        // result's.
        (true, _) => {
            let left = build.binary(bits, BinOp::Xor, a.clone(), value.clone());
            let other = if add { value.clone() } else { a };
            let right = build.binary(bits, BinOp::Xor, b, other);
            let both = build.binary(bits, BinOp::And, left, right);
            build.compare(bits, Pred::Slt, both, number(0))
        }
    };
    (value, over)
}

fn checked_sum(build: &mut Build<'_>, call: &Call<'_>) -> Operand {
    let (value, over) = sum(build, call);
    pair(build, call, value, over)
}

fn checked_product(build: &mut Build<'_>, call: &Call<'_>) -> Operand {
    let (bits, signed) = (call.bits, call.signed());
    if bits > 64 {
        return checked_long_product(build, call);
    }
    // At twice the width, the product is exact.
    let wide = 2 * bits;
    let a = build.resize(signed, bits, wide, call.arg(0));
    let b = build.resize(signed, bits, wide, call.arg(1));
    let product = build.binary(wide, BinOp::Mul, a, b);
    let low = build.resize(false, wide, bits, product.clone());
    let again = build.resize(signed, bits, wide, low.clone());
    let over = build.compare(wide, Pred::Ne, product, again);
    pair(build, call, low, over)
}

/// Multiplies numbers of more than 64 bits: the product of the magnitudes has two halves of 128 bits.
fn checked_long_product(build: &mut Build<'_>, call: &Call<'_>) -> Operand {
    let (bits, signed) = (call.bits, call.signed());
    let mut amount = |n: Operand| {
        let n = match signed {
            true => absolute(build, &Call { args: &[n], ..*call }),
            false => n,
        };
        build.resize(false, bits, 128, n)
    };
    let (a, b) = (amount(call.arg(0)), amount(call.arg(1)));
    let (mut low, high) = build.product(&a, &b);
    let far = build.compare(128, Pred::Ne, high, number(0));
    let most = number(if signed { mask(bits - 1) } else { mask(bits) });
    let over = if signed {
        let signs = build.binary(bits, BinOp::Xor, call.arg(0), call.arg(1));
        let negative = build.compare(bits, Pred::Slt, signs, number(0));
        let most = build.select(128, negative.clone(), number(1 << (bits - 1)), most);
        let over = build.compare(128, Pred::Ugt, low.clone(), most);
        let negated = build.binary(128, BinOp::Sub, number(0), low.clone());
        low = build.select(128, negative, negated, low);
        over
    } else {
        build.compare(128, Pred::Ugt, low.clone(), most)
    };
    let over = build.binary(1, BinOp::Or, far, over);
    let low = build.resize(false, 128, bits, low);
    pair(build, call, low, over)
}

/// Returns the sum, difference or shifted number, or the nearest number in range.
fn saturated(build: &mut Build<'_>, call: &Call<'_>) -> Operand {
    let (bits, signed) = (call.bits, call.signed());
    let (value, over) = if call.name.ends_with("shl.sat") {
        let value = build.binary(bits, BinOp::Shl, call.arg(0), call.arg(1));
        let back = if signed { BinOp::AShr } else { BinOp::LShr };
        let back = build.binary(bits, back, value.clone(), call.arg(1));
        (value, build.compare(bits, Pred::Ne, back, call.arg(0)))
    } else {
        sum(build, call)
    };
    let limit = match call.name {
        "usub.sat" => number(0),
        "uadd.sat" | "ushl.sat" => number(mask(bits)),
        // It overflowed in the direction of the left operand's sign.
        _ => {
            let negative = build.compare(bits, Pred::Slt, call.arg(0), number(0));
            build.select(bits, negative, number(1 << (bits - 1)), number(mask(bits - 1)))
        }
    };
    build.select(bits, over, limit, value)
}

fn three_way(build: &mut Build<'_>, call: &Call<'_>) -> Operand {
    let to = call.result.bits().unwrap_or(8);
    let (more, less) = if call.signed() { (Pred::Sgt, Pred::Slt) } else { (Pred::Ugt, Pred::Ult) };
    let [more, less] = [more, less].map(|pred| {
        let holds = build.compare(call.bits, pred, call.arg(0), call.arg(1));
        build.resize(false, 1, to, holds)
    });
    build.binary(to, BinOp::Sub, more, less)
}

/// Converts a float to an integer, first of the next whole number of bytes and then within the range of the result.
fn from_float(build: &mut Build<'_>, call: &Call<'_>) -> Operand {
    let bits = call.result.bits().unwrap_or(8);
    let wide = bits.next_power_of_two().max(8);
    let mut value = build.intrinsic(wide, call.name, vec![(call.ty.clone(), call.arg(0))]);
    let mut limit = |name: &str, most: u128| {
        let args = vec![(Type::Int(wide), value.clone()), (Type::Int(wide), number(most))];
        value = build.intrinsic(wide, name, args);
    };
    if call.name == "fptosi.sat" {
        limit("smin", mask(bits - 1));
        limit("smax", mask(wide) ^ mask(bits - 1));
    } else {
        limit("umin", mask(bits));
    }
    build.resize(false, wide, bits, value)
}
