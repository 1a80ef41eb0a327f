//! A MOS 6526 complex interface adapter: two ports, two 16-bit timers, a clock with an alarm, interrupt flags.

use crate::time_of_day::TimeOfDay;
use crate::timer::{CHAIN_DELAY, Source, Timer};
use crate::vic::VideoStandard;

/// Bits of the interrupt register and its mask; bits 0 and 1 are the timers'.
const ALARM: u8 = 4;
const REQUEST: u8 = 0x80;

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
    /// An interrupt was requested before the mask was last written. Only a read of the interrupt register ends a request.
    requested: bool,
    /// The line's fall by the present request has been taken, or one was missed because a read ended its request.
    fall_taken: bool,
    fall_missed: bool,
    clock: TimeOfDay,
    serial: u8,
}

impl Cia {
    pub(crate) fn new(standard: VideoStandard) -> Cia {
        Cia {
            port: [0xff; 2],
            direction: [0xff, 0],
            timer: [Timer::new(), Timer::new()],
            reported: [0; 2],
            mask: 0,
            requested: false,
            fall_taken: false,
            fall_missed: false,
            clock: TimeOfDay::new(standard),
            serial: 0,
        }
    }

    /// The tick of timer `which` at cycle `now`, in its own unit.
    fn tick(&self, which: usize, now: u64) -> u64 {
        match self.timer[which].source {
            Source::Cycles => now,
            Source::TimerA => {
                let before = now.saturating_sub(CHAIN_DELAY);
                self.timer[0].underflows_at(self.tick(0, before))
            }
            Source::Nothing => 0,
        }
    }

    fn has_run_out(&self, which: usize, now: u64) -> bool {
        self.timer[which].underflows_at(self.tick(which, now)) > self.reported[which]
    }

    /// Brings the clock up to cycle `now`, as must be before a look at its alarm.
    pub(crate) fn advance_clock(&mut self, now: u64) {
        let fifty_hertz = self.timer[0].control & 0x80 != 0;
        self.clock.advance(now, fifty_hertz);
    }

    /// The interrupt register's flags at `now`: bit 0 timer A, bit 1 timer B, bit 2 the alarm.
    fn flags(&self, now: u64) -> u8 {
        let mut flags = if self.clock.rang() { ALARM } else { 0 };
        for which in 0..2 {
            flags |= u8::from(self.has_run_out(which, now)) << which;
        }
        flags
    }

    /// Whether the chip requests an interrupt at `now`: its line is low.
    pub(crate) fn requests(&self, now: u64) -> bool {
        self.requested || self.mask != 0 && self.flags(now) & self.mask != 0
    }

    /// The cycle at which the chip next requests an interrupt if nothing is stored to it: `now` if it does already. With
    /// the alarm on, it may be earlier than that: the next cycle at which the time may change.
    pub(crate) fn next_request(&self, now: u64) -> Option<u64> {
        if self.requests(now) {
            return Some(now);
        }
        let enabled = (0..2).filter(|which| self.mask >> which & 1 != 0);
        let timers = enabled.filter_map(|which| self.next_underflow(which, now));
        let alarm = self.clock.next_pulse().filter(|_| self.mask & ALARM != 0);
        timers.chain(alarm).min()
    }

    /// The cycle at which the line next falls, or has fallen with nobody to take it: what makes an NMI.
    pub(crate) fn next_fall(&self, now: u64) -> Option<u64> {
        match self.fall_missed {
            true => Some(now),
            false if self.fall_taken => None,
            false => self.next_request(now),
        }
    }

    /// Takes a fall of the line; whether there was one.
    pub(crate) fn take_fall(&mut self, now: u64) -> bool {
        let low = self.requests(now);
        let falls = self.fall_missed || low && !self.fall_taken;
        self.fall_missed = false;
        self.fall_taken = low;
        falls
    }

    /// The first cycle after `now` in which timer `which` has run out once more.
    fn next_underflow(&self, which: usize, now: u64) -> Option<u64> {
        let timer = &self.timer[which];
        let tick = timer.next_underflow(self.tick(which, now))?;
        match timer.source {
            Source::Cycles => Some(tick),
            Source::TimerA => Some(self.timer[0].tick_of_underflow(tick)? + CHAIN_DELAY),
            Source::Nothing => None,
        }
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
            8..=11 => {
                self.advance_clock(now);
                self.clock.read(usize::from(register - 8))
            }
            12 => self.serial,
            13 => {
                self.advance_clock(now);
                let requests = self.requests(now);
                let flags = self.flags(now) | if requests { REQUEST } else { 0 };
                self.clock.acknowledge();
                self.requested = false;
                self.fall_missed |= requests && !self.fall_taken;
                self.fall_taken = false;
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
                self.advance_clock(now);
                let register = usize::from(register - 8);
                match self.timer[1].control & 0x80 {
                    0 => self.clock.write(register, value),
                    _ => self.clock.write_alarm(register, value),
                }
            }
            12 => self.serial = value,
            13 => {
                self.advance_clock(now);
                self.requested = self.requests(now);
                let bits = value & 0x1f;
                self.mask = if value & 0x80 != 0 { self.mask | bits } else { self.mask & !bits };
            }
            _ => self.set_control(usize::from(register - 14), value, now),
        }
    }

    fn set_control(&mut self, which: usize, value: u8, now: u64) {
        self.advance_clock(now);
        let source = match (which, value >> 5 & 3) {
            (0, bits) if bits & 1 == 0 => Source::Cycles,
            (1, 0) => Source::Cycles,
            // Alone, or while CNT is high, as it is with nothing connected.
            (1, 2 | 3) => Source::TimerA,
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

    /// Cycles in which the timers below have run out often, or have come to their end.
    const HORIZON: u64 = 400;

    #[test]
    fn the_next_request_is_the_first_cycle_that_has_one() {
        let controls_of_a = [0x00, 0x01, 0x11, 0x19, 0x31];
        let controls_of_b = [0x00, 0x11, 0x19, 0x51, 0x59, 0x71, 0x31];
        for (a, b) in controls_of_a.into_iter().flat_map(|a| controls_of_b.map(|b| (a, b))) {
            for mask in 0..4 {
                let mut cia = Cia::new(VideoStandard::Pal);
                for (register, value) in [(4, 6), (5, 0), (6, 3), (7, 0), (13, 0x80 | mask), (15, b), (14, a)]
                {
                    cia.write(register, value, 10);
                }
                // What was requested is read now and then, as handlers do.
                for now in 10..HORIZON / 2 {
                    let first = (now..HORIZON).find(|cycle| cia.requests(*cycle));
                    assert_eq!(cia.next_request(now), first, "{a:02X}, {b:02X}, {mask}, {now}");
                    if now % 37 == 0 {
                        cia.read(13, now, [0xff; 2]);
                    }
                }
            }
        }
    }
}
