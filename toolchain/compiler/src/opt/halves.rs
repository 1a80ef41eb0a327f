//! Splits integers of more than 128 bits into two halves of 128 bits, the bits above always zero: no later form has longer integers.
//! LLVM creates them for `u128::carrying_mul`, which is used to write decimal numbers, and for sums in closed form.
//!
//! Requires: SSA form.  Keeps: SSA form, and the layout of memory.
//!
//! Before: `%p = mul i256 %a, %b`
//! After: digits of 64 bits multiplied in 128 bits, and their sums

use crate::Error;
use crate::ir::build::{Build, mask, number};
use crate::ir::operands::operands;
use crate::ir::sources::SourceId;
use crate::ir::{BinOp, CastOp, Const, Function, Inst, Module, Op, Operand, Pred, Type, Value};
use std::collections::BTreeMap;

/// A number as two operands of 128 bits, the lower first.
type Pair = (Operand, Operand);

/// Splits these integers in the whole module.
///
/// # Errors
/// Such an integer is divided, passed to a function, or part of a structure.
pub fn halves(module: &mut Module) -> Result<(), Error> {
    for f in 0..module.functions.len() {
        let function = &mut module.functions[f];
        let values = function.values.iter().any(|value| wide(&value.ty).is_some());
        let mut insts = function.blocks.iter().flat_map(|block| &block.insts);
        if !values && !insts.any(|inst| named(&inst.op, &function.ret).is_some()) {
            continue;
        }
        let symbol = function.symbol;
        run(function).map_err(|(line, source, what)| module.unsupported(symbol, (line, source), what))?;
    }
    for global in &mut module.globals {
        if let Some(init) = &mut global.init {
            in_bytes(&mut global.ty, init);
        }
    }
    Ok(())
}

/// Converts such numbers in memory to their bytes.
fn in_bytes(ty: &mut Type, constant: &mut Const) {
    if wide(ty).is_some() {
        let (low, high) = match constant {
            Const::Int(low) => (*low, 0),
            Const::Undef | Const::Zero => (0, 0),
            Const::Aggregate(parts) if let [(_, Const::Int(low)), (_, Const::Int(high))] = parts[..] => {
                (low, high)
            }
            other => unreachable!("the reader makes no such number: {other:?}"),
        };
        let bytes = [low.to_le_bytes(), high.to_le_bytes()].concat()[..ty.size() as usize].to_vec();
        *ty = Type::Array(Box::new(Type::Int(8)), ty.size());
        *constant = Const::Bytes(bytes);
        return;
    }
    let Const::Aggregate(parts) = constant else { return };
    parts.iter_mut().for_each(|(ty, part)| in_bytes(ty, part));
    match ty {
        Type::Array(element, _) => {
            if let Some((part, _)) = parts.first() {
                **element = part.clone();
            }
        }
        Type::Struct(fields) => *fields = parts.iter().map(|(ty, _)| ty.clone()).collect(),
        _ => {}
    }
}

/// Returns the width of an integer that this pass splits.
fn wide(ty: &Type) -> Option<u16> {
    ty.bits().filter(|bits| *bits > 128)
}

/// Returns the width of such an integer among the types that an operation names.
fn named(op: &Op, ret: &Type) -> Option<u16> {
    match op {
        Op::Store { ty, .. }
        | Op::Icmp { ty, .. }
        | Op::Cast { from: ty, .. }
        | Op::InsertValue { part_ty: ty, .. }
        | Op::CmpXchg { ty, .. } => wide(ty),
        Op::Gep { indices, .. } => indices.iter().find_map(|index| wide(&index.0)),
        Op::Call { args, .. } => args.iter().find_map(|arg| wide(&arg.0)),
        Op::Ret(Some(_)) => wide(ret),
        _ => None,
    }
}

/// The place of an unsupported construct, and its description.
type Refused = (u32, SourceId, String);

fn run(function: &mut Function) -> Result<(), Refused> {
    let place = (function.line, function.source);
    let long = |value: Value| wide(function.ty(value));
    if let Some(n) = function.params.iter().find_map(|param| long(param.value)) {
        return Err((function.line, function.source, format!("an integer of {n} bits (as a parameter)")));
    }
    let mut pairs: BTreeMap<Value, Pair> = BTreeMap::new();
    for b in 0..function.blocks.len() {
        let insts = std::mem::take(&mut function.blocks[b].insts);
        let build = Build { function, out: Vec::new(), place, prefix: "halves" };
        let mut halves = Halves { pairs: &mut pairs, build };
        for inst in insts {
            halves.inst(inst)?;
        }
        let Halves { build, .. } = halves;
        function.blocks[b].insts = phis_first(build.out);
    }
    Ok(())
}

/// Moves phis to the start of the block, since each may have become two.
fn phis_first(insts: Vec<Inst>) -> Vec<Inst> {
    let (mut phis, rest): (Vec<Inst>, Vec<Inst>) =
        insts.into_iter().partition(|inst| matches!(inst.op, Op::Phi(_)));
    phis.extend(rest);
    phis
}

/// A block that is being rewritten.
struct Halves<'a> {
    pairs: &'a mut BTreeMap<Value, Pair>,
    build: Build<'a>,
}

impl Halves<'_> {
    /// Returns the halves of an operand. Those of a value that is defined later exist before its definition.
    fn pair(&mut self, operand: &Operand) -> Pair {
        match operand {
            Operand::Value(value) => self.place(*value),
            Operand::Const(Const::Aggregate(parts)) => match &parts[..] {
                [(_, low), (_, high)] => (Operand::Const(low.clone()), Operand::Const(high.clone())),
                _ => unreachable!("the reader makes no such number: {parts:?}"),
            },
            Operand::Const(Const::Undef | Const::Zero) => (number(0), number(0)),
            Operand::Const(Const::Int(low)) => (number(*low), number(0)),
            operand => unreachable!("the reader makes no such number: {operand:?}"),
        }
    }

    fn place(&mut self, value: Value) -> Pair {
        if let Some(pair) = self.pairs.get(&value) {
            return pair.clone();
        }
        let mut half = |name: &str| {
            let name = format!("{}.{name}", self.build.function.values[value.index()].name);
            Operand::Value(self.build.function.new_value(Type::Int(128), name))
        };
        let pair = (half("low"), half("high"));
        self.pairs.insert(value, pair.clone());
        pair
    }

    fn define(&mut self, inst: &Inst, (low, high): Pair) {
        let Some(value) = inst.result else { return };
        match self.pairs.get(&value).cloned() {
            // It was read before: by a phi, or in a block that comes before its own.
            Some((Operand::Value(to_low), Operand::Value(to_high))) => {
                self.build.define(to_low, Op::Freeze(low));
                self.build.define(to_high, Op::Freeze(high));
            }
            _ => {
                self.pairs.insert(value, (low, high));
            }
        }
    }

    fn inst(&mut self, inst: Inst) -> Result<(), Refused> {
        self.build.place = (inst.line, inst.source);
        let result = inst.result.and_then(|value| wide(self.build.function.ty(value)));
        match (&inst.op, result) {
            (Op::Cast { op, from, value }, _) if result.is_some() || wide(from).is_some() => {
                self.cast(&inst, *op, from, value)
            }
            (Op::Icmp { pred, ty, lhs, rhs }, _) if wide(ty).is_some() => {
                let holds = self.compare(wide(ty).unwrap_or(128), *pred, lhs, rhs);
                self.copy(&inst, holds);
                Ok(())
            }
            (Op::Store { ty, value, ptr, volatile, atomic: false }, _) if wide(ty).is_some() => {
                let (low, high) = self.pair(value);
                let rest = rest(wide(ty).unwrap_or(128));
                let high = self.build.resize(false, 128, rest, high);
                let behind = self.behind(ptr);
                for (bits, value, ptr) in [(128, low, ptr.clone()), (rest, high, behind)] {
                    let (ty, volatile) = (Type::Int(bits), *volatile);
                    let op = Op::Store { ty, value, ptr, volatile, atomic: false };
                    self.build.out.push(Inst { op, ..inst.clone() });
                }
                Ok(())
            }
            (_, Some(n)) => self.wide(&inst, n),
            _ => {
                let mut found = named(&inst.op, &self.build.function.ret);
                operands(&inst.op, &mut |operand| {
                    let ty = operand.value().map(|value| self.build.function.ty(value));
                    found = found.or(ty.and_then(wide));
                });
                if let Some(n) = found {
                    return Err(refused(&inst, n));
                }
                self.build.out.push(inst);
                Ok(())
            }
        }
    }

    /// Splits an instruction with such a result, except for conversions.
    fn wide(&mut self, inst: &Inst, n: u16) -> Result<(), Refused> {
        let pair = match &inst.op {
            Op::Binary { op, lhs, rhs, .. } => {
                let (a, b) = (self.pair(lhs), self.pair(rhs));
                self.binary(*op, n, a, b).ok_or_else(|| refused(inst, n))?
            }
            Op::Phi(incoming) => {
                let Some(value) = inst.result else { return Ok(()) };
                let sides: Vec<_> = incoming.iter().map(|(from, value)| (*from, self.pair(value))).collect();
                let (Operand::Value(low), Operand::Value(high)) = self.place(value) else { return Ok(()) };
                self.build
                    .define(low, Op::Phi(sides.iter().map(|(from, pair)| (*from, pair.0.clone())).collect()));
                self.build
                    .define(high, Op::Phi(sides.into_iter().map(|(from, pair)| (from, pair.1)).collect()));
                return Ok(());
            }
            Op::Select { cond, then, other } => {
                let (then, other) = (self.pair(then), self.pair(other));
                self.select(cond, then, other)
            }
            Op::Freeze(value) => {
                let (low, high) = self.pair(value);
                let low = self.build.value(Type::Int(128), Op::Freeze(low));
                let high = self.build.value(Type::Int(128), Op::Freeze(high));
                (low, self.cut(n, high))
            }
            Op::Load { ptr, volatile, atomic: false, .. } => {
                let load = |ptr| Op::Load { ptr, volatile: *volatile, atomic: false, range: None };
                let low = self.build.value(Type::Int(128), load(ptr.clone()));
                let behind = self.behind(ptr);
                let high = self.build.value(Type::Int(rest(n)), load(behind));
                let high = self.build.resize(false, rest(n), 128, high);
                (low, self.cut(n, high))
            }
            _ => return Err(refused(inst, n)),
        };
        self.define(inst, pair);
        Ok(())
    }

    /// Defines the result of an instruction as an existing value.
    fn copy(&mut self, inst: &Inst, value: Operand) {
        self.build.out.push(Inst { op: Op::Freeze(value), ..inst.clone() });
    }

    /// Returns the address 16 bytes further on.
    fn behind(&mut self, ptr: &Operand) -> Operand {
        let (base, indices) = (ptr.clone(), Vec::new());
        self.build.value(Type::Ptr, Op::Gep { base, offset: 16, indices, inbounds: false, nuw: false })
    }

    /// Returns the upper half without bits beyond the number's width.
    fn cut(&mut self, n: u16, high: Operand) -> Operand {
        match n {
            256.. => high,
            _ => self.of(BinOp::And, &high, &number(mask(n - 128))),
        }
    }

    fn of(&mut self, op: BinOp, a: &Operand, b: &Operand) -> Operand {
        self.build.binary(128, op, a.clone(), b.clone())
    }

    fn select(&mut self, cond: &Operand, then: Pair, other: Pair) -> Pair {
        let low = self.build.select(128, cond.clone(), then.0, other.0);
        (low, self.build.select(128, cond.clone(), then.1, other.1))
    }

    fn binary(&mut self, op: BinOp, n: u16, a: Pair, b: Pair) -> Option<Pair> {
        let (low, high) = match op {
            BinOp::And | BinOp::Or | BinOp::Xor => (self.of(op, &a.0, &b.0), self.of(op, &a.1, &b.1)),
            BinOp::Add | BinOp::Sub => {
                let low = self.of(op, &a.0, &b.0);
                let other = if op == BinOp::Add { &low } else { &b.0 };
                let pred = if op == BinOp::Add { Pred::Ugt } else { Pred::Ult };
                let carry = self.build.compare(128, pred, a.0.clone(), other.clone());
                let carry = self.build.resize(false, 1, 128, carry);
                let high = self.of(op, &a.1, &b.1);
                (low, self.of(op, &high, &carry))
            }
            BinOp::Mul => {
                let (low, mut high) = self.build.product(&a.0, &b.0);
                for (part, other) in [(&a.0, &b.1), (&b.0, &a.1)] {
                    if other.int() != Some(0) {
                        let cross = self.of(BinOp::Mul, part, other);
                        high = self.of(BinOp::Add, &high, &cross);
                    }
                }
                (low, high)
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr => match b.0.int() {
                Some(count) => self.shift(op, n, a, count as u16 & 255),
                None => {
                    // Shifts by each power of two in the count.
                    let mut value = a;
                    for k in (0..8).filter(|k| 1 << k < n) {
                        let bit = self.of(BinOp::And, &b.0, &number(1 << k));
                        let set = self.build.compare(128, Pred::Ne, bit, number(0));
                        let shifted = self.shift(op, n, value.clone(), 1 << k);
                        value = self.select(&set, shifted, value);
                    }
                    value
                }
            },
            _ => return None,
        };
        Some((low, self.cut(n, high)))
    }

    /// Shifts by 0 to 255.
    fn shift(&mut self, op: BinOp, n: u16, (low, high): Pair, count: u16) -> Pair {
        let near = |bits: u16| number(bits.into());
        let (low, high) = match (op, count) {
            (_, 0) => (low, high),
            (BinOp::Shl, 128..) => (number(0), self.of(op, &low, &near(count - 128))),
            (BinOp::Shl, _) => {
                let over = self.of(BinOp::LShr, &low, &near(128 - count));
                let high = self.of(op, &high, &near(count));
                (self.of(op, &low, &near(count)), self.of(BinOp::Or, &high, &over))
            }
            (_, _) => {
                let high = if op == BinOp::AShr { self.extended(n, &high) } else { high };
                if count >= 128 {
                    let fill = match op {
                        BinOp::AShr => self.of(op, &high, &near(127)),
                        _ => number(0),
                    };
                    (self.of(op, &high, &near(count - 128)), fill)
                } else {
                    let over = self.of(BinOp::Shl, &high, &near(128 - count));
                    let low = self.of(BinOp::LShr, &low, &near(count));
                    (self.of(BinOp::Or, &low, &over), self.of(op, &high, &near(count)))
                }
            }
        };
        (low, self.cut(n, high))
    }

    /// Sign-extends the upper half to all bits beyond the number's width.
    fn extended(&mut self, n: u16, high: &Operand) -> Operand {
        match 256 - n {
            0 => high.clone(),
            beyond => {
                let up = self.of(BinOp::Shl, high, &number(beyond.into()));
                self.of(BinOp::AShr, &up, &number(beyond.into()))
            }
        }
    }

    fn compare(&mut self, n: u16, pred: Pred, lhs: &Operand, rhs: &Operand) -> Operand {
        let (mut a, mut b) = (self.pair(lhs), self.pair(rhs));
        let signed = matches!(pred, Pred::Slt | Pred::Sle | Pred::Sgt | Pred::Sge);
        if signed {
            (a.1, b.1) = (self.extended(n, &a.1), self.extended(n, &b.1));
        }
        let same = self.build.compare(128, Pred::Eq, a.1.clone(), b.1.clone());
        let high = match pred {
            Pred::Eq => number(0),
            Pred::Ne => number(1),
            // If the upper halves differ, it does not matter whether the comparison includes equality.
            _ => self.build.compare(128, pred, a.1, b.1),
        };
        let unsigned = match pred {
            Pred::Slt => Pred::Ult,
            Pred::Sle => Pred::Ule,
            Pred::Sgt => Pred::Ugt,
            Pred::Sge => Pred::Uge,
            pred => pred,
        };
        let low = self.build.compare(128, unsigned, a.0, b.0);
        self.build.select(1, same, low, high)
    }

    fn cast(&mut self, inst: &Inst, op: CastOp, from: &Type, value: &Operand) -> Result<(), Refused> {
        let to = inst.result.map_or(Type::Void, |value| self.build.function.ty(value).clone());
        let (Some(n), Some(m)) = (to.bits(), from.bits()) else {
            return Err(refused(inst, wide(from).or(wide(&to)).unwrap_or(128)));
        };
        if wide(&to).is_none() {
            // Only conversions to a narrower type.
            let (low, _) = self.pair(value);
            let op = match (op, n) {
                (CastOp::IntToPtr, _) => Op::Cast { op, from: Type::Int(128), value: low },
                (_, 128) => Op::Freeze(low),
                _ => Op::Cast { op: CastOp::Trunc, from: Type::Int(128), value: low },
            };
            self.build.out.push(Inst { op, ..inst.clone() });
            return Ok(());
        }
        let signed = op == CastOp::SExt;
        let (low, high) = match wide(from) {
            Some(_) => self.pair(value),
            None if *from == Type::Ptr => {
                let low = Op::Cast { op, from: Type::Ptr, value: value.clone() };
                (self.build.value(Type::Int(128), low), number(0))
            }
            None => {
                let low = self.build.resize(signed, m, 128, value.clone());
                let high = if signed { self.of(BinOp::AShr, &low, &number(127)) } else { number(0) };
                (low, high)
            }
        };
        let high = if signed && wide(from).is_some() { self.extended(m, &high) } else { high };
        let high = if high.int() == Some(0) { high } else { self.cut(n, high) };
        self.define(inst, (low, high));
        Ok(())
    }
}

/// Returns the width at which the bits above the lowest 128 are stored in memory.
fn rest(n: u16) -> u16 {
    (n - 128).next_multiple_of(8)
}

fn refused(inst: &Inst, n: u16) -> Refused {
    (inst.line, inst.source, format!("an integer of {n} bits (in `{}`)", inst.op.name()))
}
