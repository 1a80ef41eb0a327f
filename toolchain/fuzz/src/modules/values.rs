//! The building blocks of random modules: value types, signatures, and the data shared by all functions of a module.

use std::collections::BTreeSet;

use super::module::Inst;
use crate::random::Random;

/// The number of bytes that every function with a pointer parameter may access through it.
pub const REACH: u32 = 16;

/// The work of one call that a caller may still afford.
pub const AFFORDABLE: u64 = 1500;

/// The types of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    /// An integer of this many bits, 1 to 128.
    Int(u32),
    /// A pointer.
    Ptr,
}

/// The types used for arithmetic, the common ones more often.
pub const NUMBERS: [Ty; 8] = [Ty::I8, Ty::I8, Ty::I8, Ty::I16, Ty::I16, Ty::I16, Ty::I32, Ty::I64];

impl Ty {
    /// A condition.
    pub const I1: Ty = Ty::Int(1);
    /// A byte.
    pub const I8: Ty = Ty::Int(8);
    /// As wide as a pointer.
    pub const I16: Ty = Ty::Int(16);
    /// Four bytes.
    pub const I32: Ty = Ty::Int(32);
    /// Eight bytes.
    pub const I64: Ty = Ty::Int(64);
    /// Sixteen bytes, the widest there is.
    pub const I128: Ty = Ty::Int(128);

    /// Returns the type in LLVM IR.
    pub fn text(self) -> String {
        match self {
            Ty::Int(bits) => format!("i{bits}"),
            Ty::Ptr => "ptr".to_string(),
        }
    }

    /// Returns the width in bits.
    pub fn bits(self) -> u32 {
        match self {
            Ty::Int(bits) => bits,
            Ty::Ptr => 16,
        }
    }

    /// Returns the size in memory, in bytes.
    pub fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// Returns whether it fills its bytes: only such values are read from memory that something else wrote.
    pub fn is_whole(self) -> bool {
        self.bits().is_multiple_of(8)
    }

    /// Returns a value that replaces one that was dropped.
    pub fn zero(self) -> &'static str {
        match self {
            Ty::I1 => "false",
            Ty::Ptr => "@g0",
            Ty::Int(_) => "0",
        }
    }

    /// Returns a number, truncated to the type, in LLVM syntax.
    pub fn literal(self, n: i128) -> String {
        let unused = 128 - self.bits();
        match self {
            Ty::I1 => (n & 1 == 1).to_string(),
            _ => (n << unused >> unused).to_string(),
        }
    }

    /// Returns a likely edge case, in LLVM syntax.
    pub fn constant(self, random: &mut Random) -> String {
        let bits = self.bits().into();
        let n = match random.below(4) {
            0 => random.of(&[0i128, 1, 1, 2, 3, 5, 7, 10, 100]),
            1 => random.of(&[-1i128, -2, 127, 128, 255, 256, 257, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff]),
            2 => 1i128 << random.below(bits),
            _ => (0..5).fold(0, |n, _| n << 31 ^ i128::from(random.bits())) >> random.below(bits),
        };
        self.literal(n)
    }
}

/// The interface of a function as seen by its callers.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Name, with `@`.
    pub name: String,
    /// Types of the parameters.
    pub params: Vec<Ty>,
    /// Types of the results: none, one or two.
    pub results: Vec<Ty>,
    /// Whether the first parameter bounds the recursion depth: callers pass less than 4.
    pub recursive: bool,
    /// The approximate number of instructions per call.
    pub cost: u64,
}

impl Signature {
    /// Returns the type of the result in LLVM IR.
    pub fn result(&self) -> String {
        match self.results.as_slice() {
            [] => "void".to_string(),
            [one] => one.text(),
            many => format!("{{ {} }}", many.iter().map(|t| t.text()).collect::<Vec<_>>().join(", ")),
        }
    }
}

/// The alignments of objects and globals.
pub const ALIGNMENTS: [u32; 8] = [1, 1, 1, 1, 2, 4, 16, 64];

/// The percentage of modules that use detours to addresses.
const DETOURS: u64 = 30;

/// The percentage of addresses that are reached by a detour, in a module that has some.
const TAKEN: u64 = 15;

/// The source of a module's detours.
pub struct Detours {
    /// The separate random stream.
    pub random: Random,
    /// The percentage of addresses reached by a detour.
    pub taken: u64,
    /// The number of values named so far.
    named: u32,
}

impl Detours {
    /// Creates the detours for the module of a seed.
    pub fn new(seed: u64) -> Detours {
        let mut random = Random::new(!seed);
        let taken = if random.percent(DETOURS) { TAKEN } else { 0 };
        Detours { random, taken, named: 0 }
    }

    /// Returns new names for values.
    pub fn names<const N: usize>(&mut self) -> [String; N] {
        std::array::from_fn(|_| {
            self.named += 1;
            format!("%w{}", self.named)
        })
    }
}

/// The data that all functions share.
pub struct Shared {
    /// Globals: name, bytes, whether they may be written.
    pub globals: Vec<(String, u32, bool)>,
    /// Globals and their alignments.
    pub alignments: Vec<(String, u32)>,
    /// Functions that may be called.
    pub functions: Vec<Signature>,
    /// Tables of functions of one signature: name, entries (a power of two), and their signature.
    pub tables: Vec<(String, u64, Signature)>,
    /// The intrinsics that are used.
    pub declarations: BTreeSet<String>,
    /// Whether there are integers of any width, not only of 1, 8, 16, 32 and 64 bits.
    pub any_width: bool,
    /// Whether there are interrupt handlers. If so, only `main` outputs results.
    pub interrupted: bool,
    /// The detours to addresses.
    pub detours: Detours,
}

pub(super) fn plain(def: &str, zero: &'static str, text: String) -> Inst {
    Inst { def: def.to_string(), zero, text, phi: None, guard: false }
}
