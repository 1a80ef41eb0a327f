//! Programs that use crates by other authors: built for the host and for the C64, both print a checksum.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use cargo_c64::rust_build;
use cargo_c64::setup::Setup;
use serde_json::Value;
use tools::workspace::Workspace;

use crate::corpus::{self, Level, Module};

/// The prefix of the names of the packages that run.
const PREFIX: &str = "run-";

/// The folder of the exercisers.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")
}

/// The names of the crates that must run, from the folders.
///
/// # Errors
/// The folder is not readable.
pub fn names() -> Result<Vec<String>> {
    folders("run")
}

/// The names of the crates that must be refused, from the folders.
///
/// # Errors
/// The folder is not readable.
pub fn refused() -> Result<Vec<String>> {
    folders("refused")
}

fn folders(kind: &str) -> Result<Vec<String>> {
    let folder = folder().join(kind);
    let entries = std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Returns the output of every program on the host, by the name of its crate.
///
/// # Errors
/// They do not build or end with an error.
pub fn on_host() -> Result<BTreeMap<String, Vec<u8>>> {
    let mut command = Setup { install: false }.rust()?.cargo();
    command.arg("build").arg("--target-dir").arg(Workspace::find()?.target()).stdin(Stdio::null());
    let mut printed = BTreeMap::new();
    for (name, program) in build(command, None)?.0 {
        let what = || format!("cannot run {}", program.display());
        let output = Command::new(&program).output().with_context(what)?;
        ensure!(output.status.success(), "{name} on the host ended with {}", output.status);
        printed.insert(name, output.stdout);
    }
    Ok(printed)
}

/// The module of every program at a level, by the name of its crate.
///
/// # Errors
/// They do not build.
pub fn modules(level: Level) -> Result<BTreeMap<String, Module>> {
    modules_of(level, None)
}

/// The module of a program that is not optimised.
///
/// # Errors
/// It does not build, or there is none of this name.
pub fn unoptimised(name: &str) -> Result<Module> {
    modules_of(Level::None, Some(name))?.remove(name).with_context(|| format!("there is no program {name}"))
}

fn modules_of(level: Level, only: Option<&str>) -> Result<BTreeMap<String, Module>> {
    let target_dir = Workspace::find()?.target();
    let mut command = rust_build::cargo(&Setup { install: false }.rust()?, "build", &target_dir)?;
    command.args(level.options());
    let (programs, messages) = build(command, only)?;
    let builtins = corpus::builtins(&messages)?;
    let mut modules = BTreeMap::new();
    for (name, program) in programs {
        let path = rust_build::noted(&program)?.module;
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        modules.insert(name.clone(), Module { name, level, text, builtins: builtins.clone() });
    }
    Ok(modules)
}

/// Builds the programs that must run, or one of them, says where they are, and hands on cargo's messages.
fn build(mut command: Command, only: Option<&str>) -> Result<(BTreeMap<String, PathBuf>, Vec<u8>)> {
    command
        .args(["--bins", "--locked", "--quiet", "--message-format=json-render-diagnostics"])
        .current_dir(folder())
        .stderr(Stdio::inherit());
    match only {
        Some(name) => {
            command.arg(format!("--package={PREFIX}{name}"));
        }
        None => {
            command.arg("--workspace");
            command.args(refused()?.iter().map(|name| format!("--exclude=refused-{name}")));
        }
    }
    let output = command.output().context("cannot run cargo")?;
    ensure!(output.status.success(), "cargo ended with {}", output.status);
    let mut programs = BTreeMap::new();
    for line in std::str::from_utf8(&output.stdout)?.lines() {
        let message: Value = serde_json::from_str(line)?;
        let name = message["target"]["name"].as_str().and_then(|name| name.strip_prefix(PREFIX));
        if let (Some(name), Some(path)) = (name, message["executable"].as_str()) {
            programs.insert(name.to_string(), PathBuf::from(path));
        }
    }
    Ok((programs, output.stdout))
}
