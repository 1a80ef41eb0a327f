//! The one list of commands.

pub mod bench;
pub mod build;
pub mod conformance;
pub mod fuzz;
pub mod link;
pub mod match_;
pub mod perft;
pub mod pictures;
pub mod play;
pub mod prove;
pub mod run;
pub mod search;
pub mod solve;
pub mod test;
pub mod verify;
pub mod weights;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::setup::Setup;

/// Board games for the Commodore 64: build them, check them against host and VICE, run them.
#[derive(Debug, Parser)]
#[command(name = "cargo c64", version, max_term_width = 100)]
pub struct Cli {
    /// Install nothing; say what is missing instead
    #[arg(long, global = true)]
    pub no_install: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Every command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build a program for the C64: PRG, listing, labels, map, and the D64 for our own program
    Build(build::Args),
    /// Count the positions a number of moves ahead
    Perft(perft::Args),
    /// Search a position
    Search(search::Args),
    /// Weigh the cells of a position of five in a row
    Weights(weights::Args),
    /// Play a game in the terminal
    Play(play::Args),
    /// Let two players play many games and count who wins
    #[command(name = "match")]
    Match(match_::Args),
    /// Say who wins a position with best play, and how
    Solve(solve::Args),
    /// Try every move of the mouse against the cats' winning strategy
    Prove(prove::Args),
    /// Count the cycles of every benchmark and compare them with the baseline
    Bench(bench::Args),
    /// Run random programs on the host, in the IR interpreter and on the machine
    Fuzz(fuzz::Args),
    /// Run core's and alloc's own tests on the 6502
    Conformance(conformance::Args),
    /// Build the program and compare host, machine and VICE
    Verify(verify::Args),
    /// Run every test of the project
    Test(test::Args),
    /// Start the program for a person
    Run(run::Args),
    /// Take the pictures of the documents: the program, played in VICE
    Pictures(pictures::Args),
    /// Be rustc's linker
    #[command(hide = true)]
    Link(link::Args),
}

impl Cli {
    /// Does what the command line says.
    ///
    /// # Errors
    /// Whatever the command's `run` may give; [`crate::failure::report`] makes an exit code of it.
    pub fn run(self) -> Result<ExitCode> {
        let setup = Setup { install: !self.no_install };
        match self.command {
            Command::Build(args) => build::run(&args, setup),
            Command::Perft(args) => perft::run(&args, setup),
            Command::Search(args) => search::run(&args, setup),
            Command::Weights(args) => weights::run(&args, setup),
            Command::Play(args) => play::run(&args),
            Command::Match(args) => match_::run(&args),
            Command::Solve(args) => solve::run(&args),
            Command::Prove(args) => prove::run(&args, setup),
            Command::Bench(args) => bench::run(&args, setup),
            Command::Fuzz(args) => fuzz::run(&args, setup),
            Command::Conformance(args) => conformance::run(&args, setup),
            Command::Verify(args) => verify::run(&args, setup),
            Command::Test(args) => test::run(&args, setup),
            Command::Run(args) => run::run(&args, setup),
            Command::Pictures(args) => pictures::run(&args, setup),
            Command::Link(args) => link::run(&args),
        }
    }
}
