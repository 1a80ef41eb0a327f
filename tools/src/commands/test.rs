//! `test` in this repository: runs every test, including those that need VICE or a browser.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use cargo_c64::commands::test::{Args, Where};
use cargo_c64::failure::Failed;
use cargo_c64::output;
use cargo_c64::rust_build::Choice;
use cargo_c64::setup::Setup;

use crate::workspace::Workspace;

/// The error if the environment's cargo does not start.
const NO_CARGO: &str = "cannot run cargo test";

/// The package of the end-to-end tests.
const END_TO_END: &str = "sys2080-tests";

/// Runs every test of this repository. `-- --include-ignored` adds the slow ones.
///
/// # Errors
/// A test fails ([`Failed`]), something that is needed is missing, or cargo cannot run.
pub fn run(workspace: &Workspace, args: &Args, setup: Setup) -> Result<ExitCode> {
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
    // Two sequences of tests run in parallel: in each, a test may wait for VICE, the browser or cargo.
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

/// Returns the names of the end-to-end tests in two parts: those whose output is shown while they run, and a third of them, which
/// run in parallel.
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

/// Runs the tests of the workspace at `manifest` with the cargo that runs us.
fn cargo_test(manifest: &Path, selection: &[&OsStr], args: &Args) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["test", "--release", "--no-fail-fast", "--manifest-path"]).arg(manifest);
    command.args(selection).args(&args.filter).arg("--").args(&args.arguments);
    command
}
