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

use super::code::{Bound, Label, Program};
use crate::Error;
use bound::{Function, ROOM, bound};

/// Finds the bound of a finished program and, with `check`, puts in the tests that take the place of one.
///
/// # Errors
/// None but a fault of the runtime's own text.
pub fn add(program: &mut Program, functions: &[Function], main: Label, check: bool) -> Result<(), Error> {
    let bound = bound(program, functions, main);
    if let Bound::Bytes { hardware: bytes, .. } = bound
        && bytes > ROOM
        && !check
    {
        program.warnings.push(format!(
            "calls may be nested too deep for the 6502's stack: {bytes} bytes of {ROOM} (see the map; --stack-check ends \
             such a program with a message)"
        ));
    }
    program.stack = Some(bound);
    if check {
        check::add(program, functions, main)?;
    }
    Ok(())
}
