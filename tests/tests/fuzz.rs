//! Random crates in Rust at every level of optimisation: host, IR interpreter and machine must agree. `cargo c64 fuzz` runs
//! more.

use cargo_c64::home::Home;
use cargo_c64::setup::Setup;
use e2e::program::sys2080;
use fuzz::{Campaign, Level, Plan, Stock};

/// Functions compared: six rounds, one at each level.
const FUNCTIONS: u64 = 1_200;

/// Seed of the first round: one of the six has a heap, one has interrupt handlers in the vectors, and one those of `sys2080`.
const SEED: u64 = 36;

/// Of the functions, at most one in so many may be refused by the compiler with a message, or fit into no program.
const REFUSED: u64 = 200;

#[test]
fn random_functions_do_the_same_on_the_host_in_the_interpreter_and_on_the_machine() {
    let home = Home::find().unwrap();
    let stock = Stock::new(Setup { install: false }.rust().unwrap(), &home).unwrap();
    let mut campaign = Campaign::new(&stock, &home.target().join("fuzz/test")).unwrap();
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = Plan { seed: SEED, functions: Some(FUNCTIONS), time: None, levels: Level::ALL.to_vec(), jobs };
    let difference = campaign.run(&plan, &mut |_| {}).unwrap();
    assert_eq!(difference, None);
    assert_eq!(campaign.figures.functions, FUNCTIONS);
    assert_eq!(campaign.figures.rounds.len(), Level::ALL.len());
    let figures = &campaign.figures;
    assert!(figures.heaps > 0 && figures.interrupted > figures.irq && figures.irq > 0, "{figures:?}");
    let refused: u64 = campaign.figures.refused.values().sum();
    assert!((refused + campaign.figures.too_large) * REFUSED <= FUNCTIONS, "{:?}", campaign.figures);
}

#[test]
fn the_command_line_says_what_it_did() {
    let output = sys2080(&["fuzz", "--functions", "1", "--opt-level", "z", "--seed", "77"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.starts_with("200 functions in Rust, 600 calls, "), "{text}");
    assert!(text.contains("\nrounds: 1 at opt-level z\n"), "{text}");
    assert!(text.contains("\nseeds 77 to 77, "), "{text}");
}
