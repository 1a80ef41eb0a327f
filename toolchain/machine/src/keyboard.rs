//! The keyboard as driven by the host: keys typed ahead, RUN/STOP, the line that CHRIN returns, and detection of a wait for a key.

use std::collections::VecDeque;

const RETURN: u8 = 0x0d;

/// The keys, and the number of unsuccessful requests for one.
#[derive(Debug, Default)]
pub(crate) struct Keyboard {
    /// Keys typed and not yet read.
    pub(crate) keys: VecDeque<u8>,
    /// Whether RUN/STOP is held.
    pub(crate) stop: bool,
    /// Characters of the line that CHRIN is returning.
    line: VecDeque<u8>,
    /// The line being typed, without its RETURN.
    typed: Vec<u8>,
    /// Whether CHRIN has been called for a line that is still to be typed.
    pub(crate) awaits_line: bool,
    /// The number of consecutive requests that found no key, and the cycle of the last one.
    polls: u32,
    last_poll: u64,
}

impl Keyboard {
    /// Returns the next byte of the line that RETURN has ended; `None` if there is none left.
    pub(crate) fn next_of_line(&mut self) -> Option<u8> {
        self.line.pop_front()
    }

    pub(crate) fn add_to_line(&mut self, key: u8) {
        self.typed.push(key);
    }

    /// Deletes the last character of the line being typed; returns whether there was one.
    pub(crate) fn delete_from_line(&mut self) -> bool {
        self.typed.pop().is_some()
    }

    /// Handles RETURN: the line being typed can be read.
    pub(crate) fn end_line(&mut self) {
        self.line.extend(self.typed.drain(..));
        self.line.push_back(RETURN);
    }

    /// Resets the count of requests, because the program does something other than asking for keys.
    pub(crate) fn forget_polls(&mut self) {
        self.polls = 0;
    }

    /// Counts a request for a key at cycle `now`, `found` or not. Returns whether the program is waiting: it has asked without success
    /// `limit` times in a row, at most `gap` cycles apart.
    pub(crate) fn poll(&mut self, found: bool, now: u64, gap: u64, limit: u32) -> bool {
        let idle = !found && now - self.last_poll <= gap;
        self.polls = if idle { self.polls + 1 } else { 0 };
        self.last_poll = now;
        let waits = self.polls >= limit;
        if waits {
            self.polls = 0;
        }
        waits
    }
}
