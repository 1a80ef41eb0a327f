//! Time measured with the KERNAL's jiffy clock.

use crate::terminal::Terminal;

/// Jiffies of the KERNAL's clock per second.
pub const JIFFIES_A_SECOND: u16 = 60;

/// A stopwatch in jiffies of 1/60 second, good for up to 18 minutes.
#[derive(Default)]
pub struct Stopwatch {
    start: u16,
}

impl Stopwatch {
    /// Creates a stopwatch that started together with the clock.
    pub const fn new() -> Self {
        Stopwatch { start: 0 }
    }

    /// Starts measuring.
    pub fn start<T: Terminal>(terminal: &mut T) -> Self {
        Stopwatch { start: terminal.jiffies() }
    }

    /// Whether this many jiffies have passed.
    pub fn has_passed<T: Terminal>(&self, terminal: &mut T, jiffies: u16) -> bool {
        self.elapsed(terminal) >= jiffies
    }

    /// Returns the jiffies since the start.
    pub fn elapsed<T: Terminal>(&self, terminal: &mut T) -> u16 {
        terminal.jiffies().wrapping_sub(self.start)
    }
}
