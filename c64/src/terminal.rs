//! The terminal that the program needs: characters out, keys in, time.

use crate::spelling::Words;

/// A text terminal with a clock, so that the same code runs on a C64 and in tests.
pub trait Terminal {
    /// The texts of the program.
    fn words(&self) -> &'static Words;
    /// Prints one PETSCII byte at the cursor.
    fn put(&mut self, petscii: u8);
    /// Takes the next key out of the keyboard buffer; 0 when there is none.
    fn key(&mut self) -> u8;
    /// The low 16 bits of the jiffy clock: 1/60 second a step, wrapping after 18 minutes.
    fn jiffies(&mut self) -> u16;
    /// Whether RUN/STOP is held down.
    fn stop_key(&mut self) -> bool;
}
