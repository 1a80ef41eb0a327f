//! The generator of random numbers that core's and alloc's tests name.
#![no_std]

use rand::{RngCore, SeedableRng};

/// Marsaglia's xorshift of 128 bits: George Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (2003), page 5.
#[derive(Clone, Debug)]
pub struct XorShiftRng([u32; 4]);

impl RngCore for XorShiftRng {
    fn next_u32(&mut self) -> u32 {
        let [x, y, z, w] = self.0;
        let t = x ^ (x << 11);
        self.0 = [y, z, w, w ^ (w >> 19) ^ t ^ (t >> 8)];
        self.0[3]
    }
}

impl SeedableRng for XorShiftRng {
    type Seed = [u8; 16];

    fn from_seed(seed: [u8; 16]) -> XorShiftRng {
        let word = |at: usize| u32::from_le_bytes([seed[at], seed[at + 1], seed[at + 2], seed[at + 3]]);
        XorShiftRng([word(0), word(4), word(8), word(12) | 1])
    }

    fn seed_from_u64(seed: u64) -> XorShiftRng {
        let mut bytes = [0x5a; 16];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        XorShiftRng::from_seed(bytes)
    }
}
