//! Records of a run: last instructions, calls, breakpoints, cycles by function, lowest stack pointer, and names for addresses.

use std::collections::BTreeMap;

use crate::callers::Callers;
use crate::error::{Registers, Report};
use crate::labels::Labels;
use crate::profile::Profile;
use crate::software_stack::SoftwareStack;
use crate::trace::Trace;

/// The records of a run; they do not affect it.
#[derive(Debug)]
pub(crate) struct Monitor {
    pub(crate) trace: Trace,
    pub(crate) callers: Callers,
    pub(crate) labels: Labels,
    pub(crate) software_stack: Option<SoftwareStack>,
    /// Whether the software stack's pointer is below its limit, so that it is checked after each instruction, not only after stores.
    pub(crate) low_stack: bool,
    pub(crate) profile: Option<Box<Profile>>,
    /// How often the program has passed each of its breakpoints.
    pub(crate) breakpoints: BTreeMap<u16, u64>,
    /// The lowest stack pointer seen before a push or pull.
    pub(crate) lowest_stack: u8,
}

impl Monitor {
    pub(crate) fn new() -> Monitor {
        Monitor {
            trace: Trace::new(),
            callers: Callers::new(),
            labels: Labels::default(),
            software_stack: None,
            low_stack: false,
            profile: None,
            breakpoints: BTreeMap::new(),
            lowest_stack: 0xff,
        }
    }

    /// Sets the names of a program, and uses them to watch its software stack if `strict`.
    pub(crate) fn set_labels(&mut self, labels: Labels, strict: bool) {
        self.software_stack = SoftwareStack::of(&labels).filter(|_| strict);
        self.low_stack = false;
        self.labels = labels;
    }

    /// Returns whether every instruction is counted, so that none may be skipped.
    pub(crate) fn counts(&self) -> bool {
        self.profile.is_some() || !self.breakpoints.is_empty()
    }

    /// Records a NOP, which may be a breakpoint.
    pub(crate) fn see_nop(&mut self, pc: u16) {
        if let Some(count) = self.breakpoints.get_mut(&pc) {
            *count += 1;
        }
    }

    /// Records a stack pointer.
    #[inline]
    pub(crate) fn see_stack(&mut self, pointer: u8) {
        self.lowest_stack = self.lowest_stack.min(pointer);
    }

    /// Returns the registers and last instructions, for an error; `peek` reads memory without side effects.
    pub(crate) fn report(&self, registers: Registers, cycles: u64, peek: impl Fn(u16) -> u8) -> Box<Report> {
        let trace = self.trace.lines(&self.labels, peek);
        Box::new(Report { registers, cycles, trace, place: self.labels.describe(registers.pc) })
    }
}
