//! Random modules of LLVM IR, in forms that rustc may never generate.

mod aggregates;
mod assembly;
mod control;
mod detours;
mod edges;
mod generate;
mod handlers;
mod memory;
mod module;
mod objects;
mod shrink;
mod statements;
mod values;
mod widths;

pub use generate::generate;
pub use module::{Assembly, Block, Function, Inst, Module};
pub use shrink::{reduce, shrink};

use std::collections::BTreeMap;
use std::sync::Arc;

use compiler::{Image, Options, Outlining, Profile, Share, llvm};
use machine::Line;

use crate::random::Random;
use crate::run::{self, Limits, Outcome, Refusal, difference};

/// The first line of every module.
pub const HEADER: &str = "target datalayout = \"e-P1-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-n8:16-a:8\"\n";

/// The mark register as an operand in LLVM text.
pub const MARK: &str = "inttoptr (i16 -10242 to ptr)";

/// The limits of a run of a module.
const LIMITS: Limits = Limits { fuel: 100_000, cycles: 20_000_000 };

/// The number of interrupts in a run with interrupts.
const INTERRUPTS: usize = 40;

/// Returns the ways a module is compiled by default: with little outlining, and with full outlining and the knowledge that calls through
/// pointers have the types of their targets.
pub fn variants() -> [Options; 2] {
    [(Outlining::Cold, false), (Outlining::All, true)].map(|(outlining, exact)| {
        Options::default().with(|options| {
            options.outlining = outlining;
            options.exact_signatures = exact;
        })
    })
}

/// One in this many modules is compiled with a random profile, too, and one as a program that will be packed.
const PROFILED: u64 = 4;

/// Returns the ways in which the module of a seed is compiled: all of these, and for some modules one of them with counters, then with a
/// profile that has a random count for each counter. Every other time that is packed, and every other time again only half of the functions
/// are counted. Other modules are packed without a profile.
pub fn ways(variants: &[Options], seed: u64) -> Vec<Options> {
    let mut ways = variants.to_vec();
    let turn = seed / PROFILED;
    let mut way = ways[turn as usize % ways.len()].clone();
    let turn = turn / ways.len() as u64;
    match seed % PROFILED {
        0 => {
            way.packed = turn % 2 == 1;
            way.count = if turn % 4 < 2 { Some(Share::WHOLE) } else { Share::all(2).last() };
        }
        1 => way.packed = true,
        _ => return ways,
    }
    ways.push(way);
    ways
}

/// Returns a profile of an instrumented program that does not stem from a run.
fn nonsense(image: &Image, seed: u64) -> Profile {
    let mut random = Random::new(seed);
    let unlikely = random.below(100);
    let mut count = || match random.percent(unlikely) {
        true => 0,
        false => random.bits() >> random.below(64),
    };
    image.profile(&image.counted.iter().map(|address| (*address, count())).collect())
}

/// Returns the interrupt lines for which a module has handlers.
pub fn lines(module: &Module) -> Vec<Line> {
    let handlers = [("@irq", Line::Irq), ("@nmi", Line::Nmi)];
    let present = |name: &str| module.functions.iter().any(|f| f.name == name);
    handlers.into_iter().filter(|(name, _)| present(name)).map(|(_, line)| line).collect()
}

/// Returns the marks on the machine: those of a run with interrupts, if the module has handlers and the run without them gave the expected
/// result.
fn execute(image: &Image, lines: &[Line], expected: &[u8]) -> Result<Vec<u8>, String> {
    let found = run::execute(image, LIMITS)?;
    match found == expected && !lines.is_empty() {
        true => run::execute_interrupted(image, LIMITS, lines, INTERRUPTS),
        false => Ok(found),
    }
}

/// Interprets a module, compiles it in each of these ways and runs it. A module compiled with counters is also compiled with a random
/// profile.
pub fn check(module: &Module, variants: &[Options]) -> Outcome {
    let text = module.text();
    let seed = text.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    let parse =
        |text: &str| llvm::parse("test.ll", text).map_err(|e| Outcome::Unusable(format!("parse: {e}")));
    let (parsed, interpreted) = match (parse(&text), parse(&module.without_assembly())) {
        (Ok(parsed), Ok(interpreted)) => (parsed, interpreted),
        (Err(why), _) | (_, Err(why)) => return why,
    };
    let expected = match run::interpret(&interpreted, &BTreeMap::new(), LIMITS) {
        Ok(marks) => marks,
        Err(why) => return Outcome::Unusable(why),
    };
    let run = |options: &Options| match run::compile(parsed.clone(), options) {
        Ok(image) => Ok((execute(&image, &lines(module), &expected)?, image)),
        Err(Refusal::TooLarge { what, .. } | Refusal::Fault(what)) => Err(what),
    };
    for (i, options) in variants.iter().enumerate() {
        let mut found = run(options);
        if let Ok((marks, image)) = &found
            && options.count.is_some()
            && *marks == expected
        {
            let profile = Some(Arc::new(nonsense(image, seed)));
            found = run(&options.clone().with(|options| {
                options.count = None;
                options.profile = profile;
            }));
        }
        match found.map(|found| difference(&expected, &found.0)) {
            Ok(None) => {}
            Ok(Some((_, why))) => return Outcome::Different(format!("results differ: way {i}: {why}")),
            Err(why) => {
                return match run::refused(&why) {
                    Some(what) => Outcome::Refused(what),
                    None => Outcome::Different(format!("{why} (way {i})")),
                };
            }
        }
    }
    Outcome::Same
}
