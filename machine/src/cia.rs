//! A MOS 6526 complex interface adapter: two ports, two 16-bit timers, interrupt flags.
//!
//! Timers are computed from the cycle counter when somebody looks, so a running timer costs nothing.

/// Cycles between the store that starts a timer and the first cycle it counts. Source: measured on x64sc, see the tests.
const START_DELAY: u64 = 2;

/// What makes a timer count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// Every cycle of the system clock.
    Cycles,
    /// Every underflow of timer A; timer B only.
    TimerA,
    /// The CNT pin or CNT with timer A; nothing is connected, so such a timer stands still.
    Nothing,
}

/// One timer. `counter` is what it held at tick `since`; ticks are cycles or timer A's underflows.
#[derive(Clone, Debug)]
struct Timer {
    latch: u16,
    counter: u16,
    since: u64,
    control: u8,
    /// Underflows of earlier runs of the timer.
    underflows: u64,
}

impl Timer {
    fn new() -> Timer {
        Timer { latch: 0xffff, counter: 0xffff, since: 0, control: 0, underflows: 0 }
    }

    fn running(&self) -> bool {
        self.control & 1 != 0
    }

    fn one_shot(&self) -> bool {
        self.control & 8 != 0
    }

    /// Ticks from one underflow to the next.
    fn period(&self) -> u64 {
        u64::from(self.latch) + 1
    }

    /// Counter value and underflows of this run at tick `now`.
    fn at(&self, now: u64) -> (u16, u64) {
        let ticks = if self.running() { now.saturating_sub(self.since) } else { 0 };
        let first = u64::from(self.counter);
        if ticks <= first {
            return ((first - ticks) as u16, 0);
        }
        if self.one_shot() {
            return (self.latch, 1);
        }
        let after = ticks - first - 1;
        ((u64::from(self.latch) - after % self.period()) as u16, 1 + after / self.period())
    }

    /// All underflows until tick `now`.
    fn underflows_at(&self, now: u64) -> u64 {
        self.underflows + self.at(now).1
    }

    /// Whether a one-shot timer has run out by tick `now`.
    fn expired(&self, now: u64) -> bool {
        self.running() && self.one_shot() && self.at(now).1 > 0
    }

    /// Takes the state at tick `now` as the new starting point.
    fn settle(&mut self, now: u64) {
        if now < self.since {
            return;
        }
        let (counter, underflows) = self.at(now);
        if self.expired(now) {
            self.control &= !1;
        }
        self.underflows += underflows;
        self.counter = counter;
        self.since = now;
    }

    fn set_latch(&mut self, now: u64, latch: u16) {
        self.settle(now);
        self.latch = latch;
        if !self.running() {
            self.counter = latch;
        }
    }

    fn set_control(&mut self, now: u64, delay: u64, control: u8) {
        self.settle(now);
        let started = control & 1 != 0 && !self.running();
        if control & 0x10 != 0 {
            self.counter = self.latch;
        }
        self.control = control & !0x10;
        if started {
            self.since = now + delay;
        }
    }
}

/// A 6526. Register numbers are the low four bits of the address; all times are absolute cycles.
#[derive(Clone, Debug)]
pub(crate) struct Cia {
    /// Data written to ports A and B.
    pub(crate) port: [u8; 2],
    /// Data direction: 1 = output.
    pub(crate) direction: [u8; 2],
    timer: [Timer; 2],
    /// Underflows of each timer already reported by a read of the interrupt register.
    reported: [u64; 2],
    mask: u8,
    clock: [u8; 4],
    serial: u8,
}

impl Cia {
    pub(crate) fn new() -> Cia {
        Cia {
            port: [0xff; 2],
            direction: [0xff, 0],
            timer: [Timer::new(), Timer::new()],
            reported: [0; 2],
            mask: 0,
            clock: [0; 4],
            serial: 0,
        }
    }

    fn source(&self, which: usize) -> Source {
        let control = self.timer[which].control;
        match (which, control >> 5 & 3) {
            (0, bits) if bits & 1 == 0 => Source::Cycles,
            (1, 0) => Source::Cycles,
            (1, 2) => Source::TimerA,
            _ => Source::Nothing,
        }
    }

    /// The tick of timer `which` at cycle `now`, in its own unit.
    fn tick(&self, which: usize, now: u64) -> u64 {
        match self.source(which) {
            Source::Cycles => now,
            Source::TimerA => self.timer[0].underflows_at(now),
            Source::Nothing => 0,
        }
    }

    /// Interrupt flags at `now`: bit 0 timer A, bit 1 timer B, bit 7 = an enabled one is set.
    pub(crate) fn interrupt_flags(&self, now: u64) -> u8 {
        let mut flags = 0;
        for which in 0..2 {
            if self.timer[which].underflows_at(self.tick(which, now)) > self.reported[which] {
                flags |= 1 << which;
            }
        }
        if flags & self.mask != 0 { flags | 0x80 } else { flags }
    }

    /// The cycle at which timer A next requests an interrupt, if it ever will.
    pub(crate) fn next_timer_a_interrupt(&self, now: u64) -> Option<u64> {
        let timer = &self.timer[0];
        if self.mask & 1 == 0 {
            return None;
        }
        if timer.underflows_at(now) > self.reported[0] {
            return Some(now);
        }
        if !timer.running() || self.source(0) != Source::Cycles || timer.expired(now) {
            return None;
        }
        Some(now.max(timer.since) + u64::from(timer.at(now).0) + 1)
    }

    /// Reads register `register` at cycle `now`; `pins` are the lines from outside on ports A and B.
    pub(crate) fn read(&mut self, register: u8, now: u64, pins: [u8; 2]) -> u8 {
        match register {
            0 | 1 => {
                let which = usize::from(register);
                (self.port[which] | !self.direction[which]) & pins[which]
            }
            2 | 3 => self.direction[usize::from(register - 2)],
            4..=7 => {
                let which = usize::from(register - 4) / 2;
                self.timer[which].at(self.tick(which, now)).0.to_le_bytes()[usize::from(register & 1)]
            }
            8..=11 => self.clock[usize::from(register - 8)],
            12 => self.serial,
            13 => {
                let flags = self.interrupt_flags(now);
                for which in 0..2 {
                    self.reported[which] = self.timer[which].underflows_at(self.tick(which, now));
                }
                flags
            }
            _ => {
                let which = usize::from(register - 14);
                let timer = &self.timer[which];
                timer.control & !u8::from(timer.expired(self.tick(which, now)))
            }
        }
    }

    /// Writes register `register` at cycle `now`.
    pub(crate) fn write(&mut self, register: u8, value: u8, now: u64) {
        match register {
            0 | 1 => self.port[usize::from(register)] = value,
            2 | 3 => self.direction[usize::from(register - 2)] = value,
            4..=7 => {
                let which = usize::from(register - 4) / 2;
                let mut latch = self.timer[which].latch.to_le_bytes();
                latch[usize::from(register & 1)] = value;
                let tick = self.tick(which, now);
                let timer = &mut self.timer[which];
                if register & 1 == 0 {
                    timer.settle(tick);
                    timer.latch = u16::from_le_bytes(latch);
                } else {
                    timer.set_latch(tick, u16::from_le_bytes(latch));
                }
            }
            8..=11 => self.clock[usize::from(register - 8)] = value,
            12 => self.serial = value,
            13 => {
                let bits = value & 0x1f;
                self.mask = if value & 0x80 != 0 { self.mask | bits } else { self.mask & !bits };
            }
            _ => self.set_control(usize::from(register - 14), value, now),
        }
    }

    fn set_control(&mut self, which: usize, value: u8, now: u64) {
        // Timer B's ticks change unit with its source, and its past must be settled in the old one; when timer A is
        // touched, the underflows timer B has seen stay valid because `underflows` never decreases.
        let old = self.tick(which, now);
        self.timer[which].settle(old);
        self.timer[which].control = self.timer[which].control & 1 | value & !1;
        let new = self.tick(which, now);
        self.timer[which].since = self.timer[which].since.max(old) - old + new;
        let delay = if self.source(which) == Source::Cycles { START_DELAY } else { 0 };
        self.timer[which].set_control(new, delay, value);
    }
}
