//! The 6526's clock: hours to tenths of seconds in BCD, driven by the mains, with an alarm.
//!
//! Sources: data sheet MOS 6526; where it is silent, VICE's `ciacore.c`.

use crate::vic::VideoStandard;

/// Cycles from one mains pulse to the next: 985,248 Hz over 50 Hz, and 1,022,727 Hz over 60 Hz.
const fn cycles_per_pulse(standard: VideoStandard) -> u64 {
    match standard {
        VideoStandard::Pal => 19_705,
        VideoStandard::Ntsc => 17_045,
    }
}

/// States of the ring counter that divides the pulses.
const DIVIDER_STATES: u8 = 6;
const HOURS: usize = 3;
/// The bits that each register has.
const BITS: [u8; 4] = [0x0f, 0x7f, 0x7f, 0x9f];
const PM: u8 = 0x80;

/// Tenths, seconds, minutes, hours as the registers $08-$0B show them.
type Time = [u8; 4];

/// The clock. Stopped by a store to the hours, started by one to the tenths; a read of the hours holds what is read until
/// the tenths are read. It is as it was at its last [`TimeOfDay::advance`], which comes before every look at it.
#[derive(Clone, Debug)]
pub(super) struct TimeOfDay {
    cycles_per_pulse: u64,
    time: Time,
    alarm: Time,
    running: bool,
    held: Option<Time>,
    /// Pulses of the mains since cycle 0, and those of the tenth of a second that has begun.
    pulses: u64,
    divider: u8,
}

impl TimeOfDay {
    /// One o'clock, standing.
    pub(super) fn new(standard: VideoStandard) -> TimeOfDay {
        let cycles_per_pulse = cycles_per_pulse(standard);
        let time = [0, 0, 0, 0x01];
        TimeOfDay { cycles_per_pulse, time, alarm: [0; 4], running: false, held: None, pulses: 0, divider: 0 }
    }

    /// Counts the pulses of the mains up to a cycle; `fifty_hertz` is bit 7 of control register A. Returns the cycle in which the alarm has
    /// rung first, if it has.
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

    /// Counts a pulse. Returns whether the alarm rings.
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

    /// The cycle of the next pulse, with which the alarm may ring; `None` while the clock stands.
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

    /// Writes register 0..4 of the time. Returns whether the alarm rings.
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

    /// Writes register 0..4 of the alarm. Returns whether it rings.
    pub(super) fn write_alarm(&mut self, register: usize, value: u8) -> bool {
        let value = value & BITS[register];
        let changed = std::mem::replace(&mut self.alarm[register], value) != value;
        changed && self.time == self.alarm
    }
}

/// The time after the next tenth of a second. What is no digit counts to its last bit and then from 0, without a carry.
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

/// The next second or minute, and whether it is the first of the next minute or hour.
fn sixtieth_later(value: u8) -> (u8, bool) {
    let (tens, ones) = (value >> 4, ((value & 15) + 1) & 15);
    match ((tens + 1) & 7, ones) {
        (6, 10) => (0, true),
        (next, 10) => (next << 4, false),
        _ => (tens << 4 | ones, false),
    }
}

/// The next of 12 hours, with the flag PM, which changes as 11 becomes 12.
fn hour_later(hour: u8) -> u8 {
    let half = hour & PM;
    match hour & !PM {
        0x12 => half | 0x01,
        0x11 => half ^ PM | 0x12,
        0x09 => half | 0x10,
        other => half | other & 0x10 | (other + 1) & 15,
    }
}
