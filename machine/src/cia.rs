//! A MOS 6526 complex interface adapter: two ports, two 16-bit timers, interrupt flags.
//!
//! Timers are computed from the cycle counter when somebody looks, so a running timer costs nothing.

use crate::time_of_day::TimeOfDay;

/// Cycles from the store that starts a timer to the first cycle in which it counts; one more if the same store loads
/// the latch. Source: x64sc 3.7.1; the tests hold what it read.
const START_DELAY: u64 = 2;
const LOAD_DELAY: u64 = 1;
/// Cycles a timer goes on counting after the store that stops it. Source: as above.
const STOP_DELAY: u64 = 2;
/// Cycles from an underflow of timer A until timer B has counted it. Source: as above.
const CHAIN_DELAY: u64 = 2;

/// The clock of a timer.
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
    source: Source,
    /// Underflows of earlier runs of the timer.
    underflows: u64,
}

impl Timer {
    fn new() -> Timer {
        Timer { latch: 0xffff, counter: 0xffff, since: 0, control: 0, source: Source::Cycles, underflows: 0 }
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

    fn underflows_at(&self, now: u64) -> u64 {
        self.underflows + self.new_underflows(now)
    }

    /// Returns the value of the counter at tick `now`.
    fn value(&self, now: u64) -> u16 {
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
    fn expired(&self, now: u64) -> bool {
        self.one_shot() && self.new_underflows(now) > 0
    }

    /// The tick of the first underflow after `now`.
    fn next_underflow(&self, now: u64) -> Option<u64> {
        let first = self.first_underflow();
        match now.checked_sub(first) {
            _ if !self.running() || self.source == Source::Nothing => None,
            None => Some(first),
            Some(_) if self.one_shot() => None,
            Some(after) => Some(first + (after / self.period() + 1) * self.period()),
        }
    }

    /// Takes the state at tick `now` as the new starting point.
    fn settle(&mut self, now: u64) {
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

    fn set_latch(&mut self, now: u64, latch: u16) {
        self.settle(now);
        self.latch = latch;
    }

    fn start_or_stop(&mut self, now: u64, control: u8) {
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
    clock: TimeOfDay,
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
            clock: TimeOfDay::new(),
            serial: 0,
        }
    }

    /// The tick of timer `which` at cycle `now`, in its own unit.
    fn tick(&self, which: usize, now: u64) -> u64 {
        match self.timer[which].source {
            Source::Cycles => now,
            Source::TimerA => self.timer[0].underflows_at(now.saturating_sub(CHAIN_DELAY)),
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
        if self.mask & 1 == 0 {
            return None;
        }
        let timer = &self.timer[0];
        if timer.underflows_at(now) > self.reported[0] { Some(now) } else { timer.next_underflow(now) }
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
                self.timer[which].value(self.tick(which, now)).to_le_bytes()[usize::from(register & 1)]
            }
            8..=11 => self.clock.read(usize::from(register - 8), now, self.timer[0].control & 0x80 != 0),
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
                timer.set_latch(tick, u16::from_le_bytes(latch));
                // A store to the high byte of a stopped timer loads the counter.
                if register & 1 != 0 && !timer.running() {
                    timer.counter = timer.latch;
                }
            }
            8..=11 => {
                let fifty_hertz = self.timer[0].control & 0x80 != 0;
                self.clock.write(usize::from(register - 8), value, now, fifty_hertz);
            }
            12 => self.serial = value,
            13 => {
                let bits = value & 0x1f;
                self.mask = if value & 0x80 != 0 { self.mask | bits } else { self.mask & !bits };
            }
            _ => self.set_control(usize::from(register - 14), value, now),
        }
    }

    fn set_control(&mut self, which: usize, value: u8, now: u64) {
        let source = match (which, value >> 5 & 3) {
            (0, bits) if bits & 1 == 0 => Source::Cycles,
            (1, 0) => Source::Cycles,
            (1, 2) => Source::TimerA,
            _ => Source::Nothing,
        };
        if source != self.timer[which].source {
            // Its past is settled in the old unit, its future counted in the new one.
            let old = self.tick(which, now);
            self.timer[which].settle(old);
            self.timer[which].source = source;
            self.timer[which].since = self.tick(which, now);
        }
        let tick = self.tick(which, now);
        self.timer[which].settle(tick);
        self.timer[which].start_or_stop(tick, value);
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

    #[test]
    fn the_clock_counts_the_mains_as_control_register_a_says() {
        // Ten pulses: a tenth of a second is five of 50 Hz or six of 60 Hz. A store to the seconds takes the time along.
        for (control, tenths) in [(0x80, 2), (0, 1)] {
            let mut cia = Cia::new();
            cia.write(14, control, 0);
            cia.write(8, 0, 0);
            cia.write(9, 0x30, 10 * 19_705);
            assert_eq!(cia.read(8, 10 * 19_705, [0xff; 2]), tenths, "{control:02x}");
        }
    }
}
