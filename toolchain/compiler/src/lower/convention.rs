//! The calling convention: where calls pass their arguments and results, byte by byte. Every question about it is asked here.
//!
//! | byte of the arguments | function that is known at the call | any other |
//! |---|---|---|
//! | first | A | A |
//! | second | X | X |
//! | 3 to 16 | memory of the function's own | [`Loc::Arg`] |
//! | from 17 on | memory of the function's own | [`Loc::More`] |
//!
//! Results come back as arguments of functions that are not known go there. Every register is the callee's to change.
//!
//! Routines of the runtime, as the texts in `runtime/` say:
//!
//! | operand or result | where |
//! |---|---|
//! | a number of one byte, and a second one | A, X |
//! | numbers of more bytes, one after the other | from [`Loc::Arg`] 0 on |
//! | a count of bits, or of bytes less one | [`COUNT`] |
//! | a divisor of one byte, and its remainder, if the dividend has more | [`DIVISOR`], [`REMAINDER`] |
//!
//! Operands of inline assembly are where their constraints say, with AVR's names: `r24` is A, `r22` X, `r20` Y and `r18` the
//! carry; the others share [`Loc::Arg`] from 0 on.
//!
//! A program has the memory behind [`Loc::More`] only if it passes so much, and as much of it as its largest call takes.
//! It holds something between the first store of a caller and the first of the callee (for results, between the callee's
//! return and the caller's loads) and never over a call, so that recursion does not touch it. An interrupt handler that
//! makes such calls must save it, as it must the bytes of [`Loc::Arg`].

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
    /// Byte number n, below [`MemoryMap::ARG_BYTES`], of what all functions pass in the zero page. Its first two bytes are for
    /// the runtime and for assembly.
    Arg(u8),
    /// Byte number n of the memory for what does not fit there.
    More(u32),
    /// Byte number n of a known function's parameters, in its own memory.
    Param(Symbol, u32),
}

impl Loc {
    /// Whether it is memory, in the zero page or elsewhere.
    pub fn is_memory(self) -> bool {
        match self {
            Loc::Arg(_) | Loc::More(_) | Loc::Param(..) => true,
            Loc::A | Loc::X | Loc::Y | Loc::Carry => false,
        }
    }
}

/// The name of the memory behind [`Loc::More`] in the program.
pub const MORE: &str = "__arg_more";

/// How many bytes of arguments a function that calls itself holds on the 6502's stack while it puts them in place. More
/// go through [`MORE`], for that stack has 256 bytes for all calls and interrupts.
pub const PUSHED: usize = 64;

/// Where a result of a function in A and X may wait: no function passes anything there.
pub const ASIDE: [Loc; 2] = [Loc::Arg(0), Loc::Arg(1)];

/// Where a routine of the runtime takes a count: of bits to shift by, or of a number's bytes less one.
pub const COUNT: Loc = Loc::X;
/// Where it takes a divisor of one byte, if the dividend has more.
pub const DIVISOR: Loc = Loc::Y;
/// Where it gives the remainder of such a division.
pub const REMAINDER: Loc = Loc::A;

/// The registers that functions pass bytes in, in the order of the bytes.
const REGISTERS: [Loc; 2] = [Loc::A, Loc::X];

/// Where byte n of the arguments is passed to a function, which is `known` at the call or not.
pub fn argument(n: usize, known: Option<Symbol>) -> Loc {
    match (REGISTERS.get(n), known) {
        (Some(register), _) => *register,
        (None, Some(symbol)) => Loc::Param(symbol, n as u32),
        (None, None) if n < MemoryMap::ARG_BYTES.into() => Loc::Arg(n as u8),
        (None, None) => Loc::More((n - usize::from(MemoryMap::ARG_BYTES)) as u32),
    }
}

/// Where byte n of a function's result is passed.
pub fn result(n: usize) -> Loc {
    argument(n, None)
}

/// The bytes of a function's result, each with where it is passed.
pub fn results<T>(bytes: impl IntoIterator<Item = T>) -> Vec<(Loc, T)> {
    bytes.into_iter().enumerate().map(|(n, byte)| (result(n), byte)).collect()
}

/// Which of so many bytes of parameters a function has in its own memory.
pub fn in_memory(bytes: usize) -> Range<usize> {
    REGISTERS.len().min(bytes)..bytes
}

/// The bytes of one number, or of several one after the other, each with where a routine of the runtime takes it or gives it
/// if each number has more than one.
pub fn wide<T>(bytes: impl IntoIterator<Item = T>) -> Vec<(Loc, T)> {
    bytes.into_iter().enumerate().map(|(n, byte)| (wide_byte(n), byte)).collect()
}

/// Where byte n of such numbers is.
pub fn wide_byte(n: usize) -> Loc {
    Loc::Arg(n as u8)
}

/// One number or two of a byte each, with where a routine of the runtime takes them or gives them.
pub fn single<T>(numbers: impl IntoIterator<Item = T>) -> Vec<(Loc, T)> {
    REGISTERS.into_iter().zip(numbers).collect()
}

/// The bytes of one number, be it of one byte or of more.
pub fn number<T>(bytes: Vec<T>) -> Vec<(Loc, T)> {
    if bytes.len() == 1 { single(bytes) } else { wide(bytes) }
}

/// Where an operand of inline assembly of so many bytes lies: a register by its name, or the next bytes of [`Loc::Arg`]. `None`
/// if there is no such place, or no room.
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
