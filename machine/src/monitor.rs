//! What is recorded of a run: the last instructions, calls, cycles by function, the stack's lowest point, with names for addresses.

use crate::callers::Callers;
use crate::error::{Registers, Report};
use crate::labels::Labels;
use crate::profile::Profile;
use crate::trace::Trace;

/// Records of a run, which change nothing in it.
#[derive(Debug)]
pub(crate) struct Monitor {
    pub(crate) trace: Trace,
    pub(crate) callers: Callers,
    pub(crate) labels: Labels,
    pub(crate) profile: Option<Box<Profile>>,
    /// The lowest stack pointer seen before a push or pull.
    pub(crate) lowest_stack: u8,
}

impl Monitor {
    pub(crate) fn new() -> Monitor {
        Monitor {
            trace: Trace::new(),
            callers: Callers::new(),
            labels: Labels::default(),
            profile: None,
            lowest_stack: 0xff,
        }
    }

    /// Takes note of a stack pointer.
    #[inline]
    pub(crate) fn see_stack(&mut self, pointer: u8) {
        self.lowest_stack = self.lowest_stack.min(pointer);
    }

    /// The registers and last instructions, for an error; `peek` reads memory without side effects.
    pub(crate) fn report(&self, registers: Registers, cycles: u64, peek: impl Fn(u16) -> u8) -> Box<Report> {
        let trace = self.trace.lines(&self.labels, peek);
        Box::new(Report { registers, cycles, trace, place: self.labels.describe(registers.pc) })
    }
}
