//! Sums, differences, bitwise operations and shifts.

use super::Select;
use super::state::Cpu;
use crate::fault::{self, Fault};
use crate::lower::lir::{Byte, Logic, Reg, Shift};
use crate::mos::code::Arg;
use crate::mos::isa::{Mnemonic as M, Mode};

impl Select<'_> {
    pub(super) fn add(&mut self, dst: &[Reg], a: &[Byte], b: &[Byte]) {
        let swapped = matches!((a[0], b[0]), (Byte::Const(_), Byte::Reg(_) | Byte::Mem(_)));
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        match (dst, a, b) {
            ([dst], [Byte::Reg(r)], [Byte::Const(1)]) if self.step(*dst, *r, false) => return,
            ([dst], [Byte::Reg(r)], [Byte::Const(0xff)]) if self.step(*dst, *r, true) => return,
            _ => {}
        }
        if self.count_up(dst, a, b) || self.carry_settle(dst, a, b, false) {
            return;
        }
        // Of two registers, the one in A comes first.
        let second_in_a = matches!(b[0], Byte::Reg(r) if self.state.holds(Cpu::A, r));
        let (a, b) = if second_in_a { (b, a) } else { (a, b) };
        for i in 0..dst.len() {
            let (mut x, mut y) = (a[i], b[i]);
            if i > 0 && matches!(x, Byte::Const(_)) {
                std::mem::swap(&mut x, &mut y);
            }
            self.load_a(x);
            let (mode, arg) = self.operand(y, M::Adc);
            if i == 0 || fault::is(Fault::LostCarry) {
                self.implied(M::Clc);
            }
            self.clobber(Cpu::A);
            self.emit(M::Adc, mode, arg);
            self.define(Cpu::A, dst[i]);
        }
    }

    pub(super) fn sub(&mut self, dst: &[Reg], a: &[Byte], b: &[Byte]) {
        match (dst, a, b) {
            ([dst], [Byte::Reg(r)], [Byte::Const(1)]) if self.step(*dst, *r, true) => return,
            ([dst], [Byte::Reg(r)], [Byte::Const(0xff)]) if self.step(*dst, *r, false) => return,
            _ => {}
        }
        if self.carry_settle(dst, a, b, true) {
            return;
        }
        for i in 0..dst.len() {
            self.load_a(a[i]);
            let (mode, arg) = self.operand(b[i], M::Sbc);
            if i == 0 && !fault::is(Fault::UnknownBorrow) {
                self.implied(M::Sec);
            }
            self.clobber(Cpu::A);
            self.emit(M::Sbc, mode, arg);
            self.define(Cpu::A, dst[i]);
        }
    }

    /// Adds or subtracts one, in X, Y or memory; returns `false` if A is the better place.
    fn step(&mut self, dst: Reg, r: Reg, down: bool) -> bool {
        let cpu = match self.state.find(r) {
            Some(Cpu::A) if !self.state.holds(Cpu::X, r) && !self.state.holds(Cpu::Y, r) => {
                if !self.wants_index(dst) {
                    return false;
                }
                None
            }
            Some(_) if self.state.holds(Cpu::X, r) => Some(Cpu::X),
            Some(_) => Some(Cpu::Y),
            None if self.wants_index(dst) => None,
            None => {
                if self.same_home(dst, r) && !self.needed_after(r) {
                    let home = self.home(r);
                    self.read(Byte::Reg(r));
                    self.emit(if down { M::Dec } else { M::Inc }, Mode::Absolute, home);
                    self.state.kill(r);
                    self.define_home(dst);
                    self.state.flags = None;
                    return true;
                }
                return false;
            }
        };
        let cpu = cpu.unwrap_or_else(|| {
            let cpu = self.choose_index(r);
            self.load_index(cpu, Byte::Reg(r));
            cpu
        });
        self.read(Byte::Reg(r));
        self.clobber(cpu);
        self.implied(match (cpu, down) {
            (Cpu::X, false) => M::Inx,
            (Cpu::X, true) => M::Dex,
            (_, false) => M::Iny,
            (_, true) => M::Dey,
        });
        self.define(cpu, dst);
        true
    }

    /// Increments several bytes in place: each byte changes only if the one below became zero.
    fn count_up(&mut self, dst: &[Reg], a: &[Byte], b: &[Byte]) -> bool {
        let one = dst.len() > 1 && b[0] == Byte::Const(1) && b[1..].iter().all(|b| *b == Byte::Const(0));
        let old: Vec<Reg> = a.iter().filter_map(|a| a.reg()).collect();
        let in_place = |(d, r): (&Reg, &Reg)| {
            self.same_home(*d, *r)
                && !self.needed_after(*r)
                && !self.state.dirty.contains(r)
                && old.iter().filter(|o| *o == r).count() == 1
        };
        if !one
            || old.len() < dst.len()
            || !dst.iter().zip(&old).all(in_place)
            || self.state.holds(Cpu::A, old[0])
        {
            return false;
        }
        for &r in &old {
            self.read(Byte::Reg(r));
        }
        for r in dst.iter().chain(&old) {
            self.state.kill(*r);
        }
        self.state.flags = None;
        let done = self.program.label(".carry");
        for (i, &r) in dst.iter().enumerate() {
            let home = self.home(r);
            self.emit(M::Inc, Mode::Absolute, home);
            if i + 1 < dst.len() {
                self.jump_to_label(M::Bne, done);
            }
        }
        self.here(done);
        true
    }

    /// Adds a byte to a number (or subtracts it) in place: the upper bytes change only if there is a carry.
    fn carry_settle(&mut self, dst: &[Reg], a: &[Byte], b: &[Byte], down: bool) -> bool {
        let ([d0, d1], [Byte::Reg(a0), Byte::Reg(a1)], [low, Byte::Const(0)]) = (dst, a, b) else {
            return false;
        };
        let (d0, d1, a0, a1) = (*d0, *d1, *a0, *a1);
        if !self.same_home(d1, a1) || self.needed_after(a1) || self.state.dirty.contains(&a1) || a1 == a0 {
            return false;
        }
        if down && !matches!(low, Byte::Const(_) | Byte::Reg(_) | Byte::Mem(_)) {
            return false;
        }
        self.load_a(Byte::Reg(a0));
        let (mode, arg) = self.operand(*low, if down { M::Sbc } else { M::Adc });
        self.implied(if down { M::Sec } else { M::Clc });
        self.clobber(Cpu::A);
        self.emit(if down { M::Sbc } else { M::Adc }, mode, arg);
        self.define(Cpu::A, d0);
        // Both paths must leave the same state behind: store before they split.
        self.flush(d0);
        self.read(Byte::Reg(a1));
        self.state.kill(a1);
        self.state.kill(d1);
        self.state.flags = None;
        let high = self.home(d1);
        if down {
            // Without a borrow nothing happens; DEC subtracts one whatever the byte is.
            let skip = self.program.label(".borrow");
            self.jump_to_label(M::Bcs, skip);
            self.emit(M::Dec, Mode::Absolute, high);
            self.here(skip);
        } else {
            let skip = self.program.label(".carry");
            self.jump_to_label(M::Bcc, skip);
            self.emit(M::Inc, Mode::Absolute, high);
            self.here(skip);
        }
        true
    }

    pub(super) fn logic(&mut self, op: Logic, dst: Reg, a: Byte, b: Byte) {
        let op = match op {
            Logic::And => M::And,
            Logic::Or => M::Ora,
            Logic::Xor => M::Eor,
        };
        let rank = |byte: Byte| match byte {
            Byte::Reg(r) if self.state.holds(Cpu::A, r) => 0,
            Byte::Reg(r) if self.state.dirty.contains(&r) => 1,
            Byte::Mem(_) => 2,
            Byte::Reg(_) => 3,
            _ => 4,
        };
        let (a, b) = if rank(b) < rank(a) { (b, a) } else { (a, b) };
        self.load_a(a);
        let (mode, arg) = self.operand(b, op);
        self.clobber(Cpu::A);
        self.emit(op, mode, arg);
        self.define(Cpu::A, dst);
    }

    pub(super) fn shift(&mut self, op: Shift, dst: &[Reg], a: &[Byte], by: u8) {
        if let ([dst], [a]) = (dst, a) {
            return self.shift_byte(op, *dst, *a, by);
        }
        // One end stays in A, the others are shifted in memory; the carry propagates from the end where it originates.
        let top = dst.len() - 1;
        let order: Vec<usize> = (0..top).collect();
        let stays = |i: usize| matches!(a[i], Byte::Reg(r) if self.same_home(dst[i], r));
        if op == Shift::Shl && by == 1 && !order.iter().all(|i| stays(*i)) {
            return self.double(dst, a);
        }
        for &i in &order {
            self.settle(dst[i], a[i]);
        }
        self.load_a(a[top]);
        self.clobber(Cpu::A);
        for _ in 0..by {
            match op {
                Shift::Shl => {
                    for &i in &order {
                        let home = self.home(dst[i]);
                        self.emit(if i == 0 { M::Asl } else { M::Rol }, Mode::Absolute, home);
                    }
                    self.emit(M::Rol, Mode::Accumulator, Arg::None);
                }
                Shift::LShr | Shift::AShr => {
                    if op == Shift::AShr && !fault::is(Fault::LostSign) {
                        self.immediate(M::Cmp, 0x80);
                        self.emit(M::Ror, Mode::Accumulator, Arg::None);
                    } else {
                        self.emit(M::Lsr, Mode::Accumulator, Arg::None);
                    }
                    for &i in order.iter().rev() {
                        let home = self.home(dst[i]);
                        self.emit(M::Ror, Mode::Absolute, home);
                    }
                }
            }
        }
        self.define(Cpu::A, dst[top]);
        self.state.flags = (op == Shift::Shl).then_some(Cpu::A);
    }

    /// Shifts several bytes left by one, each through A from its source to its destination, unless it stays in place. Neither loads
    /// nor stores change the carry. If all but the highest stay in place, the highest is better loaded first: it may already be in
    /// A at the start of a loop.
    fn double(&mut self, dst: &[Reg], a: &[Byte]) {
        let top = dst.len() - 1;
        for (i, (&dst, &src)) in dst.iter().zip(a).enumerate() {
            let op = if i == 0 { M::Asl } else { M::Rol };
            let home = self.home(dst);
            match src {
                Byte::Reg(r) if i < top && self.same_home(dst, r) => {
                    self.settle(dst, src);
                    self.emit(op, Mode::Absolute, home);
                }
                src => {
                    self.load_a(src);
                    self.clobber(Cpu::A);
                    self.emit(op, Mode::Accumulator, Arg::None);
                    if i == top {
                        self.define(Cpu::A, dst);
                        continue;
                    }
                    self.emit(M::Sta, Mode::Absolute, home);
                    self.define_home(dst);
                }
            }
        }
        self.state.flags = Some(Cpu::A);
    }

    /// Moves a byte to the memory of a register and nowhere else.
    fn settle(&mut self, dst: Reg, src: Byte) {
        if let Byte::Reg(r) = src
            && self.same_home(dst, r)
        {
            self.flush(r);
            self.read(src);
            self.state.kill(r);
            self.state.kill(dst);
            return;
        }
        self.load_a(src);
        let home = self.home(dst);
        self.emit(M::Sta, Mode::Absolute, home);
        self.define_home(dst);
    }

    fn shift_byte(&mut self, op: Shift, dst: Reg, a: Byte, by: u8) {
        if let Byte::Reg(r) = a
            && by == 1
            && op != Shift::AShr
            && self.state.find(r).is_none()
            && self.same_home(dst, r)
            && !self.needed_after(r)
            && self.next_use(dst) > 1
        {
            let home = self.home(r);
            self.read(a);
            self.emit(if op == Shift::Shl { M::Asl } else { M::Lsr }, Mode::Absolute, home);
            self.state.kill(r);
            self.define_home(dst);
            self.state.flags = None;
            return;
        }
        self.load_a(a);
        self.clobber(Cpu::A);
        match (op, by) {
            (Shift::AShr, 7) => {
                // Shifts the sign into the carry and the carry into all bits.
                self.emit(M::Asl, Mode::Accumulator, Arg::None);
                self.immediate(M::Lda, 0);
                self.immediate(M::Adc, 0xff);
                self.immediate(M::Eor, 0xff);
            }
            (Shift::AShr, by) => {
                for _ in 0..by {
                    self.immediate(M::Cmp, 0x80);
                    self.emit(M::Ror, Mode::Accumulator, Arg::None);
                }
            }
            (Shift::LShr, 5..=7) => {
                // Rotates the other way: through the carry to the low bits.
                for _ in 0..9 - by - u8::from(fault::is(Fault::ShiftOffByOne)) {
                    self.emit(M::Rol, Mode::Accumulator, Arg::None);
                }
                self.immediate(M::And, 0xff >> by);
            }
            (Shift::Shl, 6..=7) => {
                for _ in 0..9 - by {
                    self.emit(M::Ror, Mode::Accumulator, Arg::None);
                }
                self.immediate(M::And, 0xff << by);
            }
            (op, by) => {
                let op = if op == Shift::Shl { M::Asl } else { M::Lsr };
                for _ in 0..by {
                    self.emit(op, Mode::Accumulator, Arg::None);
                }
            }
        }
        self.define(Cpu::A, dst);
    }
}
