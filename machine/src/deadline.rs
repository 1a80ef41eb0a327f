//! What the run loop does at a deadline: the beam, the cycle limit, interrupts, the processor's waits, and the next deadline.

use crate::error::Error;
use crate::machine::Machine;

impl Machine {
    /// Looks after whatever is due, and sets the next deadline. Returns whether an interrupt has been served, so that another instruction is
    /// next.
    ///
    /// # Errors
    /// [`Error::CycleLimit`], and what serving an interrupt may give.
    pub(crate) fn meet_deadline(&mut self) -> Result<bool, Error> {
        // Most deadlines are the ends of lines, in which nothing but the picture goes on.
        if self.cpu.cycles < self.schedule.quiet {
            self.cpu.memory.follow_beam(self.cpu.cycles);
            self.schedule.look_up_at(self.schedule.quiet, self.cpu.memory.vic.next_line());
            return Ok(false);
        }
        let limit = self.config.cycle_limit;
        if self.cpu.cycles >= limit {
            return Err(Error::CycleLimit { limit, report: self.report() });
        }
        self.follow_beam();
        if self.serve_interrupts()? {
            return Ok(true);
        }
        let stall = self.stall();
        let look = self.cpu.memory.vic.next_look();
        let next = [look, stall, self.next_interrupt()].into_iter().flatten().min();
        let quiet = limit.min(self.schedule.pause).min(next.unwrap_or(u64::MAX));
        self.schedule.look_up_at(quiet, self.cpu.memory.vic.next_line());
        if self.schedule.masked.take().is_some() {
            // The flag counts from the next instruction on.
            self.schedule.wake();
        }
        Ok(false)
    }
}
