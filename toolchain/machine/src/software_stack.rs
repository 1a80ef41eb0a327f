//! Watches the software stack of a compiled program: checks that it stays above its limit.
//!
//! The pointer is two bytes, which are changed one after the other, and an interrupt handler changes the pointer and the limit, four bytes.
//! A pointer below the limit therefore counts as an overflow only when the program has continued with it for some instructions.

use crate::labels::Labels;

/// The number of instructions with a pointer below the limit that make an overflow. There are up to five between the changes of the first
/// and the last byte: an addition of two bytes has three, the end of a handler that restores bytes in a loop has five.
const OVERFLOW: u8 = 8;

/// The software stack of a program.
#[derive(Clone, Debug)]
pub(crate) struct SoftwareStack {
    /// The address of its stack pointer.
    pointer: usize,
    /// The address of its limit if that is a variable, otherwise the limit itself.
    limit: Result<usize, u16>,
    /// The initial value of the pointer.
    top: u16,
    /// The address at which the program ends.
    exit: u16,
    phase: Phase,
    below: Option<Below>,
}

/// The owner of the pointer's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The pointer does not belong to the program yet: it has not been initialised.
    Before,
    Running,
    /// The program has ended, and the pointer keeps its last value until BASIC's is restored.
    Ending,
}

/// A pointer below the limit.
#[derive(Clone, Copy, Debug)]
struct Below {
    at: u16,
    /// The processor's stack pointer where the pointer was last changed. In interrupts, it is lower.
    sp: u8,
    instructions: u8,
}

impl SoftwareStack {
    /// Returns the software stack of the program with these labels, if they name one.
    pub(crate) fn of(labels: &Labels) -> Option<SoftwareStack> {
        let limit = match labels.address("__stack_limit") {
            Some(address) => Ok(address.into()),
            None => Err(labels.address("__end")?),
        };
        Some(SoftwareStack {
            pointer: labels.address("STACK")?.into(),
            limit,
            top: labels.address("__stack_top")?,
            exit: labels.address("__exit")?,
            phase: Phase::Before,
            below: None,
        })
    }

    /// Handles the end of the program, which restores the zero page and with it the pointer.
    #[inline]
    pub(crate) fn see_end(&mut self, pc: u16) {
        if pc == self.exit {
            (self.phase, self.below) = (Phase::Ending, None);
        }
    }

    /// Returns whether the pointer is below the limit.
    #[inline]
    pub(crate) fn is_low(&self) -> bool {
        self.below.is_some()
    }

    /// Checks the stack between two instructions, given the processor's stack pointer; returns pointer and limit if it has overflowed.
    #[inline]
    pub(crate) fn look(&mut self, ram: &[u8; 0x10000], sp: u8) -> Option<(u16, u16)> {
        let word = |at: usize| u16::from_le_bytes([ram[at], ram[at + 1]]);
        let pointer = word(self.pointer);
        let limit = match self.limit {
            Ok(address) => word(address),
            Err(limit) => limit,
        };
        match self.phase {
            Phase::Running => {}
            Phase::Before if pointer == self.top => self.phase = Phase::Running,
            Phase::Ending if pointer == self.top => return None,
            Phase::Before | Phase::Ending => {
                self.phase = Phase::Before;
                return None;
            }
        }
        if pointer >= limit {
            self.below = None;
            return None;
        }
        self.see_below(pointer, sp).then_some((pointer, limit))
    }

    /// Returns whether the pointer has been below the limit for long.
    #[cold]
    fn see_below(&mut self, pointer: u16, sp: u8) -> bool {
        let below = self.below.get_or_insert(Below { at: pointer, sp, instructions: 0 });
        if pointer != below.at {
            (below.at, below.sp) = (pointer, sp);
        }
        below.instructions += u8::from(sp >= below.sp);
        below.instructions >= OVERFLOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABELS: &str = "al C:0020 .STACK\nal C:0900 .__end\nal C:d000 .__stack_top\nal C:0880 .__exit\n";

    fn stack(more: &str) -> SoftwareStack {
        SoftwareStack::of(&Labels::parse(&format!("{LABELS}{more}")).unwrap()).unwrap()
    }

    /// Returns how many instructions pass with these words at $20 and $30 before an overflow is reported, at most ten.
    fn passes(stack: &mut SoftwareStack, pointer: u16, limit: u16, sp: u8) -> usize {
        let mut ram = Box::new([0; 0x10000]);
        ram[0x20..0x22].copy_from_slice(&pointer.to_le_bytes());
        ram[0x30..0x32].copy_from_slice(&limit.to_le_bytes());
        (0..10).position(|_| stack.look(&ram, sp) == Some((pointer, limit.max(0x900)))).unwrap_or(10)
    }

    #[test]
    fn a_pointer_that_stays_below_the_limit_is_an_overflow() {
        let mut stack = stack("");
        // Before the program has set its pointer, the zero page belongs to BASIC.
        assert_eq!(passes(&mut stack, 0, 0, 0xf0), 10);
        assert_eq!(passes(&mut stack, 0xd000, 0, 0xf0), 10);
        assert_eq!(passes(&mut stack, 0x0900, 0, 0xf0), 10);
        assert_eq!(passes(&mut stack, 0x08ff, 0, 0xf0), usize::from(OVERFLOW) - 1);
        stack.see_end(0x0880);
        assert_eq!(passes(&mut stack, 0xd000, 0, 0xf0), 10);
        assert_eq!(passes(&mut stack, 0x08ff, 0, 0xf0), 10);
        // It is run again.
        assert_eq!(passes(&mut stack, 0xd000, 0, 0xf0), 10);
        assert_eq!(passes(&mut stack, 0x08ff, 0, 0xf0), usize::from(OVERFLOW) - 1);
    }

    #[test]
    fn the_limit_may_rise_and_interrupts_do_not_count() {
        let mut stack = stack("al C:0030 .__stack_limit\n");
        assert_eq!(passes(&mut stack, 0xd000, 0x0900, 0xf0), 10);
        assert_eq!(passes(&mut stack, 0xc000, 0xc000, 0xf0), 10);
        let mut interrupted = stack.clone();
        let mut ram = Box::new([0; 0x10000]);
        ram[0x31] = 0xc0;
        assert_eq!(interrupted.look(&ram, 0xf0), None);
        // The handler of an interrupt between two bytes of a change has pushed six bytes.
        assert!((0..100).all(|_| interrupted.look(&ram, 0xea).is_none()));
        assert_eq!(passes(&mut stack, 0xbfff, 0xc000, 0xf0), usize::from(OVERFLOW) - 1);
    }

    #[test]
    fn a_stack_that_goes_on_downwards_is_seen() {
        let mut stack = stack("");
        assert_eq!(passes(&mut stack, 0xd000, 0, 0xf0), 10);
        let mut ram = Box::new([0; 0x10000]);
        let seen = (0..10u8).position(|n| {
            ram[0x20] = 0xf0 - n;
            stack.look(&ram, 0xf0 - 4 * n).is_some()
        });
        assert_eq!(seen, Some(usize::from(OVERFLOW) - 1));
    }
}
