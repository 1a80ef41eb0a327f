//! Random numbers: true noise from the SID, and a generator that starts from it or from a seed.
//!
//! Registers of the SID: Commodore 64 Programmer's Reference Guide, appendix O ("6581 Sound Interface Device (SID) Chip
//! Specifications").

use crate::hardware::{peek, poke};

/// The frequency of voice 3, its control register and its output.
const FREQUENCY: [u16; 2] = [0xd40e, 0xd40f];
const CONTROL: u16 = 0xd412;
const OUTPUT: u16 = 0xd41b;
/// The waveform noise, without a gate: the voice is not heard.
const NOISE: u8 = 0x80;
/// Timer A of CIA 1, low byte, which runs for the KERNAL's interrupt.
const TIMER: u16 = 0xdc04;

/// Starts voice 3 of the SID as a source of noise. Not heard, but the voice is taken.
pub fn start_noise() {
    FREQUENCY.into_iter().for_each(|register| poke(register, 0xff));
    poke(CONTROL, NOISE);
}

/// A byte of noise, after [`start_noise`].
///
/// After a reset the SID's noise is always the same, so it is crossed with a timer that runs: what is random is the moment of
/// reading. Two calls without something between them that takes a varying time are less random than one.
#[must_use]
pub fn noise() -> u8 {
    peek(OUTPUT) ^ peek(TIMER)
}

/// A small and fast generator of random numbers: xorwow with words of 16 bits. It repeats itself after 2^48 - 2^16 numbers, and is
/// not for secrets.
///
/// With the feature `rand_core`, which is on by default, it has the traits of `rand_core` 0.10.
///
/// ```
/// use sys2080::random::Rng;
///
/// let mut rng = Rng::seeded(2080);
/// let dice = rng.below(6) + 1;
/// assert!((1..=6).contains(&dice));
/// ```
///
/// Source: George Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (14), 2003, which has the construction. The
/// shifts for words of 16 bits are tested here for their period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    /// Not both 0.
    x: u16,
    y: u16,
    /// Marsaglia's Weyl sequence, which hides that the rest is linear.
    weyl: u16,
}

impl Rng {
    /// What is added to the Weyl sequence: odd, near the golden ratio of 2^16.
    const STEP: u16 = 0x9e37;
    /// Numbers after which similar seeds have led apart.
    const WARM_UP: u8 = 12;

    /// The generator of a seed: the same numbers each time.
    #[must_use]
    pub fn seeded(seed: u32) -> Rng {
        let [a, b, c, d] = seed.to_le_bytes();
        Rng::of([a, b, c, d, 0, 0])
    }

    /// A generator that starts from [`noise`], and calls [`start_noise`] for it. Call it after something that takes as long as
    /// a person likes, such as waiting for a key.
    #[must_use]
    pub fn from_noise() -> Rng {
        start_noise();
        let mut seed = [0_u8; 6];
        for byte in &mut seed {
            // Some time passes between two of them, so that the noise goes on.
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
        // A state of zeros would stay so.
        if rng.x | rng.y == 0 {
            (rng.x, rng.y) = (Rng::STEP, Rng::STEP);
        }
        for _ in 0..Rng::WARM_UP {
            rng.word();
        }
        rng
    }

    /// The next number of 16 bits.
    pub fn word(&mut self) -> u16 {
        let t = self.x ^ self.x << 5;
        self.x = self.y;
        self.y = (self.y ^ self.y >> 1) ^ (t ^ t >> 3);
        self.weyl = self.weyl.wrapping_add(Rng::STEP);
        self.y.wrapping_add(self.weyl)
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        self.word().to_be_bytes()[0]
    }

    /// A number below `end`, each equally likely.
    ///
    /// # Panics
    /// `end` is 0.
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
