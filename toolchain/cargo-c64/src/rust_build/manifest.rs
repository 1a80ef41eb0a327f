//! Checks the manifest that a user names and reads cargo's metadata of its workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use serde_json::Value;

use super::choice::Choice;
use crate::setup::Toolchain;

/// Environment variables for the target folder, which cargo resolves relative to the folder in which it is called.
const TARGET_FOLDER: [&str; 2] = ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"];

/// Returns the absolute path of a manifest. cargo would treat a Rust source file as a script.
///
/// # Errors
/// The file does not exist or is not a manifest.
pub fn checked(manifest: &Path) -> Result<PathBuf> {
    let given = manifest.display();
    if manifest.extension().is_some_and(|extension| extension == "rs") {
        bail!("{given} is a Rust source file; --manifest-path takes the Cargo.toml of its crate");
    }
    let path = std::fs::canonicalize(manifest).with_context(|| format!("cannot find {given}"))?;
    match path.file_name().is_some_and(|name| name == "Cargo.toml") {
        true => Ok(path),
        false if path.is_dir() => {
            bail!("{given} is a folder; --manifest-path takes the Cargo.toml in it")
        }
        false => bail!("{given} is not a manifest; --manifest-path takes a Cargo.toml"),
    }
}

/// Returns the manifest of the crate that the workspace of `manifest` names for itself and its members with `program` under
/// `[workspace.metadata.c64]`.
///
/// # Errors
/// A setting has an unknown name or a wrong type, or there is no crate at that path.
pub fn named_by_workspace(manifest: &Path) -> Result<Option<PathBuf>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--no-deps", "--format-version=1", "--manifest-path"]).arg(manifest);
    let result = command.stdin(Stdio::null()).output().context("cannot run cargo")?;
    // The build reports a manifest that cargo cannot read.
    let metadata: Value = serde_json::from_slice(&result.stdout).unwrap_or_default();
    let (settings, root) = (&metadata["metadata"]["c64"], metadata["workspace_root"].as_str());
    let (Some(root), false) = (root, settings.is_null()) else { return Ok(None) };
    let what = || format!("[workspace.metadata.c64] in {root}/Cargo.toml");
    let settings = WorkspaceSettings::deserialize(settings).with_context(what)?;
    checked(&Path::new(root).join(settings.program).join("Cargo.toml")).map(Some).with_context(what)
}

/// The settings of a workspace.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WorkspaceSettings {
    /// The folder of the crate with its C64 program, relative to the workspace's folder.
    program: PathBuf,
}

/// Makes a command run inside the crate, so that the crate's own configuration is read.
pub(super) fn enter(command: &mut Command, manifest: &Path) {
    if let Some(folder) = manifest.parent() {
        command.current_dir(folder);
    }
}

/// Returns cargo's metadata of the crate's workspace.
pub(super) fn metadata(toolchain: &Toolchain, manifest: &Path, choice: &Choice) -> Result<Value> {
    let mut command = toolchain.cargo();
    enter(&mut command, manifest);
    pass_on_target_folder(&mut command)?;
    choice.pass_on_configuration(&mut command);
    command
        .stdin(Stdio::null())
        .args(["metadata", "--no-deps", "--format-version=1", "--manifest-path"])
        .arg(manifest);
    let result = command.output().context("cannot run cargo")?;
    if !result.status.success() {
        let text = String::from_utf8_lossy(&result.stderr).trim().to_string();
        return Err(anyhow!(text).context(format!("cargo cannot read {}", manifest.display())));
    }
    serde_json::from_slice(&result.stdout).context("cannot read what `cargo metadata` prints")
}

/// Passes the variables for the target folder on to a cargo that is called in another folder.
fn pass_on_target_folder(cargo: &mut Command) -> Result<()> {
    for name in TARGET_FOLDER {
        if let Some(value) = std::env::var_os(name) {
            // cargo itself rejects an empty value.
            let path = if value.is_empty() { PathBuf::new() } else { std::path::absolute(value)? };
            cargo.env(name, path);
        }
    }
    Ok(())
}
