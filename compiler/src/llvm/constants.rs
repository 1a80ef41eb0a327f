//! Constants and operands; constant expressions are folded to a number or to symbol plus offset.

use super::floats::Format;
use super::lexer::{self, Kind};
use super::parser::Parser;
use super::types::type_text;
use crate::Error;
use crate::ir::{Const, Operand, Type};

/// The constant offset in bytes and the variable terms of a `getelementptr`.
pub(super) type Terms = (i32, Vec<(Type, Operand, i32)>);

/// An integer without the bits above a width.
pub(super) fn truncate(value: u128, bits: u16) -> u128 {
    if bits >= 128 { value } else { value & ((1 << bits) - 1) }
}

/// An integer of a width, its sign spread to all 128 bits.
pub(super) fn sign_extend(value: u128, bits: u16) -> i128 {
    let unused = 128 - u32::from(bits.clamp(1, 128));
    ((value << unused) as i128) >> unused
}

/// An offset as addresses see it: modulo 65536, as a signed number.
pub(super) fn wrap(offset: i64) -> i32 {
    i32::from(offset as i16)
}

/// Zero of a type, in the form that constants of that type have.
fn zero(ty: &Type) -> Const {
    match ty {
        Type::Int(_) | Type::Ptr => Const::Int(0),
        Type::Float | Type::Double => Const::Float(0),
        _ => Const::Zero,
    }
}

impl<'a> Parser<'a> {
    /// A value or constant of a type.
    pub fn operand(&mut self, ty: &Type) -> Result<Operand, Error> {
        if self.kind() == Kind::Local {
            let token = self.advance();
            return Ok(Operand::Value(self.use_value(token, ty)?));
        }
        Ok(Operand::Const(self.constant(ty)?))
    }

    /// A type and an operand of it.
    pub fn typed_operand(&mut self) -> Result<(Type, Operand), Error> {
        let ty = self.value_type()?;
        let operand = self.operand(&ty)?;
        Ok((ty, operand))
    }

    /// `ptr` and an operand.
    pub fn pointer(&mut self) -> Result<Operand, Error> {
        self.pointer_type()?;
        self.operand(&Type::Ptr)
    }

    /// A constant of a type.
    pub fn constant(&mut self, ty: &Type) -> Result<Const, Error> {
        let token = self.token();
        match token.kind {
            Kind::Int => Ok(Const::Int(self.integer(ty)?)),
            Kind::Decimal | Kind::Hex | Kind::Bits | Kind::Special => self.float(ty),
            Kind::Global if *ty == Type::Ptr => {
                if self.slice(token).starts_with("llvm.") {
                    return self.unsupported("the address of an intrinsic");
                }
                let (symbol, offset) = self.address(token)?;
                self.at += 1;
                Ok(Const::Address(symbol, offset))
            }
            Kind::Bytes => match ty {
                Type::Array(element, count) if **element == Type::Int(8) => {
                    let bytes = lexer::unescape(self.slice(token)).into_owned();
                    if bytes.len() != *count as usize {
                        return self.error(format!("expected {count} bytes, found {}", bytes.len()));
                    }
                    self.at += 1;
                    Ok(Const::Bytes(bytes))
                }
                _ => self.expected(&format!("a constant of type {}", type_text(ty))),
            },
            Kind::Punct(b'[' | b'{' | b'<') => self.aggregate(ty),
            Kind::Word => self.word_constant(ty),
            _ => self.expected(&format!("a constant of type {}", type_text(ty))),
        }
    }

    fn word_constant(&mut self, ty: &Type) -> Result<Const, Error> {
        let constant = match (self.word(), ty) {
            ("true", Type::Int(1)) => Const::Int(1),
            ("false", Type::Int(1)) | ("null", Type::Ptr) => Const::Int(0),
            ("undef" | "poison", _) => Const::Undef,
            ("zeroinitializer", _) => zero(ty),
            (
                "getelementptr" | "inttoptr" | "ptrtoint" | "ptrtoaddr" | "bitcast" | "addrspacecast"
                | "trunc" | "add" | "sub" | "xor",
                _,
            ) => {
                self.enter()?;
                let constant = self.expression(ty)?;
                self.leave();
                return Ok(constant);
            }
            (
                word @ ("blockaddress"
                | "dso_local_equivalent"
                | "no_cfi"
                | "ptrauth"
                | "splat"
                | "none"
                | "asm"
                | "extractelement"
                | "insertelement"
                | "shufflevector"
                | "mul"
                | "shl"),
                _,
            ) => {
                return self.unsupported(&format!("the constant `{word}`"));
            }
            _ => return self.expected(&format!("a constant of type {}", type_text(ty))),
        };
        self.at += 1;
        Ok(constant)
    }

    /// An integer literal, reduced to the width of an integer type.
    pub fn integer(&mut self, ty: &Type) -> Result<u128, Error> {
        let (token, Type::Int(bits)) = (self.token(), ty) else {
            return self.expected(&format!("a constant of type {}", type_text(ty)));
        };
        if token.kind == Kind::Word && *bits == 1 && matches!(self.word(), "true" | "false") {
            self.at += 1;
            return Ok(u128::from(self.slice(token) == "true"));
        }
        if token.kind != Kind::Int {
            return self.expected(&format!("an integer of type {}", type_text(ty)));
        }
        let text = self.slice(token);
        let fits = |value: u128| truncate(value, *bits) == value;
        let negative = |magnitude: u128| {
            let value = truncate(magnitude.wrapping_neg(), *bits);
            (magnitude <= 1 << (bits - 1)).then_some(value)
        };
        let value = match text.as_bytes() {
            [b'u', b'0', b'x', ..] => u128::from_str_radix(&text[3..], 16).ok().filter(|v| fits(*v)),
            [b's', b'0', b'x', ..] => u128::from_str_radix(&text[3..], 16).ok().and_then(|value| {
                let width = (text.len().min(35) as u16 - 3) * 4;
                let signed = sign_extend(value, width);
                if signed < 0 { negative(signed.unsigned_abs()) } else { Some(value).filter(|v| fits(*v)) }
            }),
            [b'-', ..] => text[1..].parse().ok().and_then(negative),
            _ => text.parse().ok().filter(|v| fits(*v)),
        };
        let Some(value) = value else {
            return self.error(format!("{text} does not fit {}", type_text(ty)));
        };
        self.at += 1;
        Ok(value)
    }

    fn float(&mut self, ty: &Type) -> Result<Const, Error> {
        let token = self.token();
        let text = self.slice(token);
        let Some(format) = Format::of(ty) else {
            return self.expected(&format!("a constant of type {}", type_text(ty)));
        };
        if token.kind == Kind::Hex && text.contains(['.', 'p', 'P']) {
            return self.unsupported("a float with hexadecimal digits and an exponent");
        }
        let Some(bits) = format.bits(token.kind, text) else {
            return self.error(format!("{text} is no {}", type_text(ty)));
        };
        self.at += 1;
        Ok(Const::Float(bits))
    }

    fn aggregate(&mut self, ty: &Type) -> Result<Const, Error> {
        self.enter()?;
        let packed = self.eat(b'<');
        if packed && !self.is(b'{') {
            return self.unsupported("a vector constant");
        }
        let (close, count) = match ty {
            Type::Array(_, count) if !packed && self.is(b'[') => (b']', *count as usize),
            Type::Struct(fields) if self.is(b'{') => (b'}', fields.len()),
            _ => return self.expected(&format!("a constant of type {}", type_text(ty))),
        };
        self.at += 1;
        let mut parts = Vec::new();
        while !self.is(close) {
            if !parts.is_empty() {
                self.expect(b',')?;
            }
            let token = self.token();
            let part = self.value_type()?;
            if ty.part(parts.len() as u32).is_none_or(|(_, expected)| *expected != part)
                || parts.len() == count
            {
                let what = format!("this part does not belong to {}", type_text(ty));
                return Err(self.error_at(token, what));
            }
            let constant = self.constant(&part)?;
            parts.push((part, constant));
        }
        if parts.len() != count {
            return self.expected(&format!("{count} parts of {}", type_text(ty)));
        }
        self.at += 1;
        if packed {
            self.expect(b'>')?;
        }
        self.leave();
        Ok(Const::Aggregate(parts))
    }

    /// A constant expression, folded.
    fn expression(&mut self, ty: &Type) -> Result<Const, Error> {
        let start = self.advance();
        let word = self.slice(start);
        let (found, constant) = match word {
            "getelementptr" => (Type::Ptr, self.constant_gep()?),
            "add" | "sub" | "xor" => {
                while matches!(self.word(), "nuw" | "nsw") {
                    self.at += 1;
                }
                self.expect(b'(')?;
                let left = self.typed_constant()?;
                self.expect(b',')?;
                let right = self.typed_constant()?;
                let (Type::Int(bits), true) = (&left.0, left.0 == right.0) else {
                    return Err(self.error_at(start, format!("`{word}` of two different types")));
                };
                let Some(sum) = combine(word, *bits, &left.1, &right.1) else {
                    return self.unsupported(&format!("the constant `{word}` of these addresses"));
                };
                (left.0, sum)
            }
            _ => {
                self.expect(b'(')?;
                let (from, value) = self.typed_constant()?;
                self.expect_word("to")?;
                let to = self.value_type()?;
                let Some(constant) = cast(word, &from, &to, value) else {
                    let (from, to) = (type_text(&from), type_text(&to));
                    return self.unsupported(&format!("the constant `{word}` from {from} to {to}"));
                };
                (to, constant)
            }
        };
        self.expect(b')')?;
        if found != *ty {
            let what = format!("expected a constant of type {}, found {}", type_text(ty), type_text(&found));
            return Err(self.error_at(start, what));
        }
        Ok(constant)
    }

    fn typed_constant(&mut self) -> Result<(Type, Const), Error> {
        let ty = self.value_type()?;
        let constant = self.constant(&ty)?;
        Ok((ty, constant))
    }

    /// The inside of a constant `getelementptr`, up to its closing parenthesis.
    fn constant_gep(&mut self) -> Result<Const, Error> {
        self.gep_flags()?;
        self.expect(b'(')?;
        let source = self.value_type()?;
        self.expect(b',')?;
        self.pointer_type()?;
        let base = self.constant(&Type::Ptr)?;
        let (offset, terms) = self.gep_terms(&source, true)?;
        if !terms.is_empty() {
            return self.unsupported("a constant `getelementptr` indexed by an address");
        }
        Ok(match base {
            Const::Int(address) => Const::Int(truncate(address.wrapping_add(offset as u128), 16)),
            Const::Address(symbol, before) => {
                Const::Address(symbol, wrap(i64::from(before) + i64::from(offset)))
            }
            other => other,
        })
    }

    /// `inbounds`, `nusw`, `nuw`, `inrange(a, b)`; whether `inbounds` and `nuw` were there.
    pub fn gep_flags(&mut self) -> Result<(bool, bool), Error> {
        let (mut inbounds, mut nuw) = (false, false);
        loop {
            match self.word() {
                "inbounds" => inbounds = true,
                "nuw" => nuw = true,
                "nusw" => {}
                "inrange" => {
                    self.at += 1;
                    self.skip_group()?;
                    continue;
                }
                _ => return Ok((inbounds, nuw)),
            }
            self.at += 1;
        }
    }

    /// The indices of a `getelementptr`, each after a comma, as a constant offset and scaled terms.
    pub fn gep_terms(&mut self, source: &Type, constant: bool) -> Result<Terms, Error> {
        let mut offset = 0_i64;
        let mut terms = Vec::new();
        let mut inside: Option<&Type> = None;
        while self.eat_comma() {
            let token = self.token();
            let ty = self.value_type()?;
            let Type::Int(bits) = ty else {
                return Err(self.error_at(token, "expected an integer as index".to_string()));
            };
            let index = if constant { Operand::Const(self.constant(&ty)?) } else { self.operand(&ty)? };
            let number = match &index {
                Operand::Const(Const::Undef) => Some(0),
                other => other.int().map(|n| sign_extend(n, bits) as i64),
            };
            let element = match inside {
                None => source,
                Some(Type::Array(element, _)) => element,
                Some(fields @ Type::Struct(_)) => {
                    let field = number.and_then(|n| u32::try_from(n).ok()).and_then(|n| fields.part(n));
                    let Some((before, field)) = field else {
                        return Err(self.error_at(token, format!("no field of {}", type_text(fields))));
                    };
                    offset = offset.wrapping_add(i64::from(before));
                    inside = Some(field);
                    continue;
                }
                Some(other) => {
                    return Err(self.error_at(token, format!("{} has no elements", type_text(other))));
                }
            };
            let scale = i64::from(element.size());
            match number {
                Some(number) => offset = offset.wrapping_add(number.wrapping_mul(scale)),
                None if wrap(scale) != 0 => terms.push((ty, index, wrap(scale))),
                None => {}
            }
            inside = Some(element);
        }
        Ok((wrap(offset), terms))
    }
}

fn combine(word: &str, bits: u16, left: &Const, right: &Const) -> Option<Const> {
    match (word, left, right) {
        (_, Const::Undef, _) | (_, _, Const::Undef) => Some(Const::Undef),
        ("add", Const::Int(a), Const::Int(b)) => Some(Const::Int(truncate(a.wrapping_add(*b), bits))),
        ("sub", Const::Int(a), Const::Int(b)) => Some(Const::Int(truncate(a.wrapping_sub(*b), bits))),
        ("xor", Const::Int(a), Const::Int(b)) => Some(Const::Int(a ^ b)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths() {
        assert_eq!(truncate(u128::MAX, 128), u128::MAX);
        assert_eq!(truncate(0x1FF, 8), 0xFF);
        assert_eq!(sign_extend(0x80, 8), -128);
        assert_eq!(sign_extend(1, 1), -1);
        assert_eq!((wrap(40_000), wrap(-1), wrap(65_536)), (-25_536, -1, 0));
    }
}
