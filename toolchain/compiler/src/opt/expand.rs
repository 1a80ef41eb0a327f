//! Replaces operations by calls of `compiler_builtins` or by simpler operations.
//! This concerns all operations on floats, and those on more than 64 bits that the byte form does not support.
//!
//! Requires: SSA form, whole bytes.  Keeps: SSA form. Float types remain; `floats` replaces them.

use std::collections::BTreeMap;

use super::signatures::{Signature, clash};
use crate::Error;
use crate::ir::{
    BinOp, Callee, CastOp, Extern, Function, Inst, Module, Op, Operand, Pred, Symbol, SymbolInfo, SymbolKind,
    Type, Value,
};

/// The symbols of a module by name, with the signatures of functions.
pub(super) type Names = BTreeMap<String, (Symbol, Option<Signature>)>;

/// A block that is being rewritten.
pub(super) struct Expand<'a> {
    module: &'a mut Module,
    names: &'a mut Names,
    function: &'a mut Function,
    out: Vec<Inst>,
    clash: Option<Error>,
}

impl<'a> Expand<'a> {
    /// Starts a block of a function; `names` are those of the module's symbols.
    pub(super) fn new(
        module: &'a mut Module,
        names: &'a mut Names,
        function: &'a mut Function,
    ) -> Expand<'a> {
        Expand { module, names, function, out: Vec::new(), clash: None }
    }

    /// Returns the instructions written so far.
    ///
    /// # Errors
    /// The program has a different function, or a variable, with the name of a function that is called.
    pub(super) fn done(self) -> Result<Vec<Inst>, Error> {
        self.clash.map_or(Ok(self.out), Err)
    }

    /// Keeps an instruction as it is.
    pub(super) fn keep(&mut self, inst: Inst) {
        self.out.push(inst);
    }

    pub(super) fn ty(&self, value: Value) -> Type {
        self.function.ty(value).clone()
    }

    /// Adds an instruction in place of `at` that defines a new value.
    pub(super) fn value(&mut self, at: &Inst, ty: Type, op: Op) -> Operand {
        let name = format!("expand.{}", self.function.values.len());
        let value = self.function.new_value(ty, name);
        self.out.push(Inst { result: Some(value), op, line: at.line, source: at.source });
        Operand::Value(value)
    }

    /// Adds the replacement of `at`.
    pub(super) fn instead(&mut self, at: &Inst, op: Op) {
        self.out.push(Inst { op, ..at.clone() });
    }

    /// Returns a call of a function, which is declared if it is unknown.
    pub(super) fn call(&mut self, name: &str, ret: Type, args: Vec<(Type, Operand)>) -> Op {
        let params = args.iter().map(|a| a.0.clone()).collect();
        let signature = Signature { ret, params, line: 0 };
        let symbol = match self.names.get(name) {
            Some((symbol, known)) => {
                if !known.as_ref().is_some_and(|known| known.agrees(&signature)) {
                    let error = clash(self.module, *symbol, known.as_ref(), "the compiler", &signature);
                    self.clash.get_or_insert(error);
                }
                *symbol
            }
            None => {
                let symbol = Symbol(self.module.symbols.len() as u32);
                let kind = SymbolKind::Extern(self.module.externs.len() as u32);
                let Signature { ret, params, .. } = signature.clone();
                self.module.externs.push(Extern { symbol, ret, params, line: 0 });
                self.module.symbols.push(SymbolInfo { name: name.to_string(), kind });
                self.names.insert(name.to_string(), (symbol, Some(signature)));
                symbol
            }
        };
        Op::Call { callee: Callee::Direct(symbol), args, noreturn: false }
    }

    /// Replaces products, quotients and shifts by a variable count of more than 64 bits. Returns whether the instruction was one.
    pub(super) fn wide(&mut self, inst: &Inst) -> bool {
        let Some(result) = inst.result else { return false };
        let (Op::Binary { op, lhs, rhs, .. }, Type::Int(bits @ 65..=128)) = (&inst.op, self.ty(result))
        else {
            return false;
        };
        let shift = |name| rhs.int().is_none().then_some(name);
        let (name, signed) = match op {
            BinOp::Mul => (Some("__multi3"), false),
            BinOp::UDiv => (Some("__udivti3"), false),
            BinOp::URem => (Some("__umodti3"), false),
            BinOp::SDiv => (Some("__divti3"), true),
            BinOp::SRem => (Some("__modti3"), true),
            BinOp::Shl => (shift("__ashlti3"), false),
            BinOp::LShr => (shift("__lshrti3"), false),
            BinOp::AShr => (shift("__ashrti3"), true),
            _ => return false,
        };
        let Some(name) = name else { return false };
        let (narrow, wide) = (Type::Int(bits), Type::Int(128));
        let mut extend = |value: &Operand| match (bits, signed) {
            (128, _) => value.clone(),
            (_, true) => self.value(inst, wide.clone(), cast(CastOp::SExt, narrow.clone(), value)),
            (_, false) => self.value(inst, wide.clone(), cast(CastOp::ZExt, narrow.clone(), value)),
        };
        let left = extend(lhs);
        let right = match op {
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                let count = cast(CastOp::Trunc, narrow.clone(), rhs);
                (Type::Int(32), self.value(inst, Type::Int(32), count))
            }
            _ => (wide.clone(), extend(rhs)),
        };
        let call = self.call(name, wide.clone(), vec![(wide.clone(), left), right]);
        if bits == 128 {
            self.instead(inst, call);
        } else {
            let whole = self.value(inst, wide.clone(), call);
            self.instead(inst, cast(CastOp::Trunc, wide, &whole));
        }
        true
    }
}

fn cast(op: CastOp, from: Type, value: &Operand) -> Op {
    Op::Cast { op, from, value: value.clone() }
}

/// Returns a comparison of numbers of the type.
pub(super) fn compare(pred: Pred, ty: Type, lhs: Operand, rhs: Operand) -> Op {
    Op::Icmp { pred, ty, lhs, rhs }
}
