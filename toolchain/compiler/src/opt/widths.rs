//! Widens integers of odd widths, such as 3 or 17 bits, to the next whole number of bytes, the bits above always zero.
//! LLVM creates them from ordinary programs: `match x % 5 { .. }` becomes a `switch` on 3 bits.
//!
//! Requires: SSA form.  Keeps: SSA form, and the layout of memory, arguments and results.
//! Afterwards, every integer is one bit or a whole number of bytes wide.
//!
//! Before: `%t = trunc i64 %r to i3`, `%n = sub i3 0, %t`
//! After: `%a = trunc i64 %r to i8`, `%t = and i8 %a, 7`, `%b = sub i8 0, %t`, `%n = and i8 %b, 7`
//!
//! In poison, the bits above may be anything; `freeze` clears them.

use crate::Error;
use crate::fault::{self, Fault};
use crate::ir::build::{Build, binary, mask, number, plain};
use crate::ir::operands::operands_mut;
use crate::ir::sources::SourceId;
use crate::ir::{BinOp, CastOp, Const, Function, Inst, Module, Op, Operand, Param, Pred, Type};

/// Widens these integers in the whole module.
///
/// # Errors
/// An atomic operation has an odd width, which LLVM does not allow.
pub fn widths(module: &mut Module) -> Result<(), Error> {
    for function in &module.functions {
        refuse(module, function)?;
    }
    for function in &mut module.functions {
        run(function);
    }
    for global in &mut module.globals {
        widen(&mut global.ty);
        global.init.iter_mut().for_each(widen_constant);
    }
    for declared in &mut module.externs {
        widen(&mut declared.ret);
        declared.params.iter_mut().for_each(widen);
    }
    Ok(())
}

fn refuse(module: &Module, function: &Function) -> Result<(), Error> {
    for inst in function.blocks.iter().flat_map(|block| &block.insts) {
        let width = match &inst.op {
            Op::AtomicRmw { .. } => inst.result.and_then(|result| odd(function.ty(result))),
            Op::CmpXchg { ty, .. } => odd(ty),
            _ => None,
        };
        if let Some(n) = width {
            return Err(module.unsupported(
                function.symbol,
                (inst.line, inst.source),
                format!("an integer of {n} bits (in `{}`)", inst.op.name()),
            ));
        }
    }
    Ok(())
}

/// Returns the width of an integer that this pass widens.
fn odd(ty: &Type) -> Option<u16> {
    match ty {
        Type::Int(n) if *n != 1 && n % 8 != 0 => Some(*n),
        _ => None,
    }
}

/// Returns the type that replaces an odd width.
fn widened(n: u16) -> Type {
    Type::Int(n.next_multiple_of(8))
}

/// Replaces all odd widths in a type.
fn widen(ty: &mut Type) {
    match ty {
        Type::Array(element, _) => widen(element),
        Type::Struct(fields) => fields.iter_mut().for_each(widen),
        _ => {
            if let Some(n) = odd(ty) {
                *ty = widened(n);
            }
        }
    }
}

fn widen_constant(constant: &mut Const) {
    if let Const::Aggregate(parts) = constant {
        for (ty, part) in parts {
            if odd(ty).is_some() && *part == Const::Undef {
                *part = Const::Int(0);
            }
            widen(ty);
            widen_constant(part);
        }
    }
}

fn run(function: &mut Function) {
    let odd: Vec<Option<u16>> = function.values.iter().map(|value| odd(&value.ty)).collect();
    let ret = odd_ret(function);
    for value in &mut function.values {
        widen(&mut value.ty);
    }
    widen(&mut function.ret);
    for Param { value, range, .. } in &mut function.params {
        // The bounds are numbers of the odd width, which may lie around its signed ones.
        if odd[value.index()].is_some() && range.is_some_and(|(low, high)| low >= high) {
            *range = None;
        }
    }
    for b in 0..function.blocks.len() {
        let insts = std::mem::take(&mut function.blocks[b].insts);
        let build = Build { function, out: Vec::new(), place: (0, SourceId::UNKNOWN), prefix: "widths" };
        let mut widths = Widths { odd: &odd, ret, build };
        insts.into_iter().for_each(|inst| widths.inst(inst));
        function.blocks[b].insts = widths.build.out;
    }
}

fn odd_ret(function: &Function) -> bool {
    odd(&function.ret).is_some()
}

/// A block that is being rewritten.
struct Widths<'a> {
    /// The original odd widths of values.
    odd: &'a [Option<u16>],
    /// Whether the function returns a number of an odd width.
    ret: bool,
    build: Build<'a>,
}

impl Widths<'_> {
    fn inst(&mut self, mut inst: Inst) {
        self.build.place = (inst.line, inst.source);
        let width = inst.result.and_then(|result| self.odd[result.index()]);
        operands_mut(&mut inst.op, &mut |operand| {
            if let Operand::Const(constant) = operand {
                widen_constant(constant);
            }
        });
        let op = match (inst.op.clone(), width) {
            (Op::Binary { op, lhs, rhs, nuw, nsw }, Some(n)) => {
                return self.binary(&inst, n, op, [plain(lhs), plain(rhs)], (nuw, nsw));
            }
            (Op::Cast { op, from, value }, _) if width.is_some() || odd(&from).is_some() => {
                return self.cast(&inst, width, op, &from, plain(value));
            }
            // Poison, and values that other code may have left in memory, have bits above; from here on they matter.
            (Op::Freeze(value), Some(n)) => return self.masked(&inst, n, Op::Freeze(plain(value))),
            (op @ Op::Load { .. }, Some(n)) => return self.masked(&inst, n, op),
            (Op::Icmp { pred, ty, lhs, rhs }, _) => match odd(&ty) {
                Some(n) => self.compare(n, pred, plain(lhs), plain(rhs)),
                None => return self.build.out.push(inst),
            },
            (Op::Phi(incoming), Some(_)) => {
                Op::Phi(incoming.into_iter().map(|(from, value)| (from, plain(value))).collect())
            }
            (Op::Select { cond, then, other }, Some(_)) => {
                Op::Select { cond, then: plain(then), other: plain(other) }
            }
            (Op::Switch { ty, value, default, cases }, _) => match odd(&ty) {
                Some(n) => Op::Switch { ty: widened(n), value: plain(value), default, cases },
                None => return self.build.out.push(inst),
            },
            (Op::Gep { base, offset, indices, inbounds, nuw }, _) => {
                let signed = |(ty, index, scale)| match odd(&ty) {
                    Some(n) => (widened(n), self.sign_extended(n, plain(index)), scale),
                    None => (ty, index, scale),
                };
                let indices = indices.into_iter().map(signed).collect();
                Op::Gep { base, offset, indices, inbounds, nuw }
            }
            (Op::Ret(Some(value)), _) if self.ret => Op::Ret(Some(plain(value))),
            (op, _) => passed(op),
        };
        self.build.out.push(Inst { op, ..inst });
    }

    /// Adds the replacement of `at`, and sets the bits above to zero.
    fn masked(&mut self, at: &Inst, n: u16, op: Op) {
        let value = self.build.value(widened(n), op);
        let kept = if fault::is(Fault::BitsAbove) { n.next_multiple_of(8) } else { n };
        let op = binary(BinOp::And, value, number(mask(kept)));
        self.build.out.push(Inst { op, ..at.clone() });
    }

    /// Sign-extends the number into the bits above.
    fn sign_extended(&mut self, n: u16, value: Operand) -> Operand {
        let (sign, wide) = (1 << (n - 1), n.next_multiple_of(8));
        match value.int() {
            Some(c) => number((c ^ sign).wrapping_sub(sign) & mask(wide)),
            None => {
                let flipped = self.flipped(n, value);
                self.build.binary(wide, BinOp::Sub, flipped, number(sign))
            }
        }
    }

    /// Flips the number's sign bit: then signed order becomes unsigned order.
    fn flipped(&mut self, n: u16, value: Operand) -> Operand {
        let sign = 1 << (n - 1);
        match value.int() {
            Some(c) => number(c ^ sign),
            None => self.build.value(widened(n), binary(BinOp::Xor, value, number(sign))),
        }
    }

    fn binary(&mut self, at: &Inst, n: u16, op: BinOp, [lhs, rhs]: [Operand; 2], (nuw, nsw): (bool, bool)) {
        let (lhs, rhs) = match op {
            BinOp::SDiv | BinOp::SRem => (self.sign_extended(n, lhs), self.sign_extended(n, rhs)),
            BinOp::AShr => (self.sign_extended(n, lhs), rhs),
            _ => (lhs, rhs),
        };
        let exact = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => nuw,
            BinOp::SDiv | BinOp::SRem | BinOp::AShr => false,
            _ => true,
        };
        // `nsw` is promised for the odd width only, but `or disjoint` has both flags.
        let op = Op::Binary { op, lhs, rhs, nuw: nuw && exact, nsw: nsw && op == BinOp::Or };
        match exact {
            true => self.build.out.push(Inst { op, ..at.clone() }),
            false => self.masked(at, n, op),
        }
    }

    fn compare(&mut self, n: u16, pred: Pred, lhs: Operand, rhs: Operand) -> Op {
        let ty = widened(n);
        let unsigned = match pred {
            Pred::Slt => Pred::Ult,
            Pred::Sle => Pred::Ule,
            Pred::Sgt => Pred::Ugt,
            Pred::Sge => Pred::Uge,
            Pred::Eq | Pred::Ne | Pred::Ult | Pred::Ule | Pred::Ugt | Pred::Uge => {
                return Op::Icmp { pred, ty, lhs, rhs };
            }
        };
        let (lhs, rhs) = (self.flipped(n, lhs), self.flipped(n, rhs));
        Op::Icmp { pred: unsigned, ty, lhs, rhs }
    }

    /// Converts from an odd width, or to one (`width`).
    fn cast(&mut self, at: &Inst, width: Option<u16>, op: CastOp, from: &Type, value: Operand) {
        let to = at.result.map_or(Type::Void, |result| self.build.function.ty(result).clone());
        let (op, from, value) = match (op, odd(from)) {
            (CastOp::SExt | CastOp::SiToFp, Some(n)) => (op, widened(n), self.sign_extended(n, value)),
            // Takes the low bits of an address, via all 16.
            (CastOp::PtrToInt, _) if to.bits() <= Type::Ptr.bits() => {
                let address = Op::Cast { op, from: Type::Ptr, value };
                (CastOp::Trunc, Type::Int(16), self.build.value(Type::Int(16), address))
            }
            (_, Some(n)) => (op, widened(n), value),
            (_, None) => (op, from.clone(), value),
        };
        let cuts = matches!(op, CastOp::Trunc | CastOp::SExt | CastOp::FpToSi | CastOp::FpToUi);
        // Two widths may have become one.
        let op = match from == to {
            true => Op::Freeze(value),
            false => Op::Cast { op, from, value },
        };
        match width {
            Some(n) if cuts => self.masked(at, n, op),
            _ => self.build.out.push(Inst { op, ..at.clone() }),
        }
    }
}

/// An operation that only passes numbers on, with the types it names.
fn passed(mut op: Op) -> Op {
    let zero = |ty: &mut Type, operand: &mut Operand| {
        if odd(ty).is_some() {
            *operand = plain(operand.clone());
        }
        widen(ty);
    };
    match &mut op {
        Op::Store { ty, value, .. } => zero(ty, value),
        Op::Call { args, .. } => args.iter_mut().for_each(|(ty, arg)| zero(ty, arg)),
        Op::InsertValue { part_ty, part, .. } => zero(part_ty, part),
        Op::ExtractValue { ty, .. } | Op::Alloca { ty, .. } => widen(ty),
        _ => {}
    }
    op
}
