//! `cargo-c64 link …`: acts as the linker that rustc calls; see [`crate::link`].

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;

use crate::link::{Files, Inputs};

/// The linker call as rustc makes it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Arguments of a linker
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Compiles the program that the call names. It prints nothing because rustc would report any output as a warning.
///
/// # Errors
/// As [`Inputs::from_arguments`] and [`Inputs::compile`], or the output cannot be written.
pub fn run(args: &Args) -> Result<ExitCode> {
    let inputs = Inputs::from_arguments(&args.arguments)?;
    Files::beside(&inputs.output).write(&inputs.compile(&inputs.output)?)?;
    Ok(ExitCode::SUCCESS)
}
