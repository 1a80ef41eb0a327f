//! Runs VICE's test programs on the built-in C64.

pub mod command;
pub mod list;
pub mod run;
mod verdict;

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};
use vice::Roms;

use list::Test;
pub use verdict::{Outcome, Verdict};

/// The list of the C64's tests in a copy of VICE's testprogs.
pub const LIST: &str = "testbench/c64-testlist.in";

/// The file with the names of the tests that must pass, relative to the root of a checkout of sys2080.
pub const MUST_PASS: &str = "toolchain/conformance/testbench.txt";

/// Reads the tests that end by a store to $D7FF from the list in a copy of VICE's testprogs.
///
/// # Errors
/// The list is missing or has a malformed line.
pub fn read(folder: &Path) -> Result<Vec<Test>> {
    let path = folder.join(LIST);
    let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    list::parse(&String::from_utf8_lossy(&text)).with_context(|| path.display().to_string())
}

/// Runs tests, `jobs` at a time, and reports the verdicts in order, each as soon as all earlier ones are available.
///
/// # Errors
/// A program cannot be read.
pub fn run(
    folder: &Path,
    tests: &[Test],
    roms: &Roms,
    jobs: NonZeroUsize,
    tell: &(dyn Fn(&Verdict) -> Result<()> + Sync),
) -> Result<Vec<Verdict>> {
    let next = AtomicUsize::new(0);
    let done: Mutex<(Vec<Option<Verdict>>, usize)> = Mutex::new((vec![None; tests.len()], 0));
    let work = || -> Result<()> {
        while let Some((index, test)) = tests.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
            let verdict = run::run(folder, test, roms)?;
            let mut done = done.lock().expect("no thread panics with the lock held");
            let (verdicts, told) = &mut *done;
            verdicts[index] = Some(verdict);
            while let Some(Some(verdict)) = verdicts.get(*told) {
                tell(verdict)?;
                *told += 1;
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.get()).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a test's machine does not panic"))
    })?;
    let (verdicts, _) = done.into_inner().expect("no thread panics with the lock held");
    Ok(verdicts.into_iter().flatten().collect())
}

/// Returns the verdicts on tests in the text of [`MUST_PASS`] that have not passed.
pub fn broken<'a>(must_pass: &str, verdicts: &'a [Verdict]) -> Vec<&'a Verdict> {
    let names: Vec<&str> = must_pass.lines().filter(|line| !line.starts_with('#')).collect();
    let failed = verdicts.iter().filter(|verdict| verdict.result != Outcome::Passed);
    failed.filter(|verdict| names.contains(&&*verdict.name)).collect()
}

/// Returns the names in the text of [`MUST_PASS`] without a verdict: tests from another copy.
pub fn missing<'a>(must_pass: &'a str, verdicts: &[Verdict]) -> Vec<&'a str> {
    let names = must_pass.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    names.filter(|name| !verdicts.iter().any(|verdict| verdict.name == *name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listed_test_that_does_not_pass_is_found() {
        let verdict =
            |name: &str, result| Verdict { name: name.to_string(), result, reason: String::new(), cycles: 0 };
        let verdicts = [
            verdict("a.prg", Outcome::Failed),
            verdict("a.prg cia-new", Outcome::Passed),
            verdict("b.prg", Outcome::NotSupported),
            verdict("c.prg", Outcome::Failed),
        ];
        let found = broken("# c.prg\na.prg\na.prg cia-new\nb.prg\nd.prg\n", &verdicts);
        assert_eq!(found, [&verdicts[0], &verdicts[2]]);
        assert_eq!(missing("# c.prg\na.prg\n\nd.prg\n", &verdicts), ["d.prg"]);
    }
}
