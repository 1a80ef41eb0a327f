//! Calls: of functions, externs and inline assembly.

use super::exec::{Flow, malformed, result_type};
use super::trap::TrapKind;
use super::value::{Bits, Pointer, Value, mask};
use super::{Host, Interpreter, Stop};
use crate::ir::{Callee, Function, Inst, Operand, Symbol, SymbolKind, Type};

impl From<Stop> for TrapKind {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Halt => TrapKind::Halted,
            Stop::Fault(what) => TrapKind::Host(what),
        }
    }
}

impl<'m> Interpreter<'m> {
    pub(super) fn call_inst(
        &mut self,
        function: &'m Function,
        inst: &'m Inst,
        callee: &'m Callee,
        args: &'m [(Type, Operand)],
        host: &mut dyn Host,
    ) -> Result<Flow, TrapKind> {
        let ret = inst.result.map(|_| result_type(function, inst)).transpose()?;
        match callee {
            Callee::Direct(symbol) => self.call_address(*symbol, args, ret, host),
            Callee::Indirect(operand) => {
                let pointer = self.pointer(operand, "the address of a call")?;
                let symbol = self.entries.get(&pointer.address);
                let symbol = *symbol.ok_or(TrapKind::NotAFunction(pointer.address))?;
                self.call_address(symbol, args, ret, host)
            }
            Callee::Intrinsic(name) => {
                let value = self.intrinsic(name, args, ret, host)?;
                Ok(value.map_or(Flow::Next, Flow::Give))
            }
            Callee::Asm { template, constraints, .. } => {
                Ok(Flow::Give(self.asm(template, constraints, args, ret, host)?))
            }
        }
    }

    fn call_address(
        &mut self,
        symbol: Symbol,
        args: &[(Type, Operand)],
        ret: Option<&Type>,
        host: &mut dyn Host,
    ) -> Result<Flow, TrapKind> {
        match self.module.symbols[symbol.index()].kind {
            SymbolKind::Function(index) => {
                let values = args.iter().map(|(ty, a)| self.value(a, ty)).collect::<Result<_, _>>()?;
                Ok(Flow::Enter(index, values))
            }
            SymbolKind::Extern(_) => {
                let name = self.module.name_of(symbol);
                if let Some(value) = self.library(name, args, ret)? {
                    return Ok(Flow::Give(value));
                }
                let numbers = self.numbers(args, name)?;
                let result = host.call_extern(name, &numbers, &mut self.memory);
                let n = result.ok_or_else(|| TrapKind::UnknownExtern(name.to_string()))??;
                scalar(ret, n).map(Flow::Give)
            }
            SymbolKind::Global(_) | SymbolKind::Dropped => Err(malformed("call of a variable")),
        }
    }

    /// Converts arguments for the host, which gets no undefined values.
    fn numbers(&self, args: &[(Type, Operand)], callee: &str) -> Result<Vec<u128>, TrapKind> {
        let number = |(i, (ty, operand)): (usize, &(Type, Operand))| {
            let undefined = || TrapKind::Undefined(format!("argument {i} of {callee}"));
            match self.value(operand, ty)? {
                Value::Aggregate(_) => Err(malformed("an aggregate for an extern")),
                value => value.int().ok_or_else(undefined),
            }
        };
        args.iter().enumerate().map(number).collect()
    }

    /// Calls a library function that the compiler supplies to every program.
    fn library(
        &mut self,
        name: &str,
        args: &[(Type, Operand)],
        ret: Option<&Type>,
    ) -> Result<Option<Value>, TrapKind> {
        if !matches!(name, "memcpy" | "memmove" | "memset" | "memcmp" | "bcmp") {
            return Ok(None);
        }
        let [(_, first), (ty, second), (_, size)] = args else {
            return Err(TrapKind::Arguments { expected: 3, found: args.len() });
        };
        let to = self.pointer(first, "an address for a library function")?;
        let size = self.size(size, 16)?;
        if name == "memset" {
            let byte = self.bits(second, ty.bits().unwrap_or(16))?.truncated(8);
            self.memory.fill(to, byte, size).map_err(|f| self.fault(f))?;
            return Ok(Some(Value::Ptr(to)));
        }
        let from = self.pointer(second, "an address for a library function")?;
        match name {
            "memcpy" => self.copy(to, from, size, false)?,
            "memmove" => self.copy(to, from, size, true)?,
            _ => {
                let width = ret.and_then(Type::bits).unwrap_or(16);
                return self.memory_compare(to, from, size, width).map(Some);
            }
        }
        Ok(Some(Value::Ptr(to)))
    }

    /// `memcmp`: returns -1, 0 or 1 in `width` bits.
    fn memory_compare(&self, a: Pointer, b: Pointer, size: u32, width: u16) -> Result<Value, TrapKind> {
        for i in 0..size as u16 {
            let byte = |p: Pointer| {
                let pointer = Pointer { address: p.address.wrapping_add(i), ..p };
                let byte = self.memory.byte(pointer).map_err(|f| self.fault(f))?;
                byte.get().ok_or_else(|| TrapKind::Undefined("a byte to be compared".into()))
            };
            let (x, y) = (byte(a)?, byte(b)?);
            if x != y {
                return Ok(Value::Int(if x < y { mask(width) } else { 1 }));
            }
        }
        Ok(Value::Int(0))
    }

    /// `memcpy`, or `memmove` if the regions may overlap.
    pub(super) fn copy(
        &mut self,
        to: Pointer,
        from: Pointer,
        size: u32,
        may_overlap: bool,
    ) -> Result<(), TrapKind> {
        let distance = u32::from(to.address.abs_diff(from.address));
        if !may_overlap && distance != 0 && distance < size {
            return Err(TrapKind::Overlap);
        }
        self.memory.copy(to, from, size).map_err(|f| self.fault(f))
    }

    /// Returns a length in bytes. A length that exceeds the address space stays too large.
    pub(super) fn size(&self, operand: &Operand, width: u16) -> Result<u32, TrapKind> {
        let size = self.bits(operand, width)?.get();
        let size = size.ok_or_else(|| TrapKind::Undefined("the length of a memory operation".into()))?;
        Ok(size.min(0x1_0000) as u32)
    }

    /// Executes inline assembly: empty templates only hide values from the optimizer, all others go to the host.
    fn asm(
        &mut self,
        template: &str,
        constraints: &str,
        args: &[(Type, Operand)],
        ret: Option<&Type>,
        host: &mut dyn Host,
    ) -> Result<Value, TrapKind> {
        if has_no_code(template) {
            return self.tied(constraints, args, ret);
        }
        let numbers = self.numbers(args, "inline assembly")?;
        let result = host.asm(template, constraints, &numbers, &mut self.memory);
        let results = result.ok_or_else(|| TrapKind::UnknownAsm(template.to_string()))??;
        let wrong = || TrapKind::Host(format!("{} results of {template:?}", results.len()));
        match (ret, results.as_slice()) {
            (None, []) => Ok(Value::void()),
            (Some(Type::Struct(fields)), parts) if parts.len() == fields.len() => {
                let part = |(ty, n): (&Type, &u128)| scalar(Some(ty), *n);
                Ok(Value::Aggregate(fields.iter().zip(parts).map(part).collect::<Result<_, _>>()?))
            }
            (Some(ty), [n]) => scalar(Some(ty), *n),
            _ => Err(wrong()),
        }
    }

    /// Returns the outputs of assembly without text: the inputs tied to them.
    fn tied(
        &self,
        constraints: &str,
        args: &[(Type, Operand)],
        ret: Option<&Type>,
    ) -> Result<Value, TrapKind> {
        let inputs = || constraints.split(',').filter(|c| !c.starts_with(['=', '~']));
        let output = |number: usize| match inputs().position(|c| c.parse() == Ok(number)) {
            Some(input) => {
                let (ty, operand) = args.get(input).ok_or_else(|| malformed("asm without its input"))?;
                self.value(operand, ty)
            }
            None => Ok(Value::Undef),
        };
        match (ret, constraints.split(',').filter(|c| c.starts_with('=')).count()) {
            (None, _) => Ok(Value::void()),
            (Some(_), 1) => output(0),
            (Some(_), count) => Ok(Value::Aggregate((0..count).map(output).collect::<Result<_, _>>()?)),
        }
    }
}

/// Whether a template is empty or a comment, as in the barriers of `core` and `compiler_builtins`.
fn has_no_code(template: &str) -> bool {
    let text = template.trim();
    let comment = text.strip_prefix("/*").and_then(|rest| rest.strip_suffix("*/"));
    text.is_empty() || comment.is_some_and(|inside| !inside.contains("*/"))
}

/// Converts a number from the host to a value of a scalar type.
fn scalar(ty: Option<&Type>, n: u128) -> Result<Value, TrapKind> {
    match ty {
        None => Ok(Value::void()),
        Some(ty) => Value::from_bits(ty, Bits::known(n))
            .ok_or_else(|| malformed("an extern that returns an aggregate")),
    }
}
