//! The options of a compilation and their defaults.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::memory::MemoryMap;
use crate::passes::Passes;
use crate::profile::Profile;

/// The options of a compilation. More will be added: start from [`Options::default`] and change them with [`Options::with`] or
/// field by field.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Names and addresses of symbols outside the program. Functions take the first byte of their arguments in A, the second in X,
    /// and further ones in the zero page from the third byte of [`MemoryMap::args`] on, and return results in the same places.
    pub externs: BTreeMap<String, u16>,
    /// The memory that the program may use.
    pub memory: MemoryMap,
    /// The minimum number of bytes to leave for the software stack. If it is `None`, a program leaves the maximum depth of its
    /// stack, if that is known; with recursion it leaves 256 bytes, or 2,048 if it takes memory below the stack.
    pub stack_reserve: Option<u16>,
    /// Bytes of software stack for each interrupt handler that reaches recursive functions, in addition to what one call of each of
    /// its functions needs. An odd number is rounded up.
    pub handler_stack: u16,
    /// Whether functions that may be active more than once at a time check on entry that there is room on both stacks. If there is
    /// none, the program prints the function's name and ends with exit code 102 (software stack) or 103 (the 6502's). With `None`,
    /// they check where the stack has no bound and could run into memory that is in use: memory that the program takes below the
    /// stack, or the stack that an interrupt handler has interrupted.
    pub stack_check: Option<bool>,
    /// Which code is outlined: moved into shared routines, at the cost of calls.
    pub outlining: Outlining,
    /// Whether the program file will be packed, so that its packed size counts. Outlining then only pays where it saves many bytes.
    pub packed: bool,
    /// Which of the optional passes run. These only improve the code.
    pub passes: Passes,
    /// Whether the compiler checks itself: the module after each pass, and the allocation of the zero page. It panics if it finds a
    /// bug of its own. This takes up to a quarter of the compiler's time, which is a small part of the time of a build.
    pub verify: bool,
    /// Whether the module calls functions through pointers only with the types that they take and return (all pointers count as one
    /// type), as Rust requires. Then fewer functions can call one another, and the program is smaller and faster. Otherwise, a call
    /// may reach any function that takes and returns as many bytes.
    ///
    /// This holds for rustc's output if LLVM does not merge functions (`-Zmerge-functions=disabled`): merging may replace a
    /// function that takes an address by one that takes a two-byte number.
    pub exact_signatures: bool,
    /// How often the blocks of the program run; layout, zero-page allocation and outlining are guided by it. Functions that the
    /// profile does not know, or whose branches have changed since, are compiled as if there were no profile.
    pub profile: Option<Arc<Profile>>,
    /// Functions to instrument with block counters: each block begins with a NOP, at one of the addresses of
    /// [`Image::counted`](crate::Image::counted). [`Image::profile`](crate::Image::profile) makes a profile from how often each NOP
    /// ran. A program that does not fit with all these NOPs can be counted in several builds, each with a [`Share`] of its
    /// functions.
    pub count: Option<Share>,
    /// The textual IR of `compiler_builtins`, from the same build as the program. Without it, floats and 128-bit arithmetic that
    /// needs it are rejected.
    pub builtins: Option<Arc<str>>,
}

/// One of several shares of a program's functions with roughly equal numbers of blocks. Every function is in exactly one share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Its number, from 0.
    pub(crate) index: u16,
    /// The number of shares.
    pub(crate) of: u16,
}

impl Share {
    /// All functions.
    pub const WHOLE: Share = Share { index: 0, of: 1 };

    /// Returns all shares of a program that is divided into `of` shares.
    pub fn all(of: u16) -> impl Iterator<Item = Share> {
        (0..of).map(move |index| Share { index, of })
    }
}

/// Which repeated instruction sequences may be moved to a shared routine. Each place then takes 12 cycles longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Outlining {
    /// Only those that are estimated to run so rarely that the extra cycles do not matter.
    Cold,
    /// All of them, for the smallest program.
    All,
}

/// KERNAL calls that pass arguments and results in registers as a function does: *Commodore 64 Programmer's Reference Guide*,
/// chapter 5, "The KERNAL", pages 272 ff.
pub const KERNAL: [(&str, u16); 5] =
    [("chrin", 0xffcf), ("chrout", 0xffd2), ("clrchn", 0xffcc), ("getin", 0xffe4), ("scnkey", 0xff9f)];

impl Options {
    /// Returns these options with a change: `Options::default().with(|options| options.stack_check = Some(true))`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Options)) -> Options {
        change(&mut self);
        self
    }
}

impl Default for Options {
    /// Returns the defaults: the KERNAL's simple calls by name; all memory below $D000; 256 bytes for the software stack of a
    /// handler; outlining of cold code only; all passes, with their results verified.
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
