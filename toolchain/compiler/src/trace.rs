//! Dumps the program after a pass as text that can be compared.

use crate::passes::Pass;

/// Collects the text after one pass, or none.
#[derive(Debug, Default)]
pub struct Trace {
    after: Option<Pass>,
    text: String,
    /// Each pass that ran, in the order they did first.
    #[cfg(test)]
    seen: Vec<Pass>,
}

impl Trace {
    /// Collects nothing.
    pub fn off() -> Trace {
        Trace::default()
    }

    /// Collects the text after this pass.
    pub fn after(pass: Pass) -> Trace {
        Trace { after: Some(pass), ..Trace::default() }
    }

    /// Adds the text of a part of the program after a pass, if that is the one.
    pub fn add(&mut self, pass: Pass, text: impl FnOnce() -> String) {
        #[cfg(test)]
        if !self.seen.contains(&pass) {
            self.seen.push(pass);
        }
        if self.after == Some(pass) {
            self.text += &text();
        }
    }

    /// Collects the same, apart: for one of several ways to compile something.
    pub fn apart(&self) -> Trace {
        Trace { after: self.after, ..Trace::default() }
    }

    /// Adds what was collected apart, if that way was taken.
    pub fn join(&mut self, apart: Trace) {
        #[cfg(test)]
        for pass in &apart.seen {
            if !self.seen.contains(pass) {
                self.seen.push(*pass);
            }
        }
        self.text += &apart.text;
    }

    /// Each pass that ran, in the order they did first.
    #[cfg(test)]
    pub fn seen(&self) -> &[Pass] {
        &self.seen
    }

    /// What was collected: the parts of the program in the order in which the pass came to them.
    pub fn text(self) -> String {
        self.text
    }
}
