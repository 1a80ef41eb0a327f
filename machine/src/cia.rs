//! A MOS 6526 complex interface adapter: two ports, two 16-bit timers, interrupt flags.

use crate::time_of_day::TimeOfDay;
use crate::timer::{CHAIN_DELAY, Source, Timer};

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
            Source::TimerA => {
                let before = now.saturating_sub(CHAIN_DELAY);
                self.timer[0].underflows_at(self.tick(0, before))
            }
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
            // Alone, or while CNT is high: the chip pulls it up, and nothing is connected.
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
