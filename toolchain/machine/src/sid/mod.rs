//! The SID: the registers that programs read, and optionally its sound.
//!
//! Without sound, a store costs a few instructions and no cycle is simulated. Programs read the same values in either case.

mod envelope;
mod filter;
mod oscillator;
mod sampler;
mod synthesiser;

use synthesiser::Synthesiser;

use crate::vic::VideoStandard;

/// The SID: write-only, except that voice 3's oscillator is a source of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Sid {
    registers: [u8; 32],
    /// The oscillator's phase at cycle `since`, in units of its 24-bit accumulator.
    phase: u64,
    since: u64,
    synthesiser: Option<Box<Synthesiser>>,
}

impl Sid {
    /// Creates a SID; `rate` is the sample rate in samples per second, if sound is wanted.
    pub(crate) fn new(standard: VideoStandard, rate: Option<u32>) -> Sid {
        let mut sid = Sid { registers: [0; 32], phase: 0, since: 0, synthesiser: None };
        sid.set_sound(standard, rate, 0);
        sid
    }

    /// Turns sound on from cycle `now`, or off.
    pub(crate) fn set_sound(&mut self, standard: VideoStandard, rate: Option<u32>, now: u64) {
        self.synthesiser = rate.map(|rate| {
            let mut synthesiser = Synthesiser::new(standard.cycles_per_second(), rate, now);
            for (register, value) in self.registers.iter().enumerate() {
                synthesiser.write(register as u8, *value);
            }
            Box::new(synthesiser)
        });
    }

    fn frequency(&self) -> u64 {
        u64::from(self.registers[0x0e]) | u64::from(self.registers[0x0f]) << 8
    }

    fn phase_at(&self, now: u64) -> u64 {
        self.phase + now.saturating_sub(self.since) * self.frequency()
    }

    /// Reads register `register` (0..32) at cycle `now`.
    ///
    /// $D41B returns noise when the program has selected the noise waveform for voice 3 and a frequency above 0: a new value each time the
    /// accumulator has advanced by 2^20, the same in every run. Otherwise it returns 0, because a program that forgot to start the
    /// oscillator must not find randomness here.
    pub(crate) fn read(&mut self, register: u8, now: u64) -> u8 {
        match register {
            0x19 | 0x1a => 0xff,
            0x1b if self.registers[0x12] & 0x80 != 0 && self.frequency() != 0 => {
                noise(self.phase_at(now) >> 20)
            }
            _ => 0,
        }
    }

    pub(crate) fn write(&mut self, register: u8, value: u8, now: u64) {
        self.phase = self.phase_at(now);
        self.since = now;
        self.registers[usize::from(register)] = value;
        if let Some(synthesiser) = &mut self.synthesiser {
            synthesiser.run_to(now);
            synthesiser.write(register, value);
        }
    }

    /// Returns the samples up to cycle `now` that have not been taken yet; none without sound.
    pub(crate) fn take_samples(&mut self, now: u64) -> Vec<f32> {
        let Some(synthesiser) = &mut self.synthesiser else { return Vec::new() };
        synthesiser.run_to(now);
        synthesiser.take()
    }
}

/// Returns a byte that looks random, a fixed function of `step`: the finaliser of SplitMix64.
fn noise(step: u64) -> u8 {
    let mut bits = step.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (bits ^ bits >> 31) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_splitmix64() {
        // The lowest bytes of its first five numbers for seed 0, as in other implementations.
        let steps = (0..5_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        assert_eq!(steps.map(noise).collect::<Vec<_>>(), [0xaf, 0xf4, 0x4f, 0xec, 0x9b]);
    }

    #[test]
    fn programs_read_the_same_with_sound_and_without() {
        let mut both = [None, Some(48_000)].map(|rate| Sid::new(VideoStandard::Pal, rate));
        let reads = both.each_mut().map(|sid| {
            for (register, value) in [(0x0e, 0x34), (0x0f, 0x92), (0x12, 0x80), (0x18, 0x8f)] {
                sid.write(register, value, 1_000);
            }
            (0..64).map(|step| sid.read(0x1b, 2_000 + step * 97)).collect::<Vec<u8>>()
        });
        assert_eq!(reads[0], reads[1]);
        assert!(reads[0].iter().any(|byte| *byte != reads[0][0]));
    }
}
