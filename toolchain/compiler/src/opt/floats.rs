//! Replaces floating point by calls on the bits of the numbers.
//!
//! Requires: SSA form.  Keeps: SSA form.
//!
//! Before: `%c = fadd float %a, %b`      After: `%c = call i32 @__addsf3(i32 %a, i32 %b)`

use super::expand::{Expand, compare};
use crate::ir::build::{binary, number};
use crate::ir::operands::operands_mut;
use crate::ir::{BinOp, Callee, CastOp, Const, Inst, Module, Op, Operand, Pred, Type};

/// A width of floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Format {
    /// In function names: `sf` or `df`.
    letters: &'static str,
    /// The suffix of C's math functions: `f` or nothing.
    suffix: &'static str,
    bits: u16,
}

const SINGLE: Format = Format { letters: "sf", suffix: "f", bits: 32 };
const DOUBLE: Format = Format { letters: "df", suffix: "", bits: 64 };

/// C's math functions for intrinsics with the same number of arguments: name of the intrinsic and of the function.
const MATHEMATICS: [(&str, &str); 24] = [
    ("sqrt", "sqrt"),
    ("sin", "sin"),
    ("cos", "cos"),
    ("tan", "tan"),
    ("exp", "exp"),
    ("exp2", "exp2"),
    ("log", "log"),
    ("log2", "log2"),
    ("log10", "log10"),
    ("pow", "pow"),
    ("fma", "fma"),
    ("floor", "floor"),
    ("ceil", "ceil"),
    ("trunc", "trunc"),
    ("rint", "rint"),
    ("nearbyint", "rint"),
    ("round", "round"),
    ("roundeven", "roundeven"),
    ("minnum", "fmin"),
    ("maxnum", "fmax"),
    ("minimum", "fminimum"),
    ("maximum", "fmaximum"),
    ("minimumnum", "fmin"),
    ("maximumnum", "fmax"),
];

fn format(ty: &Type) -> Option<Format> {
    match ty {
        Type::Float => Some(SINGLE),
        Type::Double => Some(DOUBLE),
        _ => None,
    }
}

impl Format {
    fn ty(self) -> Type {
        Type::Int(self.bits)
    }

    fn sign(self) -> u128 {
        1 << (self.bits - 1)
    }

    /// The lowest bit of the exponent: below it are the 23 or 52 bits of the fraction (IEEE 754).
    fn fraction(self) -> u128 {
        if self == SINGLE { 1 << 23 } else { 1 << 52 }
    }
}

/// Writes the replacement of an instruction on floats. Returns `false` if it is none.
pub(super) fn expand(to: &mut Expand<'_>, inst: &Inst) -> bool {
    let result = inst.result.map(|result| to.ty(result));
    let own = result.as_ref().and_then(format);
    match (&inst.op, own, &result) {
        (Op::Binary { op, lhs, rhs, .. }, Some(own), _) => {
            let name = match op {
                BinOp::FAdd => format!("__add{}3", own.letters),
                BinOp::FSub => format!("__sub{}3", own.letters),
                BinOp::FMul => format!("__mul{}3", own.letters),
                BinOp::FDiv => format!("__div{}3", own.letters),
                _ => format!("fmod{}", own.suffix),
            };
            let call = to.call(&name, own.ty(), vec![(own.ty(), lhs.clone()), (own.ty(), rhs.clone())]);
            to.instead(inst, call);
            true
        }
        (Op::FNeg(value), Some(own), _) => {
            to.instead(inst, binary(BinOp::Xor, value.clone(), number(own.sign())));
            true
        }
        (Op::Fcmp { pred, ty, lhs, rhs }, ..) => {
            let Some(own) = format(ty) else { return false };
            comparison(to, inst, pred, own, [lhs, rhs]);
            true
        }
        (Op::Cast { op, from, value }, _, Some(result)) => conversion(to, inst, *op, from, value, result),
        (Op::Call { callee: Callee::Intrinsic(name), args, .. }, _, Some(result)) => {
            intrinsic(to, inst, name, args, result)
        }
        _ => false,
    }
}

/// Comparisons return less than, equal to or more than zero; for unordered operands, `__le` returns more and `__ge` less.
fn comparison(to: &mut Expand<'_>, inst: &Inst, pred: &str, own: Format, sides: [&Operand; 2]) {
    let mut three_way = |kind: &str| {
        let args = sides.map(|side| (own.ty(), side.clone())).to_vec();
        let call = to.call(&format!("__{kind}{}2", own.letters), Type::Int(8), args);
        to.value(inst, Type::Int(8), call)
    };
    // The runtime's comparisons of `f32` return -1, 0 or 1, so a result above zero is 1, which saves a test of a byte.
    let zero = |pred, value| match pred {
        Pred::Sgt if own == SINGLE => compare(Pred::Eq, Type::Int(8), value, number(1)),
        Pred::Sle if own == SINGLE => compare(Pred::Ne, Type::Int(8), value, number(1)),
        pred => compare(pred, Type::Int(8), value, number(0)),
    };
    let op = match pred {
        "oeq" => zero(Pred::Eq, three_way("le")),
        "une" => zero(Pred::Ne, three_way("le")),
        "olt" => zero(Pred::Slt, three_way("le")),
        "ole" => zero(Pred::Sle, three_way("le")),
        "ogt" => zero(Pred::Sgt, three_way("ge")),
        "oge" => zero(Pred::Sge, three_way("ge")),
        "ugt" => zero(Pred::Sgt, three_way("le")),
        "uge" => zero(Pred::Sge, three_way("le")),
        "ult" => zero(Pred::Slt, three_way("ge")),
        "ule" => zero(Pred::Sle, three_way("ge")),
        "ord" => zero(Pred::Eq, three_way("unord")),
        "uno" => zero(Pred::Ne, three_way("unord")),
        "one" | "ueq" => {
            let (below, above) = (three_way("le"), three_way("ge"));
            let (first, second, join) = match pred {
                "one" => (Pred::Slt, Pred::Sgt, BinOp::Or),
                _ => (Pred::Sge, Pred::Sle, BinOp::And),
            };
            let first = to.value(inst, Type::Int(1), zero(first, below));
            let second = to.value(inst, Type::Int(1), zero(second, above));
            binary(join, first, second)
        }
        constant => {
            compare(if constant == "true" { Pred::Eq } else { Pred::Ne }, Type::Int(8), number(0), number(0))
        }
    };
    to.instead(inst, op);
}

/// Returns the width at which integers are converted: its type and its letters in names.
fn integers(bits: u16) -> (Type, &'static str) {
    match bits {
        ..=32 => (Type::Int(32), "si"),
        33..=64 => (Type::Int(64), "di"),
        _ => (Type::Int(128), "ti"),
    }
}

fn conversion(
    to: &mut Expand<'_>,
    inst: &Inst,
    op: CastOp,
    from: &Type,
    value: &Operand,
    result: &Type,
) -> bool {
    let op = match (op, format(from), format(result)) {
        (CastOp::FpExt, ..) => to.call("__extendsfdf2", DOUBLE.ty(), vec![(SINGLE.ty(), value.clone())]),
        (CastOp::FpTrunc, ..) => to.call("__truncdfsf2", SINGLE.ty(), vec![(DOUBLE.ty(), value.clone())]),
        (CastOp::FpToUi | CastOp::FpToSi, Some(own), _) => {
            let signed = op == CastOp::FpToSi;
            let bits = result.bits().unwrap_or(128);
            let (wide, whole) = to_integer(to, inst, own, value, bits, signed);
            match wide == *result {
                true => Op::Freeze(whole),
                false => Op::Cast { op: CastOp::Trunc, from: wide, value: whole },
            }
        }
        (CastOp::UiToFp | CastOp::SiToFp, _, Some(own)) => {
            let signed = op == CastOp::SiToFp;
            let (wide, letters) = integers(from.bits().unwrap_or(128));
            let whole = match wide == *from {
                true => value.clone(),
                false => {
                    let op = if signed { CastOp::SExt } else { CastOp::ZExt };
                    to.value(inst, wide.clone(), Op::Cast { op, from: from.clone(), value: value.clone() })
                }
            };
            let kind = if signed { "" } else { "un" };
            to.call(&format!("__float{kind}{letters}{}", own.letters), own.ty(), vec![(wide, whole)])
        }
        _ => return false,
    };
    to.instead(inst, op);
    true
}

/// Converts to an integer of 32 to 128 bits, saturating.
fn to_integer(
    to: &mut Expand<'_>,
    inst: &Inst,
    own: Format,
    value: &Operand,
    bits: u16,
    signed: bool,
) -> (Type, Operand) {
    let (wide, letters) = integers(bits);
    let kind = if signed { "" } else { "uns" };
    let name = format!("__fix{kind}{}{letters}", own.letters);
    let call = to.call(&name, wide.clone(), vec![(own.ty(), value.clone())]);
    let whole = to.value(inst, wide.clone(), call);
    (wide, whole)
}

fn intrinsic(to: &mut Expand<'_>, inst: &Inst, name: &str, args: &[(Type, Operand)], result: &Type) -> bool {
    let Some((first, value)) = args.first() else { return false };
    let Some(own) = format(first) else { return false };
    let bits = |operand: &Operand| (own.ty(), operand.clone());
    let call = |name: &str, args: Vec<Operand>| Op::Call {
        callee: Callee::Intrinsic(name.to_string()),
        args: args.into_iter().map(|arg| (Type::Int(32), arg)).collect(),
        noreturn: false,
    };
    let op = match name {
        "fabs" => binary(BinOp::And, value.clone(), number(own.sign() - 1)),
        "copysign" => {
            let size = binary(BinOp::And, value.clone(), number(own.sign() - 1));
            let size = to.value(inst, own.ty(), size);
            let sign = binary(BinOp::And, args[1].1.clone(), number(own.sign()));
            let sign = to.value(inst, own.ty(), sign);
            binary(BinOp::Or, size, sign)
        }
        "is.fpclass" => {
            let wanted = args.get(1).and_then(|arg| arg.1.int()).unwrap_or(0);
            class(to, inst, own, value, wanted)
        }
        "fptosi.sat" | "fptoui.sat" => {
            let signed = name == "fptosi.sat";
            let width = result.bits().unwrap_or(128);
            let (wide, whole) = to_integer(to, inst, own, value, width, signed);
            if wide == *result {
                Op::Freeze(whole)
            } else {
                let top = (1u128 << (width - u16::from(signed))) - 1;
                let least = u128::from(u32::MAX) - top;
                let low = if signed { "smin" } else { "umin" };
                let mut clamped = to.value(inst, wide.clone(), call(low, vec![whole, number(top)]));
                if signed {
                    clamped = to.value(inst, wide.clone(), call("smax", vec![clamped, number(least)]));
                }
                Op::Cast { op: CastOp::Trunc, from: wide, value: clamped }
            }
        }
        "fmuladd" => {
            let product =
                to.call(&format!("__mul{}3", own.letters), own.ty(), vec![bits(value), bits(&args[1].1)]);
            let product = to.value(inst, own.ty(), product);
            to.call(&format!("__add{}3", own.letters), own.ty(), vec![(own.ty(), product), bits(&args[2].1)])
        }
        "powi" => {
            let (from, exponent) = &args[1];
            let exponent = match *from == Type::Int(32) {
                true => exponent.clone(),
                false => {
                    let cast = Op::Cast { op: CastOp::SExt, from: from.clone(), value: exponent.clone() };
                    to.value(inst, Type::Int(32), cast)
                }
            };
            to.call(
                &format!("__powi{}2", own.letters),
                own.ty(),
                vec![bits(value), (Type::Int(32), exponent)],
            )
        }
        _ => {
            let Some((_, function)) = MATHEMATICS.iter().find(|m| m.0 == name) else { return false };
            let args = args.iter().map(|arg| bits(&arg.1)).collect();
            to.call(&format!("{function}{}", own.suffix), own.ty(), args)
        }
    };
    to.instead(inst, op);
    true
}

/// Whether a number is in one of the wanted classes (LLVM Language Reference, "llvm.is.fpclass"). If the bits are ordered as
/// integers, each class is an interval, first of the positive numbers, then of the negative ones.
fn class(to: &mut Expand<'_>, inst: &Inst, own: Format, value: &Operand, wanted: u128) -> Op {
    let infinite = own.sign() - own.fraction();
    let signalling = infinite + own.fraction() / 2 - 1;
    let ends = [0, own.fraction() - 1, infinite - 1, infinite, signalling, own.sign() - 1];
    // Zero, subnormal, normal, infinite, signalling and quiet.
    let side = |bits: [u32; 6]| bits.map(|bit| wanted >> bit & 1 == 1);
    let (positive, negative) = (side([6, 7, 8, 9, 0, 1]), side([5, 4, 3, 2, 0, 1]));
    let (value, sides) = match positive == negative {
        true => {
            let amount = binary(BinOp::And, value.clone(), number(own.sign() - 1));
            (to.value(inst, own.ty(), amount), vec![(0, positive)])
        }
        false => (value.clone(), vec![(0, positive), (own.sign(), negative)]),
    };
    let mut intervals: Vec<(u128, u128)> = Vec::new();
    for (base, side) in sides {
        let mut first = base;
        for (end, wanted) in ends.into_iter().zip(side) {
            let last = base + end;
            match intervals.last_mut() {
                Some(before) if wanted && before.1 + 1 == first => before.1 = last,
                _ if wanted => intervals.push((first, last)),
                _ => {}
            }
            first = last + 1;
        }
    }
    let mut any: Option<Operand> = None;
    for (first, last) in intervals {
        let distance = binary(BinOp::Sub, value.clone(), number(first));
        let distance = to.value(inst, own.ty(), distance);
        let holds = compare(Pred::Ule, own.ty(), distance, number(last - first));
        let holds = to.value(inst, Type::Int(1), holds);
        any = Some(match any {
            None => holds,
            Some(before) => to.value(inst, Type::Int(1), binary(BinOp::Or, before, holds)),
        });
    }
    Op::Freeze(any.unwrap_or_else(|| number(0)))
}

/// Replaces all float types and float constants by integers.
pub(super) fn remove(module: &mut Module) {
    for function in &mut module.functions {
        function.values.iter_mut().for_each(|value| plain(&mut value.ty));
        plain(&mut function.ret);
        for inst in function.blocks.iter_mut().flat_map(|block| &mut block.insts) {
            types_of(&mut inst.op).into_iter().for_each(plain);
            operands_mut(&mut inst.op, &mut |operand| {
                if let Operand::Const(constant) = operand {
                    plain_constant(constant);
                }
            });
        }
    }
    for global in &mut module.globals {
        plain(&mut global.ty);
        global.init.iter_mut().for_each(plain_constant);
    }
    for declared in &mut module.externs {
        plain(&mut declared.ret);
        declared.params.iter_mut().for_each(plain);
    }
}

/// Returns the types that an instruction names.
fn types_of(op: &mut Op) -> Vec<&mut Type> {
    match op {
        Op::Icmp { ty, .. }
        | Op::Fcmp { ty, .. }
        | Op::Cast { from: ty, .. }
        | Op::Store { ty, .. }
        | Op::ExtractValue { ty, .. }
        | Op::InsertValue { part_ty: ty, .. }
        | Op::Alloca { ty, .. }
        | Op::CmpXchg { ty, .. }
        | Op::Switch { ty, .. } => vec![ty],
        Op::Gep { indices, .. } => indices.iter_mut().map(|index| &mut index.0).collect(),
        Op::Call { args, .. } => args.iter_mut().map(|arg| &mut arg.0).collect(),
        _ => Vec::new(),
    }
}

fn plain(ty: &mut Type) {
    match ty {
        Type::Float => *ty = SINGLE.ty(),
        Type::Double => *ty = DOUBLE.ty(),
        Type::Array(element, _) => plain(element),
        Type::Struct(fields) => fields.iter_mut().for_each(plain),
        _ => {}
    }
}

fn plain_constant(constant: &mut Const) {
    match constant {
        Const::Float(bits) => *constant = Const::Int(u128::from(*bits)),
        Const::Aggregate(parts) => parts.iter_mut().for_each(|(ty, part)| {
            plain(ty);
            plain_constant(part);
        }),
        _ => {}
    }
}
