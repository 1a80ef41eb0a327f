//! The options of a compilation, and their defaults.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::memory::MemoryMap;
use crate::passes::Passes;
use crate::profile::Profile;

/// The options of a compilation. More will be added: begin with [`Options::default`], and change what you want by
/// [`Options::with`] or field by field.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Symbols outside the program: name and address. Functions take the first byte of their arguments in A, the second in X, and
    /// further ones in the zero page from the third byte of [`MemoryMap::args`] on, and return results likewise.
    pub externs: BTreeMap<String, u16>,
    /// The memory that the program may use.
    pub memory: MemoryMap,
    /// The least number of bytes to leave for the software stack. Without it, a program leaves what its stack takes at most, if that is
    /// known; with recursion it leaves 256 bytes, or 2,048 if it takes memory below the stack.
    pub stack_reserve: Option<u16>,
    /// Bytes of software stack for each interrupt handler that reaches recursive functions, in addition to what one call of each
    /// of its functions needs; an odd number is rounded up.
    pub handler_stack: u16,
    /// Whether functions that may be active more than once at a time test for room on both stacks when they begin. A program that
    /// has none prints the function's name and ends with exit code 102 (software stack) or 103 (the 6502's). Without it, they do where
    /// the stack has no bound and would meet memory that is in use: that which the program takes below it, or the stack that an
    /// interrupt handler has interrupted.
    pub stack_check: Option<bool>,
    /// Which code is outlined: moved into shared routines, at the cost of calls.
    pub outlining: Outlining,
    /// Whether the program file will be packed, so that its bytes after that count: then outlining pays only where it saves a lot.
    pub packed: bool,
    /// Which of the optional passes, those that only improve the code, run.
    pub passes: Passes,
    /// Whether the compiler checks itself: the module after each pass, and the allocation of the zero page. It panics if it finds a
    /// fault of its own. This takes up to a quarter of the compiler's time, which is a small part of a build's.
    pub verify: bool,
    /// Whether the module calls functions through pointers only with the types that they take and return, an address for an
    /// address, as Rust requires. Then fewer functions can call one another, and the program is smaller and faster.
    /// Without this, a call may reach whatever takes and returns as many bytes.
    ///
    /// It holds for what rustc writes if LLVM does not merge functions (`-Zmerge-functions=disabled`): it would replace a
    /// function by another that takes a number of two bytes for an address.
    pub exact_signatures: bool,
    /// How often the blocks of the program run, by which it is laid out, the zero page is allocated, and code is outlined.
    /// Functions that the profile does not know, or whose branches have changed since, are compiled as without it.
    pub profile: Option<Arc<Profile>>,
    /// Functions to instrument with block counters: each block begins with a NOP, at one of the addresses of
    /// [`Image::counted`](crate::Image::counted). [`Image::profile`](crate::Image::profile) makes a profile of how often each ran.
    /// A program that does not fit with all these NOPs can be counted in several builds, of a [`Share`] of its functions each.
    pub count: Option<Share>,
    /// The textual IR of `compiler_builtins`, from the same build as the program. Without it, floats and 128-bit arithmetic that
    /// needs it are rejected.
    pub builtins: Option<Arc<str>>,
}

/// One of several shares of a program's functions, of about as many blocks each. Every function is in exactly one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Its number, from 0.
    pub(crate) index: u16,
    /// How many there are.
    pub(crate) of: u16,
}

impl Share {
    /// All functions.
    pub const WHOLE: Share = Share { index: 0, of: 1 };

    /// All shares of a program that is divided into so many.
    pub fn all(of: u16) -> impl Iterator<Item = Share> {
        (0..of).map(move |index| Share { index, of })
    }
}

/// Which instructions that occur in several places may become a routine: each such place takes 12 cycles longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Outlining {
    /// Only those that are estimated to run so seldom that it does not matter.
    Cold,
    /// All of them, for the smallest program.
    All,
}

/// KERNAL calls whose arguments and results are registers as a function's are: *Commodore 64 Programmer's Reference
/// Guide*, chapter 5, "The KERNAL", pages 272 ff.
pub const KERNAL: [(&str, u16); 5] =
    [("chrin", 0xffcf), ("chrout", 0xffd2), ("clrchn", 0xffcc), ("getin", 0xffe4), ("scnkey", 0xff9f)];

impl Options {
    /// These options with a change: `Options::default().with(|options| options.stack_check = Some(true))`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Options)) -> Options {
        change(&mut self);
        self
    }
}

impl Default for Options {
    /// The KERNAL's simple calls by name; all memory below $D000; 256 bytes for the software stack of a handler; only cold code
    /// is outlined; all passes run, and their results are verified.
    fn default() -> Self {
        let externs = KERNAL.into_iter().map(|(name, address)| (name.to_string(), address)).collect();
        Options {
            externs,
            memory: MemoryMap::C64,
            stack_reserve: None,
            handler_stack: 256,
            stack_check: None,
            outlining: Outlining::Cold,
            packed: false,
            passes: Passes::ALL,
            verify: true,
            exact_signatures: false,
            profile: None,
            count: None,
            builtins: None,
        }
    }
}
