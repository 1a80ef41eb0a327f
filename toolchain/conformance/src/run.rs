//! Runs a test on the in-process machine and determines its outcome.

use cargo_c64::harness::CYCLES;
use cargo_c64::harness::descriptors::{Panics, Test};
use cargo_c64::harness::programs::STACK;
use compiler::Image;
use machine::{Config, Labels, Machine, Stop};
use serde::{Deserialize, Serialize};

/// Where a program reads the two-byte number of its test, followed by the bounds of its heap;
/// the same as in `toolchain/conformance/shim/std/src/platform.rs`.
const CHOICE: u16 = 0x02a7;

/// The end (exclusive) of the RAM that a program may use, where its stack begins.
const RAM_END: u16 = 0xd000;

/// The file of `alloc` that panics when the heap is exhausted.
const OUT_OF_MEMORY: &str = "alloc/src/alloc.rs";

/// The outcome of a test, or the reason why it did not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The test passes.
    Passes,
    /// It panicked although it should not have, or with a different message.
    Panics,
    /// It should have panicked but did not.
    Returns,
    /// It panicked where it meant to catch the panic.
    Unwinds,
    /// The test waits for another thread.
    Waits,
    /// The heap is too small for the test.
    Memory,
    /// It runs longer than [`CYCLES`].
    Time,
    /// The machine stopped the test.
    Crashes,
    /// The test does not fit into memory.
    Size,
    /// Our compiler rejects the test.
    Refused,
    /// The test is ignored.
    Ignored,
}

impl Outcome {
    /// Returns whether the outcome may have many reasons: a test may panic anywhere, or be rejected for any construct.
    pub const fn has_many_reasons(self) -> bool {
        matches!(self, Outcome::Panics | Outcome::Refused | Outcome::Crashes)
    }

    /// Returns whether the outcome depends on memory or time, which changes with the size of the code.
    pub const fn is_about_room(self) -> bool {
        matches!(self, Outcome::Size | Outcome::Memory | Outcome::Time)
    }

    /// Returns whether the outcome is a wrong result, regardless of memory and time.
    pub const fn is_wrong(self) -> bool {
        matches!(self, Outcome::Panics | Outcome::Returns | Outcome::Crashes)
    }
}

/// A test that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How the test ended.
    pub outcome: Outcome,
    /// The cycles of the test.
    pub cycles: u64,
    /// The message of a panic or of the machine.
    pub message: String,
    /// Whether `{:?}` prints nothing in its program because it did not fit otherwise.
    pub muted: bool,
}

/// Runs a test of a program.
pub fn run(image: &Image, test: &Test) -> Run {
    let config = Config { cycle_limit: CYCLES, interrupts: false, ..Config::default() };
    let mut machine = Machine::new(config);
    let stop = start(&mut machine, image, test);
    let cycles = machine.cycles();
    let said = String::from_utf8_lossy(machine.printed()).trim().to_string();
    let (outcome, message) = match stop {
        Ok(Stop::Exit { code, .. }) => ended(code, &test.panics, said),
        Ok(stop) => (Outcome::Crashes, format!("{stop:?}")),
        Err(machine::Error::CycleLimit { .. }) => (Outcome::Time, format!("over {CYCLES} cycles")),
        Err(error) => (Outcome::Crashes, error.to_string()),
    };
    Run { outcome, cycles, message, muted: false }
}

fn start(machine: &mut Machine, image: &Image, test: &Test) -> Result<Stop, machine::Error> {
    machine.set_labels(Labels::parse(&image.labels)?);
    machine.load_prg(&image.prg)?;
    place(machine, image, test.index)?;
    machine.start_basic_program()
}

/// Stores the number of the test and the bounds of the heap for a program.
///
/// # Errors
/// Never: the bytes are in RAM.
pub fn place(machine: &mut Machine, image: &Image, test: u16) -> Result<(), machine::Error> {
    let heap_end = RAM_END - STACK.min((RAM_END - image.end) / 2);
    let words = [test, image.end, heap_end].map(u16::to_le_bytes);
    machine.load_bytes(CHOICE, words.as_flattened()).map(|_| ())
}

/// Returns the outcome of a test that ended with an exit code; `Exit` in `toolchain/conformance/shim/std/src/platform.rs` lists them.
fn ended(code: u8, panics: &Panics, said: String) -> (Outcome, String) {
    let place = said.rsplit('\n').nth(1).unwrap_or_default();
    match (code, panics) {
        (111, _) => (Outcome::Unwinds, said),
        (112, _) => (Outcome::Waits, said),
        (101, _) if place.ends_with(OUT_OF_MEMORY) => (Outcome::Memory, said),
        (101, Panics::Always) | (0, Panics::Never) => (Outcome::Passes, String::new()),
        (101, Panics::With(message)) if said.contains(message) => (Outcome::Passes, String::new()),
        (101, Panics::With(message)) => (Outcome::Panics, format!("{said}\nbut {message:?} was expected")),
        (101, Panics::Never) => (Outcome::Panics, said),
        (0, _) => (Outcome::Returns, "it should have panicked".into()),
        (code, _) => (Outcome::Crashes, format!("exit code {code}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_code_and_expectation() {
        let with = Panics::With("bad".into());
        let verdict = |code, panics: &Panics, said: &str| ended(code, panics, said.into()).0;
        assert_eq!(verdict(0, &Panics::Never, ""), Outcome::Passes);
        assert_eq!(verdict(0, &Panics::Always, ""), Outcome::Returns);
        assert_eq!(verdict(101, &Panics::Never, "x\nf.rs\n7"), Outcome::Panics);
        assert_eq!(verdict(101, &Panics::Always, "x\nf.rs\n7"), Outcome::Passes);
        assert_eq!(verdict(101, &with, "it is bad\nf.rs\n7"), Outcome::Passes);
        assert_eq!(verdict(101, &with, "it is good\nf.rs\n7"), Outcome::Panics);
        assert_eq!(verdict(101, &Panics::Always, "x\nlibrary/alloc/src/alloc.rs\n7"), Outcome::Memory);
        assert_eq!(verdict(111, &Panics::Always, ""), Outcome::Unwinds);
        assert_eq!(verdict(112, &Panics::Never, ""), Outcome::Waits);
        assert_eq!(verdict(102, &Panics::Never, ""), Outcome::Crashes);
        assert_eq!(verdict(9, &Panics::Never, ""), Outcome::Crashes);
    }
}
