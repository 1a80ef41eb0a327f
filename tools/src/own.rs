//! The games' own C64 programs and their disk.

use anyhow::{Context, Result};
use cargo_c64::artifacts::Artifact;
use cargo_c64::bundle::Bundle;
use cargo_c64::rust_build::{Built, Choice};
use cargo_c64::setup::Setup;
use cargo_c64::subject;

use crate::workspace::Workspace;

/// The project's own programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// The play program.
    Play,
    /// The text console.
    Console,
    /// The verification program, which also answers requests.
    Verification,
    /// The program whose file contains the offsets of the play program's fields; it is never run.
    Places,
}

impl Own {
    /// Returns the name of the binary.
    pub const fn binary(self) -> &'static str {
        match self {
            Own::Play => "sys2080",
            Own::Console => "console",
            Own::Verification => "verify",
            Own::Places => "places",
        }
    }
}

/// The programs of the disk, compiled.
#[derive(Clone, Debug)]
pub struct Programs {
    /// The play program.
    pub play: Artifact,
    /// The text console.
    pub console: Artifact,
    /// The verification program, which also answers requests.
    pub verification: Artifact,
    /// All of them with their disk.
    pub bundle: Bundle,
}

/// Compiles one of the programs.
///
/// # Errors
/// There is no toolchain, or the program does not compile.
pub fn program(workspace: &Workspace, own: Own, setup: Setup) -> Result<Built> {
    subject::build(&workspace.program_manifest(), &Choice::bin(own.binary()), setup)
}

/// Compiles one of the programs with block counters: see [`cargo_c64::rust_build::counted`].
///
/// # Errors
/// As [`program`].
pub fn counted(workspace: &Workspace, own: Own, setup: Setup) -> Result<Vec<Built>> {
    subject::counted(&workspace.program_manifest(), &Choice::bin(own.binary()), setup)
}

/// The programs of the disk, compiled.
///
/// # Errors
/// As [`Bundle::build`], or the disk lacks one of them.
pub fn programs(workspace: &Workspace, setup: Setup) -> Result<Programs> {
    let bundle = Bundle::build(&workspace.program_manifest(), &Choice::bin(Own::Play.binary()), setup)?;
    let of = |own: Own| {
        let found = bundle.programs.iter().find(|artifact| artifact.built.name == own.binary());
        found.cloned().with_context(|| format!("the disk has no program {}", own.binary()))
    };
    let (play, console, verification) = (of(Own::Play)?, of(Own::Console)?, of(Own::Verification)?);
    Ok(Programs { play, console, verification, bundle })
}
