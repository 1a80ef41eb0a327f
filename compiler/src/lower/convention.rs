//! The calling convention: where calls pass their arguments and results, byte by byte.
//!
//! | byte of the arguments | function that is known at the call | any other |
//! |---|---|---|
//! | first | A | A |
//! | second | X | X |
//! | 3 to 16 | memory of the function's own | [`Loc::Arg`] |
//! | from 17 on | memory of the function's own | [`Loc::More`] |
//!
//! Results come back as arguments of functions that are not known go there. Routines of the runtime take their operands in
//! registers or from [`Loc::Arg`] 0 on, as the texts in `runtime/` say. Every register is the callee's to change.
//!
//! A program has the memory behind [`Loc::More`] only if it passes so much, and as much of it as its largest call takes.
//! It holds something between the first store of a caller and the first of the callee (for results, between the callee's
//! return and the caller's loads) and never over a call, so that recursion does not touch it. An interrupt handler that
//! makes such calls must save it, as it must the bytes of [`Loc::Arg`].

use crate::ir::Symbol;

/// Where a call passes a byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Loc {
    /// The accumulator.
    A,
    /// The X register.
    X,
    /// The Y register.
    Y,
    /// The carry flag.
    Carry,
    /// Byte number n, below [`ARG_BYTES`], of what all functions pass in the zero page. Its first two bytes are for the
    /// runtime and for assembly.
    Arg(u8),
    /// Byte number n of the memory for what does not fit there.
    More(u32),
    /// Byte number n of a known function's parameters, in its own memory.
    Param(Symbol, u32),
}

/// Bytes of the zero page that calls pass arguments and results in.
pub const ARG_BYTES: u8 = 16;

/// The name of the memory behind [`Loc::More`] in the program.
pub const MORE: &str = "__arg_more";

/// How many bytes of arguments a function that calls itself holds on the 6502's stack while it puts them in place. More
/// go through [`MORE`], for that stack has 256 bytes for all calls and interrupts.
pub const PUSHED: usize = 64;

/// Where byte n of the arguments of a function that is not known, or of any result, is passed.
pub fn location(n: usize) -> Loc {
    match n {
        0 => Loc::A,
        1 => Loc::X,
        n if n < ARG_BYTES.into() => Loc::Arg(n as u8),
        n => Loc::More((n - usize::from(ARG_BYTES)) as u32),
    }
}

/// The operands or results of a routine of the runtime that takes or gives them from [`Loc::Arg`] 0 on.
pub fn from_first<T>(bytes: impl IntoIterator<Item = T>) -> Vec<(Loc, T)> {
    bytes.into_iter().enumerate().map(|(i, byte)| (Loc::Arg(i as u8), byte)).collect()
}
