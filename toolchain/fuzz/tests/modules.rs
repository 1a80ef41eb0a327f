//! Random modules must do the same in the IR interpreter and, compiled, on the machine.
//!
//! `cargo c64 fuzz` runs for longer.

use std::time::Duration;

use compiler::llvm;
use fuzz::modules::{check, generate, reduce, shrink, variants, ways};
use fuzz::run::Outcome;

/// Modules in a run; each has about eight functions.
const MODULES: u64 = 80;

/// Seed of the first module.
const SEED: u64 = 1;

/// Of the modules, at most one in this many may end in the interpreter: too long, or undefined against the generator's intent.
const WASTE: usize = 10;

/// Of the modules, at most one in this many may be refused with a message.
const REFUSED: usize = 4;

/// The shrinker works no longer.
const SHRINKING: Duration = Duration::from_secs(120);

#[test]
fn random_modules_do_the_same_on_the_machine_as_in_the_interpreter() {
    let (mut unusable, mut refused) = (Vec::new(), Vec::new());
    for seed in SEED..SEED + MODULES {
        let module = generate(seed);
        match check(&module, &ways(&variants(), seed)) {
            Outcome::Same => {}
            Outcome::Refused(what) => refused.push(format!("seed {seed}: {what}")),
            Outcome::Unusable(why) => unusable.push(format!("seed {seed}: {why}")),
            Outcome::Different(why) => {
                let (small, why_small) = shrink(module, why.clone(), &ways(&variants(), seed), SHRINKING);
                panic!("seed {seed}: {why}\nshrunk: {why_small}\n{}", small.text());
            }
        }
    }
    assert!(
        unusable.len() * WASTE <= MODULES as usize + WASTE,
        "too many modules stop in the interpreter:\n{}",
        unusable.join("\n")
    );
    assert!(
        refused.len() * REFUSED <= MODULES as usize,
        "too many modules are refused:\n{}",
        refused.join("\n")
    );
}

/// These shapes showed faults that no module without them did.
#[test]
fn some_modules_have_assembly_and_addresses_by_detours() {
    let modules: Vec<_> = (SEED..SEED + MODULES).map(generate).collect();
    for shape in [
        "\"t0: .word ",
        "\"peek: lda ",
        "\" jmp passed\"",
        "@second = alias ",
        "inttoptr i32 ",
        "[3 x i8], ptr %w",
    ] {
        assert!(modules.iter().any(|module| module.text().contains(shape)), "{shape}");
    }
    assert!(modules.iter().all(|module| !module.without_assembly().contains("module asm")));
}

#[test]
fn shrinking_keeps_what_is_wanted_and_drops_the_rest() {
    let module = generate(7);
    let wanted = |m: &fuzz::modules::Module| m.text().contains(" mul ");
    assert!(wanted(&module));
    let small = reduce(module.clone(), Duration::from_secs(20), &mut |m| {
        wanted(m) && llvm::parse("test.ll", &m.text()).is_ok()
    });
    assert!(wanted(&small));
    assert!(small.text().lines().count() * 4 < module.text().lines().count(), "{}", small.text());
}
