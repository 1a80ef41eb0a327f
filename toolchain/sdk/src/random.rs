//! Random numbers: true noise from the SID, and a generator seeded from it or from a given seed.
//!
//! SID registers: Commodore 64 Programmer's Reference Guide, appendix O ("6581 Sound Interface Device (SID) Chip
//! Specifications").

use crate::hardware::{peek, poke};

/// The frequency of voice 3, its control register and its output.
const FREQUENCY: [u16; 2] = [0xd40e, 0xd40f];
const CONTROL: u16 = 0xd412;
const OUTPUT: u16 = 0xd41b;
/// The noise waveform, without the gate bit: the voice is silent.
const NOISE: u8 = 0x80;
/// Timer A of CIA 1, low byte, which runs for the KERNAL's interrupt.
const TIMER: u16 = 0xdc04;

/// Starts voice 3 of the SID as a noise source. It is silent, but the voice is in use.
pub fn start_noise() {
    FREQUENCY.into_iter().for_each(|register| poke(register, 0xff));
    poke(CONTROL, NOISE);
}

/// Returns a byte of noise; call [`start_noise`] first.
///
/// After a reset, the SID's noise is always the same, so it is XORed with a running timer: the randomness comes from the moment of
/// reading. Two calls without something of varying duration in between are less random than one.
#[must_use]
pub fn noise() -> u8 {
    peek(OUTPUT) ^ peek(TIMER)
}

/// A small and fast random number generator: xorwow with 16-bit words. Its period is 2^48 - 2^16 numbers, and it is
/// not cryptographically secure.
///
/// With the feature `rand_core`, which is enabled by default, it implements the traits of `rand_core` 0.10.
///
/// ```
/// use sys2080::random::Rng;
///
/// let mut rng = Rng::seeded(2080);
/// let dice = rng.below(6) + 1;
/// assert!((1..=6).contains(&dice));
/// ```
///
/// Source: George Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (14), 2003, for the construction. The
/// period of the shifts for 16-bit words is tested here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    /// Not both 0.
    x: u16,
    y: u16,
    /// Marsaglia's Weyl sequence, which hides the linearity of the rest.
    weyl: u16,
}

impl Rng {
    /// The increment of the Weyl sequence: odd, close to 2^16 divided by the golden ratio.
    const STEP: u16 = 0x9e37;
    /// The number of outputs after which similar seeds have diverged.
    const WARM_UP: u8 = 12;

    /// Creates a generator from a seed: the same seed always yields the same numbers.
    #[must_use]
    pub fn seeded(seed: u32) -> Rng {
        let [a, b, c, d] = seed.to_le_bytes();
        Rng::of([a, b, c, d, 0, 0])
    }

    /// Creates a generator seeded from [`noise`]; calls [`start_noise`] itself. Call it after something of human-dependent
    /// duration, such as waiting for a key.
    #[must_use]
    pub fn from_noise() -> Rng {
        start_noise();
        let mut seed = [0_u8; 6];
        for byte in &mut seed {
            // Some time passes between two reads, so that the noise advances.
            (0..32).for_each(|_| *byte = byte.wrapping_mul(5).wrapping_add(noise()));
        }
        Rng::of(seed)
    }

    fn of([a, b, c, d, e, f]: [u8; 6]) -> Rng {
        let mut rng = Rng {
            x: u16::from_le_bytes([a, b]),
            y: u16::from_le_bytes([c, d]),
            weyl: u16::from_le_bytes([e, f]),
        };
        // A state of all zeros would never change.
        if rng.x | rng.y == 0 {
            (rng.x, rng.y) = (Rng::STEP, Rng::STEP);
        }
        for _ in 0..Rng::WARM_UP {
            rng.word();
        }
        rng
    }

    /// Returns the next 16-bit number.
    pub fn word(&mut self) -> u16 {
        let t = self.x ^ self.x << 5;
        self.x = self.y;
        self.y = (self.y ^ self.y >> 1) ^ (t ^ t >> 3);
        self.weyl = self.weyl.wrapping_add(Rng::STEP);
        self.y.wrapping_add(self.weyl)
    }

    /// Returns the next byte.
    pub fn byte(&mut self) -> u8 {
        self.word().to_be_bytes()[0]
    }

    /// Returns a number below `end`, each equally likely.
    ///
    /// # Panics
    /// Panics if `end` is 0.
    pub fn below(&mut self, end: u8) -> u8 {
        assert!(end > 0, "there is no number below 0");
        let mask = 0xff >> (end - 1).leading_zeros();
        loop {
            let number = self.byte() & if end == 1 { 0 } else { mask };
            if number < end {
                return number;
            }
        }
    }
}

#[cfg(feature = "rand_core")]
impl rand_core::TryRng for Rng {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(u32::from(self.word()) | u32::from(self.word()) << 16)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        rand_core::utils::next_u64_via_u32(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        bytes.iter_mut().for_each(|byte| *byte = self.byte());
        Ok(())
    }
}

#[cfg(feature = "rand_core")]
impl rand_core::SeedableRng for Rng {
    type Seed = [u8; 6];

    fn from_seed(seed: [u8; 6]) -> Rng {
        Rng::of(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A linear map of the 32 bits of `x` and `y`: the images of the single bits.
    type Matrix = [u32; 32];

    /// One step of the generator, without the Weyl sequence.
    fn step(state: u32) -> u32 {
        let mut rng = Rng { x: state as u16, y: (state >> 16) as u16, weyl: 0 };
        rng.word();
        u32::from(rng.x) | u32::from(rng.y) << 16
    }

    fn apply(matrix: &Matrix, state: u32) -> u32 {
        (0..32).filter(|bit| state >> bit & 1 == 1).fold(0, |sum, bit| sum ^ matrix[bit as usize])
    }

    fn power(mut exponent: u32) -> Matrix {
        let mut square: Matrix = core::array::from_fn(|bit| step(1 << bit));
        let mut result: Matrix = core::array::from_fn(|bit| 1 << bit);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result.map(|image| apply(&square, image));
            }
            square = square.map(|image| apply(&square, image));
            exponent >>= 1;
        }
        result
    }

    #[test]
    fn all_states_but_zero_are_one_circle() {
        let same: Matrix = core::array::from_fn(|bit| 1 << bit);
        assert_eq!(power(u32::MAX), same);
        for prime in [3, 5, 17, 257, 65537] {
            assert_ne!(power(u32::MAX / prime), same, "{prime}");
        }
    }

    #[test]
    fn a_seed_gives_the_same_numbers_and_another_seed_others() {
        let numbers = |seed| -> [u16; 8] {
            let mut rng = Rng::seeded(seed);
            core::array::from_fn(|_| rng.word())
        };
        assert_eq!(numbers(0), numbers(0));
        for seed in 0..200 {
            assert_ne!(numbers(seed), numbers(seed + 1));
        }
    }

    #[test]
    fn numbers_below_an_end_are_equally_likely() {
        let mut rng = Rng::seeded(1);
        for end in [1_u8, 2, 6, 100, 128, 255] {
            let mut counts = [0_u32; 256];
            let rounds = 1000 * u32::from(end);
            (0..rounds).for_each(|_| counts[usize::from(rng.below(end))] += 1);
            // Six standard deviations.
            assert!(counts[..usize::from(end)].iter().all(|count| (800..1200).contains(count)), "{end}");
            assert!(counts[usize::from(end)..].iter().all(|count| *count == 0), "{end}");
        }
    }

    #[cfg(feature = "rand_core")]
    #[test]
    fn the_traits_give_the_same_numbers() {
        use rand_core::{Rng as _, SeedableRng};

        let mut own = Rng::seeded(7);
        let mut through_traits = Rng::from_seed([7, 0, 0, 0, 0, 0]);
        let low = u32::from(own.word());
        assert_eq!(through_traits.next_u32(), low | u32::from(own.word()) << 16);
        let mut bytes = [0; 3];
        through_traits.fill_bytes(&mut bytes);
        assert_eq!(bytes, [own.byte(), own.byte(), own.byte()]);
    }
}
