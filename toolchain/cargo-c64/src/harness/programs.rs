//! Divides the tests of a module into programs that fit into the C64's memory, with as many tests as possible in each.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use compiler::ir::operands::{constant_mentions, mentions};
use compiler::ir::{Module, Symbol};
use compiler::{Error, Image, Options, Outlining};

use super::descriptors::{Test, remove};
use crate::failure::panic_message;

/// Bytes for the software stack of core's own tests, or half of the free memory if that is less. The heap lies between the program and
/// the stack.
pub const STACK: u16 = 0x0a00;

/// The estimated weight up to which tests are grouped into a program: instructions and bytes of constants as [`weigh`] counts them. A
/// program that turns out too large is halved; one that turns out too small costs one compilation more than necessary.
const LIMIT: u64 = 5_000;

/// Number of parts that the message about a program lists.
const LARGEST: usize = 3;

/// Bytes of constants that count as one instruction.
const CONSTANTS: u64 = 6;

/// The result of compiling a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A program with this test alone does not fit: the bytes that it needs, and its parts, largest first.
    TooLarge(String),
    /// The compiler rejected it: the compiler's message.
    Refused(String),
    /// The compiler itself panicked: the panic message.
    Panicked(String),
}

/// The programs, and the tests that are in none of them.
#[derive(Debug, Default)]
pub struct Programs {
    /// Each program with its tests.
    pub built: Vec<(Image, Vec<Test>)>,
    /// The tests that were rejected.
    pub refused: Vec<(Test, Refusal)>,
    /// Groups of tests that are rejected together although none of them is rejected alone, and why.
    pub together: Vec<(Vec<Test>, Refusal)>,
}

/// The weights of a module's functions and constants and the symbols that they refer to.
struct Graph {
    weights: BTreeMap<Symbol, (u64, Vec<Symbol>)>,
}

impl Graph {
    fn new(module: &Module) -> Graph {
        let mut weights = BTreeMap::new();
        for function in &module.functions {
            let mut found = Vec::new();
            mentions(function, &mut |symbol| found.push(symbol));
            let instructions = function.blocks.iter().map(|block| block.insts.len() as u64).sum();
            weights.insert(function.symbol, (instructions, found));
        }
        for global in &module.globals {
            let mut found = Vec::new();
            if let Some(init) = &global.init {
                constant_mentions(init, &mut |symbol| found.push(symbol));
            }
            weights.insert(global.symbol, (u64::from(global.ty.size()) / CONSTANTS, found));
        }
        Graph { weights }
    }

    /// Adds everything reachable from a symbol to a set and returns the weight of the new members.
    fn add(&self, symbol: Symbol, reached: &mut BTreeSet<Symbol>) -> u64 {
        let (mut weight, mut work) = (0, vec![symbol]);
        while let Some(symbol) = work.pop() {
            if let Some((own, mentioned)) = self.weights.get(&symbol)
                && reached.insert(symbol)
            {
                weight += own;
                work.extend(mentioned);
            }
        }
        weight
    }

    /// Groups neighbouring tests, as many as may fit into one program.
    fn groups(&self, tests: &[Test]) -> Vec<Vec<Test>> {
        let mut groups: Vec<Vec<Test>> = Vec::new();
        let (mut reached, mut weight) = (BTreeSet::new(), LIMIT);
        for test in tests {
            let mut with = reached.clone();
            let more = self.add(test.function, &mut with);
            if weight + more > LIMIT {
                groups.push(Vec::new());
                reached = BTreeSet::new();
                weight = self.add(test.function, &mut reached);
            } else {
                (reached, weight) = (with, weight + more);
            }
            if let Some(group) = groups.last_mut() {
                group.push(test.clone());
            }
        }
        groups
    }
}

/// The memory that a program must leave free, and how strongly it is outlined to reduce its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Room {
    /// Bytes for the stack and the heap.
    free: u16,
    outlining: Outlining,
}

/// For several tests in one program.
const ROOMY: Room = Room { free: STACK + 0x1000, outlining: Outlining::Cold };

/// For one test alone: with as much free memory if possible, else with little.
const ALONE: [Room; 2] =
    [Room { outlining: Outlining::All, ..ROOMY }, Room { free: 0x0300, outlining: Outlining::All }];

/// Builds as few programs as possible for the `wanted` tests of a module; `all` lists all of its tests.
pub fn build(module: &Module, all: &[Test], wanted: &[Test], options: &Options) -> Programs {
    let mut work = Graph::new(module).groups(wanted);
    work.reverse();
    let mut programs = Programs::default();
    while let Some(mut tests) = work.pop() {
        match compile(module, all, &tests, options, ROOMY) {
            Ok(image) => programs.built.push((image, tests)),
            Err(refusal) if tests.len() > 1 => {
                if !matches!(refusal, Refusal::TooLarge(_)) {
                    programs.together.push((tests.clone(), refusal));
                }
                work.push(tests.split_off(tests.len() / 2));
                work.push(tests);
            }
            Err(Refusal::TooLarge(..)) => programs.add_alone(module, all, tests, options),
            Err(refusal) => programs.refused.extend(tests.into_iter().map(|test| (test, refusal.clone()))),
        }
    }
    programs.forget_explained();
    programs
}

/// Builds one program per test, each as small as possible.
pub fn build_alone(module: &Module, all: &[Test], wanted: &[Test], options: &Options) -> Programs {
    let mut programs = Programs::default();
    wanted.iter().for_each(|test| programs.add_alone(module, all, vec![test.clone()], options));
    programs
}

impl Programs {
    /// Drops groups rejected together if a member is rejected alone or in a smaller group.
    fn forget_explained(&mut self) {
        let mut explained: BTreeSet<u16> = self
            .refused
            .iter()
            .filter(|(_, refusal)| !matches!(refusal, Refusal::TooLarge(_)))
            .map(|(test, _)| test.index)
            .collect();
        // A group comes after the larger groups that contain it.
        for (tests, refusal) in std::mem::take(&mut self.together).into_iter().rev() {
            if !tests.iter().any(|test| explained.contains(&test.index)) {
                explained.extend(tests.iter().map(|test| test.index));
                self.together.push((tests, refusal));
            }
        }
    }

    fn add_alone(&mut self, module: &Module, all: &[Test], tests: Vec<Test>, options: &Options) {
        let mut image = Err(Refusal::TooLarge(String::new()));
        for room in ALONE {
            if let Err(Refusal::TooLarge(_)) = image {
                image = compile(module, all, &tests, options, room);
            }
        }
        match image {
            Ok(image) => self.built.push((image, tests)),
            Err(refusal) => self.refused.extend(tests.into_iter().map(|test| (test, refusal.clone()))),
        }
    }
}

/// Compiles a program with some of the module's tests.
fn compile(
    module: &Module,
    all: &[Test],
    tests: &[Test],
    options: &Options,
    room: Room,
) -> Result<Image, Refusal> {
    let kept: BTreeSet<u16> = tests.iter().map(|test| test.index).collect();
    let mut module = module.clone();
    remove(&mut module, all.iter().filter(|test| !kept.contains(&test.index)));
    let options = options.clone().with(|options| {
        options.stack_reserve = Some(room.free);
        options.outlining = room.outlining;
    });
    let image = catch_unwind(AssertUnwindSafe(|| compiler::compile_module(module, &options)));
    match image {
        Ok(Ok(image)) => Ok(image),
        Ok(Err(Error::TooLarge { needed, available, largest, .. })) => {
            let parts: Vec<String> =
                largest.iter().take(LARGEST).map(|part| format!("{} {}", part.bytes, part.name)).collect();
            let parts = parts.join(", ");
            Err(Refusal::TooLarge(format!("needs {needed} bytes of {available}; {parts}")))
        }
        Ok(Err(error)) => Err(Refusal::Refused(error.to_string())),
        Err(payload) => Err(Refusal::Panicked(panic_message(&*payload).to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::descriptors::Panics;

    fn test(index: u16) -> Test {
        let (name, function, descriptor) = (index.to_string(), Symbol(0), Symbol(0));
        Test { name, panics: Panics::Never, ignored: None, function, index, descriptor }
    }

    #[test]
    fn what_is_refused_only_together_is_kept_in_the_smallest_groups() {
        let refusal = Refusal::Panicked("overflow".into());
        let group = |range: std::ops::Range<u16>| (range.map(test).collect::<Vec<_>>(), refusal.clone());
        let mut programs =
            Programs { together: [0..8, 0..4, 2..4, 4..8].map(group).into(), ..Programs::default() };
        programs.refused.push((test(5), refusal.clone()));
        programs.forget_explained();
        assert_eq!(programs.together, [group(2..4)]);
        programs.refused.push((test(2), refusal.clone()));
        programs.forget_explained();
        assert_eq!(programs.together, []);
    }
}
