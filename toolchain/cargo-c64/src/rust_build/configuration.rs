//! Reads the target folder and the rustc flags for a user's crate from cargo's configuration and environment.
//!
//! Cargo itself is queried where possible. For flags, it prints only the merged configuration, so this file selects among
//! them as cargo does. Source: The Cargo Book, "Configuration", sections `build.rustflags` and `target.<triple>.rustflags`.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow};
use cargo_platform::{Cfg, Platform};
use serde_json::Value;

use super::choice::Choice;
use super::folders::Folders;
use super::made;
use super::manifest::{checked, enter, metadata};
use crate::setup::Toolchain;
use crate::target;

/// The folder for C64 programs in a user's target folder.
const INSIDE: &str = "c64";

/// rustc flags that must have our values in every C64 program.
const OURS: [&str; 2] = ["target-cpu=", "linker="];

/// Adds the user's rustc flags to the choice for the crate at `manifest` and finds the folders for its build.
///
/// # Errors
/// Cargo cannot read the manifest or its configuration, or there is no folder for the cache.
pub fn of_user(toolchain: &Toolchain, manifest: &Path, choice: &Choice) -> Result<(Choice, Folders)> {
    let manifest = checked(manifest)?;
    let mut choice = choice.clone();
    choice.resolve()?;
    let metadata = metadata(toolchain, &manifest, &choice)?;
    let folder = |key: &str| metadata[key].as_str().map(PathBuf::from);
    let usual = folder("target_directory").context("cargo does not report the target folder")?;
    // Cargo does not resolve `..` in a configured path.
    let target = made(&choice.target_dir.as_ref().unwrap_or(&usual).join(INSIDE))?;
    let folders = match folder("build_directory").filter(|build| *build != usual) {
        Some(build) => Folders { target, build: Some(made(&build)?) },
        None => Folders::shared(target)?,
    };
    choice.rustflags = rustflags(toolchain, &manifest, &choice, &folders)?;
    for flag in choice.rustflags.iter().filter(|flag| OURS.iter().any(|ours| flag.contains(ours))) {
        eprintln!("sys2080: the flag {flag} for rustc gives way, because a C64 program needs another value");
    }
    Ok((choice, folders))
}

/// Returns the flags that cargo would pass to rustc for our target: those of the first source that is set.
fn rustflags(
    toolchain: &Toolchain,
    manifest: &Path,
    choice: &Choice,
    folders: &Folders,
) -> Result<Vec<String>> {
    if let Ok(flags) = std::env::var("CARGO_ENCODED_RUSTFLAGS") {
        return Ok(flags.split('\x1f').filter(|flag| !flag.is_empty()).map(str::to_string).collect());
    }
    if let Ok(flags) = std::env::var("RUSTFLAGS") {
        return Ok(words(&flags));
    }
    let configuration = configuration(toolchain, manifest, choice)?;
    let name = target::NAME.to_uppercase().replace('-', "_");
    let mut flags = list(&configuration["target"][target::NAME]["rustflags"]);
    flags.extend(variable(&format!("CARGO_TARGET_{name}_RUSTFLAGS")));
    let conditional = configuration["target"].as_object().into_iter().flatten();
    let conditional: Vec<_> =
        conditional.filter(|(key, table)| key.starts_with("cfg(") && !table["rustflags"].is_null()).collect();
    if !conditional.is_empty() {
        let facts = facts(toolchain, folders)?;
        for (key, table) in conditional {
            let platform = Platform::from_str(key).with_context(|| format!("[target.'{key}']"))?;
            if platform.matches(target::NAME, &facts) {
                flags.extend(list(&table["rustflags"]));
            }
        }
    }
    if flags.is_empty() {
        flags = list(&configuration["build"]["rustflags"]);
        flags.extend(variable("CARGO_BUILD_RUSTFLAGS"));
    }
    Ok(flags)
}

/// Returns cargo's configuration, merged from all files and options.
fn configuration(toolchain: &Toolchain, manifest: &Path, choice: &Choice) -> Result<Value> {
    let mut command = toolchain.cargo();
    enter(&mut command, manifest);
    command.args(["-Zunstable-options", "config", "get", "--format", "json"]).stdin(Stdio::null());
    choice.pass_on_configuration(&mut command);
    let result = command.output().context("cannot run cargo")?;
    if !result.status.success() {
        let text = String::from_utf8_lossy(&result.stderr).trim().to_string();
        return Err(anyhow!(text).context("cargo cannot read its configuration"));
    }
    serde_json::from_slice(&result.stdout).context("cannot read the output of `cargo config get`")
}

/// Returns the `cfg` values of our target.
fn facts(toolchain: &Toolchain, folders: &Folders) -> Result<Vec<Cfg>> {
    let build = folders.build();
    std::fs::create_dir_all(build).with_context(|| format!("cannot make {}", build.display()))?;
    let json = target::write(build)?;
    let mut command = toolchain.rustc();
    command.args(["-Zunstable-options", "--print=cfg", "--target"]).arg(json).stdin(Stdio::null());
    let result = command.output().context("cannot run rustc")?;
    if !result.status.success() {
        let text = String::from_utf8_lossy(&result.stderr).trim().to_string();
        return Err(anyhow!(text).context("rustc does not list the cfg values of the target"));
    }
    let text = String::from_utf8_lossy(&result.stdout);
    // Values that are not Rust identifiers or strings cannot be queried.
    Ok(text.lines().filter_map(|line| Cfg::from_str(line).ok()).collect())
}

/// Parses a value of the configuration: an array, or a string with the flags separated by spaces.
fn list(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => words(text),
        Value::Array(flags) => flags.iter().filter_map(|flag| flag.as_str().map(str::to_string)).collect(),
        _ => Vec::new(),
    }
}

/// Returns the flags in an environment variable that stands for a configuration value.
fn variable(name: &str) -> Vec<String> {
    std::env::var(name).map(|text| words(&text)).unwrap_or_default()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}
