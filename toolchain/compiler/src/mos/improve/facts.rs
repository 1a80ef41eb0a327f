//! Numbers the places that can hold a value in a function: registers, flags, homes, scratch pointers.

use crate::mos::code::{Arg, Ins, Label};
use crate::mos::isa::{Access, Mnemonic as M, Mode, Set};
use std::collections::BTreeMap;

/// A place by number.
pub type Place = usize;
/// The accumulator.
pub const A: Place = 0;
/// Index register X.
pub const X: Place = 1;
/// Index register Y.
pub const Y: Place = 2;
/// N and Z: the value that they reflect.
pub const NZ: Place = 3;
/// The carry.
pub const C: Place = 4;
/// The overflow flag.
pub const V: Place = 5;
/// The first place in memory.
pub const MEMORY: Place = 6;

/// An address that belongs to a function alone: in the zero page, or an offset from a label.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Own {
    /// A zero-page address.
    Zp(u16),
    /// Label + offset.
    Frame(Label, i32),
}

/// Facts about a function that calls may lead back into.
#[derive(Debug)]
pub struct Recursion {
    /// The memory in which it is passed arguments.
    pub params: Vec<Own>,
    /// The routine that saves its homes.
    pub saves: Label,
}

/// Facts about a function.
#[derive(Debug)]
pub struct Facts<'a> {
    /// The places of zero-page addresses.
    zero_page: Vec<Option<Place>>,
    /// The two scratch pointers.
    scratch: [u16; 2],
    /// The places of offsets from labels.
    frames: BTreeMap<(Label, i32), Place>,
    fixed: &'a [Option<u16>],
    /// The registers in which routines take arguments; routines that are not listed may use any.
    passed: &'a BTreeMap<Label, Set>,
    /// How many places there are.
    pub count: usize,
    /// The registers in which the function returns results.
    returned: Set,
    /// If calls may lead back into it, the places in which it is passed arguments, and the routine that saves its homes.
    recursion: Option<(Vec<Place>, Label)>,
    /// The highest possible addresses of the program's variables, as far as they are bounded.
    highest: Option<&'a BTreeMap<Label, u16>>,
}

impl<'a> Facts<'a> {
    /// Creates the facts of a function with these homes, and scratch pointers at those addresses. `fixed` has the addresses of
    /// labels that are already known, by number; `passed` the registers that a routine reads; `returned` those that hold the
    /// function's result.
    pub fn new(
        homes: impl Iterator<Item = Own>,
        scratch: [u16; 2],
        fixed: &'a [Option<u16>],
        passed: &'a BTreeMap<Label, Set>,
        returned: Set,
        recursion: Option<Recursion>,
    ) -> Facts<'a> {
        let pointers = scratch.into_iter().flat_map(|at| [at, at + 1]).map(Own::Zp);
        let mut own: Vec<Own> = homes.chain(pointers).collect();
        own.sort_unstable();
        own.dedup();
        let mut facts = Facts {
            zero_page: vec![None; 256],
            scratch,
            frames: BTreeMap::new(),
            fixed,
            passed,
            count: MEMORY + own.len(),
            returned,
            recursion: None,
            highest: None,
        };
        for (i, own) in own.into_iter().enumerate() {
            match own {
                Own::Zp(at) => facts.zero_page[usize::from(at)] = Some(MEMORY + i),
                Own::Frame(label, offset) => {
                    facts.frames.insert((label, offset), MEMORY + i);
                }
            }
        }
        facts.recursion = recursion.map(|Recursion { params, saves }| {
            let place = |own: Own| match own {
                Own::Zp(at) => facts.zero_page(at),
                Own::Frame(label, offset) => facts.frames.get(&(label, offset)).copied(),
            };
            (params.into_iter().filter_map(place).collect(), saves)
        });
        facts
    }

    /// Returns the same facts with the highest possible addresses of variables.
    #[must_use]
    pub fn with_highest(self, highest: &'a BTreeMap<Label, u16>) -> Facts<'a> {
        Facts { highest: Some(highest), ..self }
    }

    /// Returns a bound of the high byte of label + offset.
    pub fn highest_page(&self, label: Label, offset: i32) -> u8 {
        let at = self.fixed(label).or_else(|| self.highest.and_then(|all| all.get(&label).copied()));
        // Below the label, the address might wrap around to a page below zero.
        let last = at.filter(|_| offset >= 0).map(|at| i32::from(at).saturating_add(offset));
        last.and_then(|last| u16::try_from(last).ok()).map_or(u8::MAX, |last| last.to_be_bytes()[0])
    }

    /// Returns the place of a zero-page address, if it has one.
    fn zero_page(&self, at: u16) -> Option<Place> {
        self.zero_page.get(usize::from(at)).copied().flatten()
    }

    /// Returns the address of a label, if it is already known.
    fn fixed(&self, label: Label) -> Option<u16> {
        self.fixed.get(label.0 as usize).copied().flatten()
    }

    /// Returns the place of an operand in the function's own memory.
    pub fn place(&self, arg: Arg) -> Option<Place> {
        match arg {
            Arg::Abs(at) => self.zero_page(at),
            Arg::Mem(label, offset) => match self.fixed(label) {
                Some(at) => self.zero_page((i32::from(at) + offset) as u16),
                None => self.frames.get(&(label, offset)).copied(),
            },
            _ => None,
        }
    }

    /// Returns whether an instruction's operand is memory of the program, where reads and writes have no side effects.
    pub fn is_plain_memory(&self, ins: &Ins) -> bool {
        match ins.arg {
            Arg::Mem(label, _) => self.fixed(label).is_none_or(|at| at < 256),
            _ => self.operand(ins).is_some(),
        }
    }

    /// Returns the place that an instruction reads or writes as its unindexed operand.
    pub fn operand(&self, ins: &Ins) -> Option<Place> {
        if ins.mode == Mode::Absolute { self.place(ins.arg) } else { None }
    }

    /// Returns whether an instruction only affects places: it can be removed if those are not read.
    pub fn local(&self, ins: &Ins) -> bool {
        let simple = match ins.mode {
            Mode::Implied | Mode::Accumulator | Mode::Immediate => true,
            Mode::Absolute => self.place(ins.arg).is_some(),
            _ => false,
        };
        let outside = Set::S | Set::D | Set::I;
        simple
            && !matches!(ins.op.access(), Access::Leave | Access::Target)
            && !ins.op.writes(ins.mode).meets(outside)
            && ins.op != M::Nop
    }

    /// Calls `read` and `write` on the places that an instruction reads and certainly overwrites. A call, or an instruction that
    /// leaves the function, reads what its target may need.
    pub fn effects(&self, ins: &Ins, read: &mut impl FnMut(Place), write: &mut impl FnMut(Place)) {
        if ins.op.access() == Access::Leave || ins.op == M::Jmp {
            return self.leave(ins, read, write);
        }
        let (reads, writes) = (ins.op.reads(ins.mode), ins.op.writes(ins.mode));
        for (set, place) in [(Set::A, A), (Set::X, X), (Set::Y, Y), (Set::C, C), (Set::V, V)] {
            if reads.meets(set) {
                read(place);
            }
            if writes.meets(set) {
                write(place);
            }
        }
        if reads.meets(Set::N | Set::Z) {
            read(NZ);
        }
        if writes.meets(Set::Z) {
            write(NZ);
        }
        match ins.mode {
            Mode::Absolute => {
                if let Some(place) = self.place(ins.arg) {
                    match ins.op.access() {
                        Access::Write => write(place),
                        Access::Modify => {
                            read(place);
                            write(place);
                        }
                        _ => read(place),
                    }
                }
            }
            Mode::IndirectY => {
                let next = match ins.arg {
                    Arg::Abs(at) => Arg::Abs(at + 1),
                    Arg::Mem(label, offset) => Arg::Mem(label, offset + 1),
                    arg => arg,
                };
                self.place(ins.arg).into_iter().chain(self.place(next)).for_each(read);
            }
            // Indexed access to the function's own homes only comes from assembly.
            Mode::ZeroPageX | Mode::ZeroPageY | Mode::IndirectX => (MEMORY..self.count).for_each(&mut *read),
            _ => {}
        }
    }

    fn leave(&self, ins: &Ins, read: &mut impl FnMut(Place), write: &mut impl FnMut(Place)) {
        let mut all = |registers: Set| {
            for (set, place) in [(Set::A, A), (Set::X, X), (Set::Y, Y), (Set::C, C)] {
                if registers.meets(set) {
                    read(place);
                }
            }
        };
        match (ins.op, ins.mode) {
            (M::Rts, _) => all(self.returned),
            (M::Jsr, _) => {
                let passed = match ins.arg {
                    Arg::Mem(label, 0) => self.passed.get(&label).copied().unwrap_or(Set::ALL),
                    _ => Set::ALL,
                };
                all(passed);
                self.read_by_call(ins.arg).for_each(&mut *read);
                [A, X, Y, C, NZ, V].into_iter().for_each(write);
            }
            // Through a table: the successors determine what is read.
            (M::Jmp, Mode::Indirect) => {}
            _ => (0..self.count).for_each(read),
        }
    }

    /// Returns the places in memory that a call may read. Only a call that leads back into the function reads any. It finds its
    /// arguments there and reads nothing else that it has not written itself; the function saves and restores what it still needs
    /// after the call with its own instructions and routines. Nothing is known about unlisted routines.
    fn read_by_call(&self, to: Arg) -> impl Iterator<Item = Place> + '_ {
        let known = |label: Label, saves: Label| label != saves && self.passed.contains_key(&label);
        let (params, all) = match (&self.recursion, to) {
            (None, _) => (&[][..], None),
            (Some((params, saves)), Arg::Mem(label, 0)) if known(label, *saves) => (&params[..], None),
            (Some(_), _) => (&[][..], Some(MEMORY..self.count)),
        };
        params.iter().copied().chain(all.into_iter().flatten())
    }

    /// Returns the places whose value a call may change.
    pub fn changed_by_call(&self) -> impl Iterator<Item = Place> + '_ {
        let scratch =
            self.scratch.into_iter().flat_map(|at| [at, at + 1]).filter_map(|at| self.zero_page(at));
        let all = self.recursion.is_some().then_some(MEMORY..self.count).into_iter().flatten();
        [A, X, Y, NZ, C, V].into_iter().chain(scratch).chain(all)
    }
}
