//! The 6526's clock: hours to tenths of seconds in BCD, driven by the mains.

/// Cycles of a PAL C64 from one mains pulse to the next: 985,248 Hz over 50 Hz.
const CYCLES_PER_PULSE: u64 = 19_705;
const TENTHS_PER_MINUTE: u64 = 600;
const TENTHS_PER_HOUR: u64 = 36_000;
const TENTHS_PER_HALF_DAY: u64 = 12 * TENTHS_PER_HOUR;
const PM: u8 = 0x80;

/// The clock. Stopped by a store to the hours, started by one to the tenths; a read of the hours holds what is read until
/// the tenths are read. Its alarm is not modelled.
#[derive(Clone, Debug)]
pub(crate) struct TimeOfDay {
    /// Tenths, seconds, minutes, hours as the registers $08-$0B show them.
    set: [u8; 4],
    /// The cycle at which the clock showed `set`, `None` while it stands.
    running_since: Option<u64>,
    held: Option<[u8; 4]>,
}

impl TimeOfDay {
    /// One o'clock, standing.
    pub(crate) fn new() -> TimeOfDay {
        TimeOfDay { set: [0, 0, 0, 0x01], running_since: None, held: None }
    }

    fn now(&self, cycle: u64, fifty_hertz: bool) -> [u8; 4] {
        let Some(since) = self.running_since else { return self.set };
        let pulses_per_tenth = if fifty_hertz { 5 } else { 6 };
        let passed = cycle.saturating_sub(since) / (CYCLES_PER_PULSE * pulses_per_tenth);
        add(self.set, passed)
    }

    /// Reads register 0..4: tenths, seconds, minutes, hours. `fifty_hertz` is bit 7 of control register A.
    pub(crate) fn read(&mut self, register: usize, cycle: u64, fifty_hertz: bool) -> u8 {
        let shown = self.held.unwrap_or_else(|| self.now(cycle, fifty_hertz));
        match register {
            0 => self.held = None,
            3 => self.held = Some(shown),
            _ => {}
        }
        shown[register]
    }

    /// Writes register 0..4.
    pub(crate) fn write(&mut self, register: usize, value: u8, cycle: u64, fifty_hertz: bool) {
        self.set = self.now(cycle, fifty_hertz);
        let running = self.running_since.is_some();
        self.set[register] = value & [0x0f, 0x7f, 0x7f, 0x9f][register];
        self.running_since = match register {
            0 => Some(cycle),
            3 => None,
            _ => running.then_some(cycle),
        };
    }
}

fn from_bcd(byte: u8) -> u64 {
    u64::from(byte >> 4) * 10 + u64::from(byte & 15)
}

fn to_bcd(value: u64) -> u8 {
    (value / 10 * 16 + value % 10) as u8
}

/// The time `tenths` later: 12 hours with a PM flag, which changes as 11 becomes 12.
fn add([tenth, second, minute, hour]: [u8; 4], tenths: u64) -> [u8; 4] {
    let hours = from_bcd(hour & 0x1f) % 12 + if hour & PM != 0 { 12 } else { 0 };
    let start = hours * TENTHS_PER_HOUR
        + from_bcd(minute) * TENTHS_PER_MINUTE
        + from_bcd(second) * 10
        + u64::from(tenth);
    let time = (start + tenths) % (2 * TENTHS_PER_HALF_DAY);
    let hour = match time / TENTHS_PER_HOUR % 12 {
        0 => 12,
        hour => hour,
    };
    let half = if time >= TENTHS_PER_HALF_DAY { PM } else { 0 };
    [(time % 10) as u8, to_bcd(time / 10 % 60), to_bcd(time / TENTHS_PER_MINUTE % 60), to_bcd(hour) | half]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_carries_from_tenths_to_the_half_of_the_day() {
        assert_eq!(add([9, 0x59, 0x59, 0x11], 1), [0, 0, 0, 0x12 | PM]);
        assert_eq!(add([9, 0x59, 0x59, 0x12], 1), [0, 0, 0, 0x01]);
        assert_eq!(add([9, 0x59, 0x59, 0x11 | PM], 1), [0, 0, 0, 0x12]);
        assert_eq!(add([0, 0, 0, 0x01], 12_345), [5, 0x34, 0x20, 0x01]);
    }

    #[test]
    fn the_clock_runs_between_its_writes_and_holds_while_read() {
        let mut clock = TimeOfDay::new();
        assert_eq!(clock.read(3, 1_000_000_000, true), 0x01, "it stands until set");
        assert_eq!(clock.read(0, 1_000_000_000, true), 0);
        for (register, value) in [(3, 0x10), (2, 0x00), (1, 0x00), (0, 0)] {
            clock.write(register, value, 0, true);
        }
        let second = 50 * CYCLES_PER_PULSE;
        assert_eq!(clock.read(1, 7 * second, true), 0x07);
        assert_eq!(clock.read(3, 7 * second, true), 0x10);
        assert_eq!(clock.read(1, 9 * second, true), 0x07, "held");
        assert_eq!(clock.read(0, 9 * second, true), 0);
        assert_eq!(clock.read(1, 9 * second, true), 0x09);
        assert_eq!(clock.read(1, 12 * second, false), 0x10, "set for 60 Hz on a 50 Hz mains it is late");
    }
}
