//! Dumps the program after a pass as text that can be diffed.

use crate::passes::Pass;

/// Collects the text after one pass, or nothing.
#[derive(Debug, Default)]
pub struct Trace {
    after: Option<Pass>,
    text: String,
    /// Each pass that ran, in the order of their first runs.
    #[cfg(test)]
    seen: Vec<Pass>,
}

impl Trace {
    /// Returns a trace that collects nothing.
    pub fn off() -> Trace {
        Trace::default()
    }

    /// Returns a trace that collects the text after this pass.
    pub fn after(pass: Pass) -> Trace {
        Trace { after: Some(pass), ..Trace::default() }
    }

    /// Adds the text of a part of the program after a pass, if that is the traced one.
    pub fn add(&mut self, pass: Pass, text: impl FnOnce() -> String) {
        #[cfg(test)]
        if !self.seen.contains(&pass) {
            self.seen.push(pass);
        }
        if self.after == Some(pass) {
            self.text += &text();
        }
    }

    /// Returns a separate trace of the same pass, for one of several ways to compile something.
    pub fn apart(&self) -> Trace {
        Trace { after: self.after, ..Trace::default() }
    }

    /// Adds the text of a separate trace, if that way was taken.
    pub fn join(&mut self, apart: Trace) {
        #[cfg(test)]
        for pass in &apart.seen {
            if !self.seen.contains(pass) {
                self.seen.push(*pass);
            }
        }
        self.text += &apart.text;
    }

    /// Returns each pass that ran, in the order of their first runs.
    #[cfg(test)]
    pub fn seen(&self) -> &[Pass] {
        &self.seen
    }

    /// Returns the collected text: the parts of the program in the order in which the pass processed them.
    pub fn text(self) -> String {
        self.text
    }
}
