//! `cargo c64` in this repository: the commands of the toolchain and of the games.

use std::process::ExitCode;

use cargo_c64::commands::arguments;
use cargo_c64::failure;
use clap::Parser;
use tools::commands::Cli;

fn main() -> ExitCode {
    match Cli::parse_from(arguments()).run() {
        Ok(code) => code,
        Err(error) => failure::report(&error),
    }
}
