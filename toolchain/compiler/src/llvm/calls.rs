//! Calls: of functions, addresses, intrinsics and inline assembly.

use std::collections::HashSet;

use super::instructions::Parsed;
use super::lexer::Kind;
use super::state::Parser;
use crate::Error;
use crate::ir::{Callee, Const, Module, Op, Operand, Symbol, Type};

/// Returns the name of an intrinsic without the types of its overload: `umin` for `llvm.umin.i8`.
fn intrinsic_name(name: &str) -> &str {
    let mut name = name.strip_prefix("llvm.").unwrap_or(name);
    while let Some((front, last)) = name.rsplit_once('.') {
        if !is_type_suffix(last) {
            break;
        }
        name = front;
    }
    name
}

/// Whether a part of an intrinsic's name is a type: `i8`, `p0`, `f32`, `a4i8`, `v2i16`, ...
fn is_type_suffix(text: &str) -> bool {
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    match text.as_bytes() {
        [b'i' | b'p' | b'f', ..] => digits(&text[1..]),
        [b'b', b'f', ..] => digits(&text[2..]),
        [b'a' | b'v', ..] => {
            let rest = text[1..].trim_start_matches(|c: char| c.is_ascii_digit());
            rest.len() + 1 < text.len() && is_type_suffix(rest)
        }
        _ => text.starts_with("sl_") || text.starts_with("s_") || text == "isVoid",
    }
}

impl Parser<'_> {
    /// Reads a call from behind `call` up to its metadata.
    pub fn call(&mut self) -> Result<Parsed, Error> {
        self.fast_math();
        let convention = self.convention()?;
        self.attributes()?;
        self.address_space()?;
        let start = self.token();
        let ret = self.ty()?;
        let fixed = if self.is(b'(') { Some(self.function_type()?) } else { None };
        let callee = self.callee()?;
        if convention.is_some() && !matches!(callee, Callee::Direct(_)) {
            return self.unsupported("a call of an interrupt handler");
        }
        let args = self.arguments()?;
        let mut noreturn = self.attributes()?.noreturn;
        if self.eat(b'[') {
            self.at -= 1;
            self.skip_group()?;
        }
        if fixed.is_some_and(|fixed| !fixed.iter().eq(args.iter().map(|(ty, _)| ty))) {
            return Err(
                self.error_at(start, "the arguments do not have the types of the function type".to_string())
            );
        }
        if let Callee::Intrinsic(name) = &callee {
            if name.starts_with("dbg.") {
                return Ok(None);
            }
            noreturn |= name == "trap";
        }
        Ok(Some((Op::Call { callee, args, noreturn }, ret)))
    }

    fn function_type(&mut self) -> Result<Vec<Type>, Error> {
        self.expect(b'(')?;
        let mut params = Vec::new();
        while !self.eat(b')') {
            if !params.is_empty() {
                self.expect(b',')?;
            }
            if self.kind() == Kind::Dots {
                return self.unsupported("a call of a variadic function");
            }
            params.push(self.value_type()?);
        }
        Ok(params)
    }

    fn callee(&mut self) -> Result<Callee, Error> {
        let token = self.token();
        match token.kind {
            Kind::Global if self.slice(token).starts_with("llvm.") => {
                self.at += 1;
                Ok(Callee::Intrinsic(intrinsic_name(self.slice(token)).to_string()))
            }
            Kind::Word if self.word() == "asm" => self.asm(),
            _ => Ok(match self.operand(&Type::Ptr)? {
                Operand::Const(Const::Address(symbol, 0)) if self.is_code(symbol) => Callee::Direct(symbol),
                address => Callee::Indirect(address),
            }),
        }
    }

    fn asm(&mut self) -> Result<Callee, Error> {
        self.at += 1;
        let mut side_effect = false;
        loop {
            match self.word() {
                "sideeffect" => side_effect = true,
                "alignstack" | "inteldialect" => {}
                "unwind" => return self.unsupported("inline assembly that unwinds"),
                _ => break,
            }
            self.at += 1;
        }
        let template = self.string("the text of the assembly")?;
        self.expect(b',')?;
        let constraints = self.string("constraints")?;
        Ok(Callee::Asm { template, constraints, side_effect })
    }

    fn arguments(&mut self) -> Result<Vec<(Type, Operand)>, Error> {
        self.expect(b'(')?;
        let mut args = Vec::new();
        let mut first = true;
        while !self.eat(b')') {
            if !std::mem::replace(&mut first, false) {
                self.expect(b',')?;
            }
            if self.eat_word("metadata") {
                if matches!(self.kind(), Kind::Meta | Kind::Punct(b'!')) {
                    self.skip_node()?;
                } else {
                    self.typed_operand()?;
                }
                continue;
            }
            let ty = self.value_type()?;
            self.attributes()?;
            let operand = self.operand(&ty)?;
            args.push((ty, operand));
        }
        Ok(args)
    }
}

/// Marks the calls of functions that do not return.
pub(super) fn spread_noreturn(module: &mut Module, symbols: &HashSet<Symbol>) {
    let insts = module.functions.iter_mut().flat_map(|f| &mut f.blocks).flat_map(|b| &mut b.insts);
    for inst in insts {
        if let Op::Call { callee: Callee::Direct(symbol), noreturn, .. } = &mut inst.op {
            *noreturn |= symbols.contains(symbol);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::intrinsic_name;

    #[test]
    fn cuts_overloads_off() {
        for (name, short) in [
            ("llvm.umin.i8", "umin"),
            ("llvm.memcpy.p0.p0.i16", "memcpy"),
            ("llvm.memset.p0.i64", "memset"),
            ("llvm.uadd.with.overflow.i8", "uadd.with.overflow"),
            ("llvm.lifetime.start.p0", "lifetime.start"),
            ("llvm.experimental.noalias.scope.decl", "experimental.noalias.scope.decl"),
            ("llvm.fptoui.sat.i16.f32", "fptoui.sat"),
            ("llvm.ucmp.i8.i32", "ucmp"),
            ("llvm.vector.reduce.add.v4i8", "vector.reduce.add"),
            ("llvm.ssa.copy.sl_i8i8s", "ssa.copy"),
            ("llvm.trap", "trap"),
        ] {
            assert_eq!(intrinsic_name(name), short);
        }
    }
}
