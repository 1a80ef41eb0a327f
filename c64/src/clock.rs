//! Time by the KERNAL's jiffy clock.

use crate::terminal::Terminal;

/// Measures from its start, in jiffies of 1/60 second, up to 18 minutes.
pub struct Stopwatch {
    start: u16,
}

impl Stopwatch {
    /// Starts measuring.
    pub fn start<T: Terminal>(terminal: &mut T) -> Self {
        Stopwatch { start: terminal.jiffies() }
    }

    /// Jiffies since the start.
    pub fn elapsed<T: Terminal>(&self, terminal: &mut T) -> u16 {
        terminal.jiffies().wrapping_sub(self.start)
    }
}
