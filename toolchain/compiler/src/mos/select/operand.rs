//! Loads, stores and addressing modes.

use super::Select;
use super::state::Cpu;
use crate::lower::lir::{Addr, Base, Byte, Reg};
use crate::mos::code::Arg;
use crate::mos::isa::{Mnemonic as M, Mode};

impl Select<'_> {
    /// Returns the instruction that loads a register.
    pub(super) fn load_op(cpu: Cpu) -> M {
        [M::Lda, M::Ldx, M::Ldy][cpu as usize]
    }

    /// Returns the instruction that stores a register.
    pub(super) fn store_op(cpu: Cpu) -> M {
        [M::Sta, M::Stx, M::Sty][cpu as usize]
    }

    /// Frees a register: values that are needed and only held there are stored to memory.
    pub(super) fn clobber(&mut self, cpu: Cpu) {
        self.save(cpu);
        self.state.forget(cpu);
    }

    /// Stores values that are needed and only held in a register to memory.
    pub(super) fn save(&mut self, cpu: Cpu) {
        let held = self.state.held(cpu).regs.clone();
        for reg in held {
            if !self.state.dirty.contains(&reg) {
                continue;
            }
            if !self.needed(reg) {
                continue;
            }
            let elsewhere = self.all_cpus().into_iter().any(|c| c != cpu && self.state.holds(c, reg));
            if !elsewhere {
                let home = self.home(reg);
                self.emit(Self::store_op(cpu), Mode::Absolute, home);
                self.state.dirty.remove(&reg);
                if self.split {
                    self.torn.push(reg);
                }
            }
        }
    }

    /// Updates the memory of a value.
    pub(super) fn flush(&mut self, reg: Reg) {
        if self.state.dirty.remove(&reg) {
            let cpu = self
                .state
                .find(reg)
                .unwrap_or_else(|| panic!("select: {}: r{} is nowhere", self.name, reg.0));
            let home = self.home(reg);
            self.emit(Self::store_op(cpu), Mode::Absolute, home);
            if self.split {
                self.torn.push(reg);
            }
        }
    }

    /// Updates the memory of all values that are needed after this operation.
    pub(super) fn flush_needed(&mut self) {
        let dirty: Vec<Reg> = self.state.dirty.iter().copied().collect();
        for reg in dirty {
            if self.needed_after(reg) {
                self.flush(reg);
            }
        }
    }

    /// Records that the result of an operation is in a register and nowhere else.
    pub(super) fn define(&mut self, cpu: Cpu, reg: Reg) {
        self.state.kill(reg);
        self.state.set(cpu, Some(reg), None);
        self.state.dirty.insert(reg);
    }

    /// Records that the result of an operation is in memory.
    pub(super) fn define_home(&mut self, reg: Reg) {
        self.state.kill(reg);
    }

    /// Loads a byte into A.
    pub(super) fn load_a(&mut self, byte: Byte) {
        match byte {
            Byte::Reg(r) if self.state.holds(Cpu::A, r) => {}
            Byte::Reg(r) => match self.state.find(r) {
                Some(cpu) => {
                    self.clobber(Cpu::A);
                    self.implied(if cpu == Cpu::X { M::Txa } else { M::Tya });
                    self.state.transfer(cpu, Cpu::A);
                }
                None => {
                    self.clobber(Cpu::A);
                    let home = self.home(r);
                    self.emit(M::Lda, Mode::Absolute, home);
                    self.state.set(Cpu::A, Some(r), None);
                }
            },
            Byte::Mem(addr) => {
                let (mode, arg) = self.address(&addr, M::Lda);
                self.clobber(Cpu::A);
                self.emit(M::Lda, mode, arg);
                self.state.set(Cpu::A, None, None);
            }
            Byte::Const(n) => self.load_number(Cpu::A, n),
            Byte::Undef => {}
            Byte::Lo(..) | Byte::Hi(..) => {
                self.clobber(Cpu::A);
                let arg = self.half(byte);
                self.emit(M::Lda, Mode::Immediate, arg);
                self.state.set(Cpu::A, None, None);
            }
        }
        self.read(byte);
    }

    /// Returns the immediate operand for half an address.
    fn half(&self, byte: Byte) -> Arg {
        match byte {
            Byte::Lo(sym, offset) => Arg::Lo(self.label_of(sym), offset),
            Byte::Hi(sym, offset) => Arg::Hi(self.label_of(sym), offset),
            _ => panic!("select: not half an address"),
        }
    }

    pub(super) fn load_number(&mut self, cpu: Cpu, n: u8) {
        if self.state.held(cpu).number == Some(n) {
            return;
        }
        self.clobber(cpu);
        match (cpu, self.state.find_number(n)) {
            (Cpu::A, Some(Cpu::X)) => self.implied(M::Txa),
            (Cpu::A, Some(Cpu::Y)) => self.implied(M::Tya),
            (Cpu::X, Some(Cpu::A)) => self.implied(M::Tax),
            (Cpu::Y, Some(Cpu::A)) => self.implied(M::Tay),
            _ => self.immediate(Self::load_op(cpu), n),
        }
        self.state.set(cpu, None, Some(n));
    }

    /// Loads a byte into X or Y.
    pub(super) fn load_index(&mut self, cpu: Cpu, byte: Byte) {
        self.bring(cpu, byte);
        self.read(byte);
    }

    /// Does the same for a byte that only counts as read later.
    fn bring(&mut self, cpu: Cpu, byte: Byte) {
        match byte {
            Byte::Reg(r) if self.state.holds(cpu, r) => {}
            Byte::Reg(r) => match self.state.find(r) {
                Some(Cpu::A) => {
                    self.clobber(cpu);
                    self.implied(if cpu == Cpu::X { M::Tax } else { M::Tay });
                    self.state.transfer(Cpu::A, cpu);
                }
                _ => {
                    // There is no transfer between X and Y, so the value goes through memory.
                    self.flush(r);
                    self.clobber(cpu);
                    let home = self.home(r);
                    self.emit(Self::load_op(cpu), Mode::Absolute, home);
                    self.state.set(cpu, Some(r), None);
                }
            },
            Byte::Const(n) => self.load_number(cpu, n),
            Byte::Undef => {}
            Byte::Lo(..) | Byte::Hi(..) => {
                self.clobber(cpu);
                let arg = self.half(byte);
                self.emit(Self::load_op(cpu), Mode::Immediate, arg);
                self.state.set(cpu, None, None);
            }
            Byte::Mem(addr) => {
                let op = Self::load_op(cpu);
                match self.try_address(&addr, op) {
                    Some((mode, arg)) => {
                        self.clobber(cpu);
                        self.emit(op, mode, arg);
                        self.state.set(cpu, None, None);
                    }
                    None => {
                        let (mode, arg) = self.address(&addr, M::Lda);
                        self.clobber(Cpu::A);
                        self.emit(M::Lda, mode, arg);
                        self.state.set(Cpu::A, None, None);
                        self.clobber(cpu);
                        self.implied(if cpu == Cpu::X { M::Tax } else { M::Tay });
                        self.state.transfer(Cpu::A, cpu);
                    }
                }
            }
        }
    }

    /// Loads Y with a byte and increments it, or decrements it by one: an indirect address has no room for an offset besides an
    /// index. The sum fits in a byte. Neither A nor the carry is changed.
    fn bring_beyond(&mut self, index: Reg, by: u8) {
        let from = match self.state.held(Cpu::Y).beyond {
            Some((reg, from)) if reg == index && (1..=by.saturating_add(1)).contains(&from) => from,
            _ => {
                self.bring(Cpu::Y, Byte::Reg(index));
                0
            }
        };
        if from != by {
            self.clobber(Cpu::Y);
            if from > by {
                self.implied(M::Dey);
            }
            for _ in from..by {
                self.implied(M::Iny);
            }
            self.state.set_beyond(Cpu::Y, index, by);
        }
    }

    /// Returns the operand of an arithmetic instruction. A is not changed.
    pub(super) fn operand(&mut self, byte: Byte, op: M) -> (Mode, Arg) {
        let operand = match byte {
            Byte::Const(n) => (Mode::Immediate, Arg::Imm(n)),
            Byte::Undef => (Mode::Immediate, Arg::Imm(0)),
            Byte::Lo(..) | Byte::Hi(..) => (Mode::Immediate, self.half(byte)),
            Byte::Reg(r) => {
                self.flush(r);
                (Mode::Absolute, self.home(r))
            }
            Byte::Mem(addr) => {
                self.locked[Cpu::A as usize] = true;
                let operand = self.address(&addr, op);
                self.locked[Cpu::A as usize] = false;
                operand
            }
        };
        self.read(byte);
        operand
    }

    /// Returns addressing mode and operand for an address. Loads index registers as needed, but never A if it is locked.
    pub(super) fn address(&mut self, addr: &Addr, op: M) -> (Mode, Arg) {
        self.try_address(addr, op)
            .unwrap_or_else(|| panic!("select: {}: no addressing mode for {} {addr}", self.name, op.name()))
    }

    /// Returns the same, or `None` if the instruction has no such mode.
    pub(super) fn try_address(&mut self, addr: &Addr, op: M) -> Option<(Mode, Arg)> {
        let has = |mode| crate::mos::isa::lookup(op, mode).is_some();
        match addr.base {
            Base::Ptr(lo, hi, disp) => {
                if !has(Mode::IndirectY) {
                    return None;
                }
                let pointer = self.pointer(lo, hi, addr.index);
                match addr.index {
                    Some(index) => self.bring_beyond(index, disp),
                    None => self.bring(Cpu::Y, Byte::Const(disp)),
                }
                Some((Mode::IndirectY, pointer))
            }
            Base::Sym(..) | Base::Fixed(_) => {
                let arg = match addr.base {
                    Base::Sym(sym, offset) => Arg::Mem(self.label_of(sym), offset),
                    Base::Fixed(address) => Arg::Abs(address),
                    Base::Ptr(..) => unreachable!("handled above"),
                };
                let Some(index) = addr.index else { return Some((Mode::Absolute, arg)) };
                let (x, y) = (has(Mode::AbsoluteX), has(Mode::AbsoluteY));
                let cpu = match (x, y) {
                    (false, false) => return None,
                    (true, false) => Cpu::X,
                    (false, true) => Cpu::Y,
                    (true, true) => self.choose_index(index),
                };
                self.bring(cpu, Byte::Reg(index));
                Some((if cpu == Cpu::X { Mode::AbsoluteX } else { Mode::AbsoluteY }, arg))
            }
        }
    }

    /// Returns the better of X and Y for an index.
    pub(super) fn choose_index(&self, index: Reg) -> Cpu {
        for cpu in [Cpu::X, Cpu::Y] {
            if self.state.holds(cpu, index) {
                return cpu;
            }
        }
        match (self.locked[Cpu::X as usize], self.locked[Cpu::Y as usize]) {
            (true, false) => return Cpu::Y,
            (false, true) => return Cpu::X,
            _ => {}
        }
        // The loss: nothing, a value whose memory is up to date, or a value to be stored; a later next use is better.
        let cost = |cpu: Cpu| {
            self.state
                .held(cpu)
                .regs
                .iter()
                .filter(|r| self.needed(**r))
                .map(|r| {
                    let soon = self.next_use(*r);
                    1 + if self.state.dirty.contains(r) { 2 } else { 0 } + 4usize.saturating_sub(soon)
                })
                .max()
                .unwrap_or(0)
        };
        if cost(Cpu::X) <= cost(Cpu::Y) { Cpu::X } else { Cpu::Y }
    }

    /// Returns how many operations away the next use of a register is.
    pub(super) fn next_use(&self, reg: Reg) -> usize {
        let block = &self.func.blocks[self.current.0 as usize];
        for (distance, (inst, _)) in block.insts.iter().skip(self.at + 1).take(8).enumerate() {
            let mut used = false;
            inst.uses(&mut |r| used |= r == reg);
            if used {
                return distance;
            }
        }
        8
    }

    /// Returns the zero-page pointer for two registers: their own memory if it is a pair, otherwise a scratch pointer. A is not changed.
    fn pointer(&mut self, lo: Reg, hi: Reg, index: Option<Reg>) -> Arg {
        let (low, high) = (self.classes.class(lo), self.classes.class(hi));
        if self.classes.pairs.get(&low) == Some(&high) {
            self.flush(lo);
            self.flush(hi);
            self.out.pairs.insert(low, high);
            // Both bytes are accessed even if nothing else references them.
            let weight = self.live.frequency[self.current.0 as usize];
            *self.out.touched.entry(high).or_default() += weight;
            return Arg::Home(low.0);
        }
        let slots = self.program.memory.pointers();
        if let Some(slot) = self.state.pointers.iter().position(|p| *p == Some((lo, hi))) {
            return Arg::Abs(slots[slot]);
        }
        let slot = usize::from(self.state.pointers[0].is_some() && self.state.pointers[1].is_none());
        // X transfers the bytes unless it must be preserved; otherwise Y, which is needed for the index or displacement only afterwards.
        let cpu = if self.locked[Cpu::X as usize]
            || index.is_some_and(|i| self.state.holds(Cpu::X, i) && !self.state.holds(Cpu::Y, i))
        {
            Cpu::Y
        } else {
            Cpu::X
        };
        for (i, reg) in [lo, hi].into_iter().enumerate() {
            let address = slots[slot] + i as u16;
            match self.state.find(reg) {
                Some(held) => self.absolute(Self::store_op(held), address),
                None => {
                    self.bring(cpu, Byte::Reg(reg));
                    self.absolute(Self::store_op(cpu), address);
                }
            }
        }
        self.state.pointers[slot] = Some((lo, hi));
        Arg::Abs(slots[slot])
    }

    /// Returns whether a register is mostly used as an index.
    pub(super) fn wants_index(&self, reg: Reg) -> bool {
        let class = self.classes.class(reg).0 as usize;
        self.classes.index_weight[class] > self.classes.other_weight[class]
    }

    pub(super) fn load(&mut self, dst: Reg, addr: &Addr) {
        if self.wants_index(dst) && !matches!(addr.base, Base::Ptr(..)) {
            // Directly into the index register that the address does not use.
            let cpu = match addr.index {
                Some(index) if self.state.holds(Cpu::X, index) => Cpu::Y,
                Some(index) if self.state.holds(Cpu::Y, index) => Cpu::X,
                _ => Cpu::Y,
            };
            let op = Self::load_op(cpu);
            if let Some((mode, arg)) = self.try_address(addr, op) {
                self.read(Byte::Mem(*addr));
                self.clobber(cpu);
                self.emit(op, mode, arg);
                self.define(cpu, dst);
                return;
            }
        }
        let (mode, arg) = self.address(addr, M::Lda);
        self.read(Byte::Mem(*addr));
        self.clobber(Cpu::A);
        self.emit(M::Lda, mode, arg);
        self.define(Cpu::A, dst);
    }

    pub(super) fn store(&mut self, addr: &Addr, src: Byte) {
        // A value or a constant in X or Y is stored to an unindexed address directly.
        if addr.index.is_none() && !matches!(addr.base, Base::Ptr(..)) {
            let cpu = match src {
                Byte::Reg(r) => self.state.find(r),
                Byte::Const(n) => self.state.find_number(n),
                _ => None,
            };
            if let Some(cpu) = cpu {
                let (mode, arg) = self.address(addr, Self::store_op(cpu));
                self.emit(Self::store_op(cpu), mode, arg);
                self.read(src);
                return;
            }
        }
        let in_a = matches!(src, Byte::Reg(r) if self.state.holds(Cpu::A, r));
        let index_in_a = addr.index.is_some_and(|i| self.state.find(i) == Some(Cpu::A));
        if !in_a && index_in_a && !matches!(src, Byte::Mem(_)) {
            let (mode, arg) = self.address(addr, M::Sta);
            self.load_a(src);
            self.emit(M::Sta, mode, arg);
            return;
        }
        self.load_a(src);
        self.locked[Cpu::A as usize] = true;
        let (mode, arg) = self.address(addr, M::Sta);
        self.emit(M::Sta, mode, arg);
    }

    pub(super) fn bump(&mut self, addr: &Addr, bytes: u8, down: bool) {
        let op = if down { M::Dec } else { M::Inc };
        let done = (bytes > 1).then(|| self.program.label(".carry"));
        for i in 0..bytes {
            let addr = addr.plus(i).unwrap_or_else(|| panic!("select: {}: counting by pointer", self.name));
            let (mode, arg) = self.address(&addr, op);
            self.emit(op, mode, arg);
            self.state.flags = None;
            if let Some(done) = done.filter(|_| i + 1 < bytes) {
                self.jump_to_label(M::Bne, done);
            }
        }
        if let Some(done) = done {
            self.here(done);
        }
    }

    pub(super) fn copy(&mut self, dst: Reg, src: Byte) {
        match src {
            Byte::Undef => self.define_home(dst),
            Byte::Reg(r) => {
                if self.state.find(r).is_none() {
                    self.load_a(src);
                }
                let cpu = self.state.find(r).expect("just loaded");
                self.read(src);
                self.state.kill(dst);
                if self.same_home(dst, r) && !self.state.dirty.contains(&r) {
                    self.state.also(cpu, dst);
                } else {
                    self.state.also(cpu, dst);
                    self.state.dirty.insert(dst);
                }
            }
            src => {
                self.load_a(src);
                self.clobber(Cpu::A);
                self.define(Cpu::A, dst);
            }
        }
    }

    /// Makes the copies at the end of a block, all at once.
    pub(super) fn copies(&mut self, copies: &[(Reg, Byte)]) {
        let target = self.func.blocks[self.current.0 as usize].term.successors();
        let arrive = target.first().and_then(|t| self.arrive.get(t)).cloned().unwrap_or_default();
        let defined: Vec<Reg> = copies.iter().map(|c| c.0).collect();
        let mut moves: Vec<(Reg, Byte)> = Vec::new();
        let mut last: Vec<(Cpu, Reg, Byte)> = Vec::new();
        for &(dst, src) in copies {
            match (arrive.get(&dst), src) {
                (Some(&cpu), src) => last.push((cpu, dst, src)),
                (None, Byte::Reg(r)) if self.same_home(dst, r) => self.flush(r),
                (None, src) => moves.push((dst, src)),
            }
        }
        // A value that is passed on in a register may be overwritten in memory by a move before it is loaded.
        let clash = |dst: Reg, this: &Self, last: &[(Cpu, Reg, Byte)]| {
            last.iter().any(|l| matches!(l.2, Byte::Reg(r) if this.same_home(r, dst)))
        };
        let mut late: Vec<(Cpu, Reg, Byte)> = Vec::new();
        for entry in last {
            let clashes = matches!(entry.2, Byte::Reg(r) if moves.iter().any(|m| self.same_home(m.0, r)));
            if clashes && entry.0 != Cpu::A {
                // Loaded first and kept there while A moves the others.
                self.load_index(entry.0, entry.2);
                self.locked[entry.0 as usize] = true;
                late.push((entry.0, entry.1, Byte::Undef));
                continue;
            }
            late.push(entry);
        }
        let mut on_stack: Option<Reg> = None;
        if let Some(i) = late.iter().position(|l| l.0 == Cpu::A)
            && moves.iter().any(|m| clash(m.0, self, &late[i..=i]))
        {
            let (_, dst, src) = late.remove(i);
            self.load_a(src);
            self.implied(M::Pha);
            on_stack = Some(dst);
        }
        self.move_homes(moves);
        for r in &defined {
            if !late.iter().any(|l| l.1 == *r) {
                self.forget_old(*r, copies);
            }
        }
        // X and Y before A, so that A may be used for them.
        late.sort_by_key(|l| std::cmp::Reverse(l.0));
        for (cpu, _, src) in late {
            match (cpu, src) {
                (_, Byte::Undef) => {}
                (Cpu::A, src) => self.load_a(src),
                (cpu, src) => self.load_index(cpu, src),
            }
            self.clobber(cpu);
            self.state.set(cpu, None, None);
            self.state.flags = None;
            self.locked[cpu as usize] = true;
        }
        if let Some(dst) = on_stack {
            self.clobber(Cpu::A);
            self.implied(M::Pla);
            self.state.flags = None;
            self.state.kill(dst);
        }
    }

    /// Makes copies into memory, all at once: a home is written only when no other copy still reads it. If every home is still
    /// read, one source is kept on the stack.
    fn move_homes(&mut self, mut moves: Vec<(Reg, Byte)>) {
        // The memory of every source must be up to date before registers are overwritten.
        for &(_, src) in &moves {
            if let Byte::Reg(r) = src
                && self.state.dirty.contains(&r)
                && (self.needed_after(r) || self.state.find(r) != Some(Cpu::A))
            {
                self.flush(r);
            }
        }
        let mut pushed: Vec<Reg> = Vec::new();
        while !moves.is_empty() {
            let free = moves.iter().position(|(dst, _)| {
                !moves.iter().any(|(d, s)| d != dst && matches!(s, Byte::Reg(r) if self.same_home(*r, *dst)))
            });
            match free {
                Some(i) => {
                    let (dst, src) = moves.remove(i);
                    self.move_home(dst, src);
                }
                None => {
                    let (dst, src) = moves.remove(0);
                    self.load_a(src);
                    self.implied(M::Pha);
                    pushed.push(dst);
                }
            }
        }
        for dst in pushed.into_iter().rev() {
            self.clobber(Cpu::A);
            self.implied(M::Pla);
            self.state.flags = None;
            let home = self.home(dst);
            self.emit(M::Sta, Mode::Absolute, home);
            self.define_home(dst);
        }
    }

    /// Forgets the old value of a phi's register, unless the copy just made it current.
    fn forget_old(&mut self, reg: Reg, copies: &[(Reg, Byte)]) {
        let same =
            copies.iter().any(|(d, s)| *d == reg && matches!(s, Byte::Reg(r) if self.same_home(*r, reg)));
        if same {
            self.state.kill(reg);
        }
    }

    /// Moves one byte to the memory of a register.
    fn move_home(&mut self, dst: Reg, src: Byte) {
        let home = self.home(dst);
        let cpu = match src {
            Byte::Reg(r) => self.state.find(r),
            Byte::Const(n) => self.state.find_number(n),
            _ => None,
        };
        let cpu = cpu.unwrap_or_else(|| {
            self.load_a(src);
            Cpu::A
        });
        self.read(src);
        self.emit(Self::store_op(cpu), Mode::Absolute, home);
        self.state.kill(dst);
        self.state.also(cpu, dst);
    }
}
