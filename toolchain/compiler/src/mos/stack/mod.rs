//! How much of the two stacks a program can take, as far as that is certain before it runs.
//!
//! The 6502's stack has return addresses and what routines push; the software stack has the homes and objects of functions
//! that may be active twice. Both have a bound where no function can lead back to itself. The bound is taken from the
//! finished code, hand-written routines included; a call through a pointer counts as a call of the deepest function that it
//! may reach.
//!
//! Files: `bound` (the bounds and what they count), `routine` (one routine's pushes and calls), `check` (tests while the program runs: the option `stack_check`).

pub mod bound;
pub mod check;
mod routine;

use std::collections::BTreeMap;

use super::code::{Bound, Chunk, Item, Label, Program, Section};
use crate::{Error, Options};
use bound::{Function, ROOM, bound};

/// The variable with the lowest address that the software stack may have: behind the program, or behind the memory that the
/// program has taken; in an interrupt handler, the end of its own piece.
pub const LIMIT: &str = "__stack_limit";

/// How many bytes stay free below the software stack: [`Program::stack_needed`]. Memory is taken by raising [`LIMIT`] up to so much below
/// where the stack is.
pub const NEEDED: &str = "__stack_needed";

/// Bytes for the software stack of a program with recursion, where nobody says how many,
const RESERVE: u16 = 256;
/// and if such a program takes memory below it, which would be taken to the last byte.
const RESERVE_BELOW_MEMORY: u16 = 2048;

/// What a program may have below its software stacks, and what its options say of them.
#[derive(Clone, Copy, Debug)]
pub struct Below {
    check: Option<bool>,
    reserve: Option<u16>,
    /// Whether the program takes memory.
    taken: bool,
    /// Whether an interrupt handler leads to recursion: below its piece is the stack that it has interrupted.
    interrupted: bool,
}

impl Below {
    /// Of a program whose functions and assembly are there, but not yet the runtime.
    pub fn new(program: &Program, limit: Label, recursive_handlers: bool, options: &Options) -> Below {
        let mut items = program.chunks.iter().flat_map(|chunk| &chunk.items);
        let taken = items.any(|item| item.reference() == Some(limit));
        Below {
            check: options.stack_check,
            reserve: options.stack_reserve,
            taken,
            interrupted: recursive_handlers,
        }
    }

    /// Whether there may be a limit as a variable.
    pub fn is_limited(self) -> bool {
        self.check == Some(true) || self.is_used()
    }

    /// Whether the stack may meet something other than the program.
    fn is_used(self) -> bool {
        self.taken || self.interrupted
    }

    /// The bytes to leave for the stack of a program.
    fn needed(self, bound: &Bound, functions: &[Function]) -> u32 {
        if let Bound::Bytes { software, .. } = bound {
            // Memory that is taken ends below the top, so that a limit at the top or above is that of a handler.
            let least = self.reserve.unwrap_or(0).max(if self.taken { 2 } else { 0 });
            return (*software).max(least.into());
        }
        let reserve = self.reserve.unwrap_or(if self.taken { RESERVE_BELOW_MEMORY } else { RESERVE });
        // A function that has tested for room may take memory before it takes this room.
        let largest = functions.iter().map(|function| function.software).max().unwrap_or(0);
        largest.max(reserve.into())
    }
}

/// Finds the bound of a finished program, says what the stack needs, and puts in the tests that take the place of a bound.
///
/// # Errors
/// None but a fault of the runtime's own text.
pub fn add(
    program: &mut Program,
    functions: &[Function],
    names: &BTreeMap<String, Label>,
    below: Below,
) -> Result<(), Error> {
    let main = names["main"];
    let bound = bound(program, functions, main);
    let bounded = matches!(bound, Bound::Bytes { .. });
    let check = below.check.unwrap_or(!bounded && below.is_used());
    program.stack_needed = below.needed(&bound, functions);
    // What is too much for the memory is refused when the program is encoded.
    program.labels[names[NEEDED].0 as usize].fixed = Some(program.stack_needed.min(u16::MAX.into()) as u16);
    if let Bound::Bytes { hardware: bytes, .. } = bound
        && bytes > ROOM
        && !check
    {
        program.warnings.push(format!(
            "calls may be nested too deep for the 6502's stack: {bytes} bytes of {ROOM} (see the map; --stack-check ends \
             such a program with a message)"
        ));
    }
    if !bounded && !check && below.check.is_none() {
        program.warnings.push(
            "the program is recursive, and nothing stops its software stack before it reaches the program (see the map; \
             stack-check = true ends such a program with a message, false accepts it)"
                .into(),
        );
    }
    program.stack = Some(bound);
    let tested = check && check::add(program, functions, main, !bounded)?;
    if tested || below.is_used() {
        let items = vec![Item::Word(names["__end"], 0)];
        program.chunks.push(Chunk { label: names[LIMIT], section: Section::Data, align: 1, items });
    }
    Ok(())
}
