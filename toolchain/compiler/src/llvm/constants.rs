//! Constants other than expressions, and operands.

use super::floats::Format;
use super::lexer::{self, Kind};
use super::state::Parser;
use super::types::type_text;
use super::words::is_expression;
use crate::Error;
use crate::ir::{Const, Operand, Type};

/// The constant offset in bytes and the variable terms of a `getelementptr`.
pub(super) type Terms = (i32, Vec<(Type, Operand, i32)>);

/// The context of a `getelementptr`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// It is an instruction.
    Instruction,
    /// It is a constant; the flag tells whether it is inside a function.
    Constant(bool),
}

/// Clears the bits of an integer above a width.
pub(super) fn truncate(value: u128, bits: u16) -> u128 {
    if bits >= 128 { value } else { value & ((1 << bits) - 1) }
}

/// Returns the decimal digits of an integer given as two halves.
pub(super) fn decimal(low: u128, high: u128) -> String {
    let mut limbs = [high >> 64, high & u128::from(u64::MAX), low >> 64, low & u128::from(u64::MAX)];
    let mut digits = Vec::new();
    while digits.is_empty() || limbs != [0; 4] {
        let mut rest = 0;
        for limb in &mut limbs {
            let part = rest << 64 | *limb;
            (*limb, rest) = (part / 10, part % 10);
        }
        digits.push(b'0' + rest as u8);
    }
    digits.iter().rev().map(|digit| char::from(*digit)).collect()
}

/// Sign-extends an integer of a width to 128 bits.
pub(super) fn sign_extend(value: u128, bits: u16) -> i128 {
    let unused = 128 - u32::from(bits.clamp(1, 128));
    ((value << unused) as i128) >> unused
}

/// Reduces an offset modulo 65536 to a signed number, as addresses do.
pub(super) fn wrap(offset: i64) -> i32 {
    i32::from(offset as i16)
}

/// Returns the zero of a type, in the form that constants of that type have.
fn zero(ty: &Type) -> Const {
    match ty {
        Type::Int(_) | Type::Ptr => Const::Int(0),
        Type::Float | Type::Double => Const::Float(0),
        _ => Const::Zero,
    }
}

impl<'a> Parser<'a> {
    /// Reads a value or constant of a type.
    pub fn operand(&mut self, ty: &Type) -> Result<Operand, Error> {
        if self.kind() == Kind::Local {
            let token = self.advance();
            return Ok(Operand::Value(self.use_value(token, ty)?));
        }
        self.part(ty, !self.function.is_empty())
    }

    /// Reads a type and an operand of it.
    pub fn typed_operand(&mut self) -> Result<(Type, Operand), Error> {
        let ty = self.value_type()?;
        let operand = self.operand(&ty)?;
        Ok((ty, operand))
    }

    /// Reads `ptr` and an operand.
    pub fn pointer(&mut self) -> Result<Operand, Error> {
        self.pointer_type()?;
        self.operand(&Type::Ptr)
    }

    /// Reads a constant of a type.
    pub fn constant(&mut self, ty: &Type) -> Result<Const, Error> {
        let token = self.token();
        match token.kind {
            Kind::Int => match ty {
                Type::Int(bits @ 129..) => self.long_integer(*bits),
                _ => Ok(Const::Int(self.integer(ty)?)),
            },
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
            (word, _) if is_expression(word) => {
                return match self.expression(ty, false)? {
                    Operand::Const(constant) => Ok(constant),
                    Operand::Value(_) => self.expected("a constant"),
                };
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
                | "shufflevector"),
                _,
            ) => {
                return self.unsupported(&format!("the constant `{word}`"));
            }
            _ => return self.expected(&format!("a constant of type {}", type_text(ty))),
        };
        self.at += 1;
        Ok(constant)
    }

    /// Reads a decimal literal of more than 128 bits as one number if it is small, else as two halves.
    fn long_integer(&mut self, bits: u16) -> Result<Const, Error> {
        let text = self.slice(self.token());
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let mut limbs = [0_u64; 4];
        for digit in digits.bytes() {
            let mut carry = u128::from(digit.wrapping_sub(b'0'));
            for limb in &mut limbs {
                carry += u128::from(*limb) * 10;
                *limb = carry as u64;
                carry >>= 64;
            }
            if carry > 0 || !digit.is_ascii_digit() {
                return self.error(format!("{text} does not fit i{bits}"));
            }
        }
        let half = |low: u64, high: u64| u128::from(high) << 64 | u128::from(low);
        let (mut low, mut high) = (half(limbs[0], limbs[1]), half(limbs[2], limbs[3]));
        if negative {
            (low, high) = (low.wrapping_neg(), if low == 0 { high.wrapping_neg() } else { !high });
            high = truncate(high, bits - 128);
        }
        if truncate(high, bits - 128) != high {
            return self.error(format!("{text} does not fit i{bits}"));
        }
        self.at += 1;
        Ok(match high {
            0 => Const::Int(low),
            _ => Const::Aggregate([low, high].map(|half| (Type::Int(128), Const::Int(half))).to_vec()),
        })
    }

    /// Reads an integer literal, reduced to the width of an integer type.
    pub fn integer(&mut self, ty: &Type) -> Result<u128, Error> {
        let (token, Type::Int(bits)) = (self.token(), ty) else {
            return self.expected(&format!("a constant of type {}", type_text(ty)));
        };
        if token.kind == Kind::Word && *bits == 1 && matches!(self.word(), "true" | "false") {
            self.at += 1;
            return Ok(u128::from(self.slice(token) == "true"));
        }
        if *bits > 128 {
            return self.unsupported(&format!("a choice among integers of {bits} bits"));
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
            return self.error(format!("{text} is not a {}", type_text(ty)));
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

    /// Reads `inbounds`, `nusw`, `nuw`, `inrange(a, b)`. Returns whether `inbounds` and `nuw` were among them.
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

    /// Reads the indices of a `getelementptr`, each after a comma, as a constant offset and scaled terms.
    pub fn gep_terms(&mut self, source: &Type, place: Place) -> Result<Terms, Error> {
        let mut offset = 0_i64;
        let mut terms = Vec::new();
        let mut inside: Option<&Type> = None;
        while self.eat_comma() {
            let token = self.token();
            let ty = self.value_type()?;
            let Type::Int(bits) = ty else {
                return Err(self.error_at(token, "expected an integer as index".to_string()));
            };
            let index = match place {
                Place::Instruction => self.operand(&ty)?,
                Place::Constant(inside) => self.part(&ty, inside)?,
            };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths() {
        assert_eq!(truncate(u128::MAX, 128), u128::MAX);
        assert_eq!([decimal(0, 0), decimal(120, 0)], ["0", "120"]);
        assert_eq!(decimal(u128::MAX, 0), u128::MAX.to_string());
        assert_eq!(decimal(0, 1), "340282366920938463463374607431768211456");
        assert_eq!(truncate(0x1FF, 8), 0xFF);
        assert_eq!(sign_extend(0x80, 8), -128);
        assert_eq!(sign_extend(1, 1), -1);
        assert_eq!((wrap(40_000), wrap(-1), wrap(65_536)), (-25_536, -1, 0));
    }
}
