//! The terminal that the program needs: character output, keys and time.

use crate::spelling::Words;

/// A text terminal with a clock, so that the same code runs on a C64 and in tests.
pub trait Terminal {
    /// Returns the texts of the program.
    fn words(&self) -> &'static Words;
    /// Prints one PETSCII byte at the cursor.
    fn put(&mut self, petscii: u8);
    /// Takes the next key from the keyboard buffer; returns 0 when there is none.
    fn key(&mut self) -> u8;
    /// Returns the low 16 bits of the jiffy clock: 1/60 second per step, wrapping after 18 minutes.
    fn jiffies(&mut self) -> u16;
    /// Whether RUN/STOP is held down.
    fn stop_key(&mut self) -> bool;
}
