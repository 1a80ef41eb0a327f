//! A timer of the 6526: a 16-bit counter with a latch, which counts cycles or the underflows of another timer.
//!
//! A timer is computed from the cycle counter when somebody looks, so a running timer costs nothing.

/// Cycles from the store that starts a timer to the first cycle in which it counts; one more if the same store loads
/// the latch. Source: x64sc 3.7.1; the tests hold what it read.
const START_DELAY: u64 = 2;
const LOAD_DELAY: u64 = 1;
/// Cycles a timer goes on counting after the store that stops it. Source: as above.
const STOP_DELAY: u64 = 2;
/// Cycles from an underflow of timer A until timer B has counted it. Source: as above.
pub(crate) const CHAIN_DELAY: u64 = 2;

/// The clock of a timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Every cycle of the system clock.
    Cycles,
    /// Every underflow of timer A; timer B only.
    TimerA,
    /// The CNT pin; nothing is connected, so such a timer stands still.
    Nothing,
}

/// One timer. `counter` is what it held at tick `since`; ticks are cycles or timer A's underflows.
#[derive(Clone, Debug)]
pub(crate) struct Timer {
    pub(crate) latch: u16,
    pub(crate) counter: u16,
    pub(crate) since: u64,
    pub(crate) control: u8,
    pub(crate) source: Source,
    /// Underflows of earlier runs of the timer.
    underflows: u64,
}

impl Timer {
    pub(crate) fn new() -> Timer {
        Timer { latch: 0xffff, counter: 0xffff, since: 0, control: 0, source: Source::Cycles, underflows: 0 }
    }

    pub(crate) fn running(&self) -> bool {
        self.control & 1 != 0
    }

    fn one_shot(&self) -> bool {
        self.control & 8 != 0
    }

    /// Ticks from one underflow to the next.
    fn period(&self) -> u64 {
        u64::from(self.latch) + 1
    }

    /// How long the counter stands at 0 before the latch is loaded: not at all when every cycle counts, else one tick.
    fn ticks_at_zero(&self) -> u64 {
        u64::from(self.source != Source::Cycles)
    }

    fn first_underflow(&self) -> u64 {
        self.since + u64::from(self.counter) + self.ticks_at_zero()
    }

    /// Underflows of this run until tick `now`.
    fn new_underflows(&self, now: u64) -> u64 {
        match now.checked_sub(self.first_underflow()) {
            Some(_) if self.running() && self.one_shot() => 1,
            Some(after) if self.running() => 1 + after / self.period(),
            _ => 0,
        }
    }

    pub(crate) fn underflows_at(&self, now: u64) -> u64 {
        self.underflows + self.new_underflows(now)
    }

    /// Returns the value of the counter at tick `now`.
    pub(crate) fn value(&self, now: u64) -> u16 {
        if !self.running() {
            return self.counter;
        }
        if self.new_underflows(now) == 0 {
            return self.counter - now.saturating_sub(self.since) as u16;
        }
        if self.one_shot() {
            return self.latch;
        }
        // After a reload in mid-count the latch is shown for two cycles.
        let after = (now - self.first_underflow()) % self.period();
        self.latch - after.saturating_sub(1 - self.ticks_at_zero()) as u16
    }

    /// Whether a one-shot timer has run out by tick `now`.
    pub(crate) fn expired(&self, now: u64) -> bool {
        self.one_shot() && self.new_underflows(now) > 0
    }

    /// The tick of the first underflow after `now`.
    pub(crate) fn next_underflow(&self, now: u64) -> Option<u64> {
        let first = self.first_underflow();
        match now.checked_sub(first) {
            _ if !self.running() || self.source == Source::Nothing => None,
            None => Some(first),
            Some(_) if self.one_shot() => None,
            Some(after) => Some(first + (after / self.period() + 1) * self.period()),
        }
    }

    /// The tick of an underflow to come, by its number since the timer was made, if no store prevents it.
    pub(crate) fn tick_of_underflow(&self, number: u64) -> Option<u64> {
        let ahead = number - self.underflows - 1;
        let comes = self.running() && self.source != Source::Nothing && (ahead == 0 || !self.one_shot());
        comes.then(|| self.first_underflow() + ahead * self.period())
    }

    /// Takes the state at tick `now` as the new starting point.
    pub(crate) fn settle(&mut self, now: u64) {
        if now < self.since {
            return;
        }
        let value = self.value(now);
        let underflows = self.new_underflows(now);
        let reloading = underflows > 0 && (now - self.first_underflow()).is_multiple_of(self.period());
        if self.expired(now) {
            self.control &= !1;
        }
        self.underflows += underflows;
        self.counter = value;
        self.since = now + u64::from(reloading && self.ticks_at_zero() == 0);
    }

    pub(crate) fn set_latch(&mut self, now: u64, latch: u16) {
        self.settle(now);
        self.latch = latch;
    }

    pub(crate) fn start_or_stop(&mut self, now: u64, control: u8) {
        let load = control & 0x10 != 0;
        let starts = control & 1 != 0 && !self.running();
        let counts_cycles = self.source == Source::Cycles;
        if control & 1 == 0 && self.running() && counts_cycles {
            self.settle(now + STOP_DELAY);
        }
        if load {
            self.counter = self.latch;
        }
        if counts_cycles && (starts || load) {
            self.since = now + START_DELAY + if load { LOAD_DELAY } else { 0 };
        }
        self.control = control & !0x10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settling_changes_nothing_that_a_timer_shows() {
        for source in [Source::Cycles, Source::TimerA] {
            let timer = Timer { latch: 4, counter: 6, since: 2, control: 1, source, ..Timer::new() };
            for settled_at in 2..40 {
                let mut settled = timer.clone();
                settled.settle(settled_at);
                for now in settled_at + 1..60 {
                    let shown = |timer: &Timer| (timer.value(now), timer.underflows_at(now));
                    assert_eq!(shown(&settled), shown(&timer), "{source:?}, {settled_at}, {now}");
                }
            }
        }
    }
}
