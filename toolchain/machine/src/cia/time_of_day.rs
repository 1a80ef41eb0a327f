//! The 6526's time-of-day clock: hours to tenths of seconds in BCD, driven by the mains, with an alarm.
//!
//! Sources: data sheet MOS 6526; where it is silent, VICE's `ciacore.c`.

use crate::vic::VideoStandard;

/// Returns the cycles between two mains pulses: 985,248 Hz over 50 Hz, and 1,022,727 Hz over 60 Hz.
const fn cycles_per_pulse(standard: VideoStandard) -> u64 {
    match standard {
        VideoStandard::Pal => 19_705,
        VideoStandard::Ntsc => 17_045,
    }
}

/// States of the ring counter that divides the pulses.
const DIVIDER_STATES: u8 = 6;
const HOURS: usize = 3;
/// The bits that exist in each register.
const BITS: [u8; 4] = [0x0f, 0x7f, 0x7f, 0x9f];
const PM: u8 = 0x80;

/// Tenths, seconds, minutes and hours as in registers $08-$0B.
type Time = [u8; 4];

/// The clock. A store to the hours stops it, one to the tenths starts it; a read of the hours latches the time until the tenths are read.
/// Its state is that of the last [`TimeOfDay::advance`], which must be called before every access.
#[derive(Clone, Debug)]
pub(super) struct TimeOfDay {
    cycles_per_pulse: u64,
    time: Time,
    alarm: Time,
    running: bool,
    held: Option<Time>,
    /// Mains pulses since cycle 0, and those of the current tenth of a second.
    pulses: u64,
    divider: u8,
}

impl TimeOfDay {
    /// Creates a stopped clock at one o'clock.
    pub(super) fn new(standard: VideoStandard) -> TimeOfDay {
        let cycles_per_pulse = cycles_per_pulse(standard);
        let time = [0, 0, 0, 0x01];
        TimeOfDay { cycles_per_pulse, time, alarm: [0; 4], running: false, held: None, pulses: 0, divider: 0 }
    }

    /// Counts the mains pulses up to a cycle; `fifty_hertz` is bit 7 of control register A. Returns the cycle of the first alarm, if there
    /// was one.
    pub(super) fn advance(&mut self, cycle: u64, fifty_hertz: bool) -> Option<u64> {
        let mut rang = None;
        while self.pulses < cycle / self.cycles_per_pulse {
            self.pulses += 1;
            if self.running && self.count_pulse(fifty_hertz) {
                rang = rang.or(Some(self.pulses * self.cycles_per_pulse));
            }
        }
        rang
    }

    /// Counts a pulse. Returns whether the alarm goes off.
    fn count_pulse(&mut self, fifty_hertz: bool) -> bool {
        let last = if fifty_hertz { 4 } else { 5 };
        if self.divider != last {
            self.divider = (self.divider + 1) % DIVIDER_STATES;
            return false;
        }
        self.divider = 0;
        self.time = tenth_later(self.time);
        self.time == self.alarm
    }

    /// Returns the cycle of the next pulse, at which the alarm may go off; `None` while the clock is stopped.
    pub(super) fn next_pulse(&self) -> Option<u64> {
        self.running.then_some((self.pulses + 1) * self.cycles_per_pulse)
    }

    /// Reads register 0..4: tenths, seconds, minutes, hours.
    pub(super) fn read(&mut self, register: usize) -> u8 {
        let shown = self.held.unwrap_or(self.time);
        match register {
            0 => self.held = None,
            HOURS => self.held = Some(shown),
            _ => {}
        }
        shown[register]
    }

    /// Writes register 0..4 of the time. Returns whether the alarm goes off.
    pub(super) fn write(&mut self, register: usize, value: u8) -> bool {
        let mut value = value & BITS[register];
        match register {
            0 => {
                if !self.running {
                    self.divider = 0;
                }
                self.running = true;
            }
            HOURS => {
                self.running = false;
                if value & !PM == 0x12 {
                    value ^= PM;
                }
            }
            _ => {}
        }
        let changed = std::mem::replace(&mut self.time[register], value) != value;
        changed && self.time == self.alarm
    }

    /// Writes register 0..4 of the alarm. Returns whether it goes off.
    pub(super) fn write_alarm(&mut self, register: usize, value: u8) -> bool {
        let value = value & BITS[register];
        let changed = std::mem::replace(&mut self.alarm[register], value) != value;
        changed && self.time == self.alarm
    }
}

/// Returns the time a tenth of a second later. A value that is not a digit counts to its last bit and then from 0, without a carry.
fn tenth_later([tenth, second, minute, hour]: Time) -> Time {
    let tenth = (tenth + 1) & 15;
    if tenth != 10 {
        return [tenth, second, minute, hour];
    }
    let (second, carry) = sixtieth_later(second);
    if !carry {
        return [0, second, minute, hour];
    }
    let (minute, carry) = sixtieth_later(minute);
    [0, second, minute, if carry { hour_later(hour) } else { hour }]
}

/// Returns the next second or minute, and whether it is the first of the next minute or hour.
fn sixtieth_later(value: u8) -> (u8, bool) {
    let (tens, ones) = (value >> 4, ((value & 15) + 1) & 15);
    match ((tens + 1) & 7, ones) {
        (6, 10) => (0, true),
        (next, 10) => (next << 4, false),
        _ => (tens << 4 | ones, false),
    }
}

/// Returns the next of 12 hours with the PM flag, which changes when 11 becomes 12.
fn hour_later(hour: u8) -> u8 {
    let half = hour & PM;
    match hour & !PM {
        0x12 => half | 0x01,
        0x11 => half ^ PM | 0x12,
        0x09 => half | 0x10,
        other => half | other & 0x10 | (other + 1) & 15,
    }
}
