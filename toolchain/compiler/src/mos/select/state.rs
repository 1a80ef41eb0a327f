//! The state of the three registers during selection.

use crate::lower::convention::Loc;
use crate::lower::lir::Reg;
use std::collections::BTreeSet;

/// A register of the 6502 that can hold a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Cpu {
    A,
    X,
    Y,
}

impl Cpu {
    /// Returns the register in which a byte is passed, if it is one that can hold a value.
    pub fn of(loc: Loc) -> Option<Cpu> {
        match loc {
            Loc::A => Some(Cpu::A),
            Loc::X => Some(Cpu::X),
            Loc::Y => Some(Cpu::Y),
            Loc::Carry | Loc::Arg(_) | Loc::More(_) | Loc::Param(..) => None,
        }
    }
}

/// All three registers.
pub const CPUS: [Cpu; 3] = [Cpu::A, Cpu::X, Cpu::Y];

/// The known contents of one register.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Held {
    /// Virtual registers that have this value.
    pub regs: Vec<Reg>,
    /// Its value, if it is a constant.
    pub number: Option<u8>,
    /// A virtual register and the offset from it.
    pub beyond: Option<(Reg, u8)>,
}

/// The state at one point of the code.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct State {
    held: [Held; 3],
    /// Virtual registers whose memory is out of date; each is in a register.
    pub dirty: BTreeSet<Reg>,
    /// The register that N and Z reflect.
    pub flags: Option<Cpu>,
    /// The pointers held in the two scratch pointers.
    pub pointers: [Option<(Reg, Reg)>; 2],
}

impl State {
    /// Returns the known contents of a register.
    pub fn held(&self, cpu: Cpu) -> &Held {
        &self.held[cpu as usize]
    }

    /// Returns the register that holds a virtual register, A first.
    pub fn find(&self, reg: Reg) -> Option<Cpu> {
        CPUS.into_iter().find(|c| self.held(*c).regs.contains(&reg))
    }

    /// Returns the register that holds a number.
    pub fn find_number(&self, n: u8) -> Option<Cpu> {
        CPUS.into_iter().find(|c| self.held(*c).number == Some(n))
    }

    /// Returns whether a register holds a virtual register.
    pub fn holds(&self, cpu: Cpu, reg: Reg) -> bool {
        self.held(cpu).regs.contains(&reg)
    }

    /// Forgets the contents of a register.
    pub fn forget(&mut self, cpu: Cpu) {
        self.held[cpu as usize] = Held::default();
        if self.flags == Some(cpu) {
            self.flags = None;
        }
    }

    /// Records that a register now holds this value; N and Z then reflect it.
    pub fn set(&mut self, cpu: Cpu, reg: Option<Reg>, number: Option<u8>) {
        self.held[cpu as usize] = Held { regs: reg.into_iter().collect(), number, beyond: None };
        self.flags = Some(cpu);
    }

    /// Records that a register now holds a virtual register plus an offset.
    pub fn set_beyond(&mut self, cpu: Cpu, reg: Reg, by: u8) {
        self.set(cpu, Some(reg).filter(|_| by == 0), None);
        self.held[cpu as usize].beyond = Some((reg, by)).filter(|_| by > 0);
    }

    /// Records that one register was copied to another.
    pub fn transfer(&mut self, from: Cpu, to: Cpu) {
        self.held[to as usize] = self.held[from as usize].clone();
        self.flags = Some(to);
    }

    /// Records that another virtual register has the value of one that is held.
    pub fn also(&mut self, cpu: Cpu, reg: Reg) {
        self.held[cpu as usize].regs.push(reg);
    }

    /// Records that a virtual register got a new value elsewhere, so that no register holds it any more.
    pub fn kill(&mut self, reg: Reg) {
        for held in &mut self.held {
            held.regs.retain(|r| *r != reg);
            held.beyond = held.beyond.filter(|beyond| beyond.0 != reg);
        }
        self.dirty.remove(&reg);
        for pointer in &mut self.pointers {
            if pointer.is_some_and(|(lo, hi)| lo == reg || hi == reg) {
                *pointer = None;
            }
        }
    }

    /// Keeps what is known on both incoming edges. Nothing may be dirty on one edge only.
    pub fn meet(&mut self, other: &State) {
        for (a, b) in self.held.iter_mut().zip(&other.held) {
            a.regs.retain(|r| b.regs.contains(r));
            if a.number != b.number {
                a.number = None;
            }
            if a.beyond != b.beyond {
                a.beyond = None;
            }
        }
        if self.flags != other.flags {
            self.flags = None;
        }
        for (a, b) in self.pointers.iter_mut().zip(&other.pointers) {
            if a != b {
                *a = None;
            }
        }
    }
}
