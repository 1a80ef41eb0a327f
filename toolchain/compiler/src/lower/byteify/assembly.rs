//! Inline assembly: places its operands and substitutes them into the text.

use super::state::Lower;
use crate::Error;
use crate::ir::{self, Operand, Type};
use crate::lower::convention::{self, Loc};
use crate::lower::lir::{Byte, Call, Inst, Target};

/// The operands of inline assembly while they are placed.
#[derive(Default)]
struct Operands {
    /// The text of each operand.
    texts: Vec<String>,
    /// The locations of the bytes of each output.
    outputs: Vec<Vec<Loc>>,
    /// The input bytes and their locations.
    ins: Vec<(Loc, Byte)>,
    /// The number of zero page bytes in use.
    taken: u8,
}

impl Operands {
    /// Places an operand of `size` bytes.
    fn place(&mut self, constraint: &str, size: u32) -> Option<Vec<Loc>> {
        convention::assembly(constraint, size, &mut self.taken)
    }
}

impl<'a> Lower<'a> {
    /// Translates a call of inline assembly.
    pub(super) fn assembly_call(
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
            // `black_box`: memory may be observed here.
            self.assembly("");
            return Ok(());
        }
        let mut operands = Operands::default();
        for (constraint, ty) in outputs.iter().zip(&types) {
            let place = operands.place(constraint, ty.size());
            let locs = place.ok_or_else(|| self.no_such_operand(constraint))?;
            operands.texts.push(text_of(&locs));
            operands.outputs.push(locs);
        }
        for (constraint, (ty, arg)) in inputs.iter().zip(args) {
            self.assembly_input(&mut operands, constraint, ty, arg)?;
        }
        let text = self.expand(template, &operands.texts)?;
        let mut outs = Vec::new();
        let mut result = Vec::new();
        for loc in operands.outputs.into_iter().flatten() {
            let (reg, byte) = self.reg_byte();
            outs.push((loc, reg));
            result.push(byte);
        }
        let (target, ins) = (Target::Asm(text), operands.ins);
        self.emit(Inst::Call(Call { target, ins, outs, pure: !side_effect }));
        self.define_result(inst, result);
        Ok(())
    }

    /// Adds an input: a constant to the text, or bytes to the location of an output or to a free one.
    fn assembly_input(
        &mut self,
        operands: &mut Operands,
        constraint: &str,
        ty: &Type,
        arg: &Operand,
    ) -> Result<(), Error> {
        let place = if let Ok(n) = constraint.parse::<usize>() {
            operands.outputs.get(n).cloned()
        } else if matches!(constraint, "i" | "s" | "n" | "X") {
            operands.texts.push(self.constant_text(arg)?);
            return Ok(());
        } else {
            operands.place(constraint, ty.size())
        };
        let locs = place.ok_or_else(|| self.no_such_operand(constraint))?;
        let bytes = self.operand(arg, ty)?;
        operands.texts.push(text_of(&locs));
        operands.ins.extend(locs.into_iter().zip(bytes).filter(|i| i.1 != Byte::Undef));
        Ok(())
    }

    fn no_such_operand(&self, constraint: &str) -> Error {
        self.unsupported(&format!("the assembly operand {constraint}"))
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

    /// Substitutes operands into a template: `$0`, `${1}`, `${2:c}`, `$$`.
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

/// Splits a list of constraints at its commas; no constraint of an operand of ours contains one.
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
