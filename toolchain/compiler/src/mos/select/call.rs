//! Calls, returns, and the code for recursion.

use super::Select;
use super::state::Cpu;
use crate::Error;
use crate::error::demangled;
use crate::fault::{self, Fault};
use crate::lower::convention::{self, ASIDE, Loc, MORE, PUSHED};
use crate::lower::lir::{Byte, Call, Inst, Reg, Target};
use crate::mos::asm::{Assembly, assemble};
use crate::mos::code::{Arg, Item, Label};
use crate::mos::isa::{Mnemonic as M, Mode};
use crate::mos::passing;
use std::collections::BTreeSet;

/// Bytes that a routine's list and call save for each home that a call may change, plus one more.
const SAVED: usize = 12;
/// Bytes that a function must save to use the routine, which takes twice the time.
const WORTH: usize = 160;

impl Select<'_> {
    pub(super) fn call(&mut self, call: &Call) -> Result<(), Error> {
        if call.target == Target::Asm(String::new()) && call.ins.is_empty() && call.outs.is_empty() {
            return Ok(());
        }
        let recursive = self.may_recur(&call.target);
        let outs: Vec<Reg> = call.outs.iter().map(|o| o.1).collect();
        // Values that are live after the call must be in memory; the call overwrites all registers.
        for reg in self.state.dirty.clone() {
            if self.needed_after(reg) {
                self.flush(reg);
            }
        }
        let saved: Vec<Reg> = if recursive && !fault::is(Fault::RecursionForgotten) {
            let classes: BTreeSet<Reg> =
                self.live_across(&outs).into_iter().map(|r| self.classes.class(r)).collect();
            classes.into_iter().collect()
        } else {
            Vec::new()
        };
        self.push_homes(&saved);
        self.pass(call, recursive);
        match &call.target {
            Target::Function(symbol) | Target::Extern(symbol) => {
                self.emit(M::Jsr, Mode::Absolute, Arg::Mem(self.context.symbols[symbol], 0));
            }
            Target::Runtime(name) => {
                let label = self.runtime_label(name);
                self.emit(M::Jsr, Mode::Absolute, Arg::Mem(label, 0));
            }
            Target::Indirect { .. } => {
                let label = self.runtime_label("__callptr");
                self.emit(M::Jsr, Mode::Absolute, Arg::Mem(label, 0));
            }
            Target::Asm(text) => {
                let place = self.place();
                let Assembly { mut items, .. } = assemble(text, &place, self.program, self.context.names)?;
                let start = self.out.items.len();
                // A label begins a block, which may have another origin than the remark before it.
                let labels = items.iter().take_while(|item| matches!(item, Item::Label(_))).count();
                self.out.items.extend(items.drain(..labels));
                if labels > 0 {
                    self.note_again();
                }
                self.out.items.extend(items);
                self.out.fixed.push(start..self.out.items.len());
            }
        }
        for cpu in self.all_cpus() {
            self.state.forget(cpu);
        }
        self.state.dirty.clear();
        self.state.pointers = [None; 2];
        self.results(call, &saved);
        Ok(())
    }

    /// Returns the operation being selected, for messages.
    fn place(&self) -> String {
        let (_, source) = self.func.blocks[self.current.0 as usize].insts[self.at];
        let function = demangled(&self.name);
        match self.context.sources.text(source) {
            source if source.is_empty() => format!("function {function}"),
            source => format!("function {function} ({source})"),
        }
    }

    /// Returns whether a call may lead back into this function.
    fn may_recur(&self, target: &Target) -> bool {
        let graph = self.context.graph;
        match target {
            Target::Function(callee) => graph.same_component(self.func.symbol, *callee),
            Target::Indirect { signature, .. } => {
                graph.indirect(signature).any(|c| graph.same_component(self.func.symbol, c))
            }
            // Assembly may call a function that is its operand; the call graph has this edge.
            Target::Asm(_) => graph.recursive(self.func.symbol),
            Target::Extern(_) => graph.outside_returns(self.func.symbol),
            Target::Runtime(_) => false,
        }
    }

    /// Puts arguments where the callee expects them.
    fn pass(&mut self, call: &Call, recursive: bool) {
        if let Target::Indirect { lo, hi, .. } = &call.target {
            for (i, byte) in [lo, hi].into_iter().enumerate() {
                let to = self.program.memory.vector() + i as u16;
                self.put(*byte, Arg::Abs(to));
            }
        }
        let in_a = at(&call.ins, Loc::A);
        let mut memory: Vec<(Arg, Byte)> = Vec::new();
        let in_place = std::mem::take(&mut self.in_place);
        for (loc, byte) in &call.ins {
            match loc {
                loc if in_place.contains(loc) => self.read(*byte),
                Loc::Param(symbol, i) => match self.context.params.get(&(*symbol, *i)) {
                    Some(label) => memory.push((Arg::Mem(*label, 0), *byte)),
                    // The callee does not read it.
                    None => self.read(*byte),
                },
                loc => memory.extend(self.passed_in(*loc).map(|place| (place, *byte))),
            }
        }
        if recursive
            && !memory.is_empty()
            && matches!(call.target, Target::Function(s) if s == self.func.symbol)
        {
            // Operands may still be in the parameters' memory: read all operands first, then store them all.
            match memory.len() > PUSHED {
                true => self.pass_by_memory(call, &memory, in_a),
                false => self.pass_by_stack(call, &memory, in_a),
            }
            return;
        }
        self.pass_in_memory(memory, in_a);
        self.pass_in_registers(call, in_a);
    }

    /// Stores arguments in the memory in which they are passed. An argument that is passed in A stays there if it is already there.
    ///
    /// The places are all different, and none is the place of an operand, so registers and constants may be stored in any order:
    /// equal ones follow each other, because A then already holds them. Loads stay in order.
    fn pass_in_memory(&mut self, memory: Vec<(Arg, Byte)>, in_a: Option<Byte>) {
        let held = |byte: &Byte| matches!(byte, Byte::Reg(_) | Byte::Const(_));
        let first = |at: usize| match memory[at].1 {
            byte if held(&byte) => memory.iter().position(|passed| passed.1 == byte).unwrap_or(at),
            _ => at,
        };
        let mut order: Vec<usize> = (0..memory.len()).collect();
        order.sort_by_key(|at| first(*at));
        for (place, byte) in order.into_iter().map(|at| memory[at]) {
            let keep_a = in_a.is_some_and(|a| matches!(a, Byte::Reg(r) if self.state.holds(Cpu::A, r)));
            if keep_a && matches!(byte, Byte::Const(_) | Byte::Lo(..) | Byte::Hi(..) | Byte::Reg(_)) {
                let cpu = match byte {
                    Byte::Reg(r) => self.state.find(r).unwrap_or(Cpu::Y),
                    _ => Cpu::Y,
                };
                if cpu != Cpu::A {
                    self.load_index(cpu, byte);
                } else {
                    self.read(byte);
                }
                self.store_at(Self::store_op(cpu), place);
            } else {
                self.put(byte, place);
            }
        }
    }

    /// Loads the arguments passed in registers and the carry, A last.
    fn pass_in_registers(&mut self, call: &Call, in_a: Option<Byte>) {
        if let Some(byte) = at(&call.ins, Loc::Carry) {
            self.load_a(byte);
            self.clobber(Cpu::A);
            self.emit(M::Lsr, Mode::Accumulator, Arg::None);
        }
        for (loc, cpu) in [(Loc::X, Cpu::X), (Loc::Y, Cpu::Y)] {
            if let Some(byte) = at(&call.ins, loc) {
                self.load_index(cpu, byte);
                self.locked[cpu as usize] = true;
            }
        }
        if let Some(byte) = in_a {
            if let Byte::Mem(addr) = byte
                && self.locked[Cpu::X as usize]
                && addr.index.is_some()
            {
                self.locked[Cpu::Y as usize] = false;
            }
            self.load_a(byte);
        }
    }

    /// Passes arguments of a function that calls itself, using the 6502's stack as intermediate storage.
    fn pass_by_stack(&mut self, call: &Call, memory: &[(Arg, Byte)], in_a: Option<Byte>) {
        for (_, byte) in memory {
            self.load_a(*byte);
            self.implied(M::Pha);
        }
        let in_x = at(&call.ins, Loc::X);
        for byte in in_x.into_iter().chain(in_a) {
            self.load_a(byte);
            self.implied(M::Pha);
        }
        for cpu in self.all_cpus() {
            self.state.forget(cpu);
        }
        let x = in_x.is_some();
        if in_a.is_some() {
            self.implied(M::Pla);
            if x || !memory.is_empty() {
                self.implied(M::Tay);
            }
        }
        if x {
            self.implied(M::Pla);
            self.implied(M::Tax);
        }
        for (place, _) in memory.iter().rev() {
            self.implied(M::Pla);
            self.store_at(M::Sta, *place);
        }
        if in_a.is_some() && (x || !memory.is_empty()) {
            self.implied(M::Tya);
        }
        self.state.dirty.clear();
    }

    /// Does the same through the memory after `ARG`, for arguments that would fill the stack.
    fn pass_by_memory(&mut self, call: &Call, memory: &[(Arg, Byte)], in_a: Option<Byte>) {
        let more = self.more();
        let in_x = at(&call.ins, Loc::X);
        let staged = |i: usize| Arg::Mem(more, i as i32);
        for (i, byte) in memory.iter().map(|m| m.1).chain(in_x).chain(in_a).enumerate() {
            self.load_a(byte);
            self.store_at(M::Sta, staged(i));
        }
        for cpu in self.all_cpus() {
            self.state.forget(cpu);
        }
        for (i, (place, _)) in memory.iter().enumerate() {
            self.emit(M::Lda, Mode::Absolute, staged(i));
            self.store_at(M::Sta, *place);
        }
        let registers = [in_x.map(|_| M::Ldx), in_a.map(|_| M::Lda)];
        for (i, op) in registers.into_iter().flatten().enumerate() {
            self.emit(op, Mode::Absolute, staged(memory.len() + i));
        }
        self.state.dirty.clear();
    }

    /// Returns the address at which a byte is passed, if it is passed in memory.
    fn passed_in(&self, loc: Loc) -> Option<Arg> {
        passing::address(loc, &self.program.memory, self.more())
    }

    /// Returns the memory for arguments that do not fit in the zero page.
    fn more(&self) -> Label {
        self.context.names[MORE]
    }

    fn put(&mut self, byte: Byte, place: Arg) {
        let cpu = match byte {
            Byte::Reg(r) => self.state.find(r),
            Byte::Const(n) => self.state.find_number(n),
            _ => None,
        };
        match cpu {
            Some(cpu) => {
                self.read(byte);
                self.store_at(Self::store_op(cpu), place);
            }
            None => {
                self.load_a(byte);
                self.store_at(M::Sta, place);
            }
        }
    }

    fn store_at(&mut self, op: M, place: Arg) {
        self.emit(op, Mode::Absolute, place);
    }

    /// Takes results from where the callee left them and restores saved memory.
    fn results(&mut self, call: &Call, saved: &[Reg]) {
        if !saved.is_empty() {
            self.restore(call, saved);
        }
        let [in_a, in_x, in_y] = [Loc::A, Loc::X, Loc::Y].map(|loc| at(&call.outs, loc));
        let in_carry = at(&call.outs, Loc::Carry);
        if let Some(reg) = in_carry {
            self.carry_result(reg, in_y);
        }
        for (cpu, reg) in [(Cpu::A, in_a), (Cpu::X, in_x), (Cpu::Y, in_y)] {
            let Some(reg) = reg else { continue };
            if cpu == Cpu::Y && in_carry.is_some() {
                self.define_home(reg);
            } else {
                self.define(cpu, reg);
            }
        }
        self.state.flags = None;
        // Y moves the remaining ones, so that A and X may keep theirs.
        let rest: Vec<(Loc, Arg, Reg)> =
            call.outs.iter().filter_map(|(loc, reg)| Some((*loc, self.passed_in(*loc)?, *reg))).collect();
        let cpu = if in_a.is_none() { Cpu::A } else { Cpu::Y };
        for (loc, from, reg) in rest {
            let (taken, only) = self.taken_next(call, reg);
            if taken.contains(&loc) {
                self.in_place.push(loc);
            }
            if only {
                self.pass_on(cpu, from, loc, &taken);
                continue;
            }
            self.clobber(cpu);
            self.emit(Self::load_op(cpu), Mode::Absolute, from);
            self.define(cpu, reg);
            if self.needed_after(reg) {
                self.flush(reg);
            }
        }
    }

    /// Returns where the next operation takes a result of this call, in memory that both may use for it, and whether nothing else
    /// reads the result.
    ///
    /// This requires that both are runtime routines with nothing between them: no other code preserves [`Loc::Arg`]. Places in
    /// which this call returns another result are excluded, because that result would be overwritten before it is read.
    fn taken_next(&self, call: &Call, reg: Reg) -> (Vec<Loc>, bool) {
        let block = &self.func.blocks[self.current.0 as usize];
        let next = match (&call.target, block.insts.get(self.at + 1)) {
            (Target::Runtime(_), Some((Inst::Call(next), _)))
                if matches!(next.target, Target::Runtime(_)) =>
            {
                next
            }
            _ => return (Vec::new(), false),
        };
        let own = |loc: &Loc| call.outs.iter().find(|out| out.0 == *loc).map(|out| out.1);
        let free = |loc: &Loc| matches!(loc, Loc::Arg(_)) && own(loc).is_none_or(|there| there == reg);
        let taken: Vec<Loc> =
            next.ins.iter().filter(|i| i.1 == Byte::Reg(reg) && free(&i.0)).map(|i| i.0).collect();
        let mut uses = 0;
        block.insts[self.at + 1].0.uses(&mut |used| uses += usize::from(used == reg));
        let renewed = self.renewed.contains(&reg) && self.at < self.copies_at;
        let later = self.live.out[self.current.0 as usize].contains(reg) && !renewed;
        let only = uses == taken.len() && self.last_use.get(&reg) == Some(&(self.at + 1)) && !later;
        (taken, only && uses > 0)
    }

    /// Copies a result to where the next call takes it, without a home in between.
    fn pass_on(&mut self, cpu: Cpu, from: Arg, at: Loc, taken: &[Loc]) {
        let others: Vec<Loc> = taken.iter().copied().filter(|loc| *loc != at).collect();
        if others.is_empty() {
            return;
        }
        self.clobber(cpu);
        self.emit(Self::load_op(cpu), Mode::Absolute, from);
        for loc in others {
            if let Some(to) = self.passed_in(loc) {
                self.store_at(Self::store_op(cpu), to);
                self.in_place.push(loc);
            }
        }
    }

    /// Restores saved memory while the results of a call are still where the callee left them.
    fn restore(&mut self, call: &Call, saved: &[Reg]) {
        let of_assembly = |loc: Loc| matches!(loc, Loc::Y | Loc::Carry) || ASIDE.contains(&loc);
        if call.outs.iter().any(|out| of_assembly(out.0)) {
            // Registers, carry and ARG must all be preserved.
            for op in [M::Php, M::Pha, M::Txa, M::Pha, M::Tya, M::Pha] {
                self.implied(op);
            }
            self.pop_homes(saved);
            for op in [M::Pla, M::Tay, M::Pla, M::Tax, M::Pla, M::Plp] {
                self.implied(op);
            }
            return;
        }
        let returned = |loc| call.outs.iter().any(|out| out.0 == loc);
        // Only the routine uses X.
        let by_routine = self.has_list(saved);
        if returned(Loc::A) && !returned(Loc::X) && !by_routine {
            self.implied(M::Tax);
            self.pop_homes(saved);
            self.implied(M::Txa);
            return;
        }
        let aside = [(Cpu::A, Loc::A), (Cpu::X, Loc::X)].into_iter().zip(ASIDE);
        let aside: Vec<(Cpu, Arg)> = aside
            .filter(|((cpu, loc), _)| returned(*loc) && (by_routine || *cpu == Cpu::A))
            .filter_map(|((cpu, _), to)| Some((cpu, self.passed_in(to)?)))
            .collect();
        for (cpu, to) in &aside {
            self.store_at(Self::store_op(*cpu), *to);
        }
        self.pop_homes(saved);
        for (cpu, from) in aside {
            self.emit(Self::load_op(cpu), Mode::Absolute, from);
        }
    }

    /// Takes a result from the carry. That uses Y, so a result there goes to its home.
    fn carry_result(&mut self, reg: Reg, in_y: Option<Reg>) {
        if let Some(in_y) = in_y {
            let home = self.home(in_y);
            self.emit(M::Sty, Mode::Absolute, home);
        }
        let skip = self.program.label(".carry");
        self.immediate(M::Ldy, 0);
        self.emit(M::Bcc, Mode::Relative, Arg::Mem(skip, 0));
        self.implied(M::Iny);
        self.out.items.push(super::Item::Label(skip));
        let home = self.home(reg);
        self.emit(M::Sty, Mode::Absolute, home);
        self.define_home(reg);
    }

    /// Returns whether a routine saves these homes on the software stack and restores them, using their list.
    fn has_list(&self, classes: &[Reg]) -> bool {
        let listed = !self.context.unlisted.contains(&self.func.symbol);
        let gain = SAVED * (classes.len() + 1) * self.ways_back();
        // The routines count down from the length of the list, which must not be 0.
        !classes.is_empty() && self.func.small && listed && classes.len() <= 128 && gain >= WORTH
    }

    /// Calls a routine that saves homes on the software stack or restores them, if that is worth it; returns whether it did.
    fn through_list(&mut self, classes: &[Reg], routine: &'static str) -> bool {
        if !self.has_list(classes) {
            return false;
        }
        let weight = self.live.frequency[self.current.0 as usize];
        for class in classes {
            *self.out.touched.entry(*class).or_default() += weight;
        }
        let name = format!("{}.saved", self.name);
        let program = &mut *self.program;
        let list = *self.out.lists.entry(classes.to_vec()).or_insert_with(|| program.label(name));
        for cpu in self.all_cpus() {
            self.clobber(cpu);
        }
        self.emit(M::Lda, Mode::Immediate, Arg::Lo(list, 0));
        self.emit(M::Ldy, Mode::Immediate, Arg::Hi(list, 0));
        let label = self.runtime_label(routine);
        self.emit(M::Jsr, Mode::Absolute, Arg::Mem(label, 0));
        for cpu in self.all_cpus() {
            self.state.forget(cpu);
        }
        true
    }

    /// Returns how many calls may lead back into this function.
    fn ways_back(&self) -> usize {
        let calls = self.func.blocks.iter().flat_map(|b| &b.insts).filter_map(|(inst, _)| match inst {
            Inst::Call(call) => Some(&call.target),
            _ => None,
        });
        calls.filter(|target| self.may_recur(target)).count()
    }

    /// Saves memory on the software stack.
    fn push_homes(&mut self, classes: &[Reg]) {
        self.out.saved = self.out.saved.max(classes.len().next_multiple_of(2) as u32);
        if self.through_list(classes, "__push_homes") {
            return;
        }
        for chunk in classes.chunks(128) {
            self.clobber_keeping(Cpu::A);
            self.clobber_keeping(Cpu::Y);
            self.move_stack(chunk.len() as u16, true);
            for (i, class) in chunk.iter().enumerate() {
                self.count_along(i);
                self.emit(M::Lda, Mode::Absolute, Arg::Home(class.0));
                let stack = self.program.memory.stack();
                self.emit(M::Sta, Mode::IndirectY, Arg::Abs(stack));
            }
            self.state.forget(Cpu::A);
            self.state.forget(Cpu::Y);
        }
    }

    /// Sets Y to an offset on the software stack that follows the previous one.
    fn count_along(&mut self, place: usize) {
        match place {
            0 => self.immediate(M::Ldy, 0),
            _ => self.implied(M::Iny),
        }
    }

    /// Frees a register although its value may still be needed by the call being selected.
    fn clobber_keeping(&mut self, cpu: Cpu) {
        self.clobber(cpu);
    }

    fn pop_homes(&mut self, classes: &[Reg]) {
        if self.through_list(classes, "__pop_homes") {
            return;
        }
        let chunks: Vec<&[Reg]> = classes.chunks(128).collect();
        for chunk in chunks.into_iter().rev() {
            for (i, class) in chunk.iter().enumerate() {
                self.count_along(i);
                let stack = self.program.memory.stack();
                self.emit(M::Lda, Mode::IndirectY, Arg::Abs(stack));
                self.emit(M::Sta, Mode::Absolute, Arg::Home(class.0));
            }
            self.move_stack(chunk.len() as u16, false);
        }
    }

    /// Moves the software stack pointer by a number of bytes, rounded up to even; A is overwritten.
    ///
    /// Between the stores to its two bytes, an interrupt sees a pointer that is neither the old nor the new one; handlers have a
    /// part of the stack of their own.
    fn move_stack(&mut self, bytes: u16, down: bool) {
        let bytes = bytes.next_multiple_of(2);
        let (set, op) = if down { (M::Sec, M::Sbc) } else { (M::Clc, M::Adc) };
        let stack = self.program.memory.stack();
        self.absolute(M::Lda, stack);
        self.implied(set);
        self.immediate(op, bytes as u8);
        self.absolute(M::Sta, stack);
        if bytes >> 8 == 0 {
            let (same, step) = if down { (M::Bcs, M::Dec) } else { (M::Bcc, M::Inc) };
            let skip = self.program.label(".stack");
            self.emit(same, Mode::Relative, Arg::Mem(skip, 0));
            self.absolute(step, stack + 1);
            self.out.items.push(Item::Label(skip));
            return;
        }
        self.absolute(M::Lda, stack + 1);
        self.immediate(op, (bytes >> 8) as u8);
        self.absolute(M::Sta, stack + 1);
    }

    pub(super) fn reserve(&mut self, lo: Reg, hi: Reg, size: u16) {
        self.clobber(Cpu::A);
        self.move_stack(size, true);
        let stack = self.program.memory.stack();
        self.absolute(M::Lda, stack + 1);
        self.define(Cpu::A, hi);
        self.state.flags = None;
        self.clobber(Cpu::X);
        self.absolute(M::Ldx, stack);
        self.define(Cpu::X, lo);
        self.flush_if_needed(hi);
        self.flush_if_needed(lo);
    }

    fn flush_if_needed(&mut self, reg: Reg) {
        if self.needed_after(reg) {
            self.flush(reg);
        }
    }

    pub(super) fn ret(&mut self, bytes: &[Byte]) {
        if self.func.reserved > 0 {
            for cpu in self.all_cpus() {
                self.clobber(cpu);
            }
            self.move_stack(self.func.reserved, false);
        }
        let places = convention::results(bytes.iter().copied());
        let [in_a, in_x] = [Loc::A, Loc::X].map(|loc| at(&places, loc));
        for (loc, byte) in places {
            let Some(to) = self.passed_in(loc).filter(|_| byte != Byte::Undef) else { continue };
            let keep = matches!(in_a, Some(Byte::Reg(r)) if self.state.holds(Cpu::A, r));
            match byte {
                Byte::Reg(_) | Byte::Const(_) | Byte::Lo(..) | Byte::Hi(..) if keep => {
                    let held = byte.reg().and_then(|r| self.state.find(r)).filter(|c| *c != Cpu::A);
                    let cpu = held.unwrap_or(Cpu::Y);
                    self.load_index(cpu, byte);
                    self.store_at(Self::store_op(cpu), to);
                }
                byte => self.put(byte, to),
            }
        }
        if let Some(byte) = in_x {
            self.load_index(Cpu::X, byte);
        }
        if let Some(byte) = in_a {
            self.load_a(byte);
        }
        self.implied(M::Rts);
    }
}

/// Returns what is passed at a place.
fn at<T: Copy>(passed: &[(Loc, T)], place: Loc) -> Option<T> {
    passed.iter().find(|(loc, _)| *loc == place).map(|(_, what)| *what)
}
