//! A timer of the 6526: a 16-bit counter with a latch, which counts cycles or the underflows of another timer, cycle by cycle.
//!
//! A store takes effect through flip-flops that pass their bits on once per cycle. Source: Wolfgang Lorenz, "A Software Model of the
//! CIA6526", whose timer diagram is implemented here; his test programs and x64sc 3.7.1 agree with it.

/// Bits of a control register.
pub(super) mod control {
    pub(in crate::cia) const START: u8 = 0x01;
    /// The output appears on port B, bit 6 or 7.
    pub(in crate::cia) const OUTPUT: u8 = 0x02;
    /// The output toggles with every underflow, instead of being high for a cycle.
    pub(in crate::cia) const TOGGLE: u8 = 0x04;
    pub(in crate::cia) const ONE_SHOT: u8 = 0x08;
    /// A strobe: loads the latch.
    pub(in crate::cia) const LOAD: u8 = 0x10;
}

/// The input that a timer counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Every cycle of the system clock.
    Cycles,
    /// Every underflow of timer A; timer B only.
    TimerA,
    /// The CNT pin; nothing is connected, so such a timer never counts.
    Nothing,
}

/// The flip-flops between a store and its effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Signals {
    /// Whether the counter may count in the cycle after the next, and in the next.
    enabled: bool,
    counts: bool,
    /// Whether the latch is loaded in the cycle after the next, and in the next, or has been in this one.
    strobe: bool,
    loads: bool,
    loaded: bool,
    /// Whether the timer was in one-shot mode a cycle ago.
    one_shot: bool,
}

/// A timer at the end of a cycle.
#[derive(Clone, Debug)]
pub(super) struct Timer {
    pub(super) source: Source,
    latch: u16,
    counter: u16,
    /// The control register without its strobe bit. An underflow in one-shot mode clears START.
    control: u8,
    signals: Signals,
    /// The flip-flop that toggles with every underflow.
    toggle: bool,
    underflow: bool,
    /// An underflow of timer A, to be counted in the next cycle in which this timer is not idle.
    ticked: bool,
}

impl Timer {
    pub(super) fn new() -> Timer {
        Timer {
            source: Source::Cycles,
            latch: 0xffff,
            counter: 0xffff,
            control: 0,
            signals: Signals::default(),
            toggle: false,
            underflow: false,
            ticked: false,
        }
    }

    pub(super) fn counter(&self) -> u16 {
        self.counter
    }

    pub(super) fn control(&self) -> u8 {
        self.control
    }

    fn has(&self, bit: u8) -> bool {
        self.control & bit != 0
    }

    /// Returns whether the timer would count an underflow of timer A in the next cycle.
    pub(super) fn counts_timer_a(&self) -> bool {
        self.has(control::START) && self.source == Source::TimerA
    }

    /// Records an underflow of timer A, which counts in the next cycle.
    pub(super) fn tick(&mut self) {
        self.ticked = true;
    }

    /// Simulates a cycle. Returns whether the timer underflows.
    pub(super) fn step(&mut self) -> bool {
        let before = self.signals;
        self.counter = self.counter.wrapping_sub(u16::from(before.counts));
        let running = self.has(control::START);
        // An idle timer keeps pending counts, as in x64sc 3.7.1.
        let rests = !running && before == Signals { one_shot: before.one_shot, ..Signals::default() };
        let ticked = !rests && std::mem::take(&mut self.ticked);
        let counts = before.enabled || running && ticked;
        self.underflow = counts && self.counter == 0;
        let mut enabled = running && self.source == Source::Cycles;
        if self.underflow {
            self.toggle = !self.toggle;
            if self.has(control::ONE_SHOT) || before.one_shot {
                self.control &= !control::START;
                enabled = false;
            }
        }
        let loaded = before.loads || self.underflow;
        if loaded {
            self.counter = self.latch;
        }
        self.signals = Signals {
            enabled,
            counts: counts && !loaded,
            strobe: false,
            loads: before.strobe,
            loaded,
            one_shot: self.has(control::ONE_SHOT),
        };
        self.underflow
    }

    /// Returns whether the timer may underflow before a program stores to it again; `ticks` tells whether timer A may.
    pub(super) fn may_underflow(&self, ticks: bool) -> bool {
        let clocked = self.source == Source::Cycles || self.source == Source::TimerA && ticks;
        self.signals.enabled || self.signals.counts || self.has(control::START) && (clocked || self.ticked)
    }

    /// Returns the number of coming cycles in which nothing happens except that the counter counts, if it does.
    pub(super) fn quiet(&self) -> u64 {
        let enabled = self.has(control::START) && self.source == Source::Cycles;
        let one_shot = self.has(control::ONE_SHOT);
        let settled =
            Signals { enabled, counts: enabled, one_shot, strobe: false, loads: false, loaded: false };
        match self.signals == settled && !self.underflow && !(self.ticked && self.has(control::START)) {
            true if enabled => u64::from(self.counter.saturating_sub(1)),
            true => u64::MAX,
            false => 0,
        }
    }

    /// Skips this many cycles, at most [`Timer::quiet`].
    pub(super) fn skip(&mut self, cycles: u64) {
        if self.signals.counts {
            self.counter -= cycles as u16;
        }
    }

    /// Stores to the low (0) or high (1) byte of the latch.
    pub(super) fn set_latch(&mut self, byte: usize, value: u8) {
        let mut latch = self.latch.to_le_bytes();
        latch[byte] = value;
        self.latch = u16::from_le_bytes(latch);
        if self.signals.loaded {
            self.counter = self.latch;
        } else if byte == 1 && !self.has(control::START) {
            // A store to the high byte loads a stopped timer.
            self.signals.loads = true;
        }
    }

    pub(super) fn set_control(&mut self, value: u8) {
        if value & control::START != 0 && !self.has(control::START) {
            self.toggle = true;
        }
        self.signals.strobe = value & control::LOAD != 0;
        self.control = value & !control::LOAD;
    }

    /// Returns the level of the timer's line on port B, if it is connected.
    pub(super) fn output(&self) -> Option<bool> {
        let level = if self.has(control::TOGGLE) { self.toggle } else { self.underflow };
        self.has(control::OUTPUT).then_some(level)
    }
}
