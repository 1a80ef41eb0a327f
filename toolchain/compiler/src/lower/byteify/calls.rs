//! Calls of functions: known ones, external ones, and calls through pointers.
//!
//! [`convention`] defines where each byte is passed.

use super::state::Lower;
use crate::Error;
use crate::ir::{self, Callee, Operand, Signature, SymbolKind, Type, intrinsics};
use crate::lower::convention;
use crate::lower::lir::{Byte, Call, Inst, Target, Term};

/// Float routines whose operands may be swapped.
const COMMUTATIVE: [&str; 4] = ["__addsf3", "__mulsf3", "__adddf3", "__muldf3"];

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
                        name => {
                            if let Some((name, _)) = intrinsics::FLOATS.iter().find(|known| known.0 == name) {
                                return self.float(name, inst, args, ty);
                            }
                        }
                    }
                }
                let target = if known { Target::Function(*symbol) } else { Target::Extern(*symbol) };
                self.plain_call(inst, target, known.then_some(*symbol), args, ty)?;
            }
            Callee::Indirect(pointer) => {
                let pointer = self.operand(pointer, &Type::Ptr)?;
                let signature = Signature::of_call(args.iter().map(|a| &a.0), ty);
                let target = Target::Indirect { lo: pointer[0], hi: pointer[1], signature };
                self.plain_call(inst, target, None, args, ty)?;
            }
        }
        if noreturn {
            // `unreachable` follows; the block may end here.
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
            .map(|(i, byte)| (convention::argument(i, known), byte))
            .collect();
        let regs = self.regs(ty.size() as usize);
        let outs = convention::results(regs.iter().copied());
        self.emit(Inst::Call(Call { target, ins, outs, pure: false }));
        self.define_result(inst, regs.into_iter().map(Byte::Reg).collect());
        Ok(())
    }

    /// Translates a float operation to a call of the runtime.
    fn float(
        &mut self,
        name: &'static str,
        inst: &ir::Inst,
        args: &[(Type, Operand)],
        ty: &Type,
    ) -> Result<(), Error> {
        let mut operands = Vec::new();
        for (ty, arg) in args {
            operands.push(self.operand(arg, ty)?);
        }
        // The result of the call just before is already in place of the first operand. Only sums and products may have their
        // operands swapped; which of two NaNs they return is unspecified.
        if COMMUTATIVE.contains(&name) && self.just_given(&operands[1]) {
            operands.swap(0, 1);
        }
        let ins = convention::wide(operands.concat());
        let regs = self.regs(ty.size() as usize);
        let outs = convention::number(regs.clone());
        self.emit(Inst::Call(Call { target: Target::Runtime(name), ins, outs, pure: true }));
        self.define_result(inst, regs.into_iter().map(Byte::Reg).collect());
        Ok(())
    }

    /// Whether the last instruction is a call of the runtime that returns these bytes.
    fn just_given(&self, bytes: &[Byte]) -> bool {
        let last = self.out.blocks[self.current.0 as usize].insts.last();
        let Some((Inst::Call(Call { target: Target::Runtime(_), outs, .. }), _)) = last else { return false };
        let given = outs.iter().map(|out| Byte::Reg(out.1));
        outs.len() == bytes.len() && given.zip(bytes).all(|(given, byte)| given == *byte)
    }

    fn compare_memory(&mut self, inst: &ir::Inst, args: &[(Type, Operand)]) -> Result<(), Error> {
        let mut bytes = Vec::new();
        for (ty, arg) in args {
            bytes.extend(self.operand(arg, ty)?);
        }
        let ins = convention::wide(bytes);
        let regs = self.regs(2);
        let outs = convention::single(regs.iter().copied());
        self.emit(Inst::Call(Call { target: Target::Runtime("__memcmp"), ins, outs, pure: true }));
        self.define_result(inst, regs.into_iter().map(Byte::Reg).collect());
        Ok(())
    }
}
