//! The places a task can be run at, behind one trait: the host, the in-process C64 and VICE.

mod host;
mod machine;
mod program;
mod vice;

use std::fmt;

use anyhow::Result;
use clap::ValueEnum;
use engine::task::{Report, Request};
use serde::Serialize;

pub use host::Host;
pub use machine::InProcess;
pub use program::{Program, differences};
pub use vice::InVice;

use crate::commands::build::{self, Own};
use crate::setup::Setup;
use crate::workspace::Workspace;

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

/// Starts a runner for each place, building the verification program if one of them needs it.
///
/// # Errors
/// Something that is needed is missing, or the program does not compile.
pub fn start(places: &[On], setup: Setup) -> Result<Vec<(On, Box<dyn Runner>)>> {
    let mut places = places.to_vec();
    places.sort();
    places.dedup();
    let mut program = None;
    let mut runners = Vec::new();
    for on in places {
        if on != On::Host && program.is_none() {
            let workspace = Workspace::find()?;
            let built = build::program(&workspace, Own::Verification, setup)?;
            program = Some(Program::of_image(&built.image)?);
        }
        runners.push((on, start_one(on, program.as_ref(), setup)?));
    }
    Ok(runners)
}

/// Starts the runner for one place. `program` is what runs on a 6502.
///
/// # Errors
/// VICE is missing, or a place other than the host has no program.
pub fn start_one(on: On, program: Option<&Program>, setup: Setup) -> Result<Box<dyn Runner>> {
    let program = || program.cloned().ok_or_else(|| anyhow::anyhow!("there is no program to run on {on}"));
    Ok(match on {
        On::Host => Box::new(Host::new()),
        On::Machine => Box::new(InProcess::new(program()?)),
        On::Vice => Box::new(InVice::new(setup.vice()?, program()?)),
    })
}
