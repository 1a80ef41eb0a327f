//! Addresses, loads, stores, local objects and copies of memory.

use super::state::{Form, Lower, Start};
use crate::Error;
use crate::fault::{self, Fault};
use crate::ir::{self, BlockId, Const, Op, Operand, Pred, RmwOp, Type, Value};
use crate::lower::convention;
use crate::lower::lir::{Addr, Base, Byte, Call, Cond, Inst, Logic, Reg, Sym, Target};
use crate::lower::loops::{self, Round};
use std::cmp::Reverse;

/// Copies and fills of at most this many bytes are unrolled.
const INLINE: u32 = 8;
/// Up to this many bytes behind a pointer and an index are accessed by adding to the index at each access, more with an index for
/// each.
const COUNTED: u32 = 4;
/// The alignment of the software stack pointer: see [`ir::Op::Alloca`].
const STACK_ALIGNMENT: u32 = 2;
/// Copies and fills of at most this many bytes become a loop with a byte counter.
const LOOP: u32 = 256;

impl<'a> Lower<'a> {
    /// Returns the address that a pointer operand holds.
    pub(super) fn address(&mut self, operand: &Operand) -> Result<Form, Error> {
        if let Some(v) = operand.value()
            && let Some(form) = self.forms[v.index()]
        {
            return Ok(form);
        }
        let bytes = self.operand(operand, &Type::Ptr)?;
        Ok(form_of(bytes[0], bytes[1]))
    }

    pub(super) fn gep_inst(
        &mut self,
        inst: &ir::Inst,
        base: &Operand,
        offset: i32,
        indices: &[(Type, Operand, i32)],
        wraps: (bool, bool),
    ) -> Result<(), Error> {
        let result = inst.result.expect("a gep defines a value");
        let paged = self.accessed[result.index()];
        let (form, (lo, hi)) = self.gep(base, offset, indices, wraps, paged)?;
        self.define(result, vec![lo, hi]);
        self.forms[result.index()] = Some(form);
        Ok(())
    }

    /// Computes `base + offset + sum(index * scale)` as an addressing mode where possible, and as two bytes. The index's low byte
    /// may remain an index while its high byte is added to the pointer, if no more than `paged` bytes are accessed there.
    pub(super) fn gep(
        &mut self,
        base: &Operand,
        offset: i32,
        indices: &[(Type, Operand, i32)],
        (inbounds, nuw): (bool, bool),
        paged: Option<u32>,
    ) -> Result<(Form, (Byte, Byte)), Error> {
        let mut form = self.address(base)?;
        form.disp = form.disp.wrapping_add(offset);
        for (ty, operand, scale) in indices {
            if let Some(n) = operand.int() {
                let bits = ty.bits().unwrap_or(16);
                form.disp = form.disp.wrapping_add(sign_extend(n, bits).wrapping_mul(*scale));
            }
        }
        // From the middle of an object, an index may be negative: all constants must have been added by now.
        let forwards = inbounds && (nuw || form.disp == 0 || fault::is(Fault::IndexLeadsForwards));
        let variable = || indices.iter().filter(|i| i.1.int().is_none());
        let single = variable().count() == 1;
        for (ty, operand, scale) in variable() {
            let mut bytes = self.operand(operand, ty)?;
            self.sign_extend_to(&mut bytes, 2);
            bytes.truncate(2);
            let max = match (self.max_of(operand, ty), ty.bits()) {
                // A narrow index that may be negative extends to 16 bits.
                (max, Some(bits)) if bits < 16 && max >> (bits - 1) != 0 => u64::MAX,
                (max, _) => max,
            };
            let scaled = max.saturating_mul(scale.unsigned_abs().into());
            // An index into an object of less than 256 bytes is a byte, even the one past its end.
            let room = self.room(&form).filter(|_| forwards && single && form.index.is_none());
            let last = room.map_or(255, u64::from).min(255);
            if *scale > 0 && (scaled < 256 || room.is_some_and(|r| r < 256) || fault::is(Fault::PageEdge)) {
                let limit = scaled.min(last) as u8;
                let index = self.scale_byte(bytes[0], *scale as u32);
                match (form.index, index) {
                    (None, Byte::Const(n)) => form.disp += i32::from(n),
                    (None, Byte::Reg(r)) => form.index = Some((r, limit)),
                    (Some((r, m)), index) if u16::from(m) + u16::from(limit) < 256 => {
                        let (dst, _) = self.reg_byte();
                        self.emit(Inst::Add { dst: vec![dst], a: vec![Byte::Reg(r)], b: vec![index] });
                        form.index = Some((dst, m + limit));
                    }
                    (_, index) => form = self.add_index(&form, index, Byte::Const(0)),
                }
            } else {
                let product = self.multiply_by(&bytes, *scale as u16 as u64);
                // The low byte of a product is a multiple of the power of two in its factor, so an access of no more bytes than
                // that stays within one page.
                let step = scale.unsigned_abs().trailing_zeros().min(7);
                let paged = paged.is_some_and(|size| size <= 1 << step);
                form = match (product[0], form.start, form.index) {
                    (Byte::Reg(low), Start::Sym(_) | Start::Fixed, None) if paged && single => {
                        let (base_low, base_high) = self.materialize(&form);
                        // All accesses share one register: with one for each, the high byte would be in only one pair.
                        let base_low = self.in_register(base_low);
                        let (high, byte) = self.reg_byte();
                        self.emit(Inst::Add { dst: vec![high], a: vec![product[1]], b: vec![base_high] });
                        let limit = (256 - (1u16 << step)) as u8;
                        Form {
                            start: Start::Ptr(Byte::Reg(base_low), byte),
                            disp: 0,
                            index: Some((low, limit)),
                        }
                    }
                    _ => self.add_index(&form, product[0], product[1]),
                };
            }
        }
        let bytes = self.materialize(&form);
        Ok((form, bytes))
    }

    /// Returns the number of bytes from a form's displacement to the end of its object, if known.
    fn room(&self, form: &Form) -> Option<u32> {
        let size = match form.start {
            Start::Sym(Sym::Global(symbol)) => self.module.global(symbol)?.ty.size(),
            Start::Sym(Sym::Object(function, n)) if function == self.function.symbol => {
                self.out.objects.get(n as usize)?.0
            }
            _ => return None,
        };
        u32::try_from(form.disp).ok().and_then(|d| size.checked_sub(d))
    }

    /// Adds a two-byte number to a form, which becomes a pointer.
    fn add_index(&mut self, form: &Form, lo: Byte, hi: Byte) -> Form {
        let (a, b) = self.materialize(form);
        let sum = self.add(&[a, b], &[lo, hi]);
        Form { start: Start::Ptr(sum[0], sum[1]), disp: 0, index: None }
    }

    /// Computes the address as two bytes.
    pub(super) fn materialize(&mut self, form: &Form) -> (Byte, Byte) {
        let mut bytes = match form.start {
            Start::Sym(sym) => vec![Byte::Lo(sym, form.disp), Byte::Hi(sym, form.disp)],
            Start::Fixed => vec![Byte::Const(form.disp as u8), Byte::Const((form.disp >> 8) as u8)],
            Start::Ptr(lo, hi) if form.disp as u16 == 0 => vec![lo, hi],
            Start::Ptr(lo, hi) => {
                let disp = [Byte::Const(form.disp as u8), Byte::Const((form.disp >> 8) as u8)];
                self.add(&[lo, hi], &disp)
            }
        };
        if let Some((index, _)) = form.index {
            bytes = self.add(&bytes, &[Byte::Reg(index), Byte::Const(0)]);
        }
        (bytes[0], bytes[1])
    }

    /// Puts both bytes of a pointer into registers, as a base requires.
    fn pointer(&mut self, lo: Byte, hi: Byte) -> (Reg, Reg) {
        (self.in_register(lo), self.in_register(hi))
    }

    fn in_register(&mut self, byte: Byte) -> Reg {
        match byte {
            Byte::Reg(r) => r,
            src => {
                let dst = self.out.reg();
                self.emit(Inst::Copy { dst, src });
                dst
            }
        }
    }

    /// Returns the addresses of `count` bytes from a form on.
    fn addresses(&mut self, form: &Form, count: u32) -> Vec<Addr> {
        let mut form = *form;
        if matches!(form.start, Start::Ptr(..)) {
            let last = form.disp + count as i32 - 1;
            // An index that stays within a byte addresses the bytes itself.
            if let (Start::Ptr(lo, hi), Some((index, limit))) = (form.start, form.index)
                && form.disp == 0
                && i32::from(limit) + last < 256
            {
                let (lo, hi) = self.pointer(lo, hi);
                // There may be 256 if the index is always zero.
                return (0..count)
                    .map(|i| {
                        let (by, near) = (i as u8, count <= COUNTED);
                        let index = match by {
                            _ if near => index,
                            0 => index,
                            _ => {
                                let (a, b) = (vec![Byte::Reg(index)], vec![Byte::Const(by)]);
                                let dst = self.out.reg();
                                self.emit(Inst::Add { dst: vec![dst], a, b });
                                dst
                            }
                        };
                        let (base, more) = if near { (by, 0) } else { (0, by) };
                        Addr { base: Base::Ptr(lo, hi, base), index: Some(index), limit: limit + more }
                    })
                    .collect();
            }
            let indexed = form.index.is_some() && (form.disp != 0 || count > 1);
            if indexed || form.disp < 0 || last > 255 {
                let (lo, hi) = self.materialize(&form);
                form = form_of(lo, hi);
            }
            if let Start::Ptr(lo, hi) = form.start {
                let (lo, hi) = self.pointer(lo, hi);
                let (index, limit) = (form.index.map(|i| i.0), form.index.map_or(0, |i| i.1));
                return (0..count)
                    .map(|i| Addr { base: Base::Ptr(lo, hi, (form.disp + i as i32) as u8), index, limit })
                    .collect();
            }
        }
        let (index, limit) = (form.index.map(|i| i.0), form.index.map_or(0, |i| i.1));
        (0..count as i32)
            .map(|i| {
                let base = match form.start {
                    Start::Sym(sym) => Base::Sym(sym, form.disp + i),
                    _ => Base::Fixed((form.disp + i) as u16),
                };
                Addr { base, index, limit }
            })
            .collect()
    }

    pub(super) fn load(&mut self, form: &Form, count: u32, volatile: bool) -> Vec<Byte> {
        let addresses = self.addresses(form, count);
        addresses
            .into_iter()
            .map(|addr| {
                let (dst, byte) = self.reg_byte();
                self.emit(Inst::Load { dst, addr, volatile });
                byte
            })
            .collect()
    }

    pub(super) fn store(&mut self, form: &Form, bytes: &[Byte], volatile: bool) {
        let addresses = self.addresses(form, bytes.len() as u32);
        for (addr, &src) in addresses.into_iter().zip(bytes) {
            if src != Byte::Undef || volatile {
                let src = if src == Byte::Undef { Byte::Const(0) } else { src };
                self.emit(Inst::Store { addr, src, volatile });
            }
        }
    }

    pub(super) fn alloca(&mut self, inst: &ir::Inst, size: u32, align: u32) -> Result<(), Error> {
        let Some(result) = inst.result else { return Ok(()) };
        if self.block != BlockId(0) {
            // It would take new memory each time, but frames and `Reserve` provide one piece of memory per activation.
            return Err(self.unsupported("an `alloca` outside of the entry block"));
        }
        if self.out.recursive {
            if align > STACK_ALIGNMENT {
                return self.aligned_frame(result);
            }
            let bytes = self.reserve(size)?;
            self.define(result, bytes);
        } else {
            let sym = Sym::Object(self.function.symbol, self.out.objects.len() as u32);
            let name = self.function.values[result.index()].name.clone();
            self.out.objects.push((size.max(1), align.max(1), name));
            self.define(result, vec![Byte::Lo(sym, 0), Byte::Hi(sym, 0)]);
            self.forms[result.index()] = Some(Form { start: Start::Sym(sym), disp: 0, index: None });
        }
        Ok(())
    }

    /// Reserves `size` bytes on the software stack. Returns the address of the lowest one.
    fn reserve(&mut self, size: u32) -> Result<Vec<Byte>, Error> {
        let size = size.next_multiple_of(STACK_ALIGNMENT);
        let all = u32::from(self.out.reserved).saturating_add(size);
        let Ok(reserved) = u16::try_from(all) else {
            return Err(self.unsupported(&format!(
                "local variables of {all} bytes{} in a function that may be active more than once (by recursion, or because \
                 an interrupt handler calls it, too)",
                self.largest_local()
            )));
        };
        self.out.reserved = reserved;
        let (lo, hi) = (self.out.reg(), self.out.reg());
        self.emit(Inst::Reserve { lo, hi, size: size as u16 });
        Ok(vec![Byte::Reg(lo), Byte::Reg(hi)])
    }

    /// Describes the largest local object for a message; empty if there is none.
    fn largest_local(&self) -> String {
        let locals = self.function.blocks[0].insts.iter().filter_map(|inst| match (&inst.op, inst.result) {
            (Op::Alloca { ty, .. }, Some(result)) => Some((ty.size(), result)),
            _ => None,
        });
        let Some((size, value)) = locals.max_by_key(|(size, value)| (*size, Reverse(*value))) else {
            return String::new();
        };
        format!(", {size} of them for `{}`,", self.function.values[value.index()].name)
    }

    /// Places all local objects that need more than the stack's alignment in one frame, unless that is already done. The frame
    /// begins at a multiple of the largest alignment. Larger alignments come first, so that few bytes of padding are needed between
    /// objects.
    fn aligned_frame(&mut self, first: Value) -> Result<(), Error> {
        if self.bytes[first.index()].is_some() {
            return Ok(());
        }
        let function = self.function;
        let mut objects: Vec<(u32, u32, Value)> = function.blocks[0]
            .insts
            .iter()
            .filter_map(|inst| match (&inst.op, inst.result) {
                (Op::Alloca { ty, align }, Some(result)) if *align > STACK_ALIGNMENT => {
                    Some((*align, ty.size(), result))
                }
                _ => None,
            })
            .collect();
        objects.sort_by_key(|(align, ..)| Reverse(*align));
        let mut size = 0_u32;
        let mut places = Vec::new();
        for (align, bytes, object) in &objects {
            let at = size.next_multiple_of(*align);
            places.push((*object, at));
            size = at.saturating_add(*bytes);
        }
        // The stack pointer is even, so rounding it up skips at most this many bytes.
        let most = objects[0].0 - STACK_ALIGNMENT;
        let lowest = self.reserve(size.saturating_add(most))?;
        let word = |number: u32| (number as u16).to_le_bytes().map(Byte::Const);
        let above = self.add(&lowest, &word(most));
        let start = self.logic(Logic::And, &above, &word(objects[0].0.wrapping_neg()));
        for (object, at) in places {
            let address = self.add(&start, &word(at));
            self.define(object, address);
        }
        Ok(())
    }

    /// `memcpy` and `memmove`.
    pub(super) fn copy_memory(
        &mut self,
        args: &[(Type, Operand)],
        overlap: bool,
        volatile: bool,
    ) -> Result<(), Error> {
        let (to, from) = (self.address(&args[0].1)?, self.address(&args[1].1)?);
        if let Some(length) = args[2].1.int() {
            let length = length as u32;
            if length == 0 {
                return Ok(());
            }
            if length <= INLINE {
                let bytes = self.load(&from, length, volatile);
                self.store(&to, &bytes, volatile);
                return Ok(());
            }
            if length <= LOOP && !(overlap && self.may_overlap(args, length)) && !volatile {
                let round = self.round(&[to, from], length);
                let (to, from) = (self.before(&to, &round), self.before(&from, &round));
                self.current = loops::copy(&mut self.out, self.current, to, from, round);
                return Ok(());
            }
        }
        let routine = if overlap && !fault::is(Fault::OverlapIgnored) { "__memmove" } else { "__memcpy" };
        self.memory_routine(routine, &to, &from, &args[2])
    }

    pub(super) fn fill_memory(&mut self, args: &[(Type, Operand)], volatile: bool) -> Result<(), Error> {
        let to = self.address(&args[0].1)?;
        let value = self.operand(&args[1].1, &Type::Int(8))?[0];
        if let Some(length) = args[2].1.int() {
            let length = length as u32;
            if length == 0 || value == Byte::Undef {
                return Ok(());
            }
            if length <= INLINE {
                self.store(&to, &vec![value; length as usize], volatile);
                return Ok(());
            }
            if length <= LOOP && !volatile {
                let round = self.round(&[to], length);
                let to = self.before(&to, &round);
                self.current = loops::fill(&mut self.out, self.current, to, value, round);
                return Ok(());
            }
        }
        let (lo, hi) = self.materialize(&to);
        let length = self.length(&args[2])?;
        self.runtime("__memset", &[lo, hi, value, Byte::Undef, length[0], length[1]], 0, false);
        Ok(())
    }

    /// Returns the number of bytes to copy or fill, as two bytes: no object is larger than 64 KB.
    fn length(&mut self, (ty, operand): &(Type, Operand)) -> Result<Vec<Byte>, Error> {
        let mut bytes = self.operand(operand, ty)?;
        bytes.resize(2, Byte::Const(0));
        Ok(bytes)
    }

    /// Whether source and destination of a copy may overlap without being the same. They cannot if they are elements of one array
    /// that are at least as large as the copied part: indices do not wrap within an object, so two elements are the same or at
    /// least that far apart.
    fn may_overlap(&self, args: &[(Type, Operand)], length: u32) -> bool {
        let element = |operand: &Operand| {
            let made = |inst: &&ir::Inst| inst.result.is_some() && inst.result == operand.value();
            match &self.function.blocks.iter().flat_map(|b| &b.insts).find(made)?.op {
                ir::Op::Gep { base, offset, indices, inbounds: true, .. } => match &indices[..] {
                    [(ty, _, scale)] => Some((base, *offset, ty, *scale)),
                    _ => None,
                },
                _ => None,
            }
        };
        let (to, from) = (element(&args[0].1), element(&args[1].1));
        to.is_none_or(|(.., scale)| scale.unsigned_abs() < length) || to != from
    }

    /// Returns the loop over `length` bytes at these places. For a place without a fixed start, the address before it would have to
    /// be computed.
    fn round(&self, forms: &[Form], length: u32) -> Round {
        let early = length < 256 && forms.iter().all(|form| matches!(form.start, Start::Sym(_)));
        Round { length, early, fast: !self.function.small, at: self.source }
    }

    /// Returns the base of a place for a loop.
    fn before(&mut self, form: &Form, round: &Round) -> Base {
        self.plain(&Form { disp: form.disp - i32::from(round.early), ..*form })
    }

    /// Returns a base without an index, so that a loop can add its own.
    fn plain(&mut self, form: &Form) -> Base {
        let mut form = *form;
        if form.index.is_some() || (matches!(form.start, Start::Ptr(..)) && form.disp != 0) {
            let (lo, hi) = self.materialize(&form);
            form = form_of(lo, hi);
        }
        match form.start {
            Start::Sym(sym) => Base::Sym(sym, form.disp),
            Start::Fixed => Base::Fixed(form.disp as u16),
            Start::Ptr(lo, hi) => {
                let (lo, hi) = self.pointer(lo, hi);
                Base::Ptr(lo, hi, 0)
            }
        }
    }

    pub(super) fn memory_routine(
        &mut self,
        routine: &'static str,
        to: &Form,
        from: &Form,
        length: &(Type, Operand),
    ) -> Result<(), Error> {
        let (to_lo, to_hi) = self.materialize(to);
        let (from_lo, from_hi) = self.materialize(from);
        let length = self.length(length)?;
        self.runtime(routine, &[to_lo, to_hi, from_lo, from_hi, length[0], length[1]], 0, false);
        Ok(())
    }

    /// Calls a runtime routine, with its operands from the first byte of the argument area in the zero page on. Returns the first
    /// `results` bytes of that area.
    pub(super) fn runtime(
        &mut self,
        name: &'static str,
        args: &[Byte],
        results: u32,
        pure: bool,
    ) -> Vec<Byte> {
        let mut ins = convention::wide(args.iter().copied());
        ins.retain(|i| i.1 != Byte::Undef);
        let regs = self.regs(results as usize);
        let outs = convention::wide(regs.iter().copied());
        self.emit(Inst::Call(Call { target: Target::Runtime(name), ins, outs, pure }));
        regs.into_iter().map(Byte::Reg).collect()
    }

    pub(super) fn assembly(&mut self, text: &str) {
        self.emit(Inst::Call(Call {
            target: Target::Asm(text.to_string()),
            ins: Vec::new(),
            outs: Vec::new(),
            pure: false,
        }));
    }

    /// IRQs, the KERNAL's and the program's own, are disabled between load and store; NMIs cannot be.
    pub(super) fn atomic_rmw(
        &mut self,
        inst: &ir::Inst,
        op: RmwOp,
        ptr: &Operand,
        value: &Operand,
        ty: &Type,
    ) -> Result<(), Error> {
        let form = self.address(ptr)?;
        let value = self.operand(value, ty)?;
        self.begin_atomic(true);
        let old = self.load(&form, ty.size(), true);
        let new = match op {
            RmwOp::Xchg => value,
            RmwOp::Add => self.add(&old, &value),
            RmwOp::Sub => self.subtract(&old, &value),
            RmwOp::And => self.logic(Logic::And, &old, &value),
            RmwOp::Or => self.logic(Logic::Or, &old, &value),
            RmwOp::Xor => self.logic(Logic::Xor, &old, &value),
            RmwOp::Nand => {
                let both = self.logic(Logic::And, &old, &value);
                let ones = vec![Byte::Const(0xff); both.len()];
                self.logic(Logic::Xor, &both, &ones)
            }
            RmwOp::Max | RmwOp::Min | RmwOp::UMax | RmwOp::UMin => {
                let pred = match op {
                    RmwOp::Max => Pred::Sgt,
                    RmwOp::Min => Pred::Slt,
                    RmwOp::UMax => Pred::Ugt,
                    _ => Pred::Ult,
                };
                let cond = self.compare(pred, old.clone(), value.clone(), ty);
                self.select(cond, &old, &value)
            }
        };
        self.store(&form, &new, true);
        self.end_atomic(true);
        self.define_result(inst, old);
        Ok(())
    }

    pub(super) fn cmpxchg(
        &mut self,
        inst: &ir::Inst,
        ptr: &Operand,
        ty: &Type,
        expected: &Operand,
        new: &Operand,
    ) -> Result<(), Error> {
        let form = self.address(ptr)?;
        let (expected, new) = (self.operand(expected, ty)?, self.operand(new, ty)?);
        self.begin_atomic(true);
        let old = self.load(&form, ty.size(), true);
        let same = self.compare(Pred::Eq, old.clone(), expected, ty);
        let flag = self.boolean(same);
        let value = self.select(Cond::nonzero(flag), &new, &old);
        self.store(&form, &value, true);
        self.end_atomic(true);
        let mut bytes = old;
        bytes.push(flag);
        self.define_result(inst, bytes);
        Ok(())
    }
}

/// Returns the form of an address given as two bytes.
pub(super) fn form_of(lo: Byte, hi: Byte) -> Form {
    match (lo, hi) {
        (Byte::Lo(s, o), Byte::Hi(t, p)) if s == t && o == p => {
            // A function's entry is not an object, but its bytes may be read like any others.
            Form { start: Start::Sym(s), disp: o, index: None }
        }
        (Byte::Const(l), Byte::Const(h)) => {
            Form { start: Start::Fixed, disp: i32::from(h) << 8 | i32::from(l), index: None }
        }
        (Byte::Undef, _) | (_, Byte::Undef) => Form { start: Start::Fixed, disp: 0, index: None },
        (lo, hi) => Form { start: Start::Ptr(lo, hi), disp: 0, index: None },
    }
}

/// Returns an integer constant of `bits` bits as a signed number.
pub(super) fn sign_extend(n: u128, bits: u16) -> i32 {
    let shift = 128 - u32::from(bits);
    (((n << shift) as i128) >> shift) as i32
}

/// Returns the integer constant, if this is one.
pub(super) fn constant_of(operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Const(Const::Int(n)) => Some(*n as u64),
        Operand::Const(Const::Zero) => Some(0),
        _ => None,
    }
}
