//! The calling convention: where calls pass their arguments and results, byte by byte. All other code asks here.
//!
//! | byte of the arguments | function known at the call | any other |
//! |---|---|---|
//! | first | A | A |
//! | second | X | X |
//! | 3 to 16 | memory of the function's own | [`Loc::Arg`] |
//! | from 17 on | memory of the function's own | [`Loc::More`] |
//!
//! Results are returned where functions that are not known at the call take their arguments. All registers are caller-saved.
//!
//! Routines of the runtime, as documented in `runtime/`:
//!
//! | operand or result | where |
//! |---|---|
//! | a number of one byte, and a second one | A, X |
//! | numbers of several bytes, one after the other | from [`Loc::Arg`] 0 on |
//! | a count of bits, or a count of bytes minus one | [`COUNT`] |
//! | a divisor of one byte, and its remainder, if the dividend has more | [`DIVISOR`], [`REMAINDER`] |
//!
//! Operands of inline assembly are placed by their constraints, with AVR's names: `r24` is A, `r22` X, `r20` Y and `r18` the carry;
//! the others share [`Loc::Arg`] from 0 on.
//!
//! A program has the memory behind [`Loc::More`] only if some call passes that many bytes, and only as much as the largest call
//! needs. It is in use between the first store of a caller and the first of the callee (for results, between the callee's return
//! and the caller's loads) and never across a call, so recursion does not affect it. An interrupt handler that makes such calls
//! must save it, as it must save the bytes of [`Loc::Arg`].

use std::ops::Range;

use crate::MemoryMap;
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
    /// Byte number n, below [`MemoryMap::ARG_BYTES`], of the argument area in the zero page that all functions share. Its first two
    /// bytes are for the runtime and for assembly.
    Arg(u8),
    /// Byte number n of the memory for arguments and results beyond that area.
    More(u32),
    /// Byte number n of the parameters of a known function, in its own memory.
    Param(Symbol, u32),
}

impl Loc {
    /// Whether it is in memory, in the zero page or elsewhere.
    pub fn is_memory(self) -> bool {
        match self {
            Loc::Arg(_) | Loc::More(_) | Loc::Param(..) => true,
            Loc::A | Loc::X | Loc::Y | Loc::Carry => false,
        }
    }
}

/// The name of the memory behind [`Loc::More`].
pub const MORE: &str = "__arg_more";

/// The number of argument bytes that a function calling itself may hold on the 6502's stack while it stores them. More bytes go
/// through [`MORE`], because that stack has only 256 bytes for all calls and interrupts.
pub const PUSHED: usize = 64;

/// Where a function result in A and X may be kept: no function passes anything there.
pub const ASIDE: [Loc; 2] = [Loc::Arg(0), Loc::Arg(1)];

/// Where a runtime routine takes a count: the number of bits to shift by, or the number of bytes minus one.
pub const COUNT: Loc = Loc::X;
/// Where it takes a one-byte divisor, if the dividend has more bytes.
pub const DIVISOR: Loc = Loc::Y;
/// Where it returns the remainder of such a division.
pub const REMAINDER: Loc = Loc::A;

/// The registers in which functions pass bytes, in the order of the bytes.
const REGISTERS: [Loc; 2] = [Loc::A, Loc::X];

/// Returns where byte n of the arguments is passed to a function, with its symbol if it is `known` at the call.
pub fn argument(n: usize, known: Option<Symbol>) -> Loc {
    match (REGISTERS.get(n), known) {
        (Some(register), _) => *register,
        (None, Some(symbol)) => Loc::Param(symbol, n as u32),
        (None, None) if n < MemoryMap::ARG_BYTES.into() => Loc::Arg(n as u8),
        (None, None) => Loc::More((n - usize::from(MemoryMap::ARG_BYTES)) as u32),
    }
}

/// Returns where byte n of a function's result is passed.
pub fn result(n: usize) -> Loc {
    argument(n, None)
}

/// Pairs the bytes of a function's result with their locations.
pub fn results<T>(bytes: impl IntoIterator<Item = T>) -> Vec<(Loc, T)> {
    bytes.into_iter().enumerate().map(|(n, byte)| (result(n), byte)).collect()
}

/// Returns which of `bytes` bytes of parameters a function has in its own memory.
pub fn in_memory(bytes: usize) -> Range<usize> {
    REGISTERS.len().min(bytes)..bytes
}

/// Pairs the bytes of one number, or of several consecutive ones, with the locations where a runtime routine takes or returns them
/// if each number has more than one byte.
pub fn wide<T>(bytes: impl IntoIterator<Item = T>) -> Vec<(Loc, T)> {
    bytes.into_iter().enumerate().map(|(n, byte)| (wide_byte(n), byte)).collect()
}

/// Returns the location of byte n of such numbers.
pub fn wide_byte(n: usize) -> Loc {
    Loc::Arg(n as u8)
}

/// Pairs one or two one-byte numbers with the locations where a runtime routine takes or returns them.
pub fn single<T>(numbers: impl IntoIterator<Item = T>) -> Vec<(Loc, T)> {
    REGISTERS.into_iter().zip(numbers).collect()
}

/// Pairs the bytes of a single number of any size with their locations.
pub fn number<T>(bytes: Vec<T>) -> Vec<(Loc, T)> {
    if bytes.len() == 1 { single(bytes) } else { wide(bytes) }
}

/// Returns the locations of an operand of inline assembly of `size` bytes: a register by its name, or the next bytes of
/// [`Loc::Arg`]. `None` if there is no such place, or not enough room.
pub fn assembly(constraint: &str, size: u32, next: &mut u8) -> Option<Vec<Loc>> {
    let loc = match constraint.trim_start_matches(['=', '&']) {
        "{r24}" => Loc::A,
        "{r22}" => Loc::X,
        "{r20}" => Loc::Y,
        "{r18}" => Loc::Carry,
        c if matches!(c, "r" | "d" | "w" | "e") || c.starts_with("{r") || c.starts_with("{R") => {
            let (first, room) = (*next, MemoryMap::ARG_BYTES - *next);
            *next += u8::try_from(size).ok().filter(|size| *size <= room)?;
            return Some((first..*next).map(Loc::Arg).collect());
        }
        _ => return None,
    };
    (size == 1).then(|| vec![loc])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_in_a_register_or_in_memory() {
        let known = Some(Symbol(7));
        assert_eq!([0, 1, 2].map(|n| argument(n, known)), [Loc::A, Loc::X, Loc::Param(Symbol(7), 2)]);
        assert_eq!(
            [1, 2, 15, 16, 17].map(result),
            [Loc::X, Loc::Arg(2), Loc::Arg(15), Loc::More(0), Loc::More(1)]
        );
        assert_eq!([0, 1, 2, 5].map(in_memory), [0..0, 1..1, 2..2, 2..5]);
        for n in 0..5 {
            assert_eq!(in_memory(5).contains(&n), argument(n, known).is_memory());
        }
    }

    #[test]
    fn no_function_passes_anything_where_results_wait() {
        assert!((0..40).all(|n| !ASIDE.contains(&result(n))));
    }

    #[test]
    fn the_runtime_takes_one_byte_in_a_and_more_in_memory() {
        assert_eq!(number(vec!['a']), [(Loc::A, 'a')]);
        assert_eq!(number(vec!['a', 'b']), [(Loc::Arg(0), 'a'), (Loc::Arg(1), 'b')]);
        assert_eq!(single(['a', 'b']), [(Loc::A, 'a'), (Loc::X, 'b')]);
    }

    #[test]
    fn operands_of_assembly_get_the_register_they_name_or_the_next_bytes() {
        let mut next = 0;
        assert_eq!(assembly("={r22}", 1, &mut next), Some(vec![Loc::X]));
        assert_eq!(assembly("{r22}", 2, &mut next), None);
        assert_eq!(assembly("=&r", 2, &mut next), Some(vec![Loc::Arg(0), Loc::Arg(1)]));
        assert_eq!(assembly("r", 15, &mut next), None);
        assert_eq!(assembly("{xyz}", 1, &mut next), None);
    }
}
