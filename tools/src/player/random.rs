//! Random numbers on the host: for openings and for the seeds of the players in a game.

/// SplitMix64 (Steele, Lea and Flood, 2014): every seed is equally good.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Creates the generator seeded with `seed`.
    pub const fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// Creates the generator for part `index` of work seeded with `seed`, independent of the other parts.
    pub fn part(seed: u64, index: u64) -> Random {
        let mut first = Random::new(seed);
        Random::new(first.next_word() ^ index.wrapping_mul(0xD134_2543_DE82_EF95))
    }

    /// Returns the next 64 bits.
    pub fn next_word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// Returns a number from 0 to `end - 1`; 0 if `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        // The high half of the product: nearly uniform as long as `end` is small compared with 2^64.
        ((u128::from(self.next_word()) * u128::from(end)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_the_published_sequence() {
        let mut random = Random::new(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([random.next_word(), random.next_word(), random.next_word()], expected);
    }

    #[test]
    fn parts_differ_and_stay_below_the_end() {
        let firsts: Vec<u64> = (0..50).map(|index| Random::part(7, index).next_word()).collect();
        let different: std::collections::BTreeSet<&u64> = firsts.iter().collect();
        assert_eq!(different.len(), 50);
        let mut random = Random::new(3);
        let mut counts = [0; 5];
        for _ in 0..5000 {
            counts[random.below(5) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
        assert_eq!(random.below(0), 0);
    }
}
