//! Events that a chip has in hand for the next cycles.

/// Bit n: the event comes in n cycles, counted from the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Delay(u8);

impl Delay {
    /// Has the event come in so many cycles, at most 7, counted from the next one.
    pub(super) fn schedule(&mut self, cycles: u8) {
        self.0 |= 1 << cycles;
    }

    /// Gives up what comes next.
    pub(super) fn cancel_next(&mut self) {
        self.0 &= !1;
    }

    pub(super) fn cancel(&mut self) {
        self.0 = 0;
    }

    /// Whether the event comes next.
    pub(super) fn is_next(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether the event comes next, and not again behind that.
    pub(super) fn is_only_next(self) -> bool {
        self.0 == 1
    }

    pub(super) fn is_idle(self) -> bool {
        self.0 == 0
    }

    /// Goes on by a cycle. Returns whether the event comes in it.
    pub(super) fn step(&mut self) -> bool {
        let comes = self.is_next();
        self.0 >>= 1;
        comes
    }
}
