//! The list of the toolchain's commands.

pub mod bisect;
pub mod build;
pub mod debug;
pub mod deploy;
pub mod link;
pub mod new;
pub mod profile;
pub mod run;
pub mod size;
pub mod test;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::setup::Setup;

/// Build, run, test, profile and debug Rust programs for the Commodore 64
#[derive(Debug, Parser)]
#[command(name = "cargo c64", bin_name = "cargo c64", version, max_term_width = 100)]
#[command(after_help = "Example: cargo c64 new hello")]
pub struct Cli {
    /// List what is missing instead of installing it
    #[arg(long, global = true)]
    pub no_install: bool,
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
}

/// Every command.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Create a crate for the C64 that is ready to build, run and test
    ///
    /// Prints what to type next. `cargo check`, `cargo test` and rust-analyzer work in the crate, too.
    #[command(after_help = "Example: cargo c64 new hello --template game")]
    New(new::Args),
    /// Compile the crate in the current folder for the C64
    ///
    /// Writes the program (PRG), a listing with the cycles of every instruction, labels for VICE's monitor and a memory map,
    /// and prints where they are. `disk-name` under [package.metadata.c64] in Cargo.toml adds a disk image; load address, zero page
    /// and stacks are set there, too. `disk` names the manifest of a disk image with several programs.
    #[command(after_help = "Example: cargo c64 build --bin hello --features sound")]
    Build(build::Args),
    /// Build the crate in the current folder and run it in VICE or in the terminal
    ///
    /// The exit code is 1 if the program fails, and 0 if it returns to BASIC or ends with code 0. On the built-in C64, a program that waits
    /// for a key reads lines from the terminal; when the input ends, so does the run. With --json, --type, --joystick or --screenshot, the
    /// run ends as soon as the program waits and no key is left. A program that hangs or jumps outside its code on the built-in C64, or is
    /// stopped by --limit, is shown with its call stack; a panic only prints its place. With `--on vice
    /// --json`, VICE runs the program without a window. Lines need debug information: `debug = "line-tables-only"` under
    /// [profile.release] in Cargo.toml, which does not change the program.
    #[command(after_help = "Example: cargo c64 run --on machine")]
    Run(run::Args),
    /// Run the #[test] functions of the crate in the current folder on the C64
    ///
    /// Prints what `cargo test` prints. A test that panics, hangs, crashes or overflows a stack fails, and the others go on; -v
    /// adds the registers and the last instructions of a crash. `-- --ignored` runs only the tests that are marked as ignored, and
    /// `-- --include-ignored` all. The crate needs `sys2080-test`, as crates made by
    /// `cargo c64 new` have it.
    #[command(after_help = "Example: cargo c64 test score --on machine,vice")]
    Test(test::Args),
    /// Debug the crate in the current folder in VICE
    ///
    /// Opens VICE with the program started. It stops at every `breakpoint!()` of the program and opens VICE's monitor, which
    /// knows functions by their Rust names, and the code of line 12 in src/main.rs as `.src_main.rs:12`. Lines need debug
    /// information: `debug = "line-tables-only"` under [profile.release] in Cargo.toml, which does not change the program.
    #[command(after_help = "Example: cargo c64 debug --break main.rs:12")]
    Debug(debug::Args),
    /// Run the crate in the current folder and show which functions and lines take its cycles
    ///
    /// Runs the program on the built-in C64 until it ends, waits for a key or has used up the cycles of --limit. Every cycle is
    /// counted, so two runs give the same numbers. Lines need debug information: `debug = "line-tables-only"` under
    /// [profile.release] in Cargo.toml, which does not change the program.
    #[command(after_help = "Example: cargo c64 profile --top 10 --flame profile.svg")]
    Profile(profile::Args),
    /// Show what takes room in the program, and the chain of calls that brings it in
    #[command(after_help = "Example: cargo c64 size --top 10")]
    Size(size::Args),
    /// Build the crate in the current folder and start it on an Ultimate in your network
    ///
    /// Uses the Ultimate's REST interface, which firmware 3.11 and newer have. It has not been tried on hardware yet.
    #[command(after_help = "Example: cargo c64 deploy --to 192.168.1.64")]
    Deploy(deploy::Args),
    /// Find the compiler pass that changes what the program does
    ///
    /// Compiles the program without the passes that only make code better, runs it on the built-in C64, and searches for the first pass
    /// that changes how the program ends, what it prints or what it shows. A program that depends on the time or on its own addresses may
    /// differ without a fault. The exit code is 1 if a pass is found; `build --without PASS` leaves it out.
    #[command(after_help = "Example: cargo c64 bisect --type 'look\\n'")]
    Bisect(bisect::Args),
    /// Act as the linker that rustc calls (internal)
    #[command(hide = true)]
    Link(link::Args),
}

/// The arguments of this process without the `c64` that cargo passes to its subcommand `cargo-c64`.
pub fn arguments() -> Vec<OsString> {
    without_subcommand(std::env::args_os().collect())
}

fn without_subcommand(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.get(1).is_some_and(|first| first == "c64") {
        arguments.remove(1);
    }
    arguments
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Any error from the command's `run`; [`crate::failure::report`] turns it into an exit code.
    pub fn run(&self, setup: Setup) -> Result<ExitCode> {
        match self {
            Command::New(args) => new::run(args),
            Command::Build(args) => build::run(args, setup),
            Command::Run(args) => run::run(args, setup),
            Command::Test(args) => test::run(args, setup),
            Command::Debug(args) => debug::run(args, setup),
            Command::Profile(args) => profile::run(args, setup),
            Command::Size(args) => size::run(args, setup),
            Command::Deploy(args) => deploy::run(args, setup),
            Command::Bisect(args) => bisect::run(args, setup),
            Command::Link(args) => link::run(args),
        }
    }
}

/// Checks that the example at the end of each command's help parses.
///
/// # Panics
/// A command has no example, or its example does not parse.
pub fn check_examples<C: Parser>() {
    let mut program = C::command();
    let shown = program.get_subcommands_mut().filter(|command| !command.is_hide_set());
    for command in shown {
        let help = command.render_long_help().to_string();
        let example = help.lines().last().and_then(|line| line.strip_prefix("Example: cargo c64 "));
        let example = example.unwrap_or_else(|| panic!("no example:\n{help}"));
        assert!(example.starts_with(command.get_name()), "{example}");
        let words = ["c64"].into_iter().chain(example.split(' '));
        C::try_parse_from(words).unwrap_or_else(|error| panic!("{example}: {error}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_may_call_its_subcommand() {
        let parsed = |line: &str| {
            let words = line.split(' ').map(OsString::from).collect();
            Cli::try_parse_from(without_subcommand(words)).is_ok()
        };
        assert!(parsed("cargo-c64 c64 size") && parsed("cargo-c64 size"));
        assert!(!parsed("cargo-c64 c64 c64 size"));
    }

    #[test]
    fn every_command_shows_an_example_that_it_understands() {
        check_examples::<Cli>();
    }
}
