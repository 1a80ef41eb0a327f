//! The filter: two-pole low, band and high pass, with the selected outputs added.
//!
//! The cutoff is that of the Programmer's Reference Guide, linear in the register, as later chips nearly have it. The curve of the 6581
//! differs from chip to chip. Sources: Commodore 64 Programmer's Reference Guide, chapter 4 and appendix O; for the computation, Vadim
//! Zavalishin, "The Art of VA Filter Design", section 4.4.

use std::f32::consts::{PI, SQRT_2};

/// Hertz at register value 0, and per step. Source: Programmer's Reference Guide, appendix O: 30 Hz to 12 kHz over 2048 steps.
const LOWEST: f32 = 30.0;
const STEP: f32 = 5.8;
/// The threshold of silence: states below this small fraction of one step of a voice's output count as zero, which they would approach but
/// never reach.
const REST: f32 = 1e-3;
/// Bits of $D418 above the volume.
const LOW_PASS: u8 = 0x10;
const BAND_PASS: u8 = 0x20;
const HIGH_PASS: u8 = 0x40;

/// A state-variable filter with trapezoidal integration, which is stable at any cutoff.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    rate: f32,
    cutoff: u16,
    resonance: u8,
    mode: u8,
    /// The coefficients for these settings.
    gain: f32,
    damping: f32,
    scale: f32,
    /// The states of the two integrators.
    first: f32,
    second: f32,
}

impl Filter {
    /// Creates a filter for a sample rate in samples per second.
    pub(super) fn new(rate: f32) -> Filter {
        let mut filter = Filter {
            rate,
            cutoff: 0,
            resonance: 0,
            mode: 0,
            gain: 0.0,
            damping: 0.0,
            scale: 0.0,
            first: 0.0,
            second: 0.0,
        };
        filter.tune();
        filter
    }

    pub(super) fn set_cutoff_low(&mut self, value: u8) {
        self.cutoff = self.cutoff & 0x7f8 | u16::from(value & 7);
        self.tune();
    }

    pub(super) fn set_cutoff_high(&mut self, value: u8) {
        self.cutoff = self.cutoff & 7 | u16::from(value) << 3;
        self.tune();
    }

    /// Sets the resonance, the upper half of $D417.
    pub(super) fn set_resonance(&mut self, value: u8) {
        self.resonance = value >> 4;
        self.tune();
    }

    /// Selects the outputs that are heard: $D418.
    pub(super) fn set_mode(&mut self, value: u8) {
        self.mode = value;
    }

    fn tune(&mut self) {
        let cutoff = LOWEST + STEP * f32::from(self.cutoff);
        self.gain = (PI * cutoff / self.rate).tan();
        // From no resonance (the flattest pass band) to a peak of about 6 dB.
        self.damping = SQRT_2 / (1.0 + f32::from(self.resonance) / 8.0);
        self.scale = 1.0 / (1.0 + self.gain * (self.gain + self.damping));
    }

    /// Returns whether the state has decayed to zero.
    pub(super) fn is_at_rest(&self) -> bool {
        self.first == 0.0 && self.second == 0.0
    }

    /// Returns the next sample.
    #[inline]
    pub(super) fn step(&mut self, input: f32) -> f32 {
        if input == 0.0 && self.first.abs() < REST && self.second.abs() < REST {
            (self.first, self.second) = (0.0, 0.0);
            return 0.0;
        }
        let high = (input - (self.damping + self.gain) * self.first - self.second) * self.scale;
        let band = self.gain * high + self.first;
        let low = self.gain * band + self.second;
        self.first = self.gain * high + band;
        self.second = self.gain * band + low;
        let mut output = 0.0;
        if self.mode & LOW_PASS != 0 {
            output += low;
        }
        if self.mode & BAND_PASS != 0 {
            output += band;
        }
        if self.mode & HIGH_PASS != 0 {
            output += high;
        }
        output
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: f32 = 123_156.0;

    /// Returns the amplitude of a sine of amplitude 1 after the filter.
    fn response(mode: u8, resonance: u8, hertz: f32) -> f32 {
        let mut filter = Filter::new(RATE);
        // 30 + 5.8 × 512 = 3 kHz.
        filter.set_cutoff_high((512_u16 >> 3) as u8);
        filter.set_resonance(resonance << 4);
        filter.set_mode(mode);
        let mut peak = 0.0_f32;
        for sample in 0..100_000_u32 {
            let output = filter.step((2.0 * PI * (hertz * sample as f32 / RATE).fract()).sin());
            if sample > 50_000 {
                peak = peak.max(output.abs());
            }
        }
        peak
    }

    #[test]
    fn passes_are_flat_and_fall_by_twelve_decibels_an_octave() {
        assert!((response(LOW_PASS, 0, 100.0) - 1.0).abs() < 0.02);
        assert!((response(HIGH_PASS, 0, 30_000.0) - 1.0).abs() < 0.05);
        for mode in [LOW_PASS, HIGH_PASS] {
            assert!((response(mode, 0, 3_000.0) - 0.707).abs() < 0.02);
        }
        assert!((response(LOW_PASS, 0, 12_000.0) - 1.0 / 16.0).abs() < 0.01);
        assert!((response(HIGH_PASS, 0, 750.0) - 1.0 / 16.0).abs() < 0.01);
        // The band pass falls half as steeply.
        let ratio = response(BAND_PASS, 0, 375.0) / response(BAND_PASS, 0, 187.5);
        assert!((ratio - 2.0).abs() < 0.06, "{ratio}");
        assert_eq!(response(0, 0, 1_000.0), 0.0);
    }

    #[test]
    fn resonance_raises_the_cutoff() {
        let raised = response(LOW_PASS, 15, 3_000.0) / response(LOW_PASS, 0, 3_000.0);
        assert!((2.7..3.0).contains(&raised), "{raised}");
        // 6 dB is a factor of two.
        let peak = response(LOW_PASS, 15, 3_000.0);
        assert!((1.95..2.1).contains(&peak), "{peak}");
    }
}
