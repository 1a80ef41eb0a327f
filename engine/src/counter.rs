//! An event counter whose usual step touches one byte.

/// Counts up to 2^32 - 1 events; only every 256th step touches more than the low byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    low: u8,
    high: u32,
}

impl Counter {
    /// A counter at zero.
    pub const fn new() -> Self {
        Counter { low: 0, high: 0 }
    }

    /// Counts one event and returns the new low byte.
    #[inline(always)]
    pub fn step(&mut self) -> u8 {
        self.low = self.low.wrapping_add(1);
        if self.low == 0 {
            self.carry();
        }
        self.low
    }

    #[cold]
    #[inline(never)]
    fn carry(&mut self) {
        self.high = self.high.wrapping_add(1);
    }

    /// The number of events so far.
    pub const fn value(&self) -> u32 {
        (self.high << 8) | self.low as u32
    }
}

impl Default for Counter {
    fn default() -> Self {
        Counter::new()
    }
}

#[cfg(test)]
mod tests {
    use super::Counter;

    #[test]
    fn carries_into_the_high_part() {
        let mut counter = Counter::new();
        for expected in 1..=70_000u32 {
            let low = counter.step();
            assert_eq!(counter.value(), expected);
            assert_eq!(low, expected as u8);
        }
    }
}
