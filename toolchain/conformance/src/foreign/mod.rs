//! Runs other projects' programs that use `std` on the host and on the 6502, and compares their output and exit codes.
//!
//! A program is a file with `main` ([`source`]), such as Miri's `tests/pass` or the tests of gccrs ([`dialect`]). Stock rustc compiles
//! it for the host ([`host`]) and, with the `std` of the tests of core and alloc, for the 6502 ([`target`]).

pub mod dialect;
pub mod host;
pub mod list;
pub mod source;
pub mod target;
pub mod verdict;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, ensure};
use cargo_c64::home::Home;
use cargo_c64::output::update_file;
use cargo_c64::setup::Toolchain;
use compiler::Options;

use super::stock::{Compiled, Messages, Stock};
use host::Host;
use source::Source;
use verdict::{Found, Run};

/// The list of programs that must be right.
pub const PROGRAMS: &str = "toolchain/conformance/programs.txt";

/// Everything that is needed to run programs.
#[derive(Debug)]
pub struct Foreign {
    toolchain: Toolchain,
    stock: Stock,
    options: Options,
    folder: PathBuf,
}

impl Foreign {
    /// Prepares the libraries.
    ///
    /// # Errors
    /// Something cannot be built, read or written.
    pub fn new(toolchain: Toolchain, home: &Home) -> Result<Foreign> {
        let folder = home.target().join("conformance");
        let stock = Stock::new(toolchain.clone(), home, &folder)?;
        let builtins = stock.builtins(Messages::Program)?;
        let options = Options::default().with(|options| options.builtins = Some(builtins));
        let folder = folder.join("foreign");
        std::fs::create_dir_all(&folder)?;
        Ok(Foreign { toolchain, stock, options, folder })
    }

    /// Runs every program in a folder whose name contains `filter`, on all cores; `progress` is called for each.
    ///
    /// # Errors
    /// There is no such program, or rustc cannot run.
    pub fn run(
        &self,
        folder: &Path,
        filter: &str,
        progress: &(dyn Fn(&Run, usize, usize) + Sync),
    ) -> Result<Vec<Run>> {
        let mut sources = source::find(
            &std::fs::canonicalize(folder).with_context(|| format!("cannot read {}", folder.display()))?,
        )?;
        sources.retain(|source| source.name.contains(filter));
        ensure!(!sources.is_empty(), "{} has no program whose name contains {filter:?}", folder.display());
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let runs = Mutex::new(Vec::new());
        let work = || -> Result<()> {
            while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                let run = self.program(source)?;
                progress(&run, done.fetch_add(1, Ordering::Relaxed) + 1, sources.len());
                runs.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(run);
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
        let mut runs = runs.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        runs.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(runs)
    }

    /// Runs a program on the host and on the 6502.
    fn program(&self, source: &Source) -> Result<Run> {
        let run = |found, muted| Run { name: source.name.clone(), path: source.path.clone(), found, muted };
        let stem = self.folder.join(source.stem());
        let file = match &source.gccrs {
            None => source.path.clone(),
            Some(gccrs) => {
                let file = stem.with_extension("rs");
                update_file(&file, gccrs.text.as_bytes())?;
                file
            }
        };
        let host = || host::run(&self.toolchain, &file, &source.flags, &stem.with_extension("host"));
        let expected = source.gccrs.as_ref().map(|gccrs| gccrs.output.as_str());
        let ended = match verdict::of_host(&host()?, expected) {
            Ok(ended) => ended,
            Err(found) => return Ok(run(found, false)),
        };
        let found = self.on_6502(source, &file, &stem, &ended, Messages::Program)?;
        let (found, muted) = match found {
            Found::Excluded("size" | "memory", _) => {
                match self.on_6502(source, &file, &stem, &ended, Messages::MuteProgram)? {
                    Found::Right(cycles) => (Found::Right(cycles), true),
                    _ => (found, false),
                }
            }
            found => (found, false),
        };
        if let Found::Differs(what) = &found {
            // A program that prints addresses or times also differs between two runs on the host.
            if host()? != Host::Ran(ended) {
                return Ok(run(Found::Excluded("chance", what.clone()), muted));
            }
        }
        Ok(run(found, muted))
    }

    fn on_6502(
        &self,
        source: &Source,
        file: &Path,
        stem: &Path,
        ended: &host::Ended,
        messages: Messages,
    ) -> Result<Found> {
        let output = stem.with_file_name(format!("{}-{}.prg", source.stem(), messages.name()));
        match self.stock.compile_program(file, messages, &source.flags, &output)? {
            Compiled::Refused(errors) => Ok(verdict::of_refusal(&errors)),
            Compiled::Module(module) => Ok(verdict::of_target(ended, &target::run(&module, &self.options)?)),
        }
    }
}
