//! A shift register that delays an event by a number of cycles.

/// Bit n: the event happens n cycles after the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Delay(u8);

impl Delay {
    /// Schedules the event for this many cycles after the next one, at most 7.
    pub(super) fn schedule(&mut self, cycles: u8) {
        self.0 |= 1 << cycles;
    }

    /// Cancels the event if it happens in the next cycle.
    pub(super) fn cancel_next(&mut self) {
        self.0 &= !1;
    }

    /// Cancels the event, whenever it is scheduled.
    pub(super) fn cancel(&mut self) {
        self.0 = 0;
    }

    /// Returns whether the event happens in the next cycle.
    pub(super) fn is_next(self) -> bool {
        self.0 & 1 != 0
    }

    /// Returns whether the event happens in the next cycle, and not again afterwards.
    pub(super) fn is_only_next(self) -> bool {
        self.0 == 1
    }

    /// Returns whether the event is not scheduled.
    pub(super) fn is_idle(self) -> bool {
        self.0 == 0
    }

    /// Simulates a cycle. Returns whether the event happens in it.
    pub(super) fn step(&mut self) -> bool {
        let comes = self.is_next();
        self.0 >>= 1;
        comes
    }
}
