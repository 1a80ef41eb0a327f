//! Bounds of the two stacks of a program, as far as they are known before it runs.
//!
//! The 6502's stack has return addresses and what routines push; the software stack has the homes and objects of functions that may
//! be active more than once at a time. Both have a bound if no function can lead back to itself. The bound is computed from the
//! finished code, including hand-written routines; a call through a pointer counts as a call of the deepest function that it may
//! reach.
//!
//! Files: `bound` (the bounds and what they count), `routine` (one routine's pushes and calls), `check` (run-time checks: the
//! option `stack_check`).

pub mod bound;
pub mod check;
mod routine;

use std::collections::BTreeMap;

use super::code::{Bound, Chunk, Item, Label, Program, Section};
use crate::{Error, Options};
use bound::{Function, ROOM, bound};

/// The variable with the lowest address available to the software stack: after the program, or after the memory that the program
/// has taken; in an interrupt handler, the end of its own stack.
pub const LIMIT: &str = "__stack_limit";

/// The number of bytes that stay free below the software stack: [`Program::stack_needed`]. Memory is taken by raising [`LIMIT`] up
/// to this far below the current stack pointer.
pub const NEEDED: &str = "__stack_needed";

/// Bytes for the software stack of a program with recursion, if the options do not say how many.
const RESERVE: u16 = 256;
/// The same if such a program takes memory below the stack, which would otherwise be taken to the last byte.
const RESERVE_BELOW_MEMORY: u16 = 2048;

/// The use of the memory below a program's software stacks, and what the options say about it.
#[derive(Clone, Copy, Debug)]
pub struct Below {
    check: Option<bool>,
    reserve: Option<u16>,
    /// Whether the program takes memory.
    taken: bool,
    /// Whether an interrupt handler leads to recursion: below its stack is the one that it has interrupted.
    interrupted: bool,
}

impl Below {
    /// Collects it for a program whose functions and assembly are complete, but without the runtime.
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

    /// Returns whether the limit may be kept in a variable.
    pub fn is_limited(self) -> bool {
        self.check == Some(true) || self.is_used()
    }

    /// Returns whether the stack may run into something other than the program.
    fn is_used(self) -> bool {
        self.taken || self.interrupted
    }

    /// Returns the number of bytes to leave for the stack of a program.
    fn needed(self, bound: &Bound, functions: &[Function]) -> u32 {
        if let Bound::Bytes { software, .. } = bound {
            // Memory that is taken ends below the top, so a limit at the top or above is that of a handler.
            let least = self.reserve.unwrap_or(0).max(if self.taken { 2 } else { 0 });
            return (*software).max(least.into());
        }
        let reserve = self.reserve.unwrap_or(if self.taken { RESERVE_BELOW_MEMORY } else { RESERVE });
        // A function that has checked for room may take memory before it takes this room.
        let largest = functions.iter().map(|function| function.software).max().unwrap_or(0);
        largest.max(reserve.into())
    }
}

/// Computes the bound of a finished program, records what the stack needs, and adds the checks where there is no bound.
///
/// # Errors
/// Returns an error only if the runtime's own text has a bug.
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
    // A program that needs too much memory is rejected when it is encoded.
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
