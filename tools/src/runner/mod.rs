//! The places where a task can run, with a common trait: the host, the in-process C64 and VICE.

mod everywhere;
mod host;
mod machine;
mod place;
mod program;
mod vice;

use anyhow::Result;
use cargo_c64::setup::Setup;

use crate::own::{self, Own};
use crate::workspace::Workspace;
pub use everywhere::run_everywhere;
pub use host::Host;
pub use machine::InProcess;
pub use place::{On, Outcome, Runner};
pub use program::{Program, differences};
pub use vice::InVice;

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
            let built = own::program(&workspace, Own::Verification, setup)?;
            program = Some(Program::of_image(&built.image)?);
        }
        runners.push((on, start_one(on, program.as_ref(), setup)?));
    }
    Ok(runners)
}

/// Starts the runner for one place. `program` is the program for places with a 6502.
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
