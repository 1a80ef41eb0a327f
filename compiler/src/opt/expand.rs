//! Replaces operations by calls of `compiler_builtins`, or by simpler operations: on floats all, on 128 bits those that
//! the byte form does not know, and products of 64 bits that may overflow.
//!
//! Requires: SSA form.  Keeps: SSA form. The types of floats stay; `floats` replaces them.

use std::collections::BTreeMap;

use super::floats;
use crate::ir::{
    BinOp, Callee, CastOp, Const, Extern, Function, Inst, Module, Op, Operand, Pred, Symbol, SymbolInfo,
    SymbolKind, Type, Value,
};

/// Does it for all functions.
pub(super) fn expand(module: &mut Module) {
    let mut functions = std::mem::take(&mut module.functions);
    let mut names: BTreeMap<String, Symbol> =
        module.symbols.iter().enumerate().map(|(i, s)| (s.name.clone(), Symbol(i as u32))).collect();
    for function in &mut functions {
        for b in 0..function.blocks.len() {
            let insts = std::mem::take(&mut function.blocks[b].insts);
            let mut expand = Expand { module, names: &mut names, function, out: Vec::new() };
            insts.into_iter().for_each(|inst| expand.inst(inst));
            function.blocks[b].insts = expand.out;
        }
    }
    module.functions = functions;
}

/// A block of which some instructions are written already.
pub(super) struct Expand<'a> {
    module: &'a mut Module,
    names: &'a mut BTreeMap<String, Symbol>,
    function: &'a mut Function,
    out: Vec<Inst>,
}

impl Expand<'_> {
    fn inst(&mut self, inst: Inst) {
        if floats::expand(self, &inst) || self.wide(&inst) {
            return;
        }
        self.out.push(inst);
    }

    pub(super) fn ty(&self, value: Value) -> Type {
        self.function.ty(value).clone()
    }

    /// Adds an instruction at the place of `at` that defines a new value.
    pub(super) fn value(&mut self, at: &Inst, ty: Type, op: Op) -> Operand {
        let name = format!("expand.{}", self.function.values.len());
        let value = self.function.new_value(ty, name);
        self.out.push(Inst { result: Some(value), op, line: at.line, source: at.source });
        Operand::Value(value)
    }

    /// Adds what takes the place of `at`.
    pub(super) fn instead(&mut self, at: &Inst, op: Op) {
        self.out.push(Inst { op, ..at.clone() });
    }

    /// A call of a function that is declared if it is not known.
    pub(super) fn call(&mut self, name: &str, ret: Type, args: Vec<(Type, Operand)>) -> Op {
        let symbol = match self.names.get(name) {
            Some(symbol) => *symbol,
            None => {
                let symbol = Symbol(self.module.symbols.len() as u32);
                let kind = SymbolKind::Extern(self.module.externs.len() as u32);
                let params = args.iter().map(|a| a.0.clone()).collect();
                self.module.externs.push(Extern { symbol, ret, params, line: 0 });
                self.module.symbols.push(SymbolInfo { name: name.to_string(), kind });
                self.names.insert(name.to_string(), symbol);
                symbol
            }
        };
        Op::Call { callee: Callee::Direct(symbol), args, noreturn: false }
    }

    /// Operations on 128 bits, and those on 64 that become some.
    fn wide(&mut self, inst: &Inst) -> bool {
        let wide = Type::Int(128);
        let Some(result) = inst.result else { return false };
        let ty = self.ty(result);
        match &inst.op {
            Op::Binary { op, lhs, rhs, .. } if ty == wide => {
                let shift = |name| rhs.int().is_none().then_some(name);
                let name = match op {
                    BinOp::Mul => Some("__multi3"),
                    BinOp::UDiv => Some("__udivti3"),
                    BinOp::URem => Some("__umodti3"),
                    BinOp::SDiv => Some("__divti3"),
                    BinOp::SRem => Some("__modti3"),
                    BinOp::Shl => shift("__ashlti3"),
                    BinOp::LShr => shift("__lshrti3"),
                    BinOp::AShr => shift("__ashrti3"),
                    _ => None,
                };
                let Some(name) = name else { return false };
                let right = match op {
                    BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                        let cast = Op::Cast { op: CastOp::Trunc, from: wide.clone(), value: rhs.clone() };
                        (Type::Int(32), self.value(inst, Type::Int(32), cast))
                    }
                    _ => (wide.clone(), rhs.clone()),
                };
                let call = self.call(name, wide.clone(), vec![(wide, lhs.clone()), right]);
                self.instead(inst, call);
                true
            }
            Op::Call { callee: Callee::Intrinsic(name), args, .. } => match (name.as_str(), args.first()) {
                ("ctpop" | "ctlz" | "cttz", Some((ty, value))) if *ty == wide => {
                    self.count_bits(inst, name, value);
                    true
                }
                ("fshl" | "fshr", Some((ty, _))) if *ty == wide && args[2].1.int().is_none() => {
                    self.funnel(inst, name == "fshl", args);
                    true
                }
                ("umul.with.overflow" | "smul.with.overflow", Some((Type::Int(64), _))) => {
                    self.checked_product(inst, name == "smul.with.overflow", args);
                    true
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// A shift of two numbers of 128 bits side by side by a variable count: the far one shifts in two steps, because the
    /// count may be zero.
    fn funnel(&mut self, inst: &Inst, left: bool, args: &[(Type, Operand)]) {
        let wide = Type::Int(128);
        let count = self.value(inst, wide.clone(), binary(BinOp::And, args[2].1.clone(), number(127)));
        let rest = self.value(inst, wide.clone(), binary(BinOp::Xor, count.clone(), number(127)));
        let (far, by) = if left { (1, BinOp::LShr) } else { (0, BinOp::Shl) };
        let step = self.value(inst, wide.clone(), binary(by, args[far].1.clone(), number(1)));
        let (high, low) = match left {
            true => ((args[0].1.clone(), count), (step, rest)),
            false => ((step, rest), (args[1].1.clone(), count)),
        };
        let shifted = [("__ashlti3", high), ("__lshrti3", low)].map(|(name, (value, count))| {
            let cast = Op::Cast { op: CastOp::Trunc, from: wide.clone(), value: count };
            let count = self.value(inst, Type::Int(32), cast);
            let call = self.call(name, wide.clone(), vec![(wide.clone(), value), (Type::Int(32), count)]);
            self.value(inst, wide.clone(), call)
        });
        let [high, low] = shifted;
        self.instead(inst, binary(BinOp::Or, high, low));
    }

    /// Counts in one half of 128 bits, or in both.
    fn count_bits(&mut self, inst: &Inst, name: &str, value: &Operand) {
        let (wide, half) = (Type::Int(128), Type::Int(64));
        let trunc = |value: Operand| Op::Cast { op: CastOp::Trunc, from: wide.clone(), value };
        let low = self.value(inst, half.clone(), trunc(value.clone()));
        let shifted = self.value(inst, wide.clone(), binary(BinOp::LShr, value.clone(), number(64)));
        let high = self.value(inst, half.clone(), trunc(shifted));
        let count = |of: Operand| {
            let mut args = vec![(half.clone(), of)];
            if name != "ctpop" {
                args.push((Type::Int(1), number(0)));
            }
            Op::Call { callee: Callee::Intrinsic(name.to_string()), args, noreturn: false }
        };
        let (count_low, count_high) = (count(low.clone()), count(high.clone()));
        let counts = [self.value(inst, half.clone(), count_low), self.value(inst, half.clone(), count_high)];
        let [low_count, high_count] = counts;
        // The half looked at first, its count, and the other's.
        let (first, near, far) = match name {
            "ctlz" => (high, high_count, low_count),
            _ => (low, low_count, high_count),
        };
        let sum = binary(BinOp::Add, near.clone(), far);
        let sum = self.value(inst, half.clone(), sum);
        let total = match name {
            "ctpop" => sum,
            _ => {
                let empty = compare(Pred::Eq, half.clone(), first, number(0));
                let empty = self.value(inst, Type::Int(1), empty);
                self.value(inst, half.clone(), Op::Select { cond: empty, then: sum, other: near })
            }
        };
        self.instead(inst, Op::Cast { op: CastOp::ZExt, from: half, value: total });
    }

    /// A product of 64 bits and whether it overflowed, by one of 128.
    fn checked_product(&mut self, inst: &Inst, signed: bool, args: &[(Type, Operand)]) {
        let (wide, half) = (Type::Int(128), Type::Int(64));
        let extension = if signed { CastOp::SExt } else { CastOp::ZExt };
        let extend = |value: Operand| Op::Cast { op: extension, from: half.clone(), value };
        let factors = [args[0].1.clone(), args[1].1.clone()]
            .map(|factor| (wide.clone(), self.value(inst, wide.clone(), extend(factor))));
        let product = self.call("__multi3", wide.clone(), factors.to_vec());
        let product = self.value(inst, wide.clone(), product);
        let low = Op::Cast { op: CastOp::Trunc, from: wide.clone(), value: product.clone() };
        let low = self.value(inst, half.clone(), low);
        let again = self.value(inst, wide.clone(), extend(low.clone()));
        let over = self.value(inst, Type::Int(1), compare(Pred::Ne, wide, product, again));
        let pair = Type::Struct(vec![half.clone(), Type::Int(1)]);
        let insert = |value, part_ty, part, path| Op::InsertValue { value, part_ty, part, path: vec![path] };
        let first = self.value(inst, pair, insert(Operand::Const(Const::Undef), half, low, 0));
        self.instead(inst, insert(first, Type::Int(1), over, 1));
    }
}

/// An operation without promises.
pub(super) fn binary(op: BinOp, lhs: Operand, rhs: Operand) -> Op {
    Op::Binary { op, lhs, rhs, nuw: false, nsw: false }
}

/// A comparison of numbers of the type.
pub(super) fn compare(pred: Pred, ty: Type, lhs: Operand, rhs: Operand) -> Op {
    Op::Icmp { pred, ty, lhs, rhs }
}

/// A constant.
pub(super) fn number(n: u128) -> Operand {
    Operand::Const(Const::Int(n))
}
