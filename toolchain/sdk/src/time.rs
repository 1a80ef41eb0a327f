//! Time: the KERNAL's jiffies, the clock of CIA 1, a cycle counter on CIA 2, markers for tools, and delays.
//!
//! CIA registers: Commodore 64 Programmer's Reference Guide, appendix M ("6526 Complex Interface Adapter (CIA) Chip
//! Specifications"). KERNAL variables: Sheldon Leemon, "Mapping the Commodore 64", $A0-$A2 and $2A6.
//!
//! On the host, jiffies, delays and the timers of [`Cycles`] are real, and a few operations take about 0 cycles; the other registers are
//! plain memory that never changes by itself.

use crate::hardware::{peek, poke, spin, without_interrupts};

/// The jiffy clock, highest byte first.
const JIFFIES: u16 = 0xa0;
/// 0 on an NTSC machine, 1 on a PAL machine.
const STANDARD: u16 = 0x02a6;

/// Timer A of CIA 1, low byte first, which triggers the KERNAL's interrupts, and its start values for 60 of them a second on PAL and
/// NTSC machines. Source: KERNAL 901227-03, $FDDD.
const KERNAL_TIMER: u16 = 0xdc04;
const SIXTIETHS: [u16; 2] = [0x4025, 0x4295];

/// Tenths of seconds, seconds, minutes and hours of CIA 1, in BCD.
const TENTHS: u16 = 0xdc08;
const SECONDS: u16 = 0xdc09;
const MINUTES: u16 = 0xdc0a;
const HOURS: u16 = 0xdc0b;
/// Control register A of CIA 1. Bit 7: the clock's input frequency is 50 hertz.
const CONTROL_1A: u16 = 0xdc0e;
const FIFTY_HERTZ: u8 = 0x80;
/// Control register B of CIA 1. Bit 7: writes to the clock set its alarm.
const CONTROL_1B: u16 = 0xdc0f;
const SETS_ALARM: u8 = 0x80;
/// The PM bit of the hours register.
const PM: u8 = 0x80;

/// Timers A and B of CIA 2, low byte first, and their control registers.
const TIMER_A: u16 = 0xdd04;
const TIMER_B: u16 = 0xdd06;
const CONTROL_A: u16 = 0xdd0e;
const CONTROL_B: u16 = 0xdd0f;
/// The timer is stopped and in one-shot mode, as the KERNAL leaves both.
const STOPPED: u8 = 0x08;
/// The timer runs, and restarts whenever it expires.
const RUNS: u8 = 0x01;
/// Reloads a timer from its latch.
const RELOADED: u8 = 0x10;
/// Makes timer B count the underflows of timer A.
const COUNTS_A: u8 = 0x40;

/// Where the `machine` crate logs writes, with the cycle. On a C64, it is a mirror of an unused register of the SID.
const MARK: u16 = 0xd7fe;

/// Returns the jiffy clock: sixtieths of a second since power-on, 0 to 5,183,999, which is one day. The KERNAL's interrupt
/// counts them, on PAL machines, too.
#[must_use]
pub fn jiffies() -> u32 {
    without_interrupts(|| u32::from_be_bytes([0, peek(JIFFIES), peek(JIFFIES + 1), peek(JIFFIES + 2)]))
}

/// Waits until `jiffies` jiffies have begun, so the wait may be up to one jiffy shorter. Needs interrupts.
pub fn wait_jiffies(jiffies: u16) {
    for _ in 0..jiffies {
        let now = peek(JIFFIES + 2);
        while peek(JIFFIES + 2) == now {}
    }
}

/// Makes the KERNAL's clock count sixtieths of a second again, if an earlier program has changed the timer of its interrupt. The KERNAL
/// itself sets this timer only after a reset and after tape access.
pub fn reset_jiffy_rate() {
    let [low, high] = SIXTIETHS[usize::from(!is_pal())].to_le_bytes();
    poke(KERNAL_TIMER, low);
    poke(KERNAL_TIMER + 1, high);
}

/// Returns whether this is a PAL machine, from the KERNAL's variable $02A6.
#[must_use]
pub fn is_pal() -> bool {
    peek(STANDARD) & 1 != 0
}

/// Returns the cycles per second: 985,248 on PAL machines, 1,022,727 on NTSC machines.
#[must_use]
pub fn cycles_per_second() -> u32 {
    if is_pal() { 985_248 } else { 1_022_727 }
}

/// A time of day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeOfDay {
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59.
    pub second: u8,
    /// Tenths of a second: 0 to 9.
    pub tenth: u8,
}

impl TimeOfDay {
    /// Decodes the registers of a CIA: tenths, seconds, minutes, hours.
    const fn of([tenths, seconds, minutes, hours]: [u8; 4]) -> TimeOfDay {
        let hour = from_bcd(hours & !PM) % 12;
        TimeOfDay {
            hour: if hours & PM == 0 { hour } else { hour + 12 },
            minute: from_bcd(minutes),
            second: from_bcd(seconds),
            tenth: from_bcd(tenths),
        }
    }

    /// Returns the CIA register values for this time.
    const fn registers(self) -> [u8; 4] {
        let half = if self.hour < 12 { 0 } else { PM };
        let hour = match self.hour % 12 {
            0 => 12,
            hour => hour,
        };
        [to_bcd(self.tenth), to_bcd(self.second), to_bcd(self.minute), to_bcd(hour) | half]
    }
}

const fn from_bcd(byte: u8) -> u8 {
    (byte >> 4) * 10 + (byte & 15)
}

const fn to_bcd(number: u8) -> u8 {
    (number / 10) << 4 | (number % 10)
}

/// Returns the clock of CIA 1, which runs even with interrupts disabled and is as exact as the mains frequency. It is stopped until set.
#[must_use]
pub fn time_of_day() -> TimeOfDay {
    // Reading the hours latches the registers until the tenths are read.
    let hours = peek(HOURS);
    let minutes = peek(MINUTES);
    let seconds = peek(SECONDS);
    TimeOfDay::of([peek(TENTHS), seconds, minutes, hours])
}

/// Sets and starts the clock of CIA 1.
///
/// # Panics
/// Panics if a part of the time is out of range.
pub fn set_time_of_day(time: TimeOfDay) {
    let TimeOfDay { hour, minute, second, tenth } = time;
    assert!(hour < 24 && minute < 60 && second < 60 && tenth < 10, "no such time of day");
    let control = peek(CONTROL_1A);
    poke(CONTROL_1A, if is_pal() { control | FIFTY_HERTZ } else { control & !FIFTY_HERTZ });
    poke(CONTROL_1B, peek(CONTROL_1B) & !SETS_ALARM);
    let [tenths, seconds, minutes, hours] = time.registers();
    // A write of hour 12 that changes the hours sets the opposite half of the day, so the write must always change them. Source:
    // VICE, ciacore.c. A write to the hours stops the clock, and one to the tenths starts it.
    poke(HOURS, 1);
    poke(HOURS, if hours & !PM == 0x12 { hours ^ PM } else { hours });
    poke(MINUTES, minutes);
    poke(SECONDS, seconds);
    poke(TENTHS, tenths);
}

/// A cycle counter: the timers of CIA 2, so a program has only one such counter. Otherwise, only RS-232 uses them.
///
/// ```
/// use sys2080::time::Cycles;
///
/// let cycles = Cycles::start();
/// let sum: u16 = (1..100).sum();
/// cycles.pause();
/// println!("{sum} in {} cycles", cycles.elapsed());
/// ```
#[derive(Debug)]
pub struct Cycles {
    _private: (),
}

impl Cycles {
    /// Starts counting at about 0.
    #[must_use]
    pub fn start() -> Cycles {
        let cycles = Cycles::new();
        cycles.reset();
        cycles.resume();
        cycles
    }

    /// Returns the counter as it is: call [`Cycles::reset`] first.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "a counter by default says nothing of where it stands")]
    pub const fn new() -> Cycles {
        Cycles { _private: () }
    }

    /// Resets the counter to 0, where it stays until [`Cycles::resume`].
    pub fn reset(&self) {
        poke(TIMER_A, 0xff);
        poke(TIMER_A + 1, 0xff);
        poke(TIMER_B, 0xff);
        poke(TIMER_B + 1, 0xff);
        poke(CONTROL_A, STOPPED | RELOADED);
        poke(CONTROL_B, RUNS | RELOADED | COUNTS_A);
    }

    /// Stops counting, with a single inlined store. [`Cycles::resume`] continues.
    #[inline(always)]
    pub fn pause(&self) {
        poke(CONTROL_A, STOPPED);
    }

    /// Continues counting after [`Cycles::pause`] or [`Cycles::reset`], with a single inlined store.
    #[inline(always)]
    pub fn resume(&self) {
        poke(CONTROL_A, RUNS);
    }

    /// Returns the cycles since the start, including those of interrupts and of the screen. After 2^32 cycles, more than an hour, it
    /// restarts at 0. While the counter runs, the call itself adds about fifty cycles.
    #[must_use]
    pub fn elapsed(&self) -> u32 {
        loop {
            let (high, before) = (word(TIMER_B), word(TIMER_A));
            // Without an underflow of timer A in between, the two values belong together.
            if word(TIMER_A) <= before && word(TIMER_B) == high {
                return !(u32::from(high) << 16 | u32::from(before));
            }
        }
    }
}

/// Reads a running timer: its bytes belong together if the high byte is the same before and after.
fn word(timer: u16) -> u16 {
    loop {
        let high = peek(timer + 1);
        let low = peek(timer);
        if peek(timer + 1) == high {
            return u16::from_be_bytes([high, low]);
        }
    }
}

/// Marks a moment for the built-in C64, the `machine` crate, which logs the number and the cycle when it is stored to $D7FE. On a C64
/// and in VICE, nothing happens.
#[inline(always)]
pub fn mark(number: u8) {
    poke(MARK, number);
}

/// The cycles of one iteration of the delay loop.
const ROUND: u32 = 5;

/// Waits for at least `cycles` cycles. Interrupts and the screen's memory accesses add to that, and so does, by a fifth, a loop that
/// happens to cross a page boundary.
pub fn delay_cycles(cycles: u32) {
    let mut rounds = cycles.div_ceil(ROUND);
    while let Some(rest) = rounds.checked_sub(0x1_0000) {
        spin(0xffff);
        rounds = rest + 1;
    }
    spin(rounds as u16);
}

/// Delays for `embedded-hal` drivers, with a loop that counts cycles.
#[cfg(feature = "embedded-hal")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Delay;

#[cfg(feature = "embedded-hal")]
impl embedded_hal::delay::DelayNs for Delay {
    /// Waits for whole microseconds.
    fn delay_ns(&mut self, ns: u32) {
        self.delay_us(ns.div_ceil(1000));
    }

    fn delay_us(&mut self, us: u32) {
        delay_cycles(cycles_in(us));
    }

    fn delay_ms(&mut self, ms: u32) {
        (0..ms).for_each(|_| self.delay_us(1000));
    }
}

/// The cycles in a number of microseconds on an NTSC machine, which is the faster one, rounded up: adding a 32nd adds 3.1 %.
#[cfg(feature = "embedded-hal")]
const fn cycles_in(us: u32) -> u32 {
    us.saturating_add(us / 32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::own_chips;

    #[test]
    fn times_of_day_are_read_as_they_are_set() {
        for hour in 0..24 {
            let time = TimeOfDay { hour, minute: 59, second: 8, tenth: 7 };
            assert_eq!(TimeOfDay::of(time.registers()), time);
        }
        let registers = |hour| TimeOfDay { hour, ..TimeOfDay::default() }.registers()[3];
        assert_eq!([0, 1, 11, 12, 13, 23].map(registers), [0x12, 0x01, 0x11, 0x92, 0x81, 0x91]);
    }

    #[test]
    fn the_counter_counts_on_the_host_too() {
        let _chips = own_chips();
        let counter = Cycles::start();
        delay_cycles(20_000);
        let passed = counter.elapsed();
        assert!((20_000..2_000_000).contains(&passed), "{passed}");
        assert!(Cycles::start().elapsed() < passed);
    }

    #[test]
    fn a_counter_that_is_paused_stands() {
        let _chips = own_chips();
        let counter = Cycles::new();
        counter.reset();
        delay_cycles(20_000);
        assert_eq!(counter.elapsed(), 0);
        counter.resume();
        delay_cycles(20_000);
        counter.pause();
        let passed = counter.elapsed();
        delay_cycles(20_000);
        assert_eq!(counter.elapsed(), passed);
        counter.resume();
        delay_cycles(20_000);
        assert!(counter.elapsed() >= passed + 20_000);
    }

    #[test]
    fn the_kernals_timer_is_that_of_the_machine() {
        let _chips = own_chips();
        let timer = |pal| {
            poke(STANDARD, pal);
            reset_jiffy_rate();
            u32::from(u16::from_le_bytes([peek(KERNAL_TIMER), peek(KERNAL_TIMER + 1)])) + 1
        };
        let errors = [(0, 1_022_727), (1, 985_248)].map(|(pal, clock)| (timer(pal) * 60).abs_diff(clock));
        // In cycles a second: it counts whole cycles, and the KERNAL has one too many for PAL machines.
        assert!(errors[0] < 60 && errors[1] < 120, "{errors:?}");
    }

    #[cfg(feature = "embedded-hal")]
    #[test]
    fn delays_are_long_enough_on_the_faster_machine() {
        for us in [1, 7, 1000, 123_456, 4_000_000_000] {
            assert!(u64::from(cycles_in(us)) * 1_000_000 >= u64::from(us) * 1_022_727, "{us}");
        }
        assert!(cycles_in(1000) < 1040);
    }
}
