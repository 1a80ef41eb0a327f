//! Calls of functions, externs and assembly: which byte goes where.
//!
//! [`convention`] says where each byte is passed.

use super::state::Lower;
use crate::Error;
use crate::ir::{self, Callee, Operand, SymbolKind, Type, intrinsics};
use crate::lower::convention::{self, ARG_BYTES, Loc};
use crate::lower::lir::{Byte, Call, Inst, Target, Term};

impl<'a> Lower<'a> {
    pub(super) fn call(
        &mut self,
        inst: &ir::Inst,
        callee: &Callee,
        args: &[(Type, Operand)],
        noreturn: bool,
        ty: &Type,
    ) -> Result<(), Error> {
        match callee {
            Callee::Intrinsic(name) => return self.intrinsic(inst, name, args, ty),
            Callee::Asm { template, constraints, side_effect } => {
                return self.assembly_call(inst, template, constraints, *side_effect, args, ty);
            }
            Callee::Direct(symbol) => {
                let known = matches!(self.module.symbols[symbol.index()].kind, SymbolKind::Function(_));
                let name = self.module.name_of(*symbol);
                if !known {
                    if let Some(fault) = intrinsics::extern_fault(name, args, ty) {
                        return Err(self.unsupported(&fault));
                    }
                    match name {
                        "memcpy" | "memmove" => {
                            self.copy_memory(args, name == "memmove", false)?;
                            let result = self.operand(&args[0].1, &Type::Ptr)?;
                            self.define_result(inst, result);
                            return Ok(());
                        }
                        "memset" => {
                            self.fill_memory(args, false)?;
                            let result = self.operand(&args[0].1, &Type::Ptr)?;
                            self.define_result(inst, result);
                            return Ok(());
                        }
                        "memcmp" | "bcmp" => return self.compare_memory(inst, args),
                        _ => {}
                    }
                }
                let target = if known { Target::Function(*symbol) } else { Target::Extern(*symbol) };
                self.plain_call(inst, target, known.then_some(*symbol), args, ty)?;
            }
            Callee::Indirect(pointer) => {
                let pointer = self.operand(pointer, &Type::Ptr)?;
                let takes = args.iter().map(|a| a.0.size()).sum();
                let target = Target::Indirect { lo: pointer[0], hi: pointer[1], takes, returns: ty.size() };
                self.plain_call(inst, target, None, args, ty)?;
            }
        }
        if noreturn {
            // What follows is `unreachable`; the block may end here.
            self.finish(Term::Stop);
        }
        Ok(())
    }

    fn plain_call(
        &mut self,
        inst: &ir::Inst,
        target: Target,
        known: Option<ir::Symbol>,
        args: &[(Type, Operand)],
        ty: &Type,
    ) -> Result<(), Error> {
        let mut bytes = Vec::new();
        for (ty, arg) in args {
            self.check_type(ty)?;
            bytes.extend(self.operand(arg, ty)?);
        }
        let ins = bytes
            .into_iter()
            .enumerate()
            .filter(|b| b.1 != Byte::Undef)
            .map(|(i, byte)| {
                let loc = match known {
                    Some(symbol) if i >= 2 => Loc::Param(symbol, i as u32),
                    _ => convention::location(i),
                };
                (loc, byte)
            })
            .collect();
        let regs = self.regs(ty.size() as usize);
        let outs = regs.iter().enumerate().map(|(i, r)| (convention::location(i), *r)).collect();
        self.emit(Inst::Call(Call { target, ins, outs, pure: false }));
        self.define_result(inst, regs.into_iter().map(Byte::Reg).collect());
        Ok(())
    }

    fn compare_memory(&mut self, inst: &ir::Inst, args: &[(Type, Operand)]) -> Result<(), Error> {
        let mut bytes = Vec::new();
        for (ty, arg) in args {
            bytes.extend(self.operand(arg, ty)?);
        }
        let ins = convention::from_first(bytes);
        let regs = self.regs(2);
        let outs = vec![(Loc::A, regs[0]), (Loc::X, regs[1])];
        self.emit(Inst::Call(Call { target: Target::Runtime("__memcmp"), ins, outs, pure: true }));
        self.define_result(inst, regs.into_iter().map(Byte::Reg).collect());
        Ok(())
    }

    /// Inline assembly. Explicit registers: r24 is A, r22 is X, r20 is Y, r18 the carry (0 or 1); every
    /// other register operand is a run of `ARG` bytes and stands in the text as its address.
    fn assembly_call(
        &mut self,
        inst: &ir::Inst,
        template: &str,
        constraints: &str,
        side_effect: bool,
        args: &[(Type, Operand)],
        ty: &Type,
    ) -> Result<(), Error> {
        let outputs: Vec<&str> = split(constraints).filter(|c| c.starts_with('=')).collect();
        let inputs: Vec<&str> =
            split(constraints).filter(|c| !c.starts_with('=') && !c.starts_with('~')).collect();
        let types: Vec<Type> = match (outputs.len(), ty) {
            (0, _) => Vec::new(),
            (1, ty) => vec![ty.clone()],
            (_, Type::Struct(fields)) => fields.clone(),
            _ => return Err(self.unsupported("this type of an assembly result")),
        };
        if outputs.len() != types.len() || inputs.len() != args.len() {
            return Err(self.unsupported(&format!("the assembly constraints {constraints}")));
        }
        if template.trim().is_empty() && outputs.is_empty() {
            // `black_box`: memory may be looked at here.
            self.emit(Inst::Call(Call {
                target: Target::Asm(String::new()),
                ins: vec![],
                outs: vec![],
                pure: false,
            }));
            return Ok(());
        }
        let mut next = 0;
        let mut texts = Vec::new();
        let mut out_locs = Vec::new();
        for (constraint, ty) in outputs.iter().zip(&types) {
            let Some(locs) = place(constraint, ty.size(), &mut next) else {
                return Err(self.unsupported(&format!("the assembly operand {constraint}")));
            };
            texts.push(text_of(&locs));
            out_locs.push(locs);
        }
        let mut ins = Vec::new();
        for (constraint, (ty, arg)) in inputs.iter().zip(args) {
            let locs = if let Ok(n) = constraint.parse::<usize>() {
                out_locs.get(n).cloned()
            } else if matches!(*constraint, "i" | "s" | "n" | "X") {
                texts.push(self.constant_text(arg)?);
                continue;
            } else {
                place(constraint, ty.size(), &mut next)
            };
            let Some(locs) = locs else {
                return Err(self.unsupported(&format!("the assembly operand {constraint}")));
            };
            let bytes = self.operand(arg, ty)?;
            texts.push(text_of(&locs));
            ins.extend(locs.into_iter().zip(bytes).filter(|i| i.1 != Byte::Undef));
        }
        let text = self.expand(template, &texts)?;
        let mut outs = Vec::new();
        let mut result = Vec::new();
        for locs in out_locs {
            for loc in locs {
                let (reg, byte) = self.reg_byte();
                outs.push((loc, reg));
                result.push(byte);
            }
        }
        self.emit(Inst::Call(Call { target: Target::Asm(text), ins, outs, pure: !side_effect }));
        self.define_result(inst, result);
        Ok(())
    }

    fn constant_text(&mut self, arg: &Operand) -> Result<String, Error> {
        match arg {
            Operand::Const(ir::Const::Int(n)) => Ok(format!("{}", *n as u16)),
            Operand::Const(ir::Const::Zero) => Ok("0".to_string()),
            Operand::Const(ir::Const::Address(symbol, offset)) => {
                Ok(format!("{}{offset:+}", self.module.name_of(*symbol)))
            }
            _ => Err(self.unsupported("an immediate assembly operand that is not a constant")),
        }
    }

    /// Puts operands into a template: `$0`, `${1}`, `${2:c}`, `$$`.
    fn expand(&self, template: &str, operands: &[String]) -> Result<String, Error> {
        let mut text = String::new();
        let mut chars = template.chars().peekable();
        while let Some(c) = chars.next() {
            if c != '$' {
                text.push(c);
                continue;
            }
            let mut inner = String::new();
            match chars.peek() {
                Some('$') => {
                    chars.next();
                    text.push('$');
                    continue;
                }
                Some('{') => {
                    chars.next();
                    inner.extend(chars.by_ref().take_while(|c| *c != '}'));
                }
                _ => {
                    while let Some(d) = chars.peek().filter(|d| d.is_ascii_digit()) {
                        inner.push(*d);
                        chars.next();
                    }
                }
            }
            let number = inner.split(':').next().unwrap_or("");
            match number.parse::<usize>().ok().and_then(|n| operands.get(n)) {
                Some(operand) => text.push_str(operand),
                None => return Err(self.unsupported(&format!("the assembly operand ${inner}"))),
            }
        }
        Ok(text)
    }
}

/// Constraints are separated by commas, except inside braces.
fn split(constraints: &str) -> impl Iterator<Item = &str> {
    constraints.split(',').map(str::trim).filter(|c| !c.is_empty())
}

fn text_of(locs: &[Loc]) -> String {
    match locs.first() {
        Some(Loc::Arg(n)) => format!("ARG+{n}"),
        Some(Loc::X) => "x".to_string(),
        Some(Loc::Y) => "y".to_string(),
        _ => "a".to_string(),
    }
}

/// Where an operand of so many bytes lies: a register by its name, or the next bytes of `ARG`. `None` if there is no such
/// place, or no room.
fn place(constraint: &str, size: u32, next: &mut u8) -> Option<Vec<Loc>> {
    let loc = match constraint.trim_start_matches(['=', '&']) {
        "{r24}" => Loc::A,
        "{r22}" => Loc::X,
        "{r20}" => Loc::Y,
        "{r18}" => Loc::Carry,
        c if matches!(c, "r" | "d" | "w" | "e") || c.starts_with("{r") || c.starts_with("{R") => {
            let (first, room) = (*next, ARG_BYTES - *next);
            *next += u8::try_from(size).ok().filter(|size| *size <= room)?;
            return Some((first..*next).map(Loc::Arg).collect());
        }
        _ => return None,
    };
    (size == 1).then(|| vec![loc])
}
