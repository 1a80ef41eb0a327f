//! Who watches every search of this program, in play and in verification alike: one type, so that the search is
//! compiled once.

use engine::task::Stamp;
use engine::{Observer, Search};

use crate::console::think;
use crate::terminal::Terminal;
use crate::text::Text;

/// Watches a search.
pub struct Watch<'a, T> {
    text: &'a mut Text<T>,
    /// Whether a person waits for the answer: then iterations are shown, and RUN/STOP ends the search.
    person: bool,
}

impl<'a, T: Terminal> Watch<'a, T> {
    /// For a search a person waits for.
    pub fn for_person(text: &'a mut Text<T>) -> Self {
        Watch { text, person: true }
    }

    /// For work that is measured: silent, and not to be stopped.
    pub fn for_measurement(text: &'a mut Text<T>) -> Self {
        Watch { text, person: false }
    }
}

impl<T: Terminal> Observer for Watch<'_, T> {
    fn poll(&mut self) -> bool {
        self.person && self.text.terminal.stop_key()
    }

    fn iteration(&mut self, search: &Search) {
        if self.person {
            think::show(self.text, search);
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
