//! `bisect`: finds the first compiler pass that changes a program's behaviour.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use compiler::{Pass, Passes};
use serde::Serialize;

use crate::backtrace::Source;
use crate::execution::{End, Options};
use crate::failure::Failed;
use crate::rust_build::{self, Choice, Prepared};
use crate::setup::Setup;
use crate::startable::startable;
use crate::{output, subject};

/// Arguments of `bisect`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Cargo.toml of the crate [default: that of the current folder, or the crate that its workspace names]
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
    /// Which program of the crate to examine, and how to build it.
    #[command(flatten)]
    choice: Choice,
    /// Input and limits of the run.
    #[command(flatten)]
    run: Options,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
}

/// The JSON output of the command.
#[derive(Debug, Serialize)]
struct Found {
    /// The first pass that changes the program's behaviour, if any.
    pass: Option<&'static str>,
    /// Whether leaving out only this pass restores the behaviour without any optional passes.
    alone: Option<bool>,
    /// Number of programs that were compiled and run.
    runs: u32,
}

/// The observable result of a run, apart from its time.
type Seen = (End, Option<u8>, Option<String>, Vec<String>);

/// Runs the program without the compiler's optional passes, then bisects over them.
///
/// # Errors
/// The passes change the program's behaviour ([`Failed`]), something that is needed is missing, or the program does not compile or fit.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    let manifest = subject::find(args.manifest_path.as_deref())?;
    let toolchain = setup.rust_for(&manifest)?;
    let (choice, folders) = rust_build::of_user(&toolchain, &manifest, &args.choice)?;
    let prepared = rust_build::prepare(&toolchain, &manifest, &choice, folders)?;
    let mut runs = 0;
    let mut seen = |passes| {
        runs += 1;
        seen(&prepared, passes, &args.run)
    };
    let without = seen(Passes::NONE).context("without the optional passes")?;
    if without.0 == End::Limit {
        bail!(
            "the program does not end within {} cycles, and what it has done then depends on its speed; --limit gives it more, \
             --type and --joystick may end it",
            output::thousands(args.run.limit())
        );
    }
    let found = first_that_differs(|passes| Ok(seen(passes)? == without))?;
    let alone = match found {
        Some(pass) => Some(seen(Passes::ALL.without(pass))? == without),
        None => None,
    };
    let document = Found { pass: found.map(Pass::name), alone, runs };
    if args.json {
        output::print_json(&document)?;
    }
    let Some(pass) = document.pass else {
        eprintln!("sys2080: the program does the same with and without the passes ({runs} runs)");
        return Ok(ExitCode::SUCCESS);
    };
    let alone = match alone {
        Some(true) => format!("; --without {pass} is enough to avoid it"),
        _ => "; a later pass does so as well".to_string(),
    };
    Err(Failed(format!("the program does something else from the pass {pass} on ({runs} runs){alone}"))
        .into())
}

/// Bisects over the optional passes, enabled cumulatively in their order, for the first one that makes a difference.
fn first_that_differs(mut is_same: impl FnMut(Passes) -> Result<bool>) -> Result<Option<Pass>> {
    let order: Vec<Pass> = Pass::optional().collect();
    let first = |count: usize| order[count..].iter().fold(Passes::ALL, |passes, pass| passes.without(*pass));
    if is_same(Passes::ALL)? {
        return Ok(None);
    }
    let (mut same, mut other) = (0, order.len());
    while other - same > 1 {
        let middle = same.midpoint(other);
        match is_same(first(middle))? {
            true => same = middle,
            false => other = middle,
        }
    }
    Ok(Some(order[same]))
}

/// Compiles the program with these passes and runs it on the built-in C64.
fn seen(prepared: &Prepared, passes: Passes, options: &Options) -> Result<Seen> {
    let image = prepared.compile_with(passes)?.image;
    let (source, prg) = (Source::of_image(&image), startable(&image));
    let (_, outcome) = options.execution(&prg, &image.labels, &source)?.run()?;
    Ok((outcome.end, outcome.code, outcome.printed, outcome.screen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pass_of_several_is_found() {
        let order: Vec<Pass> = Pass::optional().collect();
        for (at, &guilty) in order.iter().enumerate() {
            let later = order[(at + 7).min(order.len() - 1)];
            let found = first_that_differs(|passes| Ok(!passes.has(guilty) && !passes.has(later))).unwrap();
            assert_eq!(found, Some(guilty));
        }
        assert_eq!(first_that_differs(|_| Ok(true)).unwrap(), None);
    }
}
