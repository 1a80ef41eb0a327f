//! Random modules must do the same in the IR interpreter and, compiled, on the machine.
//!
//! `FUZZ_SECONDS` runs for longer, `FUZZ_SEED` starts elsewhere. A difference is shrunk and printed with its seed.

#[path = "../common/mod.rs"]
mod common;
mod control;
mod generate;
mod memory;
mod module;
mod shrink;
mod statements;

use std::time::{Duration, Instant};

use common::{compile, interpret};
use compiler::Outlining;
use generate::generate;
use machine::{Machine, Stop};
use module::Module;

/// Modules in a plain run; each has about eight functions.
const MODULES: u64 = 40;

/// Seed of the first module of a plain run.
const SEED: u64 = 1;

/// Of the modules, at most one in this many may end in the interpreter: too long, or undefined against the generator's intent.
const WASTE: u64 = 10;

/// Rounds of the shrinker that must change nothing before it gives up are bounded by this time.
const SHRINKING: Duration = Duration::from_secs(120);

/// How one module went.
enum Outcome {
    Same,
    /// The interpreter itself did not get through.
    Unusable(String),
    Different(String),
}

fn check(module: &Module) -> Outcome {
    let text = module.text();
    let expected = match interpret(&text) {
        Ok(marks) => marks,
        Err(why) => return Outcome::Unusable(why),
    };
    for outlining in [Outlining::Cold, Outlining::All] {
        let found: Vec<u8> = match execute(&text, outlining) {
            Err(why) => return Outcome::Different(format!("{outlining:?}: {why}")),
            Ok(marks) => marks.iter().map(|m| m.value).collect(),
        };
        if found != expected {
            let at = found.iter().zip(&expected).take_while(|(a, b)| a == b).count();
            return Outcome::Different(format!(
                "{outlining:?}: mark {at} of {}: interpreter {:02x?}, machine {:02x?}",
                expected.len(),
                expected.get(at),
                found.get(at)
            ));
        }
    }
    Outcome::Same
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|v| v.parse().unwrap_or_else(|_| panic!("{name} is no number: {v}")))
}

#[test]
fn random_modules_do_the_same_on_the_machine_as_in_the_interpreter() {
    let start = Instant::now();
    let seconds = variable("FUZZ_SECONDS").map(Duration::from_secs);
    let first = variable("FUZZ_SEED").unwrap_or(SEED);
    let mut unusable = Vec::new();
    let mut seed = first;
    loop {
        let done = seed - first;
        if seconds.map_or(done >= MODULES, |s| start.elapsed() >= s) {
            break;
        }
        let module = generate(seed);
        match check(&module) {
            Outcome::Same => {}
            Outcome::Unusable(why) => unusable.push(format!("seed {seed}: {why}")),
            Outcome::Different(why) => {
                let (small, why_small) = shrink::shrink(module, why.clone(), SHRINKING);
                panic!("FUZZ_SEED={seed}: {why}\nshrunk: {why_small}\n{}", small.text());
            }
        }
        seed += 1;
    }
    let count = seed - first;
    println!("{count} modules, {} unusable, {:?}", unusable.len(), start.elapsed());
    assert!(
        unusable.len() as u64 * WASTE <= count + WASTE,
        "too many modules stop in the interpreter:\n{}",
        unusable.join("\n")
    );
}

#[test]
fn shrinking_keeps_what_is_wanted_and_drops_the_rest() {
    let module = generate(7);
    let wanted = |m: &Module| m.text().contains(" mul ");
    assert!(wanted(&module));
    let small = shrink::reduce(module.clone(), Duration::from_secs(20), &mut |m| {
        wanted(m) && compiler::llvm::parse("test.ll", &m.text()).is_ok()
    });
    assert!(wanted(&small));
    assert!(small.text().lines().count() * 4 < module.text().lines().count(), "{}", small.text());
}

/// Cycles a program may take on the machine.
const CYCLES: u64 = 20_000_000;

/// The marks of the compiled program on the machine with their cycles, or why there are none.
fn execute(text: &str, outlining: Outlining) -> Result<Vec<machine::Mark>, String> {
    let image = compile(text, outlining)?;
    let config = machine::Config { cycle_limit: CYCLES, ..machine::Config::default() };
    let mut machine = Machine::new(config);
    machine.load_prg(&image.prg).map_err(|e| format!("load: {e}"))?;
    match machine.call(image.entry) {
        Ok(Stop::Returned) => Ok(machine.marks().to_vec()),
        Ok(stop) => Err(format!("machine: stopped by {stop:?}")),
        Err(e) => Err(format!("machine: {}", e.to_string().lines().next().unwrap_or_default())),
    }
}
