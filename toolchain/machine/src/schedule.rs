//! When the run loop has to look up from the program, and the interrupts that the host has asked for.

use crate::config::Line;
use crate::error::Registers;

/// Cycles at which something happens.
#[derive(Debug)]
pub(crate) struct Schedule {
    /// The cycle at which the run loop must look up: the limit, the pause, the next interrupt or wait, or a line's end.
    pub(crate) deadline: u64,
    /// The cycle before which there is nothing to look up for but the lines' ends.
    pub(crate) quiet: u64,
    /// The cycle at which a run for a number of cycles pauses.
    pub(crate) pause: u64,
    /// Interrupts to come from outside, in the order of their cycles.
    raised: Vec<(u64, Line)>,
    /// The registers and the cycle at which the program has come to an earlier place last.
    back: Option<(Registers, u64)>,
}

impl Schedule {
    pub(crate) fn new() -> Schedule {
        Schedule { deadline: 0, quiet: 0, pause: u64::MAX, raised: Vec::new(), back: None }
    }

    /// Makes the run loop look up before the next instruction.
    pub(crate) fn wake(&mut self) {
        (self.deadline, self.quiet) = (0, 0);
    }

    /// Has the run loop look up at `cycle` for whatever there may be, and at the ends of lines before.
    pub(crate) fn look_up_at(&mut self, cycle: u64, next_line: Option<u64>) {
        self.quiet = cycle;
        self.deadline = next_line.map_or(cycle, |line| cycle.min(line));
    }

    /// Takes note that the program has come to an earlier place at `now`, with these registers, and whether it has `touched` anything since
    /// the last time. Returns the cycles before the cycle `end` that it would spend in the same loop again and again before the run loop has
    /// to look up: if nothing was stored, no chip was read, and the registers are the same, nothing but an interrupt ends the loop. None if
    /// nothing ever ends it.
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

    /// Enters an interrupt from outside.
    pub(crate) fn raise(&mut self, cycle: u64, line: Line) {
        let at = self.raised.partition_point(|raised| raised.0 <= cycle);
        self.raised.insert(at, (cycle, line));
    }

    /// Returns the number of interrupts from outside that are still to come.
    pub(crate) fn raised(&self) -> usize {
        self.raised.len()
    }

    /// The cycle of the first interrupt from outside on a line.
    pub(crate) fn next_raised(&self, line: Line) -> Option<u64> {
        self.raised.iter().find(|raised| raised.1 == line).map(|raised| raised.0)
    }

    /// Takes the first interrupt raised on a line if it is due at `now`; whether it was.
    pub(crate) fn take_raised(&mut self, line: Line, now: u64) -> bool {
        let due = self.raised.iter().position(|raised| raised.1 == line && raised.0 <= now);
        due.map(|at| self.raised.remove(at)).is_some()
    }
}
