//! The interface of the places where tasks run.

use std::fmt;

use anyhow::Result;
use clap::ValueEnum;
use serde::Serialize;
use verification::task::{Report, Request};

/// A place to run a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum On {
    /// Your computer, with the native build of the engine.
    Host,
    /// The built-in C64, with the verification program.
    Machine,
    /// VICE, with the verification program.
    Vice,
}

impl On {
    /// All places, in table order.
    pub const ALL: [On; 3] = [On::Host, On::Machine, On::Vice];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            On::Host => "host",
            On::Machine => "machine",
            On::Vice => "vice",
        }
    }
}

impl fmt::Display for On {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The engine's report.
    pub report: Report,
    /// CPU cycles of the work alone, in places with a 6502.
    pub cycles: Option<u64>,
}

/// A place that serves requests.
pub trait Runner {
    /// Sends a request and waits for its report.
    ///
    /// # Errors
    /// The program did not answer, or did not answer with a report. A report of a bad request is not an error here.
    fn run(&mut self, request: &Request) -> Result<Outcome>;
}
