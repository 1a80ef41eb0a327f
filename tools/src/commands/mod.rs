//! The list of all commands.

pub mod bench;
pub mod build;
pub mod conformance;
pub mod debug;
pub mod deploy;
pub mod fuzz;
pub mod link;
pub mod match_;
pub mod new;
pub mod perft;
pub mod pictures;
pub mod play;
pub mod profile;
pub mod prove;
pub mod puzzles;
pub mod release;
pub mod run;
pub mod search;
pub mod size;
pub mod solve;
pub mod test;
pub mod testbench;
pub mod tree;
pub mod verify;
pub mod web;
pub mod weights;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::setup::Setup;

/// Build, run and test Rust programs for the Commodore 64, and verify the board games of sys2080
#[derive(Debug, Parser)]
#[command(name = "cargo c64", bin_name = "cargo c64", version, max_term_width = 100)]
#[command(after_help = "Example: cargo c64 verify")]
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
    /// Make a crate for the C64 that builds, runs and tests as it is
    ///
    /// Prints what to type next. `cargo check`, `cargo test` and rust-analyzer work in the crate, too.
    #[command(after_help = "Example: cargo c64 new hello --template game")]
    New(new::Args),
    /// Compile the crate in the current folder for the C64
    ///
    /// Writes the program (PRG), a listing with the cycles of every instruction, labels for VICE's monitor and a memory map,
    /// and prints where they are. `disk-name` under [package.metadata.c64] in Cargo.toml adds a disk image; load address, zero page
    /// and stacks are set there, too. In a checkout of sys2080, it builds the project's own programs and writes their
    /// disk image.
    #[command(after_help = "Example: cargo c64 build --bin hello --features sound")]
    Build(build::Args),
    /// Count the leaves of the game tree at a depth (perft)
    ///
    /// Prints a row for each place: the number of leaves, how many of them the first player has won, the second player has won,
    /// and are drawn, and the CPU cycles if the place counts them. A game that ends before that depth counts as one leaf.
    #[command(after_help = "Example: cargo c64 perft tic-tac-toe --depth 5 --on host,machine")]
    Perft(perft::Args),
    /// Search a position, and print its score and the principal variation
    ///
    /// Prints a row for each place: nodes, the score (a byte, $80 is even, more is better for the first player), alpha and beta
    /// cutoffs, the best move, the principal variation, and the CPU cycles if the place counts them. Five in a row has no
    /// search by depth.
    #[command(after_help = "Example: cargo c64 search mouse-and-cats --depth 8")]
    Search(search::Args),
    /// Show the game tree with values, windows, pruned branches and the principal variation
    ///
    /// Prints a line for each position that a plain alpha-beta search looks at: the move, the value (a byte in games: 128 is even, more
    /// is better for the first player; `≤` and `≥` where the rest was cut off), and the window. `*` marks the principal variation.
    /// --svg draws the whole tree. --structure and --values take a tree of your own in place of a game.
    #[command(after_help = "Example: cargo c64 tree mouse-and-cats --moves E1D2 --depth 2 --svg tree.svg")]
    Tree(tree::Args),
    /// Print what each square of a position in five in a row is worth
    ///
    /// Prints a table of the weights for each place.
    #[command(after_help = "Example: cargo c64 weights five-in-a-row --rows board.txt --turn X")]
    Weights(weights::Args),
    /// Play a game in the terminal
    ///
    /// Each side can be you, the engine, the published program or a player who moves at random. If you play neither side, the
    /// command plays one game and ends.
    Play(play::Args),
    /// Play many games between two players, and count the wins
    #[command(name = "match")]
    Match(match_::Args),
    /// Print who wins a position with perfect play, in how many moves, and the best moves
    #[command(after_help = "Example: cargo c64 solve mouse-and-cats --moves E1D2")]
    Solve(solve::Args),
    /// Prove that the cats cannot lose
    ///
    /// Tries every move of the mouse against the cats' strategy, and prints a row for each place: positions, the longest game,
    /// losses, table entries that are never used, a checksum over all replies, and the CPU cycles if the place counts them. The
    /// exit code is 1 if the cats can lose, if an entry is never used, or if the proofs differ.
    #[command(after_help = "Example: cargo c64 prove mouse-and-cats --on machine")]
    Prove(prove::Args),
    /// Find the puzzles of the play program and prove them
    ///
    /// Prints them as `engine/src/puzzles.rs` has them: the seed of the random moves that lead to the position, their number, the right
    /// move, and in how many moves it wins.
    #[command(after_help = "Example: cargo c64 puzzles")]
    Puzzles,
    /// Measure every benchmark in CPU cycles and compare it with the stored baseline
    Bench(bench::Args),
    /// Run random programs on the host, in the IR interpreter and on the 6502, and compare the results
    ///
    /// If results differ, the command reduces the program, prints the names of the files that show the difference, and exits
    /// with code 1.
    #[command(after_help = "Example: cargo c64 fuzz --minutes 10 --seed 500")]
    Fuzz(fuzz::Args),
    /// Run the Rust project's own tests of core and alloc on the 6502
    ///
    /// Takes the tests from the source of your toolchain; a full run takes about half an hour on two cores. The exit code is 1 if a
    /// test fails that tests/conformance/excluded.txt does not list, or if that list is wrong. A test that has become small enough
    /// to pass is only noted; --bless takes it out of the list.
    ///
    /// With --programs, the command compiles each program in a folder with the same rustc for your computer and for the 6502, and
    /// compares standard output and exit code. It runs the programs on your computer, so use it only with programs that you trust.
    #[command(after_help = "Example: cargo c64 conformance coretests::option")]
    Conformance(conformance::Args),
    /// Run VICE's test programs on the built-in C64
    ///
    /// Takes the tests that end by a store to $D7FF from a copy of VICE's testprogs, the folder with testbench/c64-testlist.in, and
    /// runs each with ROMs, as VICE's testbench does: those in the folder that SYS2080_ROMS names, VICE's, or open-roms. Prints a line for
    /// each test and how many passed, failed and are not supported. The exit code is 1 if a test fails that tests/testbench.txt lists.
    #[command(after_help = "Example: cargo c64 testbench ../vice-testprogs CIA/")]
    Testbench(testbench::Args),
    /// Check that your computer, the 6502 and VICE agree
    ///
    /// Builds the programs and the disk image, runs the same searches on your computer, on the built-in 6502 and in VICE, and
    /// prints a row for each check. The exit code is 1 if anything differs.
    #[command(after_help = "Example: cargo c64 verify --on host,machine")]
    Verify(verify::Args),
    /// Run the #[test] functions of the crate in the current folder on the C64
    ///
    /// Prints what `cargo test` prints. A test that panics, hangs, crashes or overflows a stack fails, and the others go on; -v
    /// adds the registers and the last instructions of a crash. `-- --ignored` runs only the tests that are marked as ignored, and
    /// `-- --include-ignored` all. The crate needs `sys2080-test`, as crates made by
    /// `cargo c64 new` have it. In a checkout of sys2080, this runs the tests of the project, those with VICE included.
    #[command(after_help = "Example: cargo c64 test score --on machine,vice")]
    Test(test::Args),
    /// Build the crate in the current folder and run it in VICE or in the terminal
    ///
    /// In a checkout of sys2080, it starts the game program in VICE, or the text console in the terminal. The exit code is 1
    /// if the program fails, and 0 if it returns to BASIC or ends with code 0. On the built-in C64, a program that waits for a key
    /// reads lines from the terminal; when the input ends, so does the run. With --json, --type, --joystick or --screenshot, the run
    /// ends as soon as the program waits and no key is left. A program that hangs or leaves its code on the built-in C64, or is
    /// stopped by --limit, is shown with its call stack; a panic only prints its place. With `--on vice
    /// --json`, VICE runs the program without a window. Lines need debug information: `debug = "line-tables-only"` under
    /// [profile.release] in Cargo.toml, which does not change the program.
    #[command(after_help = "Example: cargo c64 run --on machine")]
    Run(run::Args),
    /// Run the crate in the current folder and show which functions and lines take its cycles
    ///
    /// Runs the program on the built-in C64 until it ends, waits for a key or has used up the cycles of --limit. Every cycle is
    /// counted, so two runs give the same numbers. Lines need debug information: `debug = "line-tables-only"` under
    /// [profile.release] in Cargo.toml, which does not change the program.
    #[command(after_help = "Example: cargo c64 profile --top 10 --flame profile.svg")]
    Profile(profile::Args),
    /// Debug the crate in the current folder in VICE
    ///
    /// Opens VICE with the program started. It stops at every `breakpoint!()` of the program and opens VICE's monitor, which
    /// knows functions by their Rust names, and the code of line 12 in src/main.rs as `.src_main.rs:12`. Lines need debug
    /// information: `debug = "line-tables-only"` under [profile.release] in Cargo.toml, which does not change the program.
    #[command(after_help = "Example: cargo c64 debug --break main.rs:12")]
    Debug(debug::Args),
    /// Show what takes room in the program, and the chain of calls that brings it in
    #[command(after_help = "Example: cargo c64 size --top 10")]
    Size(size::Args),
    /// Build the crate in the current folder and start it on an Ultimate in your network
    ///
    /// Uses the Ultimate's REST interface, which firmware 3.11 and newer have. It has not been tried on hardware yet.
    #[command(after_help = "Example: cargo c64 deploy --to 192.168.1.64")]
    Deploy(deploy::Args),
    /// Regenerate the screenshots in the documentation with VICE
    ///
    /// Plays a short script in VICE without a window, and prints the name of each picture that it writes.
    #[command(after_help = "Example: cargo c64 pictures --out pictures")]
    Pictures(pictures::Args),
    /// Build the page that plays the games in a browser
    ///
    /// Compiles the built-in C64 to WebAssembly, gathers the page's files in a folder, and prints them with their sizes. Any web
    /// server can publish that folder; --serve does so on this computer.
    #[command(after_help = "Example: cargo c64 web --serve")]
    Web(web::Args),
    /// Make every file of a release
    ///
    /// Builds the programs, the disk image, a cartridge image (CRT, Magic Desk), the page for browsers and the manuals as HTML, adds
    /// checksums, and packs all of it into one ZIP archive. Two runs give the same bytes in the same folder: rustc orders
    /// functions by a hash of the folder's path.
    #[command(after_help = "Example: cargo c64 release --out release")]
    Release(release::Args),
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

impl Cli {
    /// Runs the command.
    ///
    /// # Errors
    /// Any error of the command's `run`; [`crate::failure::report`] turns it into an exit code.
    pub fn run(self) -> Result<ExitCode> {
        let setup = Setup { install: !self.no_install };
        match self.command {
            Command::New(args) => new::run(&args),
            Command::Build(args) => build::run(&args, setup),
            Command::Perft(args) => perft::run(&args, setup),
            Command::Search(args) => search::run(&args, setup),
            Command::Tree(args) => tree::run(&args),
            Command::Release(args) => release::run(&args, setup),
            Command::Web(args) => web::run(&args, setup),
            Command::Weights(args) => weights::run(&args, setup),
            Command::Play(args) => play::run(&args),
            Command::Match(args) => match_::run(&args),
            Command::Solve(args) => solve::run(&args),
            Command::Prove(args) => prove::run(&args, setup),
            Command::Puzzles => puzzles::run(),
            Command::Bench(args) => bench::run(&args, setup),
            Command::Fuzz(args) => fuzz::run(&args, setup),
            Command::Conformance(args) => conformance::run(&args, setup),
            Command::Testbench(args) => testbench::run(&args),
            Command::Verify(args) => verify::run(&args, setup),
            Command::Test(args) => test::run(&args, setup),
            Command::Run(args) => run::run(&args, setup),
            Command::Profile(args) => profile::run(&args, setup),
            Command::Size(args) => size::run(&args, setup),
            Command::Debug(args) => debug::run(&args, setup),
            Command::Deploy(args) => deploy::run(&args, setup),
            Command::Pictures(args) => pictures::run(&args, setup),
            Command::Link(args) => link::run(&args),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn cargo_may_call_its_subcommand() {
        let parsed = |line: &str| {
            let words = line.split(' ').map(OsString::from).collect();
            Cli::try_parse_from(without_subcommand(words)).is_ok()
        };
        assert!(parsed("cargo-c64 c64 verify") && parsed("cargo-c64 verify"));
        assert!(!parsed("cargo-c64 c64 c64 verify"));
    }

    #[test]
    fn every_command_shows_an_example_that_it_understands() {
        let mut program = Cli::command();
        let shown = program.get_subcommands_mut().filter(|command| !command.is_hide_set());
        for command in shown {
            let help = command.render_long_help().to_string();
            let example = help.lines().last().and_then(|line| line.strip_prefix("Example: cargo c64 "));
            let example = example.unwrap_or_else(|| panic!("no example:\n{help}"));
            assert!(example.starts_with(command.get_name()), "{example}");
            let words = ["c64"].into_iter().chain(example.split(' '));
            Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{example}: {error}"));
        }
    }
}
