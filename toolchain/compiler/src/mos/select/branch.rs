//! Conditions and block ends.

use super::Select;
use super::state::{Cpu, State};
use crate::Error;
use crate::fault::{self, Fault};
use crate::lower::lir::{Bb, Byte, Cmp, Cond, Reg, Term};
use crate::mos::code::{Arg, Item, Label};
use crate::mos::isa::{Mnemonic as M, Mode};

/// Switches with at least this many cases that are close together become jump tables.
const TABLE_CASES: usize = 6;
/// The maximum number of entries of a jump table per case.
const TABLE_SPARSE: u128 = 3;

impl Select<'_> {
    pub(super) fn term(&mut self, term: &Term) -> Result<(), Error> {
        self.flush_needed();
        match term {
            Term::Jump(to) => {
                self.record(*to);
                self.jump(*to);
            }
            Term::Branch { cond, then, other } => self.branching(|this| {
                if this.next == Some(*then) {
                    this.branch_to(cond, false, *other);
                    this.record(*then);
                } else {
                    this.branch_to(cond, true, *then);
                    this.record(*other);
                    this.jump(*other);
                }
            }),
            Term::Switch { value, cases, default } => {
                self.branching(|this| this.switch(value, cases, *default));
            }
            Term::Ret(bytes) => self.ret(bytes),
            Term::Stop => {
                self.out.stops.insert(self.out.items.len());
            }
        }
        Ok(())
    }

    /// Records what is known on an edge into a block.
    fn record(&mut self, to: Bb) {
        let state = self.state.clone();
        self.record_state(to, &state);
    }

    fn record_state(&mut self, to: Bb, state: &State) {
        match self.edges.get_mut(&to) {
            Some((ways, known)) => {
                *ways += 1;
                known.meet(state);
            }
            None => {
                self.edges.insert(to, (1, state.clone()));
            }
        }
    }

    fn jump(&mut self, to: Bb) {
        if self.next != Some(to) {
            self.emit(M::Jmp, Mode::Absolute, Arg::Mem(self.labels[to.0 as usize], 0));
        }
    }

    fn branch_to(&mut self, cond: &Cond, sense: bool, to: Bb) {
        let label = self.labels[to.0 as usize];
        self.branch_if(cond, sense, label);
        if let Some(state) = self.joins.remove(&label) {
            self.record_state(to, &state);
        }
    }

    /// Branches to a label if the condition is `sense`, otherwise falls through.
    pub(super) fn branch_if(&mut self, cond: &Cond, sense: bool, to: Label) {
        match cond {
            Cond::Const(b) => {
                if *b == sense {
                    self.jump_to_label(M::Jmp, to);
                }
            }
            Cond::Carry => self.jump_to_label(if sense { M::Bcs } else { M::Bcc }, to),
            Cond::Not(inner) => self.branch_if(inner, !sense, to),
            Cond::And(a, b) | Cond::Or(a, b) => {
                // The value of one part that decides the whole condition.
                let decides = matches!(cond, Cond::Or(..));
                if decides == sense {
                    self.branch_if(a, sense, to);
                    self.branch_if(b, sense, to);
                } else {
                    let skip = self.program.label(".skip");
                    self.branch_if(a, !sense, skip);
                    self.branch_if(b, sense, to);
                    self.here(skip);
                }
            }
            Cond::Cmp(Cmp::Eq, a, b) => self.branch_equal(a, b, sense, to),
            Cond::Cmp(Cmp::Ult, a, b) => self.branch_below(a, b, sense, to),
            Cond::Cmp(Cmp::Slt, a, b) => self.branch_less(a, b, sense, to),
        }
    }

    fn branch_equal(&mut self, a: &[Byte], b: &[Byte], sense: bool, to: Label) {
        if a.len() > 1 && b.iter().all(|b| *b == Byte::Const(0)) {
            // All bytes zero: OR them together.
            self.load_a(a[0]);
            let length = a.len() - usize::from(fault::is(Fault::LostHighByte));
            for &byte in &a[1..length] {
                let (mode, arg) = self.operand(byte, M::Ora);
                self.clobber(Cpu::A);
                self.emit(M::Ora, mode, arg);
                self.state.set(Cpu::A, None, None);
            }
            self.jump_to_label(if sense { M::Beq } else { M::Bne }, to);
            return;
        }
        let skip = (sense && a.len() > 1).then(|| self.program.label(".skip"));
        for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
            self.compare(x, y, true);
            match skip {
                None => self.jump_to_label(if sense { M::Beq } else { M::Bne }, to),
                Some(_) if i + 1 == a.len() => self.jump_to_label(M::Beq, to),
                Some(skip) => self.jump_to_label(M::Bne, skip),
            }
        }
        if let Some(skip) = skip {
            self.here(skip);
        }
    }

    fn branch_below(&mut self, a: &[Byte], b: &[Byte], sense: bool, to: Label) {
        self.carry_from(a, b);
        let sense = sense ^ (fault::is(Fault::BranchSense) && a.len() > 2);
        self.jump_to_label(if sense { M::Bcc } else { M::Bcs }, to);
    }

    /// Leaves the carry clear if `a` is below `b`.
    fn carry_from(&mut self, a: &[Byte], b: &[Byte]) {
        self.compare(a[0], b[0], false);
        for (&x, &y) in a.iter().zip(b).skip(1) {
            self.load_a(x);
            let (mode, arg) = self.operand(y, M::Sbc);
            self.clobber(Cpu::A);
            self.emit(M::Sbc, mode, arg);
            self.state.set(Cpu::A, None, None);
            self.state.flags = None;
        }
    }

    fn branch_less(&mut self, a: &[Byte], b: &[Byte], sense: bool, to: Label) {
        let top = a.len() - 1;
        let sign_only = b.iter().all(|b| *b == Byte::Const(0));
        if sign_only {
            self.test(a[top]);
            self.jump_to_label(if sense { M::Bmi } else { M::Bpl }, to);
            return;
        }
        if a.len() == 1 {
            self.load_a(a[0]);
            let (mode, arg) = self.operand(b[0], M::Sbc);
            self.implied(M::Sec);
            self.clobber(Cpu::A);
            self.emit(M::Sbc, mode, arg);
            self.state.set(Cpu::A, None, None);
        } else {
            self.carry_from(a, b);
        }
        self.state.forget(Cpu::A);
        // N is the sign of the difference unless it overflowed.
        let skip = self.program.label(".sign");
        self.jump_to_label(M::Bvc, skip);
        if !fault::is(Fault::OverflowIgnored) {
            self.immediate(M::Eor, 0x80);
        }
        self.here(skip);
        self.state.forget(Cpu::A);
        // BVC leaves N as set by SBC, EOR as the corrected sign.
        self.jump_to_label(if sense { M::Bmi } else { M::Bpl }, to);
    }

    /// Sets N and Z according to a byte.
    fn test(&mut self, byte: Byte) {
        if let Byte::Reg(r) = byte
            && let Some(cpu) = self.state.find(r)
        {
            if self.state.flags.is_some_and(|f| self.state.holds(f, r)) {
                self.read(byte);
                return;
            }
            let op = [M::Cmp, M::Cpx, M::Cpy][cpu as usize];
            self.immediate(op, 0);
            self.read(byte);
            self.state.flags = Some(cpu);
            return;
        }
        self.load_a(byte);
        if self.state.flags != Some(Cpu::A) {
            self.immediate(M::Cmp, 0);
            self.state.flags = Some(Cpu::A);
        }
    }

    /// Compares two bytes; with `zero`, only Z matters.
    fn compare(&mut self, x: Byte, y: Byte, zero: bool) {
        if zero && y == Byte::Const(0) {
            return self.test(x);
        }
        // For equality the sides may be exchanged.
        let (x, y) = match (x, y) {
            (x, Byte::Reg(r)) if zero && self.state.find(r).is_some() && !self.in_register(x) => (y, x),
            (Byte::Const(_), y) if zero => (y, x),
            _ => (x, y),
        };
        if let Byte::Reg(r) = x {
            for (cpu, op) in [(Cpu::X, M::Cpx), (Cpu::Y, M::Cpy)] {
                let direct = matches!(y, Byte::Const(_) | Byte::Reg(_));
                if self.state.holds(cpu, r) && !self.state.holds(Cpu::A, r) && direct {
                    self.read(x);
                    let (mode, arg) = self.operand(y, op);
                    self.emit(op, mode, arg);
                    self.state.flags = None;
                    return;
                }
            }
        }
        self.load_a(x);
        let (mode, arg) = self.operand(y, M::Cmp);
        self.emit(M::Cmp, mode, arg);
        self.state.flags = None;
    }

    fn in_register(&self, byte: Byte) -> bool {
        matches!(byte, Byte::Reg(r) if self.state.find(r).is_some())
    }

    /// Computes a condition as a byte.
    pub(super) fn set(&mut self, dst: Reg, cond: &Cond) {
        self.flush_needed();
        let (below, negated) = match cond {
            Cond::Cmp(Cmp::Ult, a, b) => (Some((a, b)), false),
            Cond::Not(inner) => match &**inner {
                Cond::Cmp(Cmp::Ult, a, b) => (Some((a, b)), true),
                _ => (None, false),
            },
            _ => (None, false),
        };
        if let Some((a, b)) = below {
            // The carry is the inverted result.
            self.carry_from(a, b);
            self.clobber(Cpu::A);
            self.immediate(M::Lda, 0);
            self.emit(M::Rol, Mode::Accumulator, Arg::None);
            if !negated {
                self.immediate(M::Eor, 1);
            }
            self.define(Cpu::A, dst);
            return;
        }
        self.branching(|this| this.set_by_branch(cond));
        self.define(Cpu::A, dst);
    }

    /// Sets A to 1 if the condition holds, otherwise to 0.
    fn set_by_branch(&mut self, cond: &Cond) {
        let (no, done) = (self.program.label(".false"), self.program.label(".set"));
        self.branch_if(cond, false, no);
        self.clobber(Cpu::A);
        self.immediate(M::Lda, 1);
        // Always taken: 1 is not zero.
        self.state.forget(Cpu::A);
        self.jump_to_label(M::Bne, done);
        if let Some(state) = self.joins.remove(&no) {
            self.state = state;
        }
        self.out.items.push(Item::Label(no));
        self.clobber(Cpu::A);
        self.immediate(M::Lda, 0);
        self.state.forget(Cpu::A);
        self.here(done);
    }

    fn switch(&mut self, value: &[Byte], cases: &[(u128, Bb)], default: Bb) {
        if let [byte] = value
            && cases.len() >= TABLE_CASES
        {
            let low = cases.iter().map(|c| c.0).min().unwrap_or(0);
            let high = cases.iter().map(|c| c.0).max().unwrap_or(0);
            let entries = high - low + 1;
            if entries <= TABLE_SPARSE * cases.len() as u128 && entries <= 255 {
                return self.jump_table(*byte, low as u8, entries as u8, cases, default);
            }
        }
        if let [byte] = value {
            // One load, then a comparison for each case.
            self.load_a(*byte);
            for &(n, to) in cases {
                if n != 0 || self.state.flags != Some(Cpu::A) {
                    self.immediate(M::Cmp, n as u8);
                    self.state.flags = if n == 0 { Some(Cpu::A) } else { None };
                }
                self.record(to);
                self.emit(M::Beq, Mode::Relative, Arg::Mem(self.labels[to.0 as usize], 0));
            }
        } else {
            for &(n, to) in cases {
                let number: Vec<Byte> = (0..value.len()).map(|i| Byte::Const((n >> (8 * i)) as u8)).collect();
                let used = self.pending.clone();
                if (n, to) != cases[cases.len() - 1] {
                    self.pending.extend(value.iter().filter_map(|b| b.reg()));
                }
                self.branch_to(&Cond::Cmp(Cmp::Eq, value.to_vec(), number), true, to);
                self.pending = used;
            }
        }
        self.record(default);
        self.jump(default);
    }

    fn jump_table(&mut self, byte: Byte, low: u8, entries: u8, cases: &[(u128, Bb)], default: Bb) {
        self.load_a(byte);
        if low != 0 {
            self.implied(M::Sec);
            self.clobber(Cpu::A);
            self.immediate(M::Sbc, low);
            self.state.set(Cpu::A, None, None);
        }
        self.immediate(M::Cmp, entries);
        self.state.flags = None;
        self.record(default);
        self.emit(M::Bcs, Mode::Relative, Arg::Mem(self.labels[default.0 as usize], 0));
        self.clobber(Cpu::X);
        self.implied(M::Tax);
        let (lo, hi) = (self.program.label(".targets.lo"), self.program.label(".targets.hi"));
        self.clobber(Cpu::A);
        self.emit(M::Lda, Mode::AbsoluteX, Arg::Mem(lo, 0));
        let vector = self.program.memory.vector();
        self.absolute(M::Sta, vector);
        self.emit(M::Lda, Mode::AbsoluteX, Arg::Mem(hi, 0));
        self.absolute(M::Sta, vector + 1);
        self.emit(M::Jmp, Mode::Indirect, Arg::Abs(vector));
        let targets: Vec<Bb> = (0..u128::from(entries))
            .map(|i| {
                cases
                    .iter()
                    .find(|c| c.0 + u128::from(fault::is(Fault::JumpTable)) == i + u128::from(low))
                    .map_or(default, |c| c.1)
            })
            .collect();
        self.state.set(Cpu::A, None, None);
        self.state.set(Cpu::X, None, None);
        self.state.flags = None;
        let mut seen = Vec::new();
        for &to in cases.iter().map(|c| &c.1).chain([&default]) {
            // Each edge counts once, as in the switch's successors; the default's was recorded above.
            seen.push(to);
        }
        seen.pop();
        if targets.contains(&default) {
            let state = self.state.clone();
            if let Some((_, known)) = self.edges.get_mut(&default) {
                known.meet(&state);
            }
        }
        for to in seen {
            self.record(to);
        }
        self.out.items.push(Item::Label(lo));
        for to in &targets {
            self.out.items.push(Item::LoByte(self.labels[to.0 as usize], 0));
        }
        self.out.items.push(Item::Label(hi));
        for to in &targets {
            self.out.items.push(Item::HiByte(self.labels[to.0 as usize], 0));
        }
    }
}
