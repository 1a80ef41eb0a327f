//! Reads and writes types.

use super::lexer::Kind;
use super::state::{NamedType, Parser};
use crate::Error;
use crate::ir::Type;

/// The width of the longest supported integers, in bits.
const LONGEST: u16 = 256;

/// The maximum number of parts of a type, including those of named types.
const PARTS: u32 = 1 << 16;

/// The size of the address space, which limits the size of a type.
const SIZE: u64 = 1 << 16;

impl Parser<'_> {
    /// Reads a type, which may be `void`.
    pub fn ty(&mut self) -> Result<Type, Error> {
        self.type_parts = 0;
        self.part_type()
    }

    /// Reads a type that values may have.
    pub fn value_type(&mut self) -> Result<Type, Error> {
        if self.word() == "void" {
            return self.expected("a type of values");
        }
        self.ty()
    }

    /// Reads `ptr`, with or without an address space.
    pub fn pointer_type(&mut self) -> Result<(), Error> {
        self.expect_word("ptr")?;
        self.address_space()
    }

    /// Reads `addrspace(n)`, if it is there.
    pub fn address_space(&mut self) -> Result<(), Error> {
        if self.eat_word("addrspace") {
            self.expect(b'(')?;
            // Since LLVM 22, an address space may have a name.
            if self.kind() == Kind::Str {
                self.advance();
            } else {
                self.number("an address space")?;
            }
            self.expect(b')')?;
        }
        Ok(())
    }

    /// Skips a type or function type whose meaning does not matter.
    pub fn skip_function_type(&mut self) -> Result<(), Error> {
        self.ty()?;
        if self.is(b'(') { self.skip_group() } else { Ok(()) }
    }

    fn part_type(&mut self) -> Result<Type, Error> {
        self.type_parts += 1;
        match self.kind() {
            Kind::Word => self.word_type(),
            Kind::Local => self.named_type(),
            Kind::Punct(b'[') => {
                let start = self.advance();
                self.enter()?;
                if self.word() == "vscale" {
                    return self.unsupported("a scalable type");
                }
                let count = self.count()?;
                self.expect_word("x")?;
                let element = self.field_type()?;
                let size = u64::from(element.size()).saturating_mul(count);
                self.expect(b']')?;
                self.leave();
                match u32::try_from(count) {
                    Ok(count) if size <= SIZE => Ok(Type::Array(Box::new(element), count)),
                    _ => {
                        let what = format!("a type of {count} times {} bytes", element.size());
                        self.unsupported_at(start, &what)
                    }
                }
            }
            Kind::Punct(b'<') if self.ahead(1) == Kind::Punct(b'{') => {
                self.at += 1;
                let ty = self.struct_type()?;
                self.expect(b'>')?;
                Ok(ty)
            }
            Kind::Punct(b'<') => self.unsupported("a vector type"),
            Kind::Punct(b'{') => self.struct_type(),
            _ => self.expected("a type"),
        }
    }

    /// Reads the number of elements of an array.
    fn count(&mut self) -> Result<u64, Error> {
        let token = self.expect_kind(Kind::Int, "a number of elements")?;
        let count = self.slice(token).parse();
        count.map_err(|_| self.error_at(token, "expected a number of elements".to_string()))
    }

    fn field_type(&mut self) -> Result<Type, Error> {
        if self.word() == "void" {
            return self.expected("a type of values");
        }
        self.part_type()
    }

    fn word_type(&mut self) -> Result<Type, Error> {
        let word = self.word();
        let ty = match word {
            "void" => Type::Void,
            "ptr" => {
                self.pointer_type()?;
                return Ok(Type::Ptr);
            }
            "float" => Type::Float,
            "double" => Type::Double,
            "half" => return self.unsupported("the type `half` (Rust's `f16`)"),
            "fp128" => return self.unsupported("the type `fp128` (Rust's `f128`)"),
            "bfloat" | "x86_fp80" | "ppc_fp128" | "x86_amx" | "token" | "target" => {
                return self.unsupported(&format!("the type `{word}`"));
            }
            "opaque" => return self.unsupported("an opaque type"),
            // LLVM 23 has byte types, which may hold parts of addresses besides integers.
            _ if word.strip_prefix('b').is_some_and(|bits| bits.parse::<u32>().is_ok()) => {
                return self.unsupported(&format!("the type `{word}`"));
            }
            _ => match word.strip_prefix('i').map(str::parse::<u32>) {
                Some(Ok(bits)) if (1..=u32::from(LONGEST)).contains(&bits) => Type::Int(bits as u16),
                Some(Ok(_)) => return self.unsupported(&format!("the type `{word}`")),
                _ => return self.expected("a type"),
            },
        };
        self.at += 1;
        Ok(ty)
    }

    fn struct_type(&mut self) -> Result<Type, Error> {
        self.expect(b'{')?;
        self.enter()?;
        let mut fields = Vec::new();
        let mut size = 0;
        while !self.is(b'}') {
            if !fields.is_empty() {
                self.expect(b',')?;
            }
            let field = self.field_type()?;
            size += u64::from(field.size());
            fields.push(field);
            if size > SIZE {
                return self.unsupported("a type larger than the address space");
            }
        }
        self.at += 1;
        self.leave();
        Ok(Type::Struct(fields))
    }

    fn named_type(&mut self) -> Result<Type, Error> {
        let token = self.advance();
        let name = self.name(token)?;
        match self.types.get(&name) {
            Some(NamedType::Read { ty, parts, depth }) => {
                let (ty, parts, depth) = (ty.clone(), *parts, *depth);
                self.type_parts = self.type_parts.saturating_add(parts);
                if self.type_parts > PARTS {
                    return self.unsupported("a type of more than 65536 parts");
                }
                for _ in 0..depth {
                    self.enter()?;
                }
                for _ in 0..depth {
                    self.leave();
                }
                Ok(ty)
            }
            Some(NamedType::Reading) => Err(self.error_at(token, format!("`%{name}` contains itself"))),
            Some(NamedType::Unread { from, to }) => {
                let (from, to) = (*from, *to);
                let back = (std::mem::replace(&mut self.at, from), self.type_parts);
                self.types.insert(name.clone(), NamedType::Reading);
                self.expect_word("type")?;
                self.enter()?;
                let ty = self.ty()?;
                self.leave();
                if self.at != to {
                    return self.expected("the end of the type");
                }
                let parts = self.type_parts;
                (self.at, self.type_parts) = (back.0, back.1.saturating_add(parts));
                let depth = depth(&ty);
                self.types.insert(name, NamedType::Read { ty: ty.clone(), parts, depth });
                if self.type_parts > PARTS {
                    return self.unsupported("a type of more than 65536 parts");
                }
                Ok(ty)
            }
            None => Err(self.error_at(token, format!("the type `%{name}` is not defined"))),
        }
    }
}

fn depth(ty: &Type) -> u32 {
    match ty {
        Type::Array(element, _) => 1 + depth(element),
        Type::Struct(fields) => 1 + fields.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// Appends a type in LLVM syntax; packed and plain structs are the same here and all written as plain.
pub(super) fn write_type(out: &mut String, ty: &Type) {
    match ty {
        Type::Void => out.push_str("void"),
        Type::Int(bits) => {
            out.push('i');
            out.push_str(&bits.to_string());
        }
        Type::Ptr => out.push_str("ptr"),
        Type::Float => out.push_str("float"),
        Type::Double => out.push_str("double"),
        Type::Array(element, count) => {
            out.push('[');
            out.push_str(&count.to_string());
            out.push_str(" x ");
            write_type(out, element);
            out.push(']');
        }
        Type::Struct(fields) => {
            out.push('{');
            for (i, field) in fields.iter().enumerate() {
                out.push_str(if i == 0 { " " } else { ", " });
                write_type(out, field);
            }
            out.push_str(" }");
        }
    }
}

/// Returns a type as text.
pub(crate) fn type_text(ty: &Type) -> String {
    let mut out = String::new();
    write_type(&mut out, ty);
    out
}
