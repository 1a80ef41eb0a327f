//! The MOS 6526 complex interface adapter: two ports, two 16-bit timers, a clock with an alarm, a serial register, interrupt flags.
//!
//! It catches up when it is accessed: cycle by cycle where something happens, and in one step over cycles in which timers only count.

mod delay;
mod requests;
mod serial;
mod time_of_day;
mod timer;

use crate::config::CiaModel;
use crate::vic::VideoStandard;
use requests::{ALARM, Requests, SERIAL, TIMER_A, TIMER_B};
use serial::Serial;
use time_of_day::TimeOfDay;
use timer::{Source, Timer};

/// Control register bits: timer A's has the mains frequency and the direction of the serial register, timer B's selects the alarm.
const FIFTY_HERTZ: u8 = 0x80;
const SERIAL_OUTPUT: u8 = 0x40;
const SETS_ALARM: u8 = 0x80;
/// Steps after which the search for the next request gives up and makes the machine check again.
const LONGEST_SEARCH: usize = 256;

/// The clocked parts of the chip, at the end of cycle `at`.
#[derive(Clone, Debug)]
struct Clocked {
    at: u64,
    timer: [Timer; 2],
    serial: Serial,
    requests: Requests,
}

impl Clocked {
    fn new(model: CiaModel) -> Clocked {
        Clocked {
            at: 0,
            timer: [Timer::new(), Timer::new()],
            serial: Serial::new(model),
            requests: Requests::new(model),
        }
    }

    /// Simulates the next cycle.
    fn step(&mut self) {
        self.at += 1;
        let mut sources = if self.serial.step() { SERIAL } else { 0 };
        let counts_timer_a = self.timer[1].counts_timer_a();
        if self.timer[1].step() {
            sources |= TIMER_B;
        }
        if self.timer[0].step() {
            sources |= TIMER_A;
            self.serial.tick();
            if counts_timer_a {
                self.timer[1].tick();
            }
        }
        self.requests.step(sources, self.at);
    }

    /// Returns the number of coming cycles in which nothing happens except that the timers count.
    fn quiet(&self) -> u64 {
        if !self.serial.is_quiet() || !self.requests.is_quiet() {
            return 0;
        }
        self.timer[0].quiet().min(self.timer[1].quiet())
    }

    fn skip(&mut self, cycles: u64) {
        for timer in &mut self.timer {
            timer.skip(cycles);
        }
        self.at += cycles;
    }

    /// Advances to the end of cycle `to`.
    fn advance(&mut self, to: u64) {
        while self.at < to {
            match self.quiet().min(to - self.at) {
                0 => self.step(),
                cycles => self.skip(cycles),
            }
        }
    }

    /// Returns a copy that has advanced to cycle `now`, unless it is already there.
    fn ahead(&self, now: u64) -> Clocked {
        let mut ahead = self.clone();
        ahead.advance(now);
        ahead
    }

    /// Returns the sources that may request an interrupt before a program stores to the chip again.
    fn possible_sources(&self) -> u8 {
        let a = self.timer[0].may_underflow(false);
        let b = self.timer[1].may_underflow(a);
        let serial = !self.serial.is_empty();
        [(a, TIMER_A), (b, TIMER_B), (serial, SERIAL)]
            .iter()
            .filter(|(comes, _)| *comes)
            .map(|(_, bit)| bit)
            .sum()
    }

    /// Returns the cycle in which the interrupt line next goes low by itself.
    fn next_fall(&self) -> Option<u64> {
        let mut ahead = self.clone();
        for _ in 0..LONGEST_SEARCH {
            match ahead.quiet() {
                u64::MAX => return None,
                _ if ahead.requests.is_quiet() && ahead.requests.mask() & ahead.possible_sources() == 0 => {
                    return None;
                }
                0 => ahead.step(),
                cycles => ahead.skip(cycles),
            }
            if let Some(cycle) = ahead.requests.low_since() {
                return Some(cycle);
            }
        }
        Some(ahead.at + 1)
    }
}

/// A 6526. Register numbers are the low four bits of the address; all times are absolute cycles.
#[derive(Clone, Debug)]
pub(crate) struct Cia {
    /// Data written to ports A and B.
    port: [u8; 2],
    /// Data direction: 1 = output.
    direction: [u8; 2],
    clocked: Clocked,
    clock: TimeOfDay,
    /// Whether the falling edge of the current request has been taken.
    fall_taken: bool,
    /// The cycle of a falling edge that was not taken before a read ended its request.
    fall_missed: Option<u64>,
}

impl Cia {
    pub(crate) fn new(standard: VideoStandard, model: CiaModel) -> Cia {
        Cia {
            port: [0xff; 2],
            direction: [0xff, 0],
            clocked: Clocked::new(model),
            clock: TimeOfDay::new(standard),
            fall_taken: false,
            fall_missed: None,
        }
    }

    /// Returns the levels that the chip drives on the lines of port A or B; inputs are high.
    pub(crate) fn output(&self, which: usize) -> u8 {
        self.port[which] | !self.direction[which]
    }

    /// Advances the chip to cycle `now`, before the accesses in it; must be called before the alarm is checked.
    pub(crate) fn advance(&mut self, now: u64) {
        let fifty_hertz = self.clocked.timer[0].control() & FIFTY_HERTZ != 0;
        if let Some(cycle) = self.clock.advance(now, fifty_hertz) {
            self.clocked.advance(cycle.saturating_sub(1));
            self.clocked.requests.set_flags(ALARM);
        }
        self.clocked.advance(now);
    }

    /// Returns whether the chip requests an interrupt at `now`, that is, whether its line is low.
    pub(crate) fn requests(&self, now: u64) -> bool {
        self.clocked.ahead(now).requests.low_since().is_some_and(|since| since <= now)
    }

    /// Returns whether the line was low at `look`, when the processor polled it; the instruction may have read the interrupt register
    /// since.
    pub(crate) fn requested(&self, look: u64) -> bool {
        self.clocked.ahead(look).requests.was_low(look)
    }

    /// Ends the request and returns the flags, for a handler that takes no time.
    pub(crate) fn acknowledge(&mut self, now: u64) -> u8 {
        let flags = self.read(13, now, [0xff; 2]);
        self.clocked.requests.forget();
        flags
    }

    /// Returns the cycle at which the chip next requests an interrupt if nothing is stored to it: `now` if it already does. The request may
    /// come later: with the alarm enabled, which is checked whenever the time may change, and with a timer that often underflows without a
    /// request.
    pub(crate) fn next_request(&self, now: u64) -> Option<u64> {
        let ahead = self.clocked.ahead(now);
        if ahead.requests.low_since().is_some_and(|since| since <= now) {
            return Some(now);
        }
        let alarm = self.clock.next_pulse().filter(|_| ahead.requests.mask() & ALARM != 0);
        ahead.next_fall().into_iter().chain(alarm).min()
    }

    /// Returns the cycle at which the line next goes low, or has gone low without being taken: that causes an NMI.
    pub(crate) fn next_fall(&self, now: u64) -> Option<u64> {
        match self.fall_missed {
            None if !self.fall_taken => self.next_request(now),
            missed => missed,
        }
    }

    /// Takes a falling edge of the line; returns whether there was one.
    pub(crate) fn take_fall(&mut self, now: u64) -> bool {
        let low = self.requests(now);
        let missed = self.fall_missed.take_if(|cycle| *cycle <= now).is_some();
        let falls = missed || low && !self.fall_taken;
        self.fall_taken = low;
        falls
    }

    /// Reads register `register` at cycle `now`; `pins` are the external levels on ports A and B.
    pub(crate) fn read(&mut self, register: u8, now: u64, pins: [u8; 2]) -> u8 {
        self.advance(now);
        match register {
            0 => self.output(0) & pins[0],
            1 => self.timer_lines(self.output(1) & pins[1]),
            2 | 3 => self.direction[usize::from(register - 2)],
            4..=7 => {
                let which = usize::from(register - 4) / 2;
                self.clocked.timer[which].counter().to_le_bytes()[usize::from(register & 1)]
            }
            8..=11 => self.clock.read(usize::from(register - 8)),
            12 => self.clocked.serial.data(),
            13 => {
                let fell = self.clocked.requests.low_since().filter(|_| !self.fall_taken);
                self.fall_missed = self.fall_missed.or(fell);
                self.fall_taken = false;
                self.clocked.requests.read(now)
            }
            _ => self.clocked.timer[usize::from(register - 14)].control(),
        }
    }

    /// Puts the timers' outputs on lines 6 and 7 of port B, regardless of their direction.
    fn timer_lines(&self, lines: u8) -> u8 {
        self.clocked.timer.iter().zip([0x40, 0x80]).fold(lines, |lines, (timer, bit)| match timer.output() {
            Some(true) => lines | bit,
            Some(false) => lines & !bit,
            None => lines,
        })
    }

    /// Writes register `register` at cycle `now`.
    pub(crate) fn write(&mut self, register: u8, value: u8, now: u64) {
        self.advance(now);
        match register {
            0 | 1 => self.port[usize::from(register)] = value,
            2 | 3 => self.direction[usize::from(register - 2)] = value,
            4..=7 => {
                let which = usize::from(register - 4) / 2;
                self.clocked.timer[which].set_latch(usize::from(register & 1), value);
            }
            8..=11 => {
                let register = usize::from(register - 8);
                let rings = match self.clocked.timer[1].control() & SETS_ALARM {
                    0 => self.clock.write(register, value),
                    _ => self.clock.write_alarm(register, value),
                };
                if rings {
                    self.clocked.requests.set_flags(ALARM);
                }
            }
            12 => self.clocked.serial.set_data(value),
            13 => self.clocked.requests.set_mask(value, now),
            _ => self.set_control(usize::from(register - 14), value),
        }
    }

    fn set_control(&mut self, which: usize, value: u8) {
        if which == 0 {
            self.clocked.serial.set_direction(value & SERIAL_OUTPUT != 0);
        }
        let timer = &mut self.clocked.timer[which];
        timer.source = match (which, value >> 5 & 3) {
            (0, bits) if bits & 1 == 0 => Source::Cycles,
            (1, 0) => Source::Cycles,
            // Timer A alone, or while CNT is high, as it is with nothing connected.
            (1, 2 | 3) => Source::TimerA,
            _ => Source::Nothing,
        };
        timer.set_control(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cycles in which the timers below have underflowed often, or have come to their end.
    const HORIZON: u64 = 400;
    const MODELS: [CiaModel; 2] = [CiaModel::Mos6526, CiaModel::Mos6526A];

    #[test]
    fn the_next_request_is_the_first_cycle_that_has_one_or_an_early_look() {
        let controls_of_a = [0x00, 0x01, 0x11, 0x19, 0x31];
        let controls_of_b = [0x00, 0x11, 0x19, 0x51, 0x59, 0x71, 0x31];
        for (a, b) in controls_of_a.into_iter().flat_map(|a| controls_of_b.map(|b| (a, b))) {
            for (mask, model) in (0..4).flat_map(|mask| MODELS.map(|model| (mask, model))) {
                let mut cia = Cia::new(VideoStandard::Pal, model);
                for (register, value) in [(4, 6), (5, 0), (6, 3), (7, 0), (13, 0x80 | mask), (15, b), (14, a)]
                {
                    cia.write(register, value, 10);
                }
                // The interrupt register is read now and then, as handlers do.
                for now in 10..HORIZON / 2 {
                    let first = (now..HORIZON).find(|cycle| cia.requests(*cycle));
                    let told = cia.next_request(now);
                    let early = told.is_some_and(|told| {
                        told >= now + LONGEST_SEARCH as u64 && first.is_none_or(|first| told < first)
                    });
                    assert!(told == first || early, "{model:?}, {a:02X}, {b:02X}, {mask}, {now}: {told:?}");
                    if now % 37 == 0 {
                        cia.read(13, now, [0xff; 2]);
                    }
                }
            }
        }
    }
}
