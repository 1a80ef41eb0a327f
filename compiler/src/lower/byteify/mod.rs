//! Turns a function of typed SSA into the byte form.
//!
//! Requires: reachable code only, constant arguments propagated, ranges.
//! Gives: every value as bytes; extensions, truncations, byte-wise shifts, extracts and address
//! arithmetic that fits an addressing mode cost nothing. Selects become branches. Critical edges are split.
//!
//! Files: `arith` (sums, products, shifts), `atomic` (what interrupts must not split), `compare` (conditions), `memory` (addresses, loads, copies),
//! `calls` (calls, assembly), `intrinsics` and `bit` (those on single bits).

mod arith;
mod atomic;
mod bit;
mod calls;
mod compare;
mod intrinsics;
mod memory;

use super::lir::{Bb, Block, Byte, Cond, Func, Inst, Phi, Reg, Sym, Term};
use crate::Error;
use crate::ir::sources::SourceId;
use crate::ir::{self, BlockId, Const, Function, Module, Op, Operand, Type, Value};
use crate::opt::range::Ranges;
use crate::opt::reach;
use memory::Form;
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
        },
        interrupted: module.functions.iter().any(|f| f.interrupt.is_some()),
        bytes: vec![None; count],
        forms: vec![None; count],
        byte_pointers: byte_pointers(function),
        conds: vec![None; count],
        defined_in: vec![Bb(0); count],
        divisions: Vec::new(),
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
    Ok(out)
}

/// For every value, whether it is a pointer that only single bytes are loaded from and stored to.
fn byte_pointers(function: &Function) -> Vec<bool> {
    let mut only = vec![true; function.values.len()];
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        let through = match &inst.op {
            Op::Load { ptr, .. } if inst.result.is_some_and(|r| function.ty(r).size() == 1) => Some(ptr),
            Op::Store { ty, ptr, .. } if ty.size() == 1 => Some(ptr),
            _ => None,
        };
        let mut passed = false;
        reach::operands(&inst.op, &mut |operand| {
            // A store of a pointer to where it points mentions it twice.
            let here = through.is_some_and(|p| std::ptr::eq(p, operand)) && !passed;
            passed |= here;
            if let (Some(v), false) = (operand.value(), here) {
                only[v.index()] = false;
            }
        });
    }
    only
}

/// The state of the translation of one function.
struct Lower<'a> {
    module: &'a Module,
    function: &'a Function,
    ranges: &'a Ranges,
    out: Func,
    /// Whether the program has interrupt handlers.
    interrupted: bool,
    /// The bytes of every value translated so far.
    bytes: Vec<Option<Vec<Byte>>>,
    /// Pointers as addresses, where that is cheaper than bytes.
    forms: Vec<Option<Form>>,
    /// Pointers that serve for nothing but to load and store single bytes.
    byte_pointers: Vec<bool>,
    /// Conditions as trees.
    conds: Vec<Option<Cond>>,
    defined_in: Vec<Bb>,
    /// The divisions translated so far, for quotient and remainder of the same operands.
    divisions: Vec<arith::Division>,
    /// The first byte block of every block.
    heads: Vec<Bb>,
    /// The byte block in which a block ends.
    tails: BTreeMap<BlockId, Bb>,
    current: Bb,
    block: BlockId,
    line: u32,
    source: SourceId,
    /// The instruction being translated.
    op: Option<&'a Op>,
}

impl<'a> Lower<'a> {
    fn run(&mut self) -> Result<(), Error> {
        for param in &self.function.params {
            let size = self.function.ty(param.value).size();
            let regs: Vec<Reg> = (0..size).map(|_| self.out.reg()).collect();
            self.out.params.extend(&regs);
            self.define(param.value, regs.into_iter().map(Byte::Reg).collect());
        }
        // The entry of the byte form has no predecessors, so `heads[0]` may be a loop's header only in bad input.
        for block in &self.function.blocks {
            let bb = self.new_block(&block.name);
            self.heads.push(bb);
        }
        // Reverse postorder: definitions before uses, phis apart.
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

    /// Gives a phi its registers before anything that reads it is translated.
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
            Op::Icmp { pred, ty, lhs, rhs } => {
                self.check_type(ty)?;
                let (a, b) = match self.compare_next(*pred, lhs, rhs, ty) {
                    Some(sides) => sides,
                    None => (self.operand(lhs, ty)?, self.operand(rhs, ty)?),
                };
                let cond = self.compare(*pred, a, b, ty);
                self.define_cond(inst, cond);
                Ok(())
            }
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
                let result = inst.result.expect("a gep defines a value");
                let paged = self.byte_pointers[result.index()];
                let (form, (lo, hi)) = self.gep(base, *offset, indices, (*inbounds, *nuw), paged)?;
                self.define(result, vec![lo, hi]);
                self.forms[result.index()] = Some(form);
                Ok(())
            }
            Op::Select { cond, then, other } => self.select_inst(inst, cond, then, other, &ty),
            Op::Call { callee, args, noreturn } => self.call(inst, callee, args, *noreturn, &ty),
            Op::ExtractValue { ty: agg, value, path } => {
                let (offset, part) = self.part(agg, path)?;
                let bytes = self.operand(value, agg)?;
                let result = inst.result.expect("an extract defines a value");
                // Of an aggregate, a condition stands for the flag beside a number.
                if part == Type::Int(1)
                    && path == &[1]
                    && let Some(cond) = value.value().and_then(|v| self.conds[v.index()].clone())
                {
                    self.conds[result.index()] = Some(cond);
                }
                self.define(result, bytes[offset as usize..(offset + part.size()) as usize].to_vec());
                Ok(())
            }
            Op::InsertValue { value, part_ty, part, path } => {
                let (offset, _) = self.part(&ty, path)?;
                let mut bytes = self.operand(value, &ty)?;
                let part = self.operand(part, part_ty)?;
                bytes[offset as usize..offset as usize + part.len()].copy_from_slice(&part);
                self.define_result(inst, bytes);
                Ok(())
            }
            Op::Alloca { ty, align } => self.alloca(inst, ty.size(), *align),
            Op::Freeze(value) => {
                let mut bytes = self.operand(value, &ty)?;
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

    /// Refuses what no later stage can hold: floats and integers of odd widths or over 64 bits.
    fn check_type(&self, ty: &Type) -> Result<(), Error> {
        match ty {
            Type::Float | Type::Double => Err(self.unsupported("floating point")),
            Type::Int(n) if *n > 128 => Err(self.unsupported(&format!("an integer of {n} bits"))),
            Type::Int(n) if *n != 1 && n % 8 != 0 => {
                Err(self.unsupported(&format!("an integer of {n} bits")))
            }
            Type::Struct(fields) => fields.iter().try_for_each(|f| self.check_type(f)),
            Type::Array(element, _) => self.check_type(element),
            _ => Ok(()),
        }
    }

    fn unsupported(&self, what: &str) -> Error {
        Error::Unsupported {
            file: self.module.name.clone(),
            line: self.line,
            source: self.module.sources.text(self.source),
            function: self.module.name_of(self.function.symbol).to_string(),
            what: match self.op {
                Some(op) => format!("{what} (in `{}`)", op.name()),
                None => what.to_string(),
            },
        }
    }

    /// Offset and type of the part of an aggregate that a path leads to.
    fn part(&self, ty: &Type, path: &[u32]) -> Result<(u32, Type), Error> {
        let mut offset = 0;
        let mut ty = ty;
        for index in path {
            let (more, part) = ty.part(*index).ok_or_else(|| self.unsupported("this part of a value"))?;
            offset += more;
            ty = part;
        }
        Ok((offset, ty.clone()))
    }

    fn new_block(&mut self, name: &str) -> Bb {
        self.out.blocks.push(Block {
            name: name.to_string(),
            phis: Vec::new(),
            insts: Vec::new(),
            term: Term::Stop,
        });
        Bb(self.out.blocks.len() as u32 - 1)
    }

    fn emit(&mut self, inst: Inst) {
        let source = self.source;
        self.out.blocks[self.current.0 as usize].insts.push((inst, source));
    }

    fn finish(&mut self, term: Term) {
        self.out.blocks[self.current.0 as usize].term = term;
    }

    fn branch(&mut self, cond: Cond, then: Bb, other: Bb) {
        let term = match cond {
            Cond::Const(true) => Term::Jump(then),
            Cond::Const(false) => Term::Jump(other),
            _ if then == other => Term::Jump(then),
            cond => Term::Branch { cond, then, other },
        };
        self.finish(term);
    }

    /// Notes the bytes of a value; those that its range proves zero become constants.
    fn define(&mut self, value: Value, mut bytes: Vec<Byte>) {
        if let Type::Int(_) = self.function.ty(value) {
            let max = self.ranges.of(value).1;
            for (i, byte) in bytes.iter_mut().enumerate().skip(1) {
                if i < 8 && max >> (8 * i) == 0 && !matches!(byte, Byte::Const(_)) {
                    *byte = Byte::Const(0);
                }
            }
        }
        self.defined_in[value.index()] = self.current;
        self.bytes[value.index()] = Some(bytes);
    }

    fn define_result(&mut self, inst: &ir::Inst, bytes: Vec<Byte>) {
        if let Some(result) = inst.result {
            self.define(result, bytes);
        }
    }

    fn reg_byte(&mut self) -> (Reg, Byte) {
        let reg = self.out.reg();
        (reg, Byte::Reg(reg))
    }

    fn regs(&mut self, count: usize) -> Vec<Reg> {
        (0..count).map(|_| self.out.reg()).collect()
    }

    /// The bytes of an operand of this type.
    fn operand(&mut self, operand: &Operand, ty: &Type) -> Result<Vec<Byte>, Error> {
        match operand {
            Operand::Value(v) => {
                Ok(self.bytes[v.index()].clone().unwrap_or_else(|| vec![Byte::Undef; ty.size() as usize]))
            }
            Operand::Const(c) => self.constant(c, ty),
        }
    }

    fn constant(&mut self, c: &Const, ty: &Type) -> Result<Vec<Byte>, Error> {
        let size = ty.size() as usize;
        Ok(match c {
            Const::Int(n) => (0..size).map(|i| Byte::Const((n >> (8 * i)) as u8)).collect(),
            Const::Zero => vec![Byte::Const(0); size],
            Const::Undef => vec![Byte::Undef; size],
            Const::Address(symbol, offset) => {
                let sym = self.address_of(*symbol);
                let mut bytes = vec![Byte::Lo(sym, *offset), Byte::Hi(sym, *offset)];
                bytes.resize(size, Byte::Const(0));
                bytes
            }
            Const::Aggregate(parts) => {
                let mut bytes = Vec::new();
                for (ty, part) in parts {
                    bytes.extend(self.constant(part, ty)?);
                }
                bytes
            }
            Const::Bytes(bytes) => bytes.iter().map(|b| Byte::Const(*b)).collect(),
            Const::Float(_) => return Err(self.unsupported("floating point")),
        })
    }

    /// A function's address is that of its entry for indirect calls.
    fn address_of(&self, symbol: ir::Symbol) -> Sym {
        match self.module.symbols[symbol.index()].kind {
            ir::SymbolKind::Function(_) => Sym::Entry(symbol),
            ir::SymbolKind::Global(_) if self.module.global(symbol).is_some_and(|g| g.init.is_some()) => {
                Sym::Global(symbol)
            }
            _ => Sym::Extern(symbol),
        }
    }

    /// The largest value an operand can have here, if it is an integer of at most 64 bits.
    fn max_of(&self, operand: &Operand, ty: &Type) -> u64 {
        self.ranges.of_operand(operand, ty, self.block).1
    }

    /// `cond ? a : b`, byte by byte, by branching.
    fn select(&mut self, cond: Cond, a: &[Byte], b: &[Byte]) -> Vec<Byte> {
        if a == b {
            return a.to_vec();
        }
        match cond {
            Cond::Const(true) => return a.to_vec(),
            Cond::Const(false) => return b.to_vec(),
            _ => {}
        }
        if a == [Byte::Const(1)] && b == [Byte::Const(0)] {
            let (dst, byte) = self.reg_byte();
            self.emit(Inst::Set { dst, cond });
            return vec![byte];
        }
        let (then, other, join) =
            (self.new_block("select.then"), self.new_block("select.else"), self.new_block("select"));
        self.finish(Term::Branch { cond, then, other });
        self.out.blocks[then.0 as usize].term = Term::Jump(join);
        self.out.blocks[other.0 as usize].term = Term::Jump(join);
        self.current = join;
        a.iter()
            .zip(b)
            .map(|(&a, &b)| {
                if a == b || b == Byte::Undef {
                    return a;
                }
                if a == Byte::Undef {
                    return b;
                }
                let (dst, byte) = self.reg_byte();
                let from = vec![(then, a), (other, b)];
                self.out.blocks[join.0 as usize].phis.push(Phi { dst, from });
                byte
            })
            .collect()
    }
}

/// Puts an empty block on every edge from a block with several ways out to a block with several ways in.
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
