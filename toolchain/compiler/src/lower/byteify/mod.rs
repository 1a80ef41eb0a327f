//! Turns a function of typed SSA into the byte form.
//!
//! Requires: reachable code only, constant arguments propagated, ranges.
//! Gives: every value as bytes; extensions, truncations, byte-wise shifts, extracts and address
//! arithmetic that fits an addressing mode cost nothing. Selects become branches. Critical edges are split.
//!
//! Files: `state` (shared by all), `arith` (sums, products, shifts), `atomic` (accesses that interrupts must not split), `compare`
//! (conditions), `memory` (addresses, loads, copies), `calls`, `assembly`, `intrinsics` and `bit` (those on single bits).

mod aggregate;
mod arith;
mod assembly;
mod atomic;
mod bit;
mod calls;
mod compare;
mod intrinsics;
mod memory;
mod state;

use super::lir::{Bb, Block, Byte, Func, Phi, Ran, Reg, Term};
use crate::Error;
use crate::ir::operands::operands;
use crate::ir::sources::SourceId;
use crate::ir::{self, BlockId, Function, Module, Op, Operand, Type, Value};
use crate::opt::range::Ranges;
use state::Lower;
use std::collections::BTreeMap;

/// Turns one function into bytes. `recursive` says that it may be active more than once at a time.
pub fn byteify(
    module: &Module,
    function: &Function,
    ranges: &Ranges,
    recursive: bool,
) -> Result<Func, Error> {
    let count = function.values.len();
    let mut lower = Lower {
        module,
        function,
        ranges,
        out: Func {
            symbol: function.symbol,
            params: Vec::new(),
            returns: function.ret.size(),
            blocks: Vec::new(),
            regs: 0,
            objects: Vec::new(),
            reserved: 0,
            recursive,
            small: function.small,
            ran: Ran::Unknown,
        },
        interrupted: module.functions.iter().any(|f| f.interrupt.is_some()),
        bytes: vec![None; count],
        forms: vec![None; count],
        accessed: accessed(function),
        conds: vec![None; count],
        defined_in: vec![Bb(0); count],
        divisions: Vec::new(),
        choice: None,
        signs: BTreeMap::new(),
        heads: Vec::new(),
        tails: BTreeMap::new(),
        current: Bb(0),
        block: BlockId(0),
        line: 0,
        source: SourceId::UNKNOWN,
        op: None,
    };
    lower.run()?;
    let mut out = lower.out;
    split_critical_edges(&mut out);
    number_parts(&mut out);
    Ok(out)
}

/// Numbers the parts of each block in the order of their creation.
fn number_parts(func: &mut Func) {
    let mut parts: BTreeMap<u32, u32> = BTreeMap::new();
    for block in &mut func.blocks {
        let next = parts.entry(block.origin.block).or_default();
        block.origin.part = *next;
        *next += 1;
    }
}

/// Returns, for each value that is only used as the address of loads and stores, the number of bytes of the largest access.
fn accessed(function: &Function) -> Vec<Option<u32>> {
    let mut accessed = vec![Some(0); function.values.len()];
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        let through = match &inst.op {
            Op::Load { ptr, .. } => inst.result.map(|r| (ptr, function.ty(r).size())),
            Op::Store { ty, ptr, .. } => Some((ptr, ty.size())),
            _ => None,
        };
        let mut passed = false;
        operands(&inst.op, &mut |operand| {
            // A store of a pointer through itself mentions it twice.
            let here = through.filter(|t| std::ptr::eq(t.0, operand) && !passed);
            passed |= here.is_some();
            if let Some(v) = operand.value() {
                let size = &mut accessed[v.index()];
                *size = here.zip(*size).map(|(here, size)| size.max(here.1));
            }
        });
    }
    accessed
}

impl<'a> Lower<'a> {
    fn run(&mut self) -> Result<(), Error> {
        for param in &self.function.params {
            let size = self.function.ty(param.value).size();
            let regs: Vec<Reg> = (0..size).map(|_| self.out.reg()).collect();
            self.out.params.extend(&regs);
            self.define(param.value, regs.into_iter().map(Byte::Reg).collect());
        }
        // The entry of the byte form has no predecessors; `heads[0]` can only be a loop header if the input is malformed.
        for (number, block) in self.function.blocks.iter().enumerate() {
            self.block = BlockId(number as u32);
            let bb = self.new_block(&block.name);
            self.heads.push(bb);
        }
        // Reverse postorder: definitions come before uses, except for phis.
        let order = ir::order::reverse_postorder(self.function);
        for &id in &order {
            for inst in &self.function.blocks[id.index()].insts {
                if let (Op::Phi(_), Some(result)) = (&inst.op, inst.result) {
                    self.declare_phi(id, result);
                }
            }
        }
        for &id in &order {
            self.block = id;
            self.current = self.heads[id.index()];
            let function = self.function;
            for inst in &function.blocks[id.index()].insts {
                self.line = inst.line;
                self.source = inst.source;
                self.op = Some(&inst.op);
                if !matches!(inst.op, Op::Phi(_)) {
                    self.inst(inst)?;
                }
            }
            self.tails.insert(id, self.current);
        }
        for &id in &order {
            self.fill_phis(id)?;
        }
        Ok(())
    }

    /// Gives a phi its registers before any of its uses is translated.
    fn declare_phi(&mut self, id: BlockId, result: Value) {
        let size = self.function.ty(result).size();
        let bb = self.heads[id.index()];
        let bytes: Vec<Byte> = (0..size)
            .map(|_| {
                let dst = self.out.reg();
                self.out.blocks[bb.0 as usize].phis.push(Phi { dst, from: Vec::new() });
                Byte::Reg(dst)
            })
            .collect();
        self.current = bb;
        self.define(result, bytes);
    }

    fn fill_phis(&mut self, id: BlockId) -> Result<(), Error> {
        let bb = self.heads[id.index()];
        let function = self.function;
        let mut at = 0;
        for inst in &function.blocks[id.index()].insts {
            let (Op::Phi(incoming), Some(result)) = (&inst.op, inst.result) else { continue };
            self.line = inst.line;
            let ty = function.ty(result).clone();
            let size = ty.size() as usize;
            for (pred, operand) in incoming {
                let Some(&tail) = self.tails.get(pred) else { continue };
                self.current = tail;
                let bytes = self.operand(operand, &ty)?;
                for (i, byte) in bytes.into_iter().enumerate() {
                    let phi = &mut self.out.blocks[bb.0 as usize].phis[at + i];
                    if !phi.from.iter().any(|f| f.0 == tail) {
                        phi.from.push((tail, byte));
                    }
                }
            }
            at += size;
        }
        Ok(())
    }

    fn inst(&mut self, inst: &'a ir::Inst) -> Result<(), Error> {
        let function = self.function;
        let ty = inst.result.map(|r| function.ty(r).clone()).unwrap_or(Type::Void);
        self.check_type(&ty)?;
        match &inst.op {
            Op::Binary { op, lhs, rhs, .. } => self.binary(inst, *op, lhs, rhs, &ty),
            Op::Icmp { pred, ty, lhs, rhs } => self.compare_inst(inst, *pred, (lhs, rhs), ty),
            Op::Cast { op, from, value } => self.cast(inst, *op, from, value, &ty),
            Op::Load { ptr, volatile, atomic, .. } => {
                let form = self.address(ptr)?;
                let bytes = match atomic {
                    true => self.atomic_load(&form, ty.size()),
                    false => self.load(&form, ty.size(), *volatile),
                };
                self.define_result(inst, bytes);
                Ok(())
            }
            Op::Store { ty, value, ptr, volatile, atomic } => {
                self.check_type(ty)?;
                let form = self.address(ptr)?;
                let bytes = self.operand(value, ty)?;
                match atomic {
                    true => self.atomic_store(&form, &bytes),
                    false => self.store(&form, &bytes, *volatile),
                }
                Ok(())
            }
            Op::Gep { base, offset, indices, inbounds, nuw } => {
                self.gep_inst(inst, base, *offset, indices, (*inbounds, *nuw))
            }
            Op::Select { cond, then, other } => self.select_inst(inst, cond, then, other, &ty),
            Op::Call { callee, args, noreturn } => self.call(inst, callee, args, *noreturn, &ty),
            Op::ExtractValue { ty, value, path } => self.extract(inst, ty, value, path),
            Op::InsertValue { value, part_ty, part, path } => {
                self.insert(inst, (value, &ty), (part, part_ty), path)
            }
            Op::Alloca { ty, align } => self.alloca(inst, ty.size(), *align),
            Op::Freeze(value) => self.freeze(inst, value, &ty),
            Op::AtomicRmw { op, ptr, value } => self.atomic_rmw(inst, *op, ptr, value, &ty),
            Op::CmpXchg { ptr, ty: part, expected, new } => self.cmpxchg(inst, ptr, part, expected, new),
            Op::Fence => {
                self.fence();
                Ok(())
            }
            Op::Br(to) => {
                self.finish(Term::Jump(self.heads[to.index()]));
                Ok(())
            }
            Op::CondBr { cond, then, other } => {
                let cond = self.condition(cond)?;
                let (then, other) = (self.heads[then.index()], self.heads[other.index()]);
                self.branch(cond, then, other);
                Ok(())
            }
            Op::Switch { ty, value, default, cases } => {
                self.check_type(ty)?;
                self.switch(ty, value, *default, cases)
            }
            Op::Ret(value) => {
                let ty = self.function.ret.clone();
                self.check_type(&ty)?;
                let bytes = match value {
                    Some(value) => self.operand(value, &ty)?,
                    None => Vec::new(),
                };
                self.finish(Term::Ret(bytes));
                Ok(())
            }
            Op::Unreachable => {
                self.finish(Term::Stop);
                Ok(())
            }
            Op::FNeg(_) | Op::Fcmp { .. } => Err(self.unsupported("floating point")),
            Op::Phi(_) => Ok(()),
        }
    }

    /// Gives a value fixed bytes, even if none of them was defined.
    fn freeze(&mut self, inst: &ir::Inst, value: &Operand, ty: &Type) -> Result<(), Error> {
        let mut bytes = self.operand(value, ty)?;
        for byte in &mut bytes {
            if *byte == Byte::Undef {
                *byte = Byte::Const(0);
            }
        }
        self.define_result(inst, bytes);
        if let (Some(v), Some(r)) = (value.value(), inst.result) {
            self.conds[r.index()] = self.conds[v.index()].clone();
            self.forms[r.index()] = self.forms[v.index()];
        }
        Ok(())
    }
}

/// Inserts an empty block on every edge from a block with several successors to a block with several predecessors.
fn split_critical_edges(func: &mut Func) {
    let preds = func.predecessors();
    for from in 0..func.blocks.len() {
        let successors = func.blocks[from].term.successors();
        if successors.len() < 2 {
            continue;
        }
        let mut done: BTreeMap<Bb, Bb> = BTreeMap::new();
        for to in successors {
            if preds[to.0 as usize].len() < 2 || func.blocks[to.0 as usize].phis.is_empty() {
                continue;
            }
            if done.contains_key(&to) {
                continue;
            }
            let middle = Bb(func.blocks.len() as u32);
            done.insert(to, middle);
            func.blocks.push(Block {
                name: format!("{}.in", func.blocks[to.0 as usize].name),
                origin: func.blocks[from].origin,
                count: None,
                phis: Vec::new(),
                insts: Vec::new(),
                term: Term::Jump(to),
            });
            for phi in &mut func.blocks[to.0 as usize].phis {
                for entry in &mut phi.from {
                    if entry.0 == Bb(from as u32) {
                        entry.0 = middle;
                    }
                }
            }
        }
        let redirect = |b: &mut Bb| {
            if let Some(middle) = done.get(b) {
                *b = *middle;
            }
        };
        match &mut func.blocks[from].term {
            Term::Branch { then, other, .. } => {
                redirect(then);
                redirect(other);
            }
            Term::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|c| redirect(&mut c.1));
                redirect(default);
            }
            _ => {}
        }
    }
}
