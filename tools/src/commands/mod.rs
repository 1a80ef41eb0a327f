//! The list of all commands in this repository: those of the toolchain and those of the games.

pub mod bench;
pub mod match_;
pub mod perft;
pub mod pictures;
pub mod play;
pub mod prove;
pub mod puzzles;
pub mod release;
pub mod search;
pub mod solve;
pub mod test;
pub mod tree;
pub mod verify;
pub mod web;
pub mod weights;

use std::process::ExitCode;

use anyhow::Result;
use cargo_c64::commands as toolchain;
use cargo_c64::setup::Setup;
use clap::{Parser, Subcommand};

use crate::workspace::Workspace;

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
#[expect(clippy::large_enum_variant, reason = "there is one value in a run of the program")]
#[derive(Debug, Subcommand)]
pub enum Command {
    /// A command of the toolchain.
    #[command(flatten)]
    Toolchain(toolchain::Command),
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
    Fuzz(fuzz::command::Args),
    /// Run the Rust project's own tests of core and alloc on the 6502
    ///
    /// Takes the tests from the source of your toolchain; a full run takes about half an hour on two cores. The exit code is 1 if a
    /// test fails that toolchain/conformance/excluded.txt does not list, or if that list is wrong. A test that has become small enough
    /// to pass is only noted; --bless takes it out of the list.
    ///
    /// With --programs, the command compiles each program in a folder with the same rustc for your computer and for the 6502, and
    /// compares standard output and exit code. It runs the programs on your computer, so use it only with programs that you trust.
    #[command(after_help = "Example: cargo c64 conformance coretests::option")]
    Conformance(conformance::command::Args),
    /// Run VICE's test programs on the built-in C64
    ///
    /// Takes the tests that end by a store to $D7FF from a copy of VICE's testprogs, the folder with testbench/c64-testlist.in, and
    /// runs each with ROMs, as VICE's testbench does: those in the folder that SYS2080_ROMS names, VICE's, or open-roms. Prints a line for
    /// each test and how many passed, failed and are not supported. The exit code is 1 if a test fails that
    /// toolchain/conformance/testbench.txt lists.
    #[command(after_help = "Example: cargo c64 testbench ../vice-testprogs CIA/")]
    Testbench(conformance::testbench::command::Args),
    /// Check that your computer, the 6502 and VICE agree
    ///
    /// Builds the programs and the disk image, runs the same searches on your computer, on the built-in 6502 and in VICE, and
    /// prints a row for each check. The exit code is 1 if anything differs.
    #[command(after_help = "Example: cargo c64 verify --on host,machine")]
    Verify(verify::Args),
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
}

impl Cli {
    /// Runs the command.
    ///
    /// # Errors
    /// Any error from the command's `run`; [`cargo_c64::failure::report`] turns it into an exit code.
    pub fn run(self) -> Result<ExitCode> {
        let setup = Setup { install: !self.no_install };
        match self.command {
            Command::Toolchain(command) => match (&command, Workspace::around_own_folder()) {
                (toolchain::Command::Test(args), Some(workspace)) if args.manifest_path.is_none() => {
                    test::run(&workspace, args, setup)
                }
                _ => command.run(setup),
            },
            Command::Perft(args) => perft::run(&args, setup),
            Command::Search(args) => search::run(&args, setup),
            Command::Tree(args) => tree::run(&args),
            Command::Weights(args) => weights::run(&args, setup),
            Command::Play(args) => play::run(&args),
            Command::Match(args) => match_::run(&args),
            Command::Solve(args) => solve::run(&args),
            Command::Prove(args) => prove::run(&args, setup),
            Command::Puzzles => puzzles::run(),
            Command::Bench(args) => bench::run(&args, setup),
            Command::Fuzz(args) => fuzz::command::run(&args, setup),
            Command::Conformance(args) => conformance::command::run(&args, setup),
            Command::Testbench(args) => conformance::testbench::command::run(&args),
            Command::Verify(args) => verify::run(&args, setup),
            Command::Pictures(args) => pictures::run(&args, setup),
            Command::Web(args) => web::run(&args, setup),
            Command::Release(args) => release::run(&args, setup),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_shows_an_example_that_it_understands() {
        toolchain::check_examples::<Cli>();
    }
}
