//! The oscillator of a voice: a 24-bit accumulator, and the waveforms derived from it.
//!
//! Sources: MOS Technology, "6581 Sound Interface Device" (data sheet), registers 0 to 6; Bob Yannes in an interview of August 1996 by
//! Andreas Varga, for how each waveform is generated; Commodore 64 Programmer's Reference Guide, appendix O.

/// Bits of a voice's control register.
const SYNC: u8 = 0x02;
const RING: u8 = 0x04;
const TEST: u8 = 0x08;
const TRIANGLE: u8 = 0x10;
const SAWTOOTH: u8 = 0x20;
const PULSE: u8 = 0x40;
const NOISE: u8 = 0x80;

const ACCUMULATOR: u32 = 0xff_ffff;
const TOP: u32 = 0x80_0000;
/// The bit of the accumulator that clocks the noise register.
const NOISE_CLOCK: u32 = 0x08_0000;
const NOISE_REGISTER: u32 = 0x7f_ffff;
/// Cycles that are simulated together when nothing happens between them: few enough that the bit above can rise only once.
pub(super) const TOGETHER: u32 = 8;

/// The oscillator and waveform generator of a voice.
#[derive(Clone, Debug)]
pub(super) struct Oscillator {
    accumulator: u32,
    frequency: u32,
    pulse_width: u32,
    control: u8,
    noise: u32,
    /// Whether the top bit of the accumulator rose in this cycle.
    rose: bool,
}

impl Oscillator {
    pub(super) fn new() -> Oscillator {
        Oscillator {
            accumulator: 0,
            frequency: 0,
            pulse_width: 0,
            control: 0,
            noise: NOISE_REGISTER,
            rose: false,
        }
    }

    /// Stores to one of the voice's registers 0 to 4.
    pub(super) fn write(&mut self, register: u8, value: u8) {
        let value32 = u32::from(value);
        match register {
            0 => self.frequency = self.frequency & 0xff00 | value32,
            1 => self.frequency = self.frequency & 0x00ff | value32 << 8,
            2 => self.pulse_width = self.pulse_width & 0xf00 | value32,
            3 => self.pulse_width = self.pulse_width & 0x0ff | (value32 & 15) << 8,
            _ => {
                self.control = value;
                if value & TEST != 0 {
                    (self.accumulator, self.noise) = (0, NOISE_REGISTER);
                }
            }
        }
    }

    /// Simulates one cycle.
    #[inline]
    pub(super) fn step(&mut self) {
        self.rose = false;
        if self.control & TEST != 0 {
            return;
        }
        let next = (self.accumulator + self.frequency) & ACCUMULATOR;
        let risen = next & !self.accumulator;
        self.rose = risen & TOP != 0;
        if risen & NOISE_CLOCK != 0 {
            self.shift_noise();
        }
        self.accumulator = next;
    }

    /// Simulates [`TOGETHER`] cycles in which no other oscillator matters. Returns the sum of the waveform over them, each value as
    /// returned by [`Self::waveform`], or `None` if no waveform is selected.
    #[inline]
    pub(super) fn step_together(&mut self) -> Option<u32> {
        let chosen = self.control & 0xf0;
        if self.control & TEST != 0 || chosen & NOISE != 0 && chosen != NOISE {
            let mut sum = None;
            for _ in 0..TOGETHER {
                self.step();
                sum = self.waveform(0).map(|wave| wave + sum.unwrap_or(0));
            }
            return sum;
        }
        let (start, frequency, width, noise) =
            (self.accumulator, self.frequency, self.pulse_width, self.noise);
        let phase = |cycle: u32| (start + cycle * frequency) & ACCUMULATOR;
        let (first, last) = (phase(1), phase(TOGETHER));
        self.rose = false;
        if last & !start & NOISE_CLOCK != 0 {
            self.shift_noise();
        }
        self.accumulator = last;
        let phases = (1..=TOGETHER).map(phase);
        match chosen {
            0 => None,
            TRIANGLE => Some(phases.map(|phase| triangle(phase, phase)).sum()),
            SAWTOOTH => Some(phases.map(|phase| phase >> 12).sum()),
            // Usually there is neither an edge nor the end of the period between the first and the last phase.
            PULSE if first <= last && pulse(first, width) == pulse(last, width) => {
                Some(TOGETHER * pulse(first, width))
            }
            PULSE => Some(phases.map(|phase| pulse(phase, width)).sum()),
            NOISE if noise == self.noise => Some(TOGETHER * noise_bits(noise)),
            NOISE => {
                let after = phases.filter(|phase| phase & NOISE_CLOCK != 0).count() as u32;
                Some((TOGETHER - after) * noise_bits(noise) + after * noise_bits(self.noise))
            }
            _ => Some(phases.map(|phase| self.combined(phase, phase)).sum()),
        }
    }

    /// Skips cycles in which no other oscillator matters and this one is not heard, like the same number of [`Self::step`]s.
    #[inline]
    pub(super) fn skip(&mut self, cycles: u64) {
        self.rose = false;
        if self.control & TEST != 0 {
            return;
        }
        let start = u64::from(self.accumulator);
        let end = start + cycles * u64::from(self.frequency);
        // The bit rises at every odd multiple of its value, and a step is never that large: no rise is missed.
        let rises = |phase: u64| (phase + u64::from(NOISE_CLOCK)) / u64::from(2 * NOISE_CLOCK);
        for _ in rises(start)..rises(end) {
            self.shift_noise();
        }
        self.accumulator = end as u32 & ACCUMULATOR;
    }

    fn shift_noise(&mut self) {
        let bit = (self.noise >> 22 ^ self.noise >> 17) & 1;
        self.noise = self.noise << 1 & NOISE_REGISTER | bit;
    }

    pub(super) fn is_synchronised(&self) -> bool {
        self.control & SYNC != 0
    }

    pub(super) fn rose(&self) -> bool {
        self.rose
    }

    /// Restarts the oscillator: the one before it has risen, and this one is synchronised to it.
    pub(super) fn restart(&mut self) {
        self.accumulator = 0;
    }

    /// Returns the top bit of the accumulator, which ring modulates the next oscillator.
    #[inline]
    pub(super) fn top(&self) -> u32 {
        self.accumulator & TOP
    }

    /// Returns the current 12-bit waveform value; `ring` is the top bit of the oscillator before this one. `None` if no waveform is
    /// selected. Several waveforms at once are ANDed bit by bit, according to the data sheet.
    #[inline]
    pub(super) fn waveform(&self, ring: u32) -> Option<u32> {
        if self.control & 0xf0 == 0 {
            return None;
        }
        let ring = if self.control & RING != 0 { ring } else { 0 };
        Some(self.combined(self.accumulator, self.accumulator ^ ring))
    }

    /// Returns the selected waveforms at a phase; `turned` is that phase with the top bit that makes a triangle fall.
    fn combined(&self, phase: u32, turned: u32) -> u32 {
        let mut wave = 0xfff;
        if self.control & TRIANGLE != 0 {
            wave &= triangle(phase, turned);
        }
        if self.control & SAWTOOTH != 0 {
            wave &= phase >> 12;
        }
        if self.control & PULSE != 0 && self.control & TEST == 0 {
            wave &= pulse(phase, self.pulse_width);
        }
        if self.control & NOISE != 0 {
            wave &= noise_bits(self.noise);
        }
        wave
    }

    #[cfg(test)]
    pub(super) fn phase(&self) -> u32 {
        self.accumulator
    }

    /// Returns whether another oscillator affects this one.
    pub(super) fn is_coupled(&self) -> bool {
        self.control & (SYNC | RING) != 0
    }
}

fn triangle(phase: u32, turned: u32) -> u32 {
    let ramp = if turned & TOP != 0 { !phase } else { phase };
    ramp >> 11 & 0xfff
}

fn pulse(phase: u32, width: u32) -> u32 {
    if phase >> 12 < width { 0 } else { 0xfff }
}

/// Returns the eight audible bits of the noise register, as the upper ones of 12.
fn noise_bits(register: u32) -> u32 {
    [20, 18, 14, 11, 9, 5, 2, 0].iter().fold(0, |bits, bit| bits << 1 | register >> bit & 1) << 4
}

#[cfg(test)]
mod tests {
    use super::*;

    fn oscillator(frequency: u16, width: u16, control: u8) -> Oscillator {
        let mut oscillator = Oscillator::new();
        let [low, high] = frequency.to_le_bytes();
        let [narrow, wide] = width.to_le_bytes();
        for (register, value) in [low, high, narrow, wide, control].into_iter().enumerate() {
            oscillator.write(register as u8, value);
        }
        oscillator
    }

    /// Returns the waveform at every 4096th of a period.
    fn period(control: u8) -> Vec<u32> {
        let mut oscillator = oscillator(0x1000, 0x400, control);
        (0..0x1000)
            .map(|_| {
                let wave = oscillator.waveform(0).unwrap();
                oscillator.step();
                wave
            })
            .collect()
    }

    #[test]
    fn waveforms_have_their_shapes() {
        let sawtooth = period(SAWTOOTH);
        assert!(sawtooth.iter().enumerate().all(|(at, wave)| *wave == at as u32));
        let triangle = period(TRIANGLE);
        assert_eq!((triangle[0], triangle[0x400], triangle[0x7ff]), (0, 0x800, 0xffe));
        assert_eq!((triangle[0x800], triangle[0xc00], triangle[0xfff]), (0xfff, 0x7ff, 0x001));
        let pulse = period(PULSE);
        assert_eq!(pulse.iter().filter(|wave| **wave == 0).count(), 0x400);
        assert_eq!((pulse[0x3ff], pulse[0x400]), (0, 0xfff));
        let both = period(PULSE | SAWTOOTH);
        assert_eq!((both[0x3ff], both[0x400], both[0xabc]), (0, 0x400, 0xabc));
    }

    #[test]
    fn noise_has_the_period_of_its_register() {
        let mut oscillator = oscillator(0xffff, 0, NOISE);
        let start = oscillator.noise;
        let mut shifts = 0_u32;
        loop {
            let before = oscillator.noise;
            oscillator.step();
            if oscillator.noise != before {
                shifts += 1;
                if oscillator.noise == start {
                    break;
                }
            }
        }
        // All states except zero, and each shift leads to a different one.
        assert_eq!(shifts, 0x7f_ffff);
    }

    #[test]
    fn ring_modulation_turns_the_triangle_over() {
        let oscillator = oscillator(0, 0, TRIANGLE | RING);
        assert_eq!((oscillator.waveform(0), oscillator.waveform(TOP)), (Some(0), Some(0xfff)));
    }

    #[test]
    fn the_test_bit_holds_the_oscillator_and_its_pulse() {
        let mut oscillator = oscillator(0x8000, 0xfff, PULSE | TEST);
        oscillator.step();
        assert_eq!((oscillator.accumulator, oscillator.waveform(0)), (0, Some(0xfff)));
        assert_eq!(Oscillator::new().waveform(0), None);
    }
}
