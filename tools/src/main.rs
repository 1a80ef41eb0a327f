//! `cargo c64`: the command line of sys2080.

use std::process::ExitCode;

use clap::Parser;
use tools::commands::{Cli, arguments};
use tools::failure;

fn main() -> ExitCode {
    match Cli::parse_from(arguments()).run() {
        Ok(code) => code,
        Err(error) => failure::report(&error),
    }
}
