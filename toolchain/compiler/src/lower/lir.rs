//! The byte form: SSA registers of eight bits, and operations that keep their carries internal.
//!
//! Sums, differences, shifts and comparisons name all their bytes at once, low byte first, so that a
//! carry is never a value. Conditions stay trees until a branch or a [`Inst::Set`] needs them.

use super::convention::Loc;
use crate::ir::sources::SourceId;
use crate::ir::{Signature, Symbol};
use std::fmt;

/// A virtual register of one byte, defined once (after `phis` leaves SSA, phis are defined once per predecessor).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Reg(pub u32);

/// A block of a [`Func`]: index into [`Func::blocks`]; 0 is the entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Bb(pub u32);

/// An entity whose address is known when the program is linked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Sym {
    /// A global of the program.
    Global(Symbol),
    /// A symbol defined elsewhere, whose address may also be given as a number.
    Extern(Symbol),
    /// A function as the target of indirect calls: its thunk if it needs one.
    Entry(Symbol),
    /// A local object of a function that is never active twice: `(function, number)`.
    Object(Symbol, u32),
}

/// One byte to read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Byte {
    /// A number.
    Const(u8),
    /// Low byte of an address.
    Lo(Sym, i32),
    /// High byte of an address.
    Hi(Sym, i32),
    /// A register.
    Reg(Reg),
    /// A byte in memory, read where it is used; created by `tidy` from a load with one use.
    Mem(Addr),
    /// Any value.
    Undef,
}

impl Byte {
    /// The register, if it is one.
    pub fn reg(self) -> Option<Reg> {
        match self {
            Byte::Reg(r) => Some(r),
            _ => None,
        }
    }
}

/// The start of an address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Base {
    /// Symbol + offset.
    Sym(Sym, i32),
    /// A number.
    Fixed(u16),
    /// A pointer in two registers (low, high) plus 0..=255.
    Ptr(Reg, Reg, u8),
}

/// An address: base plus an unsigned byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Addr {
    /// Where it starts.
    pub base: Base,
    /// The index. A pointer base with an index has no constant offset of its own.
    pub index: Option<Reg>,
    /// The largest value the index can have; 0 without one.
    pub limit: u8,
}

/// Bitwise operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Logic {
    And,
    Or,
    Xor,
}

/// Shift by a constant of 1 to 7.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Shift {
    Shl,
    LShr,
    AShr,
}

/// A comparison that the flags can express.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Cmp {
    Eq,
    Ult,
    Slt,
}

/// A condition, evaluated where it is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cond {
    /// Always or never.
    Const(bool),
    /// The bit that the last shift of the block moved out; only at the end of the block.
    Carry,
    /// A comparison of numbers with equal byte counts.
    Cmp(Cmp, Vec<Byte>, Vec<Byte>),
    /// The negation.
    Not(Box<Cond>),
    /// Both.
    And(Box<Cond>, Box<Cond>),
    /// Either.
    Or(Box<Cond>, Box<Cond>),
}

impl Cond {
    /// Whether a byte is not zero.
    pub fn nonzero(byte: Byte) -> Cond {
        Cond::Cmp(Cmp::Eq, vec![byte], vec![Byte::Const(0)]).not()
    }

    /// The opposite.
    #[allow(clippy::should_implement_trait)]
    pub fn not(self) -> Cond {
        match self {
            Cond::Const(b) => Cond::Const(!b),
            Cond::Not(c) => *c,
            c => Cond::Not(Box::new(c)),
        }
    }

    /// Returns the number of comparisons.
    pub fn size(&self) -> usize {
        match self {
            Cond::Const(_) => 0,
            Cond::Carry | Cond::Cmp(..) => 1,
            Cond::Not(c) => c.size(),
            Cond::And(a, b) | Cond::Or(a, b) => a.size() + b.size(),
        }
    }
}

/// The target of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A function of the module.
    Function(Symbol),
    /// A symbol defined in assembly or at a fixed address.
    Extern(Symbol),
    /// A routine of `mos::runtime`.
    Runtime(&'static str),
    /// The function at the address in these bytes, and its signature.
    #[allow(missing_docs)]
    Indirect { lo: Byte, hi: Byte, signature: Signature },
    /// Assembly text with all operands substituted.
    Asm(String),
}

/// A call: bytes in, bytes out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The target.
    pub target: Target,
    /// The bytes passed.
    pub ins: Vec<(Loc, Byte)>,
    /// The bytes returned.
    pub outs: Vec<(Loc, Reg)>,
    /// Whether it may be dropped if nothing reads its results.
    pub pure: bool,
}

/// One operation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Inst {
    Copy {
        dst: Reg,
        src: Byte,
    },
    /// Parallel copies, from leaving SSA at the end of a block.
    Copies(Vec<(Reg, Byte)>),
    Add {
        dst: Vec<Reg>,
        a: Vec<Byte>,
        b: Vec<Byte>,
    },
    Sub {
        dst: Vec<Reg>,
        a: Vec<Byte>,
        b: Vec<Byte>,
    },
    Logic {
        op: Logic,
        dst: Reg,
        a: Byte,
        b: Byte,
    },
    /// Shifts by 1 to 7.
    Shift {
        op: Shift,
        dst: Vec<Reg>,
        a: Vec<Byte>,
        by: u8,
    },
    Load {
        dst: Reg,
        addr: Addr,
        volatile: bool,
    },
    Store {
        addr: Addr,
        src: Byte,
        volatile: bool,
    },
    /// Increments a number of several bytes in memory (or decrements a byte).
    Bump {
        addr: Addr,
        bytes: u8,
        down: bool,
    },
    /// 1 if the condition holds, else 0.
    Set {
        dst: Reg,
        cond: Cond,
    },
    Call(Call),
    /// Reserves bytes on the software stack for a local object of a function that may be active twice.
    Reserve {
        lo: Reg,
        hi: Reg,
        size: u16,
    },
}

/// The end of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Term {
    Jump(Bb),
    Branch {
        cond: Cond,
        then: Bb,
        other: Bb,
    },
    Switch {
        value: Vec<Byte>,
        cases: Vec<(u128, Bb)>,
        default: Bb,
    },
    Ret(Vec<Byte>),
    /// Never reached.
    Stop,
}

/// A phi: its register and the byte it takes from each predecessor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phi {
    /// The register defined.
    pub dst: Reg,
    /// The byte taken when coming from that block.
    pub from: Vec<(Bb, Byte)>,
}

/// The identity of a block in a profile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Origin {
    /// The block of the typed SSA from which it was created.
    pub block: u32,
    /// Its number among the blocks created from that one, in the order of creation; 0 is where that block begins.
    pub part: u32,
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its name, for the listing.
    pub name: String,
    /// Its identity, for profiles.
    pub origin: Origin,
    /// How often it ran, if a profile knows it.
    pub count: Option<u64>,
    /// Phis; empty once out of SSA.
    pub phis: Vec<Phi>,
    /// Operations with the place in the Rust source that each comes from.
    pub insts: Vec<(Inst, SourceId)>,
    /// The terminator.
    pub term: Term,
}

/// A function in the byte form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Func {
    /// Its symbol.
    pub symbol: Symbol,
    /// Its parameters byte by byte: the first comes in A, the second in X, the rest in its own memory.
    pub params: Vec<Reg>,
    /// How many bytes it returns.
    pub returns: u32,
    /// Blocks.
    pub blocks: Vec<Block>,
    /// How many registers there are.
    pub regs: u32,
    /// Size, alignment and name of its static local objects.
    pub objects: Vec<(u32, u32, String)>,
    /// The number of bytes that it reserves on the software stack on entry.
    pub reserved: u16,
    /// Whether it may be active more than once at a time.
    pub recursive: bool,
    /// Whether size matters more than speed.
    pub small: bool,
    /// The function's profile data.
    pub ran: Ran,
}

/// The profile data of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ran {
    /// Nothing.
    #[default]
    Unknown,
    /// It never ran.
    Never,
    /// How often its blocks ran.
    Counted {
        /// The count of the program's most frequent block.
        most: u64,
    },
}

impl Term {
    /// Returns the possible successors.
    pub fn successors(&self) -> Vec<Bb> {
        match self {
            Term::Jump(b) => vec![*b],
            Term::Branch { then, other, .. } => vec![*then, *other],
            Term::Switch { cases, default, .. } => {
                cases.iter().map(|c| c.1).chain(std::iter::once(*default)).collect()
            }
            Term::Ret(_) | Term::Stop => Vec::new(),
        }
    }

    /// Calls `f` on every byte read.
    pub fn reads(&self, f: &mut impl FnMut(Byte)) {
        match self {
            Term::Branch { cond, .. } => cond.reads(f),
            Term::Switch { value, .. } => value.iter().for_each(|b| f(*b)),
            Term::Ret(bytes) => bytes.iter().for_each(|b| f(*b)),
            Term::Jump(_) | Term::Stop => {}
        }
    }

    /// Calls `f` on every byte read, to change it.
    pub fn reads_mut(&mut self, f: &mut impl FnMut(&mut Byte)) {
        match self {
            Term::Branch { cond, .. } => cond.reads_mut(f),
            Term::Switch { value, .. } => value.iter_mut().for_each(f),
            Term::Ret(bytes) => bytes.iter_mut().for_each(f),
            Term::Jump(_) | Term::Stop => {}
        }
    }
}

impl Cond {
    /// Calls `f` on every byte read.
    pub fn reads(&self, f: &mut impl FnMut(Byte)) {
        match self {
            Cond::Const(_) | Cond::Carry => {}
            Cond::Cmp(_, a, b) => a.iter().chain(b).for_each(|b| f(*b)),
            Cond::Not(c) => c.reads(f),
            Cond::And(a, b) | Cond::Or(a, b) => {
                a.reads(f);
                b.reads(f);
            }
        }
    }

    /// Calls `f` on every byte read, to change it.
    pub fn reads_mut(&mut self, f: &mut impl FnMut(&mut Byte)) {
        match self {
            Cond::Const(_) | Cond::Carry => {}
            Cond::Cmp(_, a, b) => a.iter_mut().chain(b).for_each(f),
            Cond::Not(c) => c.reads_mut(f),
            Cond::And(a, b) | Cond::Or(a, b) => {
                a.reads_mut(f);
                b.reads_mut(f);
            }
        }
    }
}

impl Addr {
    /// Whether two accesses of one byte may alias.
    pub fn may_alias(&self, other: &Addr) -> bool {
        let span = |offset: i32, addr: &Addr| (offset, offset + i32::from(addr.limit));
        let meet = |a: (i32, i32), b: (i32, i32)| a.0 <= b.1 && b.0 <= a.1;
        match (self.base, other.base) {
            (Base::Sym(s, o), Base::Sym(t, p)) => s == t && meet(span(o, self), span(p, other)),
            (Base::Fixed(o), Base::Fixed(p)) => meet(span(o.into(), self), span(p.into(), other)),
            (Base::Fixed(_), Base::Sym(s, _)) | (Base::Sym(s, _), Base::Fixed(_)) => {
                matches!(s, Sym::Extern(_))
            }
            _ => true,
        }
    }

    /// Returns the address `bytes` bytes further on; `None` through a pointer.
    pub fn plus(&self, bytes: u8) -> Option<Addr> {
        let base = match self.base {
            Base::Sym(sym, offset) => Base::Sym(sym, offset + i32::from(bytes)),
            Base::Fixed(address) => Base::Fixed(address.checked_add(bytes.into())?),
            Base::Ptr(..) => return None,
        };
        Some(Addr { base, ..*self })
    }

    /// Returns the registers of this address.
    pub fn regs(&self) -> impl Iterator<Item = Reg> + use<> {
        let (lo, hi) = match self.base {
            Base::Ptr(lo, hi, _) => (Some(lo), Some(hi)),
            _ => (None, None),
        };
        lo.into_iter().chain(hi).chain(self.index)
    }
}

impl Inst {
    /// Calls `f` on every byte read; addresses of loads and stores do not count as bytes read.
    pub fn reads(&self, f: &mut impl FnMut(Byte)) {
        match self {
            Inst::Copy { src, .. } | Inst::Store { src, .. } => f(*src),
            Inst::Copies(copies) => copies.iter().for_each(|c| f(c.1)),
            Inst::Add { a, b, .. } | Inst::Sub { a, b, .. } => a.iter().chain(b).for_each(|b| f(*b)),
            Inst::Logic { a, b, .. } => {
                f(*a);
                f(*b);
            }
            Inst::Shift { a, .. } => a.iter().for_each(|b| f(*b)),
            Inst::Set { cond, .. } => cond.reads(f),
            Inst::Call(call) => {
                call.ins.iter().for_each(|i| f(i.1));
                if let Target::Indirect { lo, hi, .. } = &call.target {
                    f(*lo);
                    f(*hi);
                }
            }
            Inst::Load { .. } | Inst::Bump { .. } | Inst::Reserve { .. } => {}
        }
    }

    /// Calls `f` on every byte read, to change it.
    pub fn reads_mut(&mut self, f: &mut impl FnMut(&mut Byte)) {
        match self {
            Inst::Copy { src, .. } | Inst::Store { src, .. } => f(src),
            Inst::Copies(copies) => copies.iter_mut().for_each(|c| f(&mut c.1)),
            Inst::Add { a, b, .. } | Inst::Sub { a, b, .. } => a.iter_mut().chain(b).for_each(f),
            Inst::Logic { a, b, .. } => {
                f(a);
                f(b);
            }
            Inst::Shift { a, .. } => a.iter_mut().for_each(f),
            Inst::Set { cond, .. } => cond.reads_mut(f),
            Inst::Call(call) => {
                call.ins.iter_mut().for_each(|i| f(&mut i.1));
                if let Target::Indirect { lo, hi, .. } = &mut call.target {
                    f(lo);
                    f(hi);
                }
            }
            Inst::Load { .. } | Inst::Bump { .. } | Inst::Reserve { .. } => {}
        }
    }

    /// Returns the address of a load, store or bump.
    pub fn addr(&self) -> Option<Addr> {
        match self {
            Inst::Load { addr, .. } | Inst::Store { addr, .. } | Inst::Bump { addr, .. } => Some(*addr),
            _ => None,
        }
    }

    /// Calls `f` on every register used, those of addresses included.
    pub fn uses(&self, f: &mut impl FnMut(Reg)) {
        self.reads(&mut |byte| byte_uses(byte, f));
        if let Some(addr) = self.addr() {
            addr.regs().for_each(f);
        }
    }

    /// Calls `f` on every register defined.
    pub fn defs(&self, f: &mut impl FnMut(Reg)) {
        match self {
            Inst::Copy { dst, .. }
            | Inst::Logic { dst, .. }
            | Inst::Load { dst, .. }
            | Inst::Set { dst, .. } => f(*dst),
            Inst::Copies(copies) => copies.iter().for_each(|c| f(c.0)),
            Inst::Add { dst, .. } | Inst::Sub { dst, .. } | Inst::Shift { dst, .. } => {
                dst.iter().for_each(|r| f(*r));
            }
            Inst::Call(call) => call.outs.iter().for_each(|o| f(o.1)),
            Inst::Reserve { lo, hi, .. } => {
                f(*lo);
                f(*hi);
            }
            Inst::Store { .. } | Inst::Bump { .. } => {}
        }
    }

    /// Whether it must be kept even if nothing reads its results.
    pub fn has_effect(&self) -> bool {
        match self {
            Inst::Store { .. } | Inst::Bump { .. } | Inst::Reserve { .. } | Inst::Copies(_) => true,
            Inst::Load { volatile, .. } => *volatile,
            Inst::Call(call) => !call.pure,
            _ => false,
        }
    }
}

/// Calls `f` on every register that reading a byte uses.
pub fn byte_uses(byte: Byte, f: &mut impl FnMut(Reg)) {
    match byte {
        Byte::Reg(r) => f(r),
        Byte::Mem(addr) => addr.regs().for_each(f),
        _ => {}
    }
}

impl Term {
    /// Calls `f` on every register used.
    pub fn uses(&self, f: &mut impl FnMut(Reg)) {
        self.reads(&mut |byte| byte_uses(byte, f));
    }
}

impl Func {
    /// Creates a register.
    pub fn reg(&mut self) -> Reg {
        self.regs += 1;
        Reg(self.regs - 1)
    }

    /// Returns the predecessors of every block, in order, each once per edge.
    pub fn predecessors(&self) -> Vec<Vec<Bb>> {
        let mut preds = vec![Vec::new(); self.blocks.len()];
        for (i, block) in self.blocks.iter().enumerate() {
            for s in block.term.successors() {
                preds[s.0 as usize].push(Bb(i as u32));
            }
        }
        preds
    }
}

impl fmt::Display for Byte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Byte::Const(n) => write!(f, "${n:02x}"),
            Byte::Lo(s, o) => write!(f, "<{s}{o:+}"),
            Byte::Hi(s, o) => write!(f, ">{s}{o:+}"),
            Byte::Reg(r) => write!(f, "r{}", r.0),
            Byte::Mem(a) => write!(f, "[{a}]"),
            Byte::Undef => write!(f, "?"),
        }
    }
}

impl fmt::Display for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sym::Global(s) | Sym::Extern(s) => write!(f, "@{}", s.0),
            Sym::Entry(s) => write!(f, "&@{}", s.0),
            Sym::Object(s, n) => write!(f, "@{}.{n}", s.0),
        }
    }
}

impl fmt::Display for Addr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.base {
            Base::Sym(s, o) => write!(f, "{s}{o:+}")?,
            Base::Fixed(n) => write!(f, "${n:04x}")?,
            Base::Ptr(lo, hi, o) => write!(f, "(r{}:r{})+{o}", hi.0, lo.0)?,
        }
        match self.index {
            Some(r) => write!(f, ",r{}", r.0),
            None => Ok(()),
        }
    }
}
