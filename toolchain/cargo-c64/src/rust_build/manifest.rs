//! The manifest that a user names, and what cargo tells about its workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use serde_json::Value;

use super::choice::Choice;
use crate::setup::Toolchain;

/// Variables for the target folder, which cargo takes relative to the folder that it is called in.
const TARGET_FOLDER: [&str; 2] = ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"];

/// The whole path of a manifest. cargo would take a Rust source for a script.
///
/// # Errors
/// It is not there, or no manifest.
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

/// The manifest of the crate that the workspace of `manifest` names for itself and its members: `program` under
/// `[workspace.metadata.c64]`.
///
/// # Errors
/// There is a setting of another name or kind, or no crate at that path.
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
    /// The folder of the crate with its C64 program, by its path from that of the workspace.
    program: PathBuf,
}

/// Has a command run inside the crate, so that the crate's own configuration is read.
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

/// Hands the variables for the target folder to a cargo that is called in another folder.
fn pass_on_target_folder(cargo: &mut Command) -> Result<()> {
    for name in TARGET_FOLDER {
        if let Some(value) = std::env::var_os(name) {
            // An empty one is cargo's to refuse.
            let path = if value.is_empty() { PathBuf::new() } else { std::path::absolute(value)? };
            cargo.env(name, path);
        }
    }
    Ok(())
}
