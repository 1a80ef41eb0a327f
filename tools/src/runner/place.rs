//! A place where tasks run, whatever it is.

use std::fmt;

use anyhow::Result;
use clap::ValueEnum;
use serde::Serialize;
use verification::task::{Report, Request};

/// Where to run a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum On {
    /// The native build of the engine.
    Host,
    /// The C64's verification program in the in-process machine.
    Machine,
    /// The C64's verification program in VICE.
    Vice,
}

impl On {
    /// All places, in the order of the tables.
    pub const ALL: [On; 3] = [On::Host, On::Machine, On::Vice];

    /// The name on the command line.
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

/// What a run gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The engine's report.
    pub report: Report,
    /// CPU cycles of the work alone, where there is a 6502.
    pub cycles: Option<u64>,
}

/// A place that serves requests.
pub trait Runner {
    /// Has one request served.
    ///
    /// # Errors
    /// The program did not answer, or not with a report. That it reports a bad request is no error here.
    fn run(&mut self, request: &Request) -> Result<Outcome>;
}
