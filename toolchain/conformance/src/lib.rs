//! Runs the Rust project's own tests of `core` and `alloc` on the in-process 6502.
//!
//! The sources are those of the installed toolchain, compiled in place. rustc compiles each module of the tests to one program
//! ([`suites`], [`stock`]); our compiler splits it into several programs, each with as many tests as fit
//! ([`cargo_c64::harness::programs`]); every test is a separate run of the machine ([`run`]). Tests that cannot run are listed
//! ([`excluded`]), and every change that the list makes to the sources is checked to be necessary (`needless`).

pub mod command;
pub mod excluded;
pub mod foreign;
pub mod mirror;
mod needless;
pub mod run;
pub mod stock;
pub mod suites;
pub mod testbench;
pub mod verdict;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};
use cargo_c64::harness::descriptors::{self, Panics, Test};
use cargo_c64::harness::programs::{self, Refusal};
use cargo_c64::home::Home;
use cargo_c64::output::update_file;
use cargo_c64::setup::Toolchain;
use compiler::{Options, llvm};

use excluded::Excluded;
use mirror::Mirror;
use run::{Outcome, Run};
use stock::{Compiled, Messages, Stock, Wish};
use suites::{Part, SUITES};
pub use verdict::{Figures, TestResult, judge};

/// The list of tests that cannot run.
pub const EXCLUDED: &str = "toolchain/conformance/excluded.txt";

/// Everything that is needed to run tests.
#[derive(Debug)]
pub struct Conformance {
    stock: Stock,
    options: Options,
    /// The toolchain's source folder.
    library: PathBuf,
    mirror: Mirror,
    folder: PathBuf,
    excluded: Excluded,
    /// The parts with the source texts of their crates.
    parts: Vec<(Part, String)>,
}

/// The results of a part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The prefix of the names of its tests.
    pub prefix: String,
    /// The tests by their full names.
    pub tests: BTreeMap<String, Run>,
    /// The number of programs.
    pub programs: u64,
    /// Lines of the list that do not hold.
    pub untrue: Vec<String>,
    /// The error from rustc or our compiler, if the part has no module.
    pub refused: Option<String>,
    /// Compiler errors for several tests together but for none of them alone; these are bugs in our compiler.
    pub together: Vec<String>,
}

impl Conformance {
    /// Prepares the libraries, the sources and the list of tests that cannot run.
    ///
    /// # Errors
    /// The toolchain has no tests, or something cannot be built, read or written.
    pub fn new(toolchain: Toolchain, home: &Home) -> Result<Conformance> {
        let path = home.checkout().join(EXCLUDED);
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let excluded = Excluded::parse(&text).with_context(|| path.display().to_string())?;
        let library = stock::sources(&toolchain)?;
        let folder = home.target().join("conformance");
        let mirror = Mirror::new(&library, &folder.join("library"), &excluded.edits())?;
        let stock = Stock::new(toolchain, home, &folder)?;
        let builtins = stock.builtins(Messages::Short)?;
        let options = Options::default().with(|options| {
            options.builtins = Some(builtins);
            options.exact_signatures = true;
        });
        std::fs::create_dir_all(folder.join("programs"))?;
        let mut parts = Vec::new();
        for suite in SUITES {
            let root = mirror.folder.join(suite.root);
            let text =
                std::fs::read_to_string(&root).with_context(|| format!("cannot read {}", root.display()))?;
            let unknown = stock.unknown_features(suite, &text, &folder)?;
            let crates = suites::parts(suite, &text).into_iter();
            parts.extend(crates.map(|part| (part.clone(), suites::source(&part, &text, &unknown))));
        }
        Ok(Conformance { stock, options, library, mirror, folder, excluded, parts })
    }

    /// The list of tests that cannot run.
    pub fn excluded(&self) -> &Excluded {
        &self.excluded
    }

    /// Runs every test whose name contains `filter`, on all cores; `progress` is called for each part with the number of finished parts and
    /// the total.
    ///
    /// # Errors
    /// rustc cannot run, or a folder is not writable.
    pub fn run(&self, filter: &str, progress: &(dyn Fn(&Found, usize, usize) + Sync)) -> Result<Vec<Found>> {
        let parts: Vec<&(Part, String)> =
            self.parts.iter().filter(|(part, _)| part.may_hold(filter)).collect();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let found = Mutex::new(vec![None; parts.len()]);
        let work = || -> Result<()> {
            while let Some((part, source)) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                let at = parts.iter().position(|(other, _)| other == part).unwrap_or_default();
                let result = self.part(part, source, filter)?;
                progress(&result, done.fetch_add(1, Ordering::Relaxed) + 1, parts.len());
                found.lock().unwrap_or_else(|poisoned| poisoned.into_inner())[at] = Some(result);
            }
            Ok(())
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| -> Result<()> {
            let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })?;
        let found = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut found: Vec<Found> = found.into_iter().flatten().collect();
        if filter.is_empty() {
            found.push(Found { untrue: self.needless_settings()?, ..Found::default() });
        }
        Ok(found)
    }

    /// Runs the tests of one part.
    fn part(&self, part: &Part, source: &str, filter: &str) -> Result<Found> {
        let mut found = Found { prefix: part.prefix(), ..Found::default() };
        let full = |test: &Test| part.suite.full_name(&test.name);
        let wanted = |test: &Test| part.owns(&test.name) && full(test).contains(filter);
        found.untrue = self.needless_cuts(part, source)?;
        let short = match self.module(part, source, Messages::Short)? {
            Ok(module) => module,
            Err(refused) => return Ok(Found { refused: Some(refused), ..found }),
        };
        let (mut plain, mut telling, mut ignored) = (Vec::new(), Vec::new(), Vec::new());
        for test in short.1.iter().filter(|test| wanted(test)).cloned() {
            match (&test.panics, &test.ignored) {
                (_, Some(_)) => ignored.push(test),
                (Panics::With(_), None) => telling.push(test),
                _ => plain.push(test),
            }
        }
        self.run_all(&short, &plain, &full, &mut found);
        drop(short);
        self.again((part, source), Messages::Full, &telling, &mut found)?;
        let large = |test: &Test| {
            let run = found.tests.get(&full(test));
            run.is_some_and(|run| matches!(run.outcome, Outcome::Size | Outcome::Memory))
        };
        let large: Vec<Test> = plain.into_iter().filter(large).collect();
        self.again((part, source), Messages::Mute, &large, &mut found)?;
        for test in ignored {
            let why = test.ignored.clone().unwrap_or_default();
            found.add(
                full(&test),
                not_run(Outcome::Ignored, format!("the library itself leaves it out: {why}")),
            );
        }
        Ok(found)
    }

    /// Compiles a part with other messages and runs some of its tests again.
    fn again(
        &self,
        (part, source): (&Part, &str),
        messages: Messages,
        tests: &[Test],
        found: &mut Found,
    ) -> Result<()> {
        let full = |test: &Test| part.suite.full_name(&test.name);
        if tests.is_empty() {
            return Ok(());
        }
        match self.module(part, source, messages)? {
            Ok(module) => {
                let names: BTreeSet<&str> = tests.iter().map(|test| test.name.as_str()).collect();
                let tests = module.1.iter().filter(|test| names.contains(test.name.as_str())).cloned();
                let tests: Vec<Test> = tests.collect();
                self.run_all(&module, &tests, &full, found);
                if messages == Messages::Mute {
                    for test in &tests {
                        found.tests.entry(full(test)).and_modify(|run| run.muted = true);
                    }
                }
            }
            Err(refused) => found.refused = Some(refused),
        }
        Ok(())
    }

    /// Returns whether a part uses the sizes for Miri.
    fn is_small(&self, part: &Part) -> bool {
        self.excluded.small.contains_key(&part.path())
    }

    /// Returns the module of a part with its tests, or the reason why there is none.
    fn module(&self, part: &Part, source: &str, messages: Messages) -> Result<Result<Parsed, String>> {
        let root = self.mirror.folder.join(part.suite.root);
        let path = root.with_file_name(format!("{}.rs", part.stem()));
        update_file(&path, source.as_bytes())?;
        let output = self.folder.join("programs").join(format!("{}-{}.prg", part.stem(), messages.name()));
        let cuts: Vec<_> = self.excluded.cuts.keys().filter(|cut| part.holds(&cut.file)).collect();
        let edits = format!("{cuts:?}{:?}", self.excluded.unset);
        let wish = Wish { suite: part.suite, source: &path, messages, small: self.is_small(part) };
        let compiled = self.stock.compile(wish, &self.mirror.folder, &edits, &output)?;
        let path = match compiled {
            Compiled::Module(path) => path,
            Compiled::Refused(errors) => return Ok(Err(errors)),
        };
        Ok(read(&path).map_err(|error| format!("{error:#}")))
    }

    /// Builds and runs tests of a module; tests that run out of memory are run again alone.
    fn run_all(&self, module: &Parsed, tests: &[Test], full: &dyn Fn(&Test) -> String, found: &mut Found) {
        let programs = programs::build(&module.0, &module.1, tests, &self.options);
        let mut hungry = Vec::new();
        for (image, tests) in &programs.built {
            for test in tests {
                let run = run::run(image, test);
                if run.outcome == Outcome::Memory && tests.len() > 1 {
                    hungry.push(test.clone());
                }
                found.add(full(test), run);
            }
        }
        let alone = programs::build_alone(&module.0, &module.1, &hungry, &self.options);
        for (image, tests) in &alone.built {
            tests.iter().for_each(|test| found.add(full(test), run::run(image, test)));
        }
        found.programs += (programs.built.len() + alone.built.len()) as u64;
        for (test, refusal) in programs.refused.iter().chain(&alone.refused) {
            found.add(full(test), Run::from(refusal));
        }
        found.together.extend(programs.together.iter().map(|(tests, refusal)| {
            let names: Vec<String> = tests.iter().map(full).collect();
            format!(
                "rejected together, but not one by one: {}: {}",
                names.join(", "),
                Run::from(refusal).message
            )
        }));
    }
}

impl Found {
    /// Records a run. It replaces an earlier run of the same test unless it is again about room: only tests that lacked room run
    /// again.
    fn add(&mut self, name: String, run: Run) {
        let room = matches!(run.outcome, Outcome::Memory | Outcome::Size);
        if !room || !self.tests.contains_key(&name) {
            self.tests.insert(name, run);
        }
    }
}

/// A parsed module with its tests.
type Parsed = (compiler::ir::Module, Vec<Test>);

fn read(path: &Path) -> Result<Parsed> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let module = llvm::parse(&name, &text)?;
    let tests = descriptors::tests(&module)?;
    Ok((module, tests))
}

fn not_run(outcome: Outcome, message: String) -> Run {
    Run { outcome, cycles: 0, message, muted: false }
}

impl From<&Refusal> for Run {
    fn from(refusal: &Refusal) -> Run {
        match refusal {
            Refusal::TooLarge(largest) => not_run(Outcome::Size, largest.clone()),
            Refusal::Refused(message) => not_run(Outcome::Refused, message.clone()),
            Refusal::Panicked(words) => not_run(Outcome::Crashes, format!("the compiler panicked: {words}")),
        }
    }
}
