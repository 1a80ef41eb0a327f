//! Runs rounds of random programs until the plan is complete or results differ.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::crates::{self, Crate, Finding};
use crate::modules;
use crate::run::{Outcome, refused};
use anyhow::{Context, Result, ensure};
use compiler::Options;
use serde::Serialize;

use super::stock::{Call, Crashed, Level, Stock};

/// Functions per round's crate: enough that rustc's startup time matters little.
const CRATE: usize = 200;

/// Modules per round that are generated directly in LLVM IR.
const MODULES: u64 = 2;

/// The number of functions of a crate that are tried alone when one of them fails.
const NEAR: usize = 60;

/// The time limit for reducing a failing program.
const SHRINKING: Duration = Duration::from_secs(300);

/// If more than one in this many modules ends in the interpreter, the generator is at fault.
const WASTE: u64 = 5;

/// If more than one in this many rounds has a crate that makes rustc crash, the generator or this computer is at fault.
const CRASHES: u64 = 100;

/// The plan of a campaign.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of the first round; each further round uses the next one.
    pub seed: u64,
    /// The minimum number of functions in Rust.
    pub functions: Option<u64>,
    /// The time after which no further round starts.
    pub time: Option<Duration>,
    /// The optimisation levels of the rounds, in turn.
    pub levels: Vec<Level>,
    /// The number of rounds that run at the same time; at least 1.
    pub jobs: usize,
}

/// The statistics of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Rounds at each level.
    pub rounds: BTreeMap<&'static str, u64>,
    /// Crates that use the heap.
    pub heaps: u64,
    /// Crates whose functions are also called by interrupt handlers.
    pub interrupted: u64,
    /// Those of them that are interrupted by the crate `sys2080`.
    pub irq: u64,
    /// Functions in Rust.
    pub functions: u64,
    /// Calls of these functions.
    pub calls: u64,
    /// Functions that do not fit into any program, so that they were only interpreted.
    pub too_large: u64,
    /// Programs compiled from them.
    pub programs: u64,
    /// Bytes of results that were compared.
    pub bytes: u64,
    /// Modules generated directly in LLVM IR.
    pub modules: u64,
    /// Those of them that the interpreter gave up on.
    pub unusable: u64,
    /// Crates that made the stock rustc's LLVM give up, by its message: none of their results were compared.
    pub crashed: BTreeMap<String, u64>,
    /// Functions and modules that the compiler rejected with a message, by what it rejects.
    pub refused: BTreeMap<String, u64>,
}

/// A reduced program that fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The seed of its round.
    pub seed: u64,
    /// Which results differ, and where.
    pub what: String,
    /// The files that show the difference.
    pub files: Vec<PathBuf>,
}

/// Runs a plan.
#[derive(Debug)]
pub struct Campaign<'a> {
    stock: &'a Stock,
    /// The folder for the files of a round and for the files that show a difference.
    folder: PathBuf,
    /// The statistics so far.
    pub figures: Figures,
}

/// The result of one round.
#[derive(Default)]
struct Round {
    figures: Figures,
    failure: Option<Failure>,
}

/// A failing program as it was generated.
enum Failure {
    Module { seed: u64, module: modules::Module, what: String },
    Crate { krate: Crate, level: Level, finding: Finding },
}

impl<'a> Campaign<'a> {
    /// Creates a campaign that works in a folder.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn new(stock: &'a Stock, folder: &Path) -> Result<Campaign<'a>> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(Campaign { stock, folder: folder.to_path_buf(), figures: Figures::default() })
    }

    /// Runs rounds, `plan.jobs` at a time, until the plan is complete or something differs; from time to time, calls `progress` with the
    /// completed fraction, from 0 to 1. Statistics and differences do not depend on the number of jobs: they are those of all rounds up to
    /// the first that differs. Only a plan with a time limit ends elsewhere on another computer.
    ///
    /// # Errors
    /// A generator or the stock rustc fails. A difference is not an error.
    pub fn run(&mut self, plan: &Plan, progress: &mut (dyn FnMut(f64) + Send)) -> Result<Option<Difference>> {
        let options = self.stock.options();
        let variants = modules::variants().map(|o| o.with(|o| o.builtins = options.builtins.clone()));
        let level = |number: u64| plan.levels[number as usize % plan.levels.len()];
        let round = |job, number| self.round(job, plan.seed + number, level(number), &variants);
        let (figures, failure) = all(in_turn(plan, &round, progress))?;
        self.figures.add(figures);
        if let Some((number, failure)) = failure {
            return self.shrink_failure(plan.seed + number, failure, &variants).map(Some);
        }
        let figures = &self.figures;
        ensure!(
            figures.unusable * WASTE <= figures.modules + WASTE,
            "the interpreter gave up {} of {} modules",
            figures.unusable,
            figures.modules
        );
        let crashed: u64 = figures.crashed.values().sum();
        let rounds = figures.rounds.values().sum::<u64>() + crashed;
        ensure!(
            crashed * CRASHES <= rounds + CRASHES,
            "rustc crashed on {crashed} of {rounds} crates: {:?}",
            figures.crashed
        );
        Ok(None)
    }

    /// Runs a round: one crate and some modules.
    fn round(&self, job: usize, seed: u64, level: Level, variants: &[Options]) -> Result<Round> {
        let mut round = Round::default();
        let krate = crates::generate(seed, CRATE);
        let shown: Vec<usize> = (0..CRATE).collect();
        let folder = self.folder.join(format!("job-{job}"));
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let job = Job::start(self.stock, &folder, &krate, &shown, level)?;
        // The modules of two rounds never share a seed. They fill the time until rustc is done.
        for seed in (seed * MODULES..).take(MODULES as usize) {
            round.module(seed, &modules::ways(variants, seed));
        }
        let result = match job.finish() {
            Err(error) if error.is::<Crashed>() => {
                *round.figures.crashed.entry(error.to_string()).or_default() += 1;
                return Ok(round);
            }
            result => result.with_context(|| format!("seed {seed}"))?,
        };
        if round.failure.is_some() {
            return Ok(round);
        }
        let report = result.check(self.stock, &krate, &shown)?;
        let figures = &mut round.figures;
        *figures.rounds.entry(level.name()).or_default() += 1;
        figures.heaps += u64::from(krate.heap);
        figures.interrupted += u64::from(krate.interrupts.come());
        figures.irq += u64::from(krate.interrupts.use_sys2080());
        figures.functions += CRATE as u64;
        figures.calls += krate.functions.iter().map(|f| f.rows.len() as u64).sum::<u64>();
        figures.programs += report.programs;
        figures.too_large += report.too_large;
        figures.bytes += result.expected.len() as u64;
        for finding in report.findings {
            match refused(&finding.what) {
                Some(what) => *figures.refused.entry(what).or_default() += 1,
                None => {
                    round.failure = Some(Failure::Crate { krate, level, finding });
                    break;
                }
            }
        }
        Ok(round)
    }

    /// Reduces a failing program and writes it.
    fn shrink_failure(&self, seed: u64, failure: Failure, variants: &[Options]) -> Result<Difference> {
        match failure {
            Failure::Crate { krate, level, finding } => self.shrink(seed, level, krate, &finding),
            Failure::Module { seed, module, what } => {
                let (small, what) = modules::shrink(module, what, &modules::ways(variants, seed), SHRINKING);
                let file = self.folder.join(format!("module-{seed}.ll"));
                let text = format!("; {}\n{}", what.replace('\n', "\n; "), small.text());
                cargo_c64::output::write_file(&file, text.as_bytes())?;
                Ok(Difference { seed, what, files: vec![file] })
            }
        }
    }

    /// Reduces the crate and writes it and its module.
    fn shrink(&self, seed: u64, level: Level, krate: Crate, finding: &Finding) -> Result<Difference> {
        let mut what = finding.what.clone();
        let (small, shown) = match self.culprit(&krate, level, finding)? {
            Some(function) => {
                let wanted = &mut |krate: &Crate| match self.findings(krate, &[function], level) {
                    Ok(found) if !found.is_empty() => {
                        what.clone_from(&found[0].what);
                        true
                    }
                    // Code that rustc or the host rejects is not a program.
                    _ => false,
                };
                (crates::shrink(krate, function, SHRINKING, wanted), vec![function])
            }
            None => {
                let shown = self.together(&krate, level)?;
                (krate, shown)
            }
        };
        let source = self.folder.join(format!("crate-{seed}.rs"));
        let module = self.write(&source, &small, &shown, level)?.finish()?;
        Ok(Difference { seed, what, files: vec![source, module] })
    }

    /// Returns the function that fails alone: the one that was found, or one near it.
    fn culprit(&self, krate: &Crate, level: Level, finding: &Finding) -> Result<Option<usize>> {
        let near = (finding.function..CRATE).chain((0..finding.function).rev());
        for function in near.take(NEAR) {
            if !self.findings(krate, &[function], level)?.is_empty() {
                return Ok(Some(function));
            }
        }
        Ok(None)
    }

    /// Returns a small set of functions that fail together.
    fn together(&self, krate: &Crate, level: Level) -> Result<Vec<usize>> {
        let start = Instant::now();
        let mut shown: Vec<usize> = (0..CRATE).collect();
        let mut size = CRATE / 2;
        while size > 0 {
            let mut at = 0;
            while at < shown.len() && start.elapsed() < SHRINKING {
                let mut less = shown.clone();
                less.drain(at..(at + size).min(shown.len()));
                match self.findings(krate, &less, level)?.is_empty() {
                    true => at += size,
                    false => shown = less,
                }
            }
            size /= 2;
        }
        Ok(shown)
    }

    /// Returns the differences of a crate. Compiler errors do not count as differences, and if rustc crashes, nothing is known.
    fn findings(&self, krate: &Crate, shown: &[usize], level: Level) -> Result<Vec<Finding>> {
        let result = match Job::start(self.stock, &self.folder, krate, shown, level)?.finish() {
            Err(error) if error.is::<Crashed>() => return Ok(Vec::new()),
            result => result?,
        };
        let mut findings = result.check(self.stock, krate, shown)?.findings;
        findings.retain(|f| refused(&f.what).is_none());
        Ok(findings)
    }

    fn write(&self, source: &Path, krate: &Crate, shown: &[usize], level: Level) -> Result<Call> {
        cargo_c64::output::write_file(source, krate.source(shown).as_bytes())?;
        self.stock.start_target(source, level, krate.heap)
    }
}

/// Runs the rounds of a plan, `plan.jobs` at a time; returns them by number. After one that fails, no further round starts.
fn in_turn(
    plan: &Plan,
    round: &(dyn Fn(usize, u64) -> Result<Round> + Sync),
    progress: &mut (dyn FnMut(f64) + Send),
) -> BTreeMap<u64, Result<Round>> {
    let start = Instant::now();
    let count = plan.functions.map_or(u64::MAX, |n| n.div_ceil(CRATE as u64));
    // The number of the next round, the completed rounds, and the progress callback.
    let shared = Mutex::new((0, BTreeMap::new(), progress));
    let work = |job: usize| {
        loop {
            let number = {
                let mut shared = shared.lock().expect("no job panics while it holds this");
                let (next, done, progress) = &mut *shared;
                let rounds = done.len() as f64 / count.max(1) as f64;
                let time = plan.time.map_or(0.0, |t| start.elapsed().as_secs_f64() / t.as_secs_f64());
                progress(rounds.max(time).min(1.0));
                let failed = |round: &Result<Round>| !matches!(round, Ok(Round { failure: None, .. }));
                if *next >= count || time >= 1.0 || done.values().any(failed) {
                    return;
                }
                *next += 1;
                *next - 1
            };
            let done = round(job, number);
            shared.lock().expect("no job panics while it holds this").1.insert(number, done);
        }
    };
    std::thread::scope(|scope| {
        (1..plan.jobs).for_each(|job| {
            scope.spawn(move || work(job));
        });
        work(0);
    });
    shared.into_inner().expect("no job panics while it holds this").1
}

/// Returns the statistics of all rounds up to the first that fails, and the number and failure of that round.
fn all(rounds: BTreeMap<u64, Result<Round>>) -> Result<(Figures, Option<(u64, Failure)>)> {
    let mut figures = Figures::default();
    for (number, round) in rounds {
        let round = round?;
        figures.add(round.figures);
        if let Some(failure) = round.failure {
            return Ok((figures, Some((number, failure))));
        }
    }
    Ok((figures, None))
}

impl Round {
    fn module(&mut self, seed: u64, variants: &[Options]) {
        if self.failure.is_some() {
            return;
        }
        let module = modules::generate(seed);
        self.figures.modules += 1;
        match modules::check(&module, variants) {
            Outcome::Same => {}
            Outcome::Unusable(_) => self.figures.unusable += 1,
            Outcome::Refused(what) => *self.figures.refused.entry(what).or_default() += 1,
            Outcome::Different(what) => self.failure = Some(Failure::Module { seed, module, what }),
        }
    }
}

impl Figures {
    fn add(&mut self, other: Figures) {
        self.heaps += other.heaps;
        self.interrupted += other.interrupted;
        self.irq += other.irq;
        self.functions += other.functions;
        self.calls += other.calls;
        self.programs += other.programs;
        self.too_large += other.too_large;
        self.bytes += other.bytes;
        self.modules += other.modules;
        self.unusable += other.unusable;
        for (level, n) in other.rounds {
            *self.rounds.entry(level).or_default() += n;
        }
        for (counts, others) in [(&mut self.crashed, other.crashed), (&mut self.refused, other.refused)] {
            for (what, n) in others {
                *counts.entry(what).or_default() += n;
            }
        }
    }
}

/// A crate that is being processed.
struct Job {
    host: Call,
    target: Call,
}

/// The result of compiling a crate.
struct Compiled {
    /// The output of the host program.
    expected: Vec<u8>,
    /// The module in LLVM IR.
    text: String,
}

impl Job {
    fn start(stock: &Stock, folder: &Path, krate: &Crate, shown: &[usize], level: Level) -> Result<Job> {
        let source = folder.join("random.rs");
        cargo_c64::output::write_file(&source, krate.source(shown).as_bytes())?;
        Ok(Job {
            host: stock.start_host(&source)?,
            target: stock.start_target(&source, level, krate.is_whole())?,
        })
    }

    fn finish(self) -> Result<Compiled> {
        let host = self.host.finish();
        let target = self.target.finish()?;
        let output =
            Command::new(host?).stdin(Stdio::null()).output().context("cannot run the host's program")?;
        ensure!(
            output.status.success(),
            "the program panics on the host: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
        let text =
            std::fs::read_to_string(&target).with_context(|| format!("cannot read {}", target.display()))?;
        Ok(Compiled { expected: output.stdout, text })
    }
}

impl Compiled {
    fn check(&self, stock: &Stock, krate: &Crate, shown: &[usize]) -> Result<crates::Report> {
        let report = crates::check(krate, shown, &self.expected, &self.text, &stock.options());
        report.map_err(anyhow::Error::msg)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds of different durations; two of them fail.
    fn made_up(_: usize, number: u64) -> Result<Round> {
        std::thread::sleep(Duration::from_millis(number * 7 % 5));
        let figures = Figures { functions: 1, bytes: number, ..Figures::default() };
        let what = format!("round {number}");
        let failure = [17, 20].contains(&number).then(|| Failure::Module {
            seed: number,
            module: modules::generate(1),
            what,
        });
        Ok(Round { figures, failure })
    }

    #[test]
    fn figures_do_not_depend_on_the_number_of_jobs() {
        for jobs in [1, 2, 3, 7] {
            let functions = Some(30 * CRATE as u64);
            let plan = Plan { seed: 0, functions, time: None, levels: Level::ALL.to_vec(), jobs };
            let (figures, failure) = all(in_turn(&plan, &made_up, &mut |_| {})).unwrap();
            let expected = Figures { functions: 18, bytes: (0..18).sum(), ..Figures::default() };
            assert_eq!((figures, failure.unwrap().0), (expected, 17), "{jobs} jobs");
        }
    }
}
