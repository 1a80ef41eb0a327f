//! The part of the SID that programs read: the noise of voice 3.

/// The SID: silent, write-only, but for voice 3's oscillator as a source of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Sid {
    registers: [u8; 32],
    /// The oscillator's phase at cycle `since`, in units of its 24-bit accumulator.
    phase: u64,
    since: u64,
}

impl Sid {
    pub(crate) fn new() -> Sid {
        Sid { registers: [0; 32], phase: 0, since: 0 }
    }

    fn frequency(&self) -> u64 {
        u64::from(self.registers[0x0e]) | u64::from(self.registers[0x0f]) << 8
    }

    fn phase_at(&self, now: u64) -> u64 {
        self.phase + now.saturating_sub(self.since) * self.frequency()
    }

    /// Register `register` (0..32) at cycle `now`.
    ///
    /// $D41B gives noise when the program has chosen the noise waveform for voice 3 and a frequency above 0: a new
    /// value each time the accumulator has advanced by 2^20, the same in every run. Otherwise 0, as a program that forgot
    /// to start the oscillator must not find randomness here.
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
    }
}

/// A byte that looks random, a fixed function of `step`: the finaliser of SplitMix64.
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
        // The lowest bytes of its first five numbers from the seed 0, as other implementations give them.
        let steps = (0..5_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        assert_eq!(steps.map(noise).collect::<Vec<_>>(), [0xaf, 0xf4, 0x4f, 0xec, 0x9b]);
    }
}
