//! Hash and lock keys, and the source of their bytes.

/// A source of key bytes: fixed ones for reproducible runs, noise for play.
pub trait KeySource {
    /// Returns the next byte.
    fn next_key(&mut self) -> u8;
}

/// The keys of each piece on each square: one byte for the position's hash and one for its lock. All zeros when new.
#[derive(Clone, Debug, PartialEq, Eq)]
// In this order, because a game may place its keys at a page boundary.
#[repr(C)]
pub(crate) struct Keys<const COUNT: usize> {
    /// The hash keys.
    pub(crate) hash: [u8; COUNT],
    /// The lock keys.
    pub(crate) lock: [u8; COUNT],
}

impl<const COUNT: usize> Keys<COUNT> {
    /// No keys yet.
    pub(crate) const EMPTY: Self = Keys { hash: [0; COUNT], lock: [0; COUNT] };
}

/// The seed of the fixed key sequence. Any word would do; with this one, no entry of a principal
/// variation of mouse and cats, depths 1 to 8 from the start, is overwritten in its 256-entry table before it
/// is read.
const FIXED_SEED: u16 = 2080;

/// The 16-bit linear congruential generator x := 25173 x + 13849 modulo 65536 (full period: the increment is
/// odd and the multiplier is 1 modulo 4); a key is the high byte of x.
#[derive(Clone, Debug)]
pub struct Lcg {
    state: u16,
}

impl Lcg {
    /// Returns a generator starting at `seed`.
    pub const fn new(seed: u16) -> Self {
        Lcg { state: seed }
    }

    /// Returns the generator of the fixed keys.
    pub const fn fixed() -> Self {
        Lcg::new(FIXED_SEED)
    }
}

impl Lcg {
    /// Returns a random number below `end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: u16) -> u16 {
        let word = u16::from_be_bytes([self.next_key(), self.next_key()]);
        if end == 0 { 0 } else { word % end }
    }
}

impl KeySource for Lcg {
    fn next_key(&mut self) -> u8 {
        self.state = self.state.wrapping_mul(25173).wrapping_add(13849);
        (self.state >> 8) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::{KeySource, Lcg};

    #[test]
    fn has_the_full_period() {
        let mut keys = Lcg::new(1);
        let mut steps = 0u32;
        loop {
            keys.next_key();
            steps += 1;
            if keys.state == 1 {
                break;
            }
        }
        assert_eq!(steps, 65536);
    }

    #[test]
    fn every_key_is_equally_frequent() {
        let mut keys = Lcg::fixed();
        let mut seen = [0u16; 256];
        for _ in 0..65536u32 {
            seen[keys.next_key() as usize] += 1;
        }
        assert_eq!(seen, [256; 256]);
    }
}
