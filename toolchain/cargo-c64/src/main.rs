//! `cargo c64`: the command line of the toolchain.

use std::process::ExitCode;

use cargo_c64::commands::{Cli, arguments};
use cargo_c64::failure;
use cargo_c64::setup::Setup;
use clap::Parser;

fn main() -> ExitCode {
    let cli = Cli::parse_from(arguments());
    match cli.command.run(Setup { install: !cli.no_install }) {
        Ok(code) => code,
        Err(error) => failure::report(&error),
    }
}
