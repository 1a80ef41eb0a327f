//! Keeps integers of odd widths, such as 3 or 17 bits, in the next wider whole number of bytes, the bits above always
//! zero. LLVM makes them of ordinary programs: `match x % 5 { .. }` becomes a `switch` of 3 bits.
//!
//! Requires: SSA form.  Keeps: SSA form.  After it every integer of up to 64 bits is one bit or whole bytes wide.
//!
//! Before: `%t = trunc i64 %r to i3`, `%n = sub i3 0, %t`
//! After: `%a = trunc i64 %r to i8`, `%t = and i8 %a, 7`, `%b = sub i8 0, %t`, `%n = and i8 %b, 7`
//!
//! In memory, as arguments and as results of calls such numbers are refused. The bits above may be anything in poison,
//! which `freeze` ends.

use std::collections::BTreeMap;

use super::expand::{binary, compare, number};
use super::reach::operands;
use crate::Error;
use crate::ir::{
    BinOp, Callee, CastOp, Const, Function, Inst, Module, Op, Operand, Param, Pred, Type, Value,
};

/// Does it for all functions; refuses what stands with an odd width where it cannot.
pub fn widths(module: &mut Module) -> Result<(), Error> {
    for function in &module.functions {
        refuse(module, function)?;
    }
    module.functions.iter_mut().for_each(run);
    Ok(())
}

fn refuse(module: &Module, function: &Function) -> Result<(), Error> {
    let width = |value: Value| odd(function.ty(value));
    let refused = |line, source, what| Error::Unsupported {
        file: module.name.clone(),
        line,
        source: module.sources.text(source),
        function: module.name_of(function.symbol).to_string(),
        what,
    };
    let mut params = function.params.iter();
    if let Some(n) = params.find_map(|Param { value, .. }| width(*value)) {
        return Err(refused(
            function.line,
            function.source,
            format!("an integer of {n} bits (as a parameter)"),
        ));
    }
    for inst in function.blocks.iter().flat_map(|block| &block.insts).filter(|inst| !is_known(&inst.op)) {
        let mut found = inst.result.and_then(width);
        operands(&inst.op, &mut |operand| found = found.or(operand.value().and_then(width)));
        if let Some(n) = found {
            return Err(refused(
                inst.line,
                inst.source,
                format!("an integer of {n} bits (in `{}`)", inst.op.name()),
            ));
        }
    }
    Ok(())
}

/// Whether the pass can do this with odd widths.
fn is_known(op: &Op) -> bool {
    match op {
        Op::Binary { .. } | Op::Icmp { .. } | Op::Gep { .. } | Op::Switch { .. } => true,
        Op::Phi(_) | Op::Select { .. } | Op::Freeze(_) => true,
        Op::Cast { op: CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::Bitcast, .. } => true,
        Op::Cast { op: CastOp::PtrToInt | CastOp::IntToPtr, .. } => true,
        Op::Call { callee: Callee::Intrinsic(name), .. } => {
            matches!(name.as_str(), "umin" | "umax" | "smin" | "smax" | "abs")
        }
        _ => false,
    }
}

/// The width of an integer that this pass is for.
fn odd(ty: &Type) -> Option<u16> {
    match ty {
        Type::Int(n) if *n != 1 && n % 8 != 0 && *n < 64 => Some(*n),
        _ => None,
    }
}

/// The type that takes the place of this one.
fn widened(ty: &Type) -> Type {
    odd(ty).map_or_else(|| ty.clone(), |n| Type::Int(n.next_multiple_of(8)))
}

/// A one in each of the lowest bits.
fn mask(bits: u16) -> u128 {
    (1 << bits) - 1
}

fn run(function: &mut Function) {
    let own = |i: usize| odd(&function.values[i].ty).map(|n| (Value(i as u32), n));
    let odd: BTreeMap<Value, u16> = (0..function.values.len()).filter_map(own).collect();
    for value in odd.keys() {
        let info = &mut function.values[value.index()];
        info.ty = widened(&info.ty);
    }
    for b in 0..function.blocks.len() {
        let insts = std::mem::take(&mut function.blocks[b].insts);
        let mut widths = Widths { odd: &odd, function, out: Vec::new() };
        insts.into_iter().for_each(|inst| widths.inst(inst));
        function.blocks[b].insts = widths.out;
    }
}

/// A block of which some instructions are written already.
struct Widths<'a> {
    /// The odd widths that values had.
    odd: &'a BTreeMap<Value, u16>,
    function: &'a mut Function,
    out: Vec<Inst>,
}

impl Widths<'_> {
    fn inst(&mut self, inst: Inst) {
        let width = inst.result.and_then(|result| self.odd.get(&result).copied());
        let op = match (inst.op.clone(), width) {
            (Op::Binary { op, lhs, rhs, nuw, nsw }, Some(n)) => {
                return self.binary(&inst, n, op, [plain(lhs), plain(rhs)], (nuw, nsw));
            }
            (Op::Cast { op, from, value }, _) if width.is_some() || odd(&from).is_some() => {
                return self.cast(&inst, width, op, &from, plain(value));
            }
            (Op::Call { callee: Callee::Intrinsic(name), args, noreturn }, Some(n)) => {
                return self.intrinsic(&inst, n, name, args, noreturn);
            }
            // What was poison has bits above; from here on they count.
            (Op::Freeze(value), Some(n)) => return self.masked(&inst, n, Op::Freeze(plain(value))),
            (Op::Icmp { pred, ty, lhs, rhs }, _) => match odd(&ty) {
                Some(n) => self.compare(&inst, n, pred, plain(lhs), plain(rhs)),
                None => return self.out.push(inst),
            },
            (Op::Phi(incoming), Some(_)) => {
                Op::Phi(incoming.into_iter().map(|(from, value)| (from, plain(value))).collect())
            }
            (Op::Select { cond, then, other }, Some(_)) => {
                Op::Select { cond, then: plain(then), other: plain(other) }
            }
            (Op::Switch { ty, value, default, cases }, _) if odd(&ty).is_some() => {
                Op::Switch { ty: widened(&ty), value: plain(value), default, cases }
            }
            (Op::Gep { base, offset, indices, inbounds, nuw }, _) => {
                let signed = |(ty, index, scale)| match odd(&ty) {
                    Some(n) => (widened(&ty), self.sign_extended(&inst, n, plain(index)), scale),
                    None => (ty, index, scale),
                };
                let indices = indices.into_iter().map(signed).collect();
                Op::Gep { base, offset, indices, inbounds, nuw }
            }
            _ => return self.out.push(inst),
        };
        self.out.push(Inst { op, ..inst });
    }

    /// Adds an instruction at the place of `at` that defines a new value.
    fn value(&mut self, at: &Inst, ty: Type, op: Op) -> Operand {
        let name = format!("widths.{}", self.function.values.len());
        let value = self.function.new_value(ty, name);
        self.out.push(Inst { result: Some(value), op, line: at.line, source: at.source });
        Operand::Value(value)
    }

    /// Adds what takes the place of `at`, and sets the bits above to zero.
    fn masked(&mut self, at: &Inst, n: u16, op: Op) {
        let value = self.value(at, widened(&Type::Int(n)), op);
        self.out.push(Inst { op: binary(BinOp::And, value, number(mask(n))), ..at.clone() });
    }

    /// The number with its sign in the bits above, too.
    fn sign_extended(&mut self, at: &Inst, n: u16, value: Operand) -> Operand {
        let (sign, wide) = (1 << (n - 1), n.next_multiple_of(8));
        match value.int() {
            Some(c) => number((c ^ sign).wrapping_sub(sign) & mask(wide)),
            None => {
                let flipped = self.flipped(at, n, value);
                self.value(at, Type::Int(wide), binary(BinOp::Sub, flipped, number(sign)))
            }
        }
    }

    /// The number with its sign bit flipped: by these, the signed order of numbers is the unsigned one.
    fn flipped(&mut self, at: &Inst, n: u16, value: Operand) -> Operand {
        let sign = 1 << (n - 1);
        match value.int() {
            Some(c) => number(c ^ sign),
            None => self.value(at, widened(&Type::Int(n)), binary(BinOp::Xor, value, number(sign))),
        }
    }

    fn binary(&mut self, at: &Inst, n: u16, op: BinOp, [lhs, rhs]: [Operand; 2], (nuw, nsw): (bool, bool)) {
        let (lhs, rhs) = match op {
            BinOp::SDiv | BinOp::SRem => (self.sign_extended(at, n, lhs), self.sign_extended(at, n, rhs)),
            BinOp::AShr => (self.sign_extended(at, n, lhs), rhs),
            _ => (lhs, rhs),
        };
        let exact = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => nuw,
            BinOp::SDiv | BinOp::SRem | BinOp::AShr => false,
            _ => true,
        };
        // That no sign changes is promised of the odd width only, but `or disjoint` has both promises.
        let op = Op::Binary { op, lhs, rhs, nuw: nuw && exact, nsw: nsw && op == BinOp::Or };
        match exact {
            true => self.out.push(Inst { op, ..at.clone() }),
            false => self.masked(at, n, op),
        }
    }

    fn compare(&mut self, at: &Inst, n: u16, pred: Pred, lhs: Operand, rhs: Operand) -> Op {
        let unsigned = match pred {
            Pred::Slt => Pred::Ult,
            Pred::Sle => Pred::Ule,
            Pred::Sgt => Pred::Ugt,
            Pred::Sge => Pred::Uge,
            Pred::Eq | Pred::Ne | Pred::Ult | Pred::Ule | Pred::Ugt | Pred::Uge => {
                return compare(pred, widened(&Type::Int(n)), lhs, rhs);
            }
        };
        let (lhs, rhs) = (self.flipped(at, n, lhs), self.flipped(at, n, rhs));
        compare(unsigned, widened(&Type::Int(n)), lhs, rhs)
    }

    /// A conversion from an odd width, or to one (`width`).
    fn cast(&mut self, at: &Inst, width: Option<u16>, op: CastOp, from: &Type, value: Operand) {
        let to = at.result.map_or(Type::Void, |result| self.function.ty(result).clone());
        let (op, from, value) = match (op, odd(from)) {
            (CastOp::SExt, Some(n)) => (op, widened(from), self.sign_extended(at, n, value)),
            // Of an address the low bits, by way of all 16.
            (CastOp::PtrToInt, _) if to.bits() <= Type::Ptr.bits() => {
                let address = Op::Cast { op, from: Type::Ptr, value };
                (CastOp::Trunc, Type::Int(16), self.value(at, Type::Int(16), address))
            }
            _ => (op, widened(from), value),
        };
        let cuts = matches!(op, CastOp::Trunc | CastOp::SExt);
        // Two widths may have become one.
        let op = match from == to {
            true => Op::Freeze(value),
            false => Op::Cast { op, from, value },
        };
        match width {
            Some(n) if cuts => self.masked(at, n, op),
            _ => self.out.push(Inst { op, ..at.clone() }),
        }
    }

    /// Minimum, maximum or absolute value.
    fn intrinsic(&mut self, at: &Inst, n: u16, name: String, args: Vec<(Type, Operand)>, noreturn: bool) {
        let signed = !matches!(name.as_str(), "umin" | "umax");
        let mut extended = Vec::new();
        for (ty, arg) in args {
            extended.push(match odd(&ty) {
                Some(n) if signed => (widened(&ty), self.sign_extended(at, n, plain(arg))),
                Some(_) => (widened(&ty), plain(arg)),
                None => (ty, arg),
            });
        }
        let call = Op::Call { callee: Callee::Intrinsic(name), args: extended, noreturn };
        match signed {
            true => self.masked(at, n, call),
            false => self.out.push(Inst { op: call, ..at.clone() }),
        }
    }
}

/// Of a constant that may be any number: zero, since any other would have to be masked.
fn plain(operand: Operand) -> Operand {
    match operand {
        Operand::Const(Const::Undef) => number(0),
        operand => operand,
    }
}
