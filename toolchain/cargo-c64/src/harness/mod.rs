//! Runs the `#[test]` functions of a crate on the C64.
//!
//! rustc's harness calls our crate `sys2080-test`, whose README describes how a test program learns which test to run and how it
//! ends. As many tests as fit share a program; each test runs in a machine of its own.

pub mod descriptors;
mod place;
pub mod programs;

use anyhow::{Context, Result};
use compiler::llvm;
use serde::Serialize;

use crate::link::Inputs;
use descriptors::{Panics, Test};
pub use place::{CYCLES, Ended, InVice, OnMachine, Place};
use programs::{Programs, Refusal};

/// The exit codes of a test program other than 0, as listed in `toolchain/sdk-test/README.md`.
const PANICKED: u8 = 101;
const SOFTWARE_STACK: u8 = 102;
const HARDWARE_STACK: u8 = 103;

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The test passed.
    Ok,
    /// The test failed, did not end, or is not in any program.
    Failed,
    /// The test is ignored.
    Ignored,
}

/// The report on a test, whether or not it ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The name of the test, including its modules.
    pub name: String,
    /// The result.
    pub result: Verdict,
    /// The cycles of the program with this test, from its start; 0 if the test did not run or did not end by itself.
    pub cycles: u64,
    /// Why the test failed or is ignored.
    pub message: String,
}

/// The tests of one crate, divided into programs that fit.
pub struct Suite {
    /// The name of the test crate.
    pub name: String,
    /// The number of tests that the filter left out.
    pub filtered: usize,
    programs: Programs,
    ignored: Vec<Test>,
}

/// Which tests run, depending on whether they are marked as ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Which {
    /// Only tests that are not marked as ignored.
    #[default]
    Unmarked,
    /// Only tests that are marked as ignored.
    Ignored,
    /// All tests.
    All,
}

impl Suite {
    /// Compiles the tests whose name contains `filter`.
    ///
    /// # Errors
    /// The module's text is missing or our compiler cannot read it. A test that does not compile for the 6502 is reported as
    /// failed instead.
    pub fn build(name: &str, inputs: &Inputs, filter: &str, which: Which) -> Result<Suite> {
        let (text, options) = inputs.read()?;
        let module =
            llvm::parse_program(name, &text).with_context(|| format!("cannot read the tests of {name}"))?;
        let all = descriptors::tests(&module)?;
        let meant =
            |test: &&Test| test.name.contains(filter) && (which != Which::Ignored || test.ignored.is_some());
        let wanted = all.iter().filter(meant).cloned();
        let filtered = all.len() - wanted.clone().count();
        let (ignored, wanted): (Vec<Test>, Vec<Test>) =
            wanted.partition(|test| which == Which::Unmarked && test.ignored.is_some());
        let mut programs = programs::build(&module, &all, &wanted, &options);
        programs.built.iter_mut().for_each(|(_, tests)| tests.sort_by(|a, b| a.name.cmp(&b.name)));
        Ok(Suite { name: name.to_string(), filtered, programs, ignored })
    }

    /// Returns the number of tests, including ignored ones.
    pub fn len(&self) -> usize {
        let refused = self.programs.refused.len();
        let built: usize = self.programs.built.iter().map(|(_, tests)| tests.len()).sum();
        built + refused + self.ignored.len()
    }

    /// Returns whether there are no tests.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Runs every test in a place and passes on each report as soon as it is available.
    ///
    /// # Errors
    /// The place cannot run anything. Errors of a test are part of its report.
    pub fn run(&self, place: &mut dyn Place, mut told: impl FnMut(Report)) -> Result<()> {
        for test in &self.ignored {
            let message = test.ignored.clone().unwrap_or_default();
            told(Report { name: test.name.clone(), result: Verdict::Ignored, cycles: 0, message });
        }
        for (test, refusal) in &self.programs.refused {
            told(failed(test, 0, refused(refusal)));
        }
        for (image, tests) in &self.programs.built {
            for test in tests {
                let ended = place.run(image, test.index)?;
                let mut report = judge(test, &ended);
                report.message += &heap_note(&report.message, image.end - image.load);
                told(report);
            }
        }
        Ok(())
    }
}

fn failed(test: &Test, cycles: u64, message: String) -> Report {
    Report { name: test.name.clone(), result: Verdict::Failed, cycles, message }
}

fn refused(refusal: &Refusal) -> String {
    match refusal {
        Refusal::TooLarge(why) => format!("does not fit into memory: {why}"),
        Refusal::Refused(why) => format!("does not compile: {why}"),
        Refusal::Panicked(why) => format!("the compiler panicked, which is a fault of sys2080: {why}"),
    }
}

/// Returns the report on a test that ended in this way.
fn judge(test: &Test, ended: &Ended) -> Report {
    let (cycles, fail) = match ended {
        Ended::Exit { code, cycles, printed } => (*cycles, fault(*code, &test.panics, printed)),
        Ended::Limit => (0, Some(format!("still running after {CYCLES} cycles"))),
        Ended::Crashed(why) => (0, Some(why.clone())),
    };
    match fail {
        Some(message) => failed(test, cycles, message),
        None => Report { name: test.name.clone(), result: Verdict::Ok, cycles, message: String::new() },
    }
}

/// The start of `alloc`'s message when the heap is full.
const NO_MEMORY: &str = "memory allocation of ";

/// Returns a line about the heap for a test that ran out of memory, and an empty string otherwise. `program` is the size of the
/// test's program in bytes.
fn heap_note(message: &str, program: u16) -> String {
    match message.contains(NO_MEMORY) {
        true => format!("\nthe program of this test has {program} bytes, and the heap has what they leave"),
        false => String::new(),
    }
}

/// Separates the panic message from earlier output; the same as in `toolchain/sdk/src/panic.rs`.
const MARK: char = '\u{1}';

/// Describes how the end of a test differs from the expected one, if it does. `printed` is not known in every place.
fn fault(code: u8, panics: &Panics, printed: &Option<String>) -> Option<String> {
    let printed = printed.as_deref().map(Printed::of);
    match (code, panics) {
        (0, Panics::Never) | (PANICKED, Panics::Always) => None,
        (0, _) => Some("the test did not panic as expected".into()),
        (PANICKED, Panics::With(message)) => match printed {
            // If the message is not known, the panic alone counts.
            None => None,
            Some(printed) if printed.message.contains(&**message) => None,
            Some(printed) => Some(format!("{}\nexpected a panic with {message:?}", printed.text())),
        },
        (PANICKED, Panics::Never) => Some(printed.map_or("panicked".into(), |printed| printed.text())),
        (SOFTWARE_STACK | HARDWARE_STACK, _) => {
            let stack = if code == SOFTWARE_STACK { "software stack" } else { "6502's stack" };
            let place = printed.and_then(|printed| printed.output.lines().last().map(str::to_lowercase));
            let place = place.map(|place| format!(": {place}")).unwrap_or_default();
            Some(format!("the {stack} overflowed{place}"))
        }
        (code, _) => Some(format!("ended with exit code {code}")),
    }
}

/// The output of a test program.
#[derive(Debug, Default)]
struct Printed {
    /// The output of the test itself.
    output: String,
    /// The message of the panic.
    message: String,
    /// The location of the panic, as `file:line`.
    place: String,
}

impl Printed {
    /// Parses the screen output: the test's own output, then the mark, message, file and line.
    fn of(text: &str) -> Printed {
        let lines = |text: &str| text.replace('\r', "\n").trim().to_string();
        let Some((output, panic)) = text.rsplit_once(MARK) else {
            return Printed { output: lines(text), ..Printed::default() };
        };
        let mut parts = panic.rsplitn(3, '\n');
        let (line, file) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let message = lines(parts.next().unwrap_or_default());
        Printed { output: lines(output), message, place: format!("{file}:{line}") }
    }

    /// Formats the panic as rustc's harness shows it.
    fn text(&self) -> String {
        let printed = match self.output.is_empty() {
            true => String::new(),
            false => format!("\nprinted before:\n{}", self.output),
        };
        format!("panicked at {}:\n{}{printed}", self.place, self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_must_end_as_it_is_marked() {
        let said = Some("B FIRST\r\u{1}no a\nsrc/main.rs\n28".to_string());
        let fault = |code, panics: &Panics| fault(code, panics, &said);
        let with = |message: &str| Panics::With(message.into());
        assert_eq!(fault(0, &Panics::Never), None);
        assert_eq!(fault(101, &Panics::Always), None);
        assert_eq!(fault(101, &with("no a")), None);
        let panicked = "panicked at src/main.rs:28:\nno a\nprinted before:\nB FIRST";
        assert_eq!(fault(101, &Panics::Never).unwrap(), panicked);
        // Neither the test's own output nor the location is part of the message.
        for other in ["B FIRST", "main.rs", "no b"] {
            assert_eq!(
                fault(101, &with(other)).unwrap(),
                format!("{panicked}\nexpected a panic with {other:?}")
            );
        }
        assert_eq!(fault(0, &with("no a")).unwrap(), "the test did not panic as expected");
        assert_eq!(fault(9, &Panics::Always).unwrap(), "ended with exit code 9");
    }

    #[test]
    fn a_full_heap_is_told_with_the_size_of_the_program() {
        let said = Some("\u{1}memory allocation of 3 bytes failed\nalloc.rs\n5".to_string());
        let text = fault(101, &Panics::Never, &said).unwrap();
        assert!(heap_note(&text, 48_000).contains("48000 bytes"));
        assert_eq!(heap_note("panicked at src/main.rs:28:\nno a", 48_000), "");
    }

    #[test]
    fn a_full_stack_is_told_with_the_function() {
        let said = Some("THE SOFTWARE STACK IS FULL IN OWN::DEEP\r".to_string());
        let text = fault(102, &Panics::Never, &said).unwrap();
        assert_eq!(text, "the software stack overflowed: the software stack is full in own::deep");
        assert_eq!(fault(103, &Panics::Always, &None).unwrap(), "the 6502's stack overflowed");
    }
}
