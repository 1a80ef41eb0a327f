//! Who watches every search of this program, in play and in verification alike: one type, so that the search is
//! compiled once.

use engine::task::Stamp;
use engine::{Observer, Search};

use crate::clock::{JIFFIES_A_SECOND, Stopwatch};
use crate::console::think;
use crate::terminal::Terminal;
use crate::text::Text;

/// Watches a search.
pub struct Watch<'a, T> {
    text: &'a mut Text<T>,
    /// Whether a person waits for the answer: then iterations are shown, and RUN/STOP ends the search.
    person: bool,
    clock: Stopwatch,
    /// Jiffies after which the search ends, 0 for never.
    limit: u16,
}

impl<'a, T: Terminal> Watch<'a, T> {
    /// For a search a person waits for, of at most so many seconds, 0 for as long as it takes.
    pub fn for_person(text: &'a mut Text<T>, seconds: u16) -> Self {
        let clock = Stopwatch::start(&mut text.terminal);
        Watch { text, person: true, clock, limit: seconds.saturating_mul(JIFFIES_A_SECOND) }
    }

    /// For work that is measured: silent, and not to be stopped.
    pub fn for_measurement(text: &'a mut Text<T>) -> Self {
        Watch { text, person: false, clock: Stopwatch::default(), limit: 0 }
    }
}

impl<T: Terminal> Observer for Watch<'_, T> {
    fn poll(&mut self) -> bool {
        let terminal = &mut self.text.terminal;
        self.person && (terminal.stop_key() || self.limit != 0 && self.clock.has_passed(terminal, self.limit))
    }

    fn iteration(&mut self, search: &Search) {
        if self.person {
            think::show(self.text, search);
            // The next iteration takes longer than all before: it is not begun when it cannot end in time.
            if self.limit != 0 && self.clock.has_passed(&mut self.text.terminal, self.limit / 2) {
                self.limit = 1;
            }
        }
    }
}

impl<T: Terminal> Stamp for Watch<'_, T> {
    fn start(&mut self) {
        self.text.terminal.begin_work();
    }

    fn stop(&mut self) {
        self.text.terminal.end_work();
    }
}
