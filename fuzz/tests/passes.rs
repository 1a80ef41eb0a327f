//! Every optimisation pass can be left out, and so can all of them together, without changing a result.

use std::collections::BTreeSet;

use compiler::{Options, Pass, Passes, Source};
use fuzz::modules::{check, generate, variants};
use fuzz::run::Outcome;

/// Modules that are compiled in all ways.
const MODULES: u64 = 5;

/// Modules in which every pass must find something to do.
const MANY: u64 = 200;

/// Seed of the first: others than those of the test of all passes.
const SEED: u64 = 1000;

/// The ways: without each pass, and without any.
fn ways() -> Vec<Options> {
    let sets = Pass::optional().map(|pass| Passes::ALL.without(pass)).chain([Passes::NONE]);
    sets.flat_map(|passes| variants().map(|options| options.with(|options| options.passes = passes)))
        .collect()
}

#[test]
fn no_result_depends_on_a_pass() {
    let ways = ways();
    for seed in SEED..SEED + MODULES {
        let outcome = check(&generate(seed), &ways);
        assert!(
            !matches!(outcome, Outcome::Different(_)),
            "seed {seed}: {outcome:?}, of {} ways",
            ways.len()
        );
    }
}

#[test]
fn every_pass_does_something_to_some_module() {
    let mut idle: BTreeSet<Pass> = Pass::optional().collect();
    for seed in SEED..SEED + MANY {
        if idle.is_empty() {
            break;
        }
        let text = generate(seed).text();
        let image = |passes| {
            let options = variants()[1].clone().with(|options| options.passes = passes);
            compiler::compile(&Source { name: "test.ll", text: &text }, &options).map(|image| image.prg)
        };
        let all = image(Passes::ALL);
        idle.retain(|pass| image(Passes::ALL.without(*pass)) == all);
    }
    assert!(idle.is_empty(), "{idle:?} change nothing");
}
