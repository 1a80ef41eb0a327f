//! An event counter that usually touches only one byte per step.

use crate::places::Place;
use core::mem::offset_of;

/// Counts up to 2^32 - 1 events; only every 256th step touches more than the low byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    low: u8,
    high: u32,
}

impl Counter {
    /// Offsets of the lowest byte and of the upper four.
    pub(crate) const PLACES: [usize; 2] = [offset_of!(Counter, low), offset_of!(Counter, high)];

    /// Returns a counter at zero.
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

    /// Returns the number of events so far.
    pub const fn value(&self) -> u32 {
        (self.high << 8) | self.low as u32
    }
}

/// The number of events in a batch.
pub const BATCH: u8 = 16;

/// Counts events up to 2^32 - 1 in batches of 16; a step usually touches only one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchCounter {
    /// Events left until the batch is full: 1 to [`BATCH`], or 0 before the first start.
    left: u8,
    /// The number of full batches.
    full: Counter,
}

impl BatchCounter {
    /// Offsets of the events left in the batch and of the number of full batches.
    pub(crate) const PLACES: [Place; 3] = [
        ("nodes_left", offset_of!(BatchCounter, left)),
        ("nodes_low", offset_of!(BatchCounter, full) + Counter::PLACES[0]),
        ("nodes_high", offset_of!(BatchCounter, full) + Counter::PLACES[1]),
    ];

    /// Returns a counter that must be started before use. All zeros.
    pub const fn new() -> Self {
        BatchCounter { left: 0, full: Counter::new() }
    }

    /// Restarts the count from zero.
    pub const fn start(&mut self) {
        self.left = BATCH;
        self.full = Counter::new();
    }

    /// Counts one event; returns true if it fills the batch, which must then be [ended](BatchCounter::end_batch).
    #[inline(always)]
    pub const fn step(&mut self) -> bool {
        self.left = self.left.wrapping_sub(1);
        self.left == 0
    }

    /// Begins the next batch.
    pub fn end_batch(&mut self) {
        self.left = BATCH;
        self.full.step();
    }

    /// Returns the number of events so far.
    pub const fn value(&self) -> u32 {
        self.full.value().wrapping_mul(BATCH as u32) | (BATCH.wrapping_sub(self.left) & (BATCH - 1)) as u32
    }
}

impl Default for Counter {
    fn default() -> Self {
        Counter::new()
    }
}

impl Default for BatchCounter {
    fn default() -> Self {
        BatchCounter::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{BatchCounter, Counter};

    #[test]
    fn carries_into_the_high_part() {
        let mut counter = Counter::new();
        for expected in 1..=70_000u32 {
            let low = counter.step();
            assert_eq!(counter.value(), expected);
            assert_eq!(low, expected as u8);
        }
    }

    #[test]
    fn fills_a_batch_with_every_16th_event() {
        let mut counter = BatchCounter::new();
        assert_eq!(counter.value(), 0);
        for _ in 0..2 {
            counter.start();
            assert_eq!(counter.value(), 0);
            for expected in 1..=1_000u32 {
                let full = counter.step();
                assert_eq!(full, expected % 16 == 0);
                if full {
                    counter.end_batch();
                }
                assert_eq!(counter.value(), expected);
            }
        }
    }
}
