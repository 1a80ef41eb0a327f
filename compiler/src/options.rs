//! What a compilation can be told, and what it is told by default.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::memory::MemoryMap;
use crate::passes::Passes;

/// What a compilation can be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Functions outside the program: name and address. They take their arguments' first byte in A, the second in
    /// X, further ones in the zero page, and return likewise; see [`convention`](crate::lower::convention).
    pub externs: BTreeMap<String, u16>,
    /// What memory the program has.
    pub memory: MemoryMap,
    /// Bytes to leave for the software stack of recursive functions, at least.
    pub stack_reserve: u16,
    /// Bytes of software stack of its own for each interrupt handler that reaches recursive functions, besides what one call
    /// of each of its functions needs; an odd number counts as the next even one.
    pub handler_stack: u16,
    /// Whether functions that may be active more than once at a time test for room on both stacks when they begin; see
    /// [`check`](crate::mos::stack::check).
    pub stack_check: bool,
    /// Which code may be shared at the cost of calls.
    pub outlining: Outlining,
    /// The passes that run, of those that only make code better.
    pub passes: Passes,
    /// LLVM's text of `compiler_builtins`, of the same build as the program: what floats and 128 bits need. Without it
    /// they are refused.
    pub builtins: Option<Arc<str>>,
}

/// Which instructions alike in several places may become a routine of their own: each such place runs 12 cycles longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Outlining {
    /// Only what runs so seldom, by estimate, that it does not matter.
    Cold,
    /// All of it, for the smallest program.
    All,
}

/// KERNAL calls whose arguments and results are registers as a function's are: *Commodore 64 Programmer's Reference
/// Guide*, chapter 5, "The KERNAL", pages 272 ff.
pub const KERNAL: [(&str, u16); 5] =
    [("chrin", 0xffcf), ("chrout", 0xffd2), ("clrchn", 0xffcc), ("getin", 0xffe4), ("scnkey", 0xff9f)];

impl Default for Options {
    /// The KERNAL's simple calls by name; all memory below $D000; 256 bytes of each software stack, unchecked; cold code shared; all passes.
    fn default() -> Self {
        let externs = KERNAL.into_iter().map(|(name, address)| (name.to_string(), address)).collect();
        Options {
            externs,
            memory: MemoryMap::C64,
            stack_reserve: 256,
            handler_stack: 256,
            stack_check: false,
            outlining: Outlining::Cold,
            passes: Passes::ALL,
            builtins: None,
        }
    }
}
