//! The verdict on one of VICE's test programs.

use serde::Serialize;

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// As expected by the list.
    Passed,
    /// Not as expected.
    Failed,
    /// The test needs something that the built-in C64 does not have.
    NotSupported,
}

/// A test and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The name of the test, as in the list.
    pub name: String,
    /// The result.
    pub result: Outcome,
    /// Why it did not pass.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Cycles for which the program ran.
    pub cycles: u64,
}

impl Verdict {
    /// Formats the verdict as a line of text.
    pub fn line(&self) -> String {
        let result = match self.result {
            Outcome::Passed => return format!("passed {}", self.name),
            Outcome::Failed => "failed",
            Outcome::NotSupported => "not supported",
        };
        format!("{result} {}: {}", self.name, self.reason)
    }
}
