//! The cycles at which the run loop must interrupt the program, and the interrupts requested by the host.

use crate::config::Line;
use crate::error::Registers;

/// The cycles of upcoming events.
#[derive(Debug)]
pub(crate) struct Schedule {
    /// The deadline of the run loop: the limit, the pause, the next interrupt or stall, or the end of a line.
    pub(crate) deadline: u64,
    /// The cycle before which only ends of lines need attention.
    pub(crate) quiet: u64,
    /// The cycle at which a run of limited length pauses.
    pub(crate) pause: u64,
    /// Pending interrupts from outside, in the order of their cycles.
    raised: Vec<(u64, Line)>,
    /// The registers and the cycle at the last backward jump.
    back: Option<(Registers, u64)>,
}

impl Schedule {
    pub(crate) fn new() -> Schedule {
        Schedule { deadline: 0, quiet: 0, pause: u64::MAX, raised: Vec::new(), back: None }
    }

    /// Makes the run loop check before the next instruction.
    pub(crate) fn wake(&mut self) {
        (self.deadline, self.quiet) = (0, 0);
    }

    /// Makes the run loop check everything at `cycle`, and before that only the ends of lines.
    pub(crate) fn look_up_at(&mut self, cycle: u64, next_line: Option<u64>) {
        self.quiet = cycle;
        self.deadline = next_line.map_or(cycle, |line| cycle.min(line));
    }

    /// Records that the program has jumped backwards at `now`, with these registers, and whether it has `touched` anything since the last
    /// time. Returns the cycles before `end` that it would spend in whole iterations of the same loop before the run loop has to check: if
    /// nothing was stored, no chip was read, and the registers are the same, only an interrupt ends the loop. Returns 0 if nothing ever
    /// ends it.
    pub(crate) fn waits(&mut self, registers: Registers, now: u64, touched: bool, end: u64) -> u64 {
        let end = end.min(self.quiet);
        let wait = match self.back {
            Some((before, since))
                if !touched && before == registers && now < end && self.quiet < u64::MAX =>
            {
                let period = now - since;
                (end - 1 - now) / period * period
            }
            _ => 0,
        };
        self.back = Some((registers, now + wait));
        wait
    }

    /// Adds an interrupt from outside.
    pub(crate) fn raise(&mut self, cycle: u64, line: Line) {
        let at = self.raised.partition_point(|raised| raised.0 <= cycle);
        self.raised.insert(at, (cycle, line));
    }

    /// Returns the number of pending interrupts from outside.
    pub(crate) fn raised(&self) -> usize {
        self.raised.len()
    }

    /// Returns the cycle of the first interrupt from outside on a line.
    pub(crate) fn next_raised(&self, line: Line) -> Option<u64> {
        self.raised.iter().find(|raised| raised.1 == line).map(|raised| raised.0)
    }

    /// Takes the first interrupt raised on a line if it is due at `now`; returns whether it was.
    pub(crate) fn take_raised(&mut self, line: Line, now: u64) -> bool {
        let due = self.raised.iter().position(|raised| raised.1 == line && raised.0 <= now);
        due.map(|at| self.raised.remove(at)).is_some()
    }
}
