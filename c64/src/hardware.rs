//! The C64 as the console's terminal.

use sys2080_console::terminal::Terminal;

use crate::{kernal, random, stamp};

/// This machine.
pub struct C64;

impl Terminal for C64 {
    fn put(&mut self, petscii: u8) {
        kernal::chrout(petscii);
    }

    fn key(&mut self) -> u8 {
        kernal::getin()
    }

    fn jiffies(&mut self) -> u16 {
        kernal::rdtim()
    }

    fn random(&mut self) -> u8 {
        random::byte()
    }

    fn stop_key(&mut self) -> bool {
        kernal::stop()
    }

    fn begin_work(&mut self) {
        stamp::begin();
    }

    fn end_work(&mut self) {
        stamp::end();
    }
}
