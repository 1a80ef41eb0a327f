//! Constant expressions: folded to a number or to symbol plus offset, or else, in a function, computed where they are used.

use std::borrow::Cow;

use super::constants::{Place, Terms, truncate, wrap};
use super::lexer::Token;
use super::state::Parser;
use super::types::type_text;
use super::words::{BINARY, CAST, is_expression, meaning};
use crate::Error;
use crate::ir::sources::SourceId;
use crate::ir::{BlockId, Const, Inst, Op, Operand, Type};

/// A constant expression: its type, the constant it folds to, and the operation that computes it if it does not fold.
struct Expression {
    ty: Type,
    folded: Option<Const>,
    op: Op,
    /// The construct to report as unsupported where nothing can be computed.
    what: String,
}

impl Parser<'_> {
    /// Reads a constant expression; `inside` a function, an instruction computes what cannot be folded.
    pub fn expression(&mut self, ty: &Type, inside: bool) -> Result<Operand, Error> {
        self.enter()?;
        let start = self.advance();
        let found = match self.slice(start) {
            "getelementptr" => self.constant_gep(inside)?,
            "add" | "sub" | "mul" | "shl" | "xor" => self.constant_arithmetic(start, inside)?,
            _ => self.constant_cast(start, inside)?,
        };
        self.expect(b')')?;
        self.leave();
        if found.ty != *ty {
            let (wanted, found) = (type_text(ty), type_text(&found.ty));
            return Err(self.error_at(start, format!("expected a constant of type {wanted}, found {found}")));
        }
        match found.folded {
            Some(constant) => Ok(Operand::Const(constant)),
            None if inside => Ok(self.computed(start, ty, found.op)),
            None => self.unsupported_at(start, &found.what),
        }
    }

    /// Reads a constant of a type, or an expression in its place.
    pub fn part(&mut self, ty: &Type, inside: bool) -> Result<Operand, Error> {
        match is_expression(self.word()) {
            true => self.expression(ty, inside),
            false => Ok(Operand::Const(self.constant(ty)?)),
        }
    }

    fn typed_part(&mut self, inside: bool) -> Result<(Type, Operand), Error> {
        let ty = self.value_type()?;
        let part = self.part(&ty, inside)?;
        Ok((ty, part))
    }

    /// Adds an operation before the instruction that is being read.
    fn computed(&mut self, start: Token, ty: &Type, op: Op) -> Operand {
        let value = self.nameless_value("constant", ty);
        self.computed.push(Inst { result: Some(value), op, line: start.line, source: SourceId::UNKNOWN });
        Operand::Value(value)
    }

    /// Moves the operations for a phi's constants to the end of the incoming block.
    pub fn compute_at_end(&mut self, block: BlockId) {
        let computed = std::mem::take(&mut self.computed);
        if !computed.is_empty() {
            self.computed_at_ends.push((block, computed));
        }
    }

    fn constant_arithmetic(&mut self, start: Token, inside: bool) -> Result<Expression, Error> {
        let word = self.slice(start);
        while matches!(self.word(), "nuw" | "nsw") {
            self.at += 1;
        }
        self.expect(b'(')?;
        let (ty, lhs) = self.typed_part(inside)?;
        self.expect(b',')?;
        let (second, rhs) = self.typed_part(inside)?;
        let (Type::Int(bits), true) = (&ty, ty == second) else {
            return Err(self.error_at(start, format!("`{word}` of two different types")));
        };
        let folded = match (&lhs, &rhs) {
            (Operand::Const(lhs), Operand::Const(rhs)) => combine(word, *bits, lhs, rhs),
            _ => None,
        };
        let Some(op) = meaning(&BINARY, word) else { return self.expected("an operation") };
        let op = Op::Binary { op, lhs, rhs, nuw: false, nsw: false };
        Ok(Expression { ty, folded, op, what: format!("the constant `{word}` of these addresses") })
    }

    fn constant_cast(&mut self, start: Token, inside: bool) -> Result<Expression, Error> {
        let word = self.slice(start);
        self.expect(b'(')?;
        let (from, value) = self.typed_part(inside)?;
        self.expect_word("to")?;
        let ty = self.value_type()?;
        let folded = match &value {
            Operand::Const(constant) => cast(word, &from, &ty, constant.clone()),
            Operand::Value(_) => None,
        };
        let what = format!("the constant `{word}` from {} to {}", type_text(&from), type_text(&ty));
        let Some(op) = meaning(&CAST, word) else { return self.expected("a conversion") };
        Ok(Expression { ty, folded, op: Op::Cast { op, from, value }, what })
    }

    /// Reads the inside of a constant `getelementptr`, up to its closing parenthesis.
    fn constant_gep(&mut self, inside: bool) -> Result<Expression, Error> {
        self.gep_flags()?;
        self.expect(b'(')?;
        let source = self.value_type()?;
        self.expect(b',')?;
        self.pointer_type()?;
        let base = self.part(&Type::Ptr, inside)?;
        let (offset, indices): Terms = self.gep_terms(&source, Place::Constant(inside))?;
        let folded = match &base {
            _ if !indices.is_empty() => None,
            Operand::Const(Const::Int(address)) => {
                Some(Const::Int(truncate(address.wrapping_add(offset as u128), 16)))
            }
            Operand::Const(Const::Address(symbol, before)) => {
                Some(Const::Address(*symbol, wrap(i64::from(*before) + i64::from(offset))))
            }
            Operand::Const(other) => Some(other.clone()),
            Operand::Value(_) => None,
        };
        let op = Op::Gep { base, offset, indices, inbounds: false, nuw: false };
        let what = "a constant `getelementptr` indexed by an address".to_string();
        Ok(Expression { ty: Type::Ptr, folded, op, what })
    }

    /// Creates a value that has no name in the text.
    fn nameless_value(&mut self, prefix: &str, ty: &Type) -> crate::ir::Value {
        let mut number = 0;
        loop {
            let name = format!("{prefix}.{number}");
            if self.is_free(&name) {
                return self.add_value(Cow::Owned(name), ty, None);
            }
            number += 1;
        }
    }
}

fn combine(word: &str, bits: u16, left: &Const, right: &Const) -> Option<Const> {
    match (word, left, right) {
        (_, Const::Undef, _) | (_, _, Const::Undef) => Some(Const::Undef),
        ("add", Const::Int(a), Const::Int(b)) => Some(Const::Int(truncate(a.wrapping_add(*b), bits))),
        ("sub", Const::Int(a), Const::Int(b)) => Some(Const::Int(truncate(a.wrapping_sub(*b), bits))),
        ("xor", Const::Int(a), Const::Int(b)) => Some(Const::Int(a ^ b)),
        ("mul", Const::Int(a), Const::Int(b)) => Some(Const::Int(truncate(a.wrapping_mul(*b), bits))),
        ("shl", Const::Int(a), Const::Int(b)) if *b < bits.into() => Some(Const::Int(truncate(a << b, bits))),
        ("shl", Const::Int(_), Const::Int(_)) => Some(Const::Undef),
        _ if bits != 16 => None,
        ("add", Const::Address(symbol, offset), Const::Int(n))
        | ("add", Const::Int(n), Const::Address(symbol, offset)) => {
            Some(Const::Address(*symbol, wrap(i64::from(*offset) + *n as i64)))
        }
        ("sub", Const::Address(symbol, offset), Const::Int(n)) => {
            Some(Const::Address(*symbol, wrap(i64::from(*offset) - *n as i64)))
        }
        ("sub", Const::Address(a, left), Const::Address(b, right)) if a == b => {
            Some(Const::Int(truncate((left - right) as u128, bits)))
        }
        _ => None,
    }
}

fn cast(word: &str, from: &Type, to: &Type, value: Const) -> Option<Const> {
    match (word, from, to, value) {
        ("ptrtoint" | "ptrtoaddr", Type::Ptr, Type::Int(16), value) => Some(value),
        ("ptrtoint", Type::Ptr, Type::Int(bits), Const::Int(n)) => Some(Const::Int(truncate(n, *bits))),
        ("inttoptr", Type::Int(16), Type::Ptr, value) => Some(value),
        ("inttoptr", Type::Int(_), Type::Ptr, Const::Int(n)) => Some(Const::Int(truncate(n, 16))),
        ("bitcast" | "addrspacecast", Type::Ptr, Type::Ptr, value) => Some(value),
        ("bitcast", from, to, value) if from == to => Some(value),
        ("bitcast", Type::Int(32), Type::Float, Const::Int(n)) => Some(Const::Float(n as u64)),
        ("bitcast", Type::Int(64), Type::Double, Const::Int(n)) => Some(Const::Float(n as u64)),
        ("bitcast", Type::Float, Type::Int(32), Const::Float(n)) => Some(Const::Int(n.into())),
        ("bitcast", Type::Double, Type::Int(64), Const::Float(n)) => Some(Const::Int(n.into())),
        ("trunc", Type::Int(from), Type::Int(to), Const::Int(n)) if to < from => {
            Some(Const::Int(truncate(n, *to)))
        }
        (_, _, _, Const::Undef) => Some(Const::Undef),
        _ => None,
    }
}
