//! Random numbers that depend only on their seed.

/// A linear congruential generator; constants from Knuth's MMIX.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        random.bits();
        random
    }

    /// Returns 31 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// Returns a random number below `n`, which must not be 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// Returns true in `n` of 100 cases.
    pub fn percent(&mut self, n: u64) -> bool {
        self.below(100) < n
    }

    /// Returns a random element of `list`.
    pub fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize].clone()
    }
}
