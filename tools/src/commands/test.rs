//! `test`: runs the `#[test]` functions of a crate on the C64; in a checkout, the tests of the project.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde::Serialize;

use crate::failure::Failed;
use crate::harness::{InVice, OnMachine, Place, Report, Suite, Verdict, Which};
use crate::rust_build::{self, Choice};
use crate::setup::Setup;
use crate::workspace::Workspace;
use crate::{output, subject};

/// What to test.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Cargo.toml of the crate [default: that of the current folder; in a checkout of sys2080, the project itself]
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
    /// Which tests of the crate to build, and how.
    #[command(flatten)]
    choice: Choice,
    /// Where to run: on the built-in C64 (machine), in VICE, or both with a comma between them
    #[arg(long, value_enum, value_delimiter = ',', default_value = "machine")]
    on: Vec<Where>,
    /// Compile the tests, but do not run them
    #[arg(long)]
    no_run: bool,
    /// Print the results as one JSON document
    #[arg(long)]
    json: bool,
    /// Part of the names of the tests to run [default: all tests]
    filter: Option<String>,
    /// --ignored for only the tests that are marked as ignored, --include-ignored for all; for the project itself, arguments for the test
    /// programs, as `cargo test` passes them on
    #[arg(last = true, value_name = "ARGUMENTS")]
    arguments: Vec<OsString>,
}

/// Where tests of a crate run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Where {
    Machine,
    Vice,
}

/// What the command prints as JSON.
#[derive(Debug, Default, Serialize)]
struct Summary {
    passed: usize,
    failed: usize,
    ignored: usize,
    tests: Vec<Report>,
}

impl Summary {
    fn add(&mut self, report: Report) {
        *match report.result {
            Verdict::Ok => &mut self.passed,
            Verdict::Failed => &mut self.failed,
            Verdict::Ignored => &mut self.ignored,
        } += 1;
        self.tests.push(report);
    }
}

/// Runs the tests. What they need is set up before, so that none of them waits for an installation.
///
/// # Errors
/// A test fails ([`Failed`]), something that is needed is missing, or cargo cannot run.
pub fn run(args: &Args, setup: Setup) -> Result<ExitCode> {
    match args.manifest_path.is_none().then(Workspace::around_own_folder).flatten() {
        Some(workspace) => project(&workspace, args, setup),
        None => on_target(&subject::find(args.manifest_path.as_deref())?, args, setup),
    }
}

/// Runs the tests of the crate at `manifest` on the C64.
fn on_target(manifest: &Path, args: &Args, setup: Setup) -> Result<ExitCode> {
    let which = which(&args.arguments)?;
    let filter = args.filter.as_deref().unwrap_or_default();
    let mut places = args.on.clone();
    places.sort();
    places.dedup();
    let vice = match places.contains(&Where::Vice) && !args.no_run {
        true => Some(setup.vice()?),
        false => None,
    };
    let toolchain = setup.rust_for(manifest)?;
    let (choice, folders) = rust_build::of_user(&toolchain, manifest, &args.choice)?;
    let built = rust_build::tests(&toolchain, manifest, &choice, folders)?;
    let suites: Vec<Suite> = built
        .iter()
        .map(|(name, inputs)| Suite::build(name, inputs, filter, which))
        .collect::<Result<_>>()?;
    if args.no_run {
        eprintln!("sys2080: compiled {} tests", suites.iter().map(Suite::len).sum::<usize>());
        return Ok(ExitCode::SUCCESS);
    }
    let mut summary = Summary::default();
    for place in places {
        let verbose = args.choice.verbose > 0;
        let (name, mut place): (_, Box<dyn Place>) = match (place, &vice) {
            (Where::Vice, Some(paths)) => (" in VICE", Box::new(InVice { paths: paths.clone() })),
            _ => ("", Box::new(OnMachine { verbose })),
        };
        for suite in suites.iter().filter(|suite| suite.len() + suite.filtered > 0 || suites.len() == 1) {
            run_suite(suite, name, place.as_mut(), args.json, &mut summary)?;
        }
    }
    if args.json {
        output::print_json(&summary)?;
    }
    match summary.failed {
        0 => Ok(ExitCode::SUCCESS),
        _ if args.json => Ok(ExitCode::FAILURE),
        1 => Err(Failed("a test failed".into()).into()),
        failed => Err(Failed(format!("{failed} tests failed")).into()),
    }
}

/// What is said when the cargo of the environment does not start.
const NO_CARGO: &str = "cannot run cargo test";

/// The package of the tests of the whole.
const END_TO_END: &str = "sys2080-tests";

/// Which tests the arguments for libtest mean.
fn which(arguments: &[OsString]) -> Result<Which> {
    let mut which = Which::default();
    for argument in arguments {
        which = match argument.to_str() {
            Some("--ignored") => Which::Ignored,
            Some("--include-ignored") => Which::All,
            _ => bail!(
                "on the C64, tests take only --ignored and --include-ignored, not {}",
                argument.display()
            ),
        };
    }
    Ok(which)
}

/// Runs the tests of a suite and prints what libtest would print.
fn run_suite(
    suite: &Suite,
    place_name: &str,
    place: &mut dyn Place,
    quiet: bool,
    summary: &mut Summary,
) -> Result<()> {
    let say = |text: String| if quiet { Ok(()) } else { output::print(&text) };
    let count = suite.len();
    let noun = if count == 1 { "test" } else { "tests" };
    say(format!("\nrunning {count} {noun} of {}{place_name}", suite.name))?;
    let mut own = Summary::default();
    let mut printed = Ok(());
    suite.run(place, |report| {
        let word = match (report.result, report.message.is_empty()) {
            (Verdict::Ok, _) => "ok".to_string(),
            (Verdict::Failed, _) => "FAILED".into(),
            (Verdict::Ignored, true) => "ignored".into(),
            (Verdict::Ignored, false) => format!("ignored, {}", report.message),
        };
        if printed.is_ok() {
            printed = say(format!("test {} ... {word}", report.name));
        }
        own.add(report);
    })?;
    printed?;
    let failures: Vec<&Report> = own.tests.iter().filter(|test| test.result == Verdict::Failed).collect();
    if !failures.is_empty() {
        say("\nfailures:".into())?;
        for Report { name, message, .. } in &failures {
            say(format!("\n---- {name} ----\n{message}"))?;
        }
    }
    let word = if own.failed == 0 { "ok" } else { "FAILED" };
    let Summary { passed, failed, ignored, .. } = own;
    let filtered = suite.filtered;
    say(format!(
        "\ntest result: {word}. {passed} passed; {failed} failed; {ignored} ignored; {filtered} filtered out"
    ))?;
    own.tests.into_iter().for_each(|report| summary.add(report));
    Ok(())
}

/// Runs the tests of the project, including those that need VICE and those of the C64 program. `-- --include-ignored` adds the slow ones.
fn project(workspace: &Workspace, args: &Args, setup: Setup) -> Result<ExitCode> {
    if args.no_run || args.json || args.on != [Where::Machine] || args.choice != Choice::default() {
        bail!(
            "this folder belongs to sys2080 itself, whose tests take only a filter and arguments for the test programs; for a \
             crate of your own, call the command in its folder or pass --manifest-path"
        );
    }
    setup.web_assembly()?;
    setup.vice()?;
    setup.browser()?;
    setup.npm()?;
    let root = workspace.root().join("Cargo.toml");
    let hosted = workspace.target().join("host");
    let built = cargo_test(&root, &["--workspace".as_ref(), "--no-run".as_ref()], args).status();
    if !built.context(NO_CARGO)?.success() {
        return Err(Failed("the tests do not compile".into()).into());
    }
    let (shown, beside) = end_to_end(workspace)?;
    let whole = |names: &[String]| {
        let tests = names.iter().flat_map(|name| ["--test", name]);
        let selection = ["--package", END_TO_END].into_iter().chain(tests);
        cargo_test(&root, &selection.map(OsStr::new).collect::<Vec<_>>(), args)
    };
    let page = crate::web::folder(workspace);
    // Two rows of tests at once: in each, one may wait for VICE, the browser or cargo.
    let beside = [
        cargo_test(&root, &["--workspace", "--exclude", END_TO_END].map(OsStr::new), args),
        cargo_test(&root, &["--package", END_TO_END, "--lib"].map(OsStr::new), args),
        cargo_test(
            &workspace.program_manifest(),
            &["--lib".as_ref(), "--target-dir".as_ref(), hosted.as_ref()],
            args,
        ),
        cargo_test(&workspace.root().join("web/Cargo.toml"), &["--target-dir".as_ref(), page.as_ref()], args),
        whole(&beside),
    ];
    let beside = std::thread::spawn(move || beside.map(|mut tests| tests.output()));
    let mut good = whole(&shown).status().context(NO_CARGO)?.success();
    for output in beside.join().expect("the thread only waits") {
        let output = output.context(NO_CARGO)?;
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        output::print(&String::from_utf8_lossy(&output.stdout))?;
        good &= output.status.success();
    }
    match good {
        true => Ok(ExitCode::SUCCESS),
        false => Err(Failed("a test failed".into()).into()),
    }
}

/// The names of the tests of the whole in two parts: those to be seen as they run, and a third of them, beside which others run.
fn end_to_end(workspace: &Workspace) -> Result<(Vec<String>, Vec<String>)> {
    let folder = workspace.root().join("tests/tests");
    let what = || format!("cannot read {}", folder.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&folder).with_context(what)? {
        let path = entry.with_context(what)?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    let (beside, shown): (Vec<_>, Vec<_>) =
        names.into_iter().enumerate().partition(|(index, _)| index % 3 == 2);
    let named = |part: Vec<(usize, String)>| part.into_iter().map(|(_, name)| name).collect();
    Ok((named(shown), named(beside)))
}

/// Runs the tests of the workspace at `manifest` by the cargo that runs us.
fn cargo_test(manifest: &Path, selection: &[&OsStr], args: &Args) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--release", "--no-fail-fast", "--manifest-path"]).arg(manifest);
    command.args(selection).args(&args.filter).arg("--").args(&args.arguments);
    command
}
