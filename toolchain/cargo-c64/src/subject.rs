//! Finds the crate that a command applies to.
//!
//! It is the crate of the current folder, as in cargo. A workspace may name another crate for itself and its members: its
//! manifest has `program = "PATH"` under `[workspace.metadata.c64]` if its C64 program is a workspace of its own, as crates for
//! another target often are.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use crate::rust_build::{self, Built, Choice};
use crate::setup::Setup;

/// Finds the manifest of the crate: `manifest`, or, without one, the nearest `Cargo.toml` in or above the current folder, or that of
/// the crate that its workspace names.
///
/// # Errors
/// There is none, or `manifest` is not the path of a manifest.
pub fn find(manifest: Option<&Path>) -> Result<PathBuf> {
    if let Some(manifest) = manifest {
        return rust_build::checked(manifest);
    }
    let here = std::env::current_dir().context("there is no current folder")?;
    let nearest =
        here.ancestors().map(|folder| folder.join("Cargo.toml")).find(|path| path.is_file()).ok_or_else(
            || {
                anyhow!(
                    "there is no Cargo.toml in {} or above; `cargo c64 new PATH` makes a crate for the C64",
                    here.display()
                )
            },
        )?;
    Ok(rust_build::named_by_workspace(&nearest)?.unwrap_or(nearest))
}

/// Builds a program of the crate at `manifest`. All of the user's crates share the compiled `core`.
///
/// # Errors
/// As [`rust_build::build`], or there is no folder for the shared files.
pub fn build(manifest: &Path, choice: &Choice, setup: Setup) -> Result<Built> {
    let toolchain = setup.rust_for(manifest)?;
    let (choice, folders) = rust_build::of_user(&toolchain, manifest, choice)?;
    rust_build::build(&toolchain, manifest, &choice, folders)
}

/// Builds the same program with block counters: see [`rust_build::counted`].
///
/// # Errors
/// As [`build`].
pub fn counted(manifest: &Path, choice: &Choice, setup: Setup) -> Result<Vec<Built>> {
    let toolchain = setup.rust_for(manifest)?;
    let (choice, folders) = rust_build::of_user(&toolchain, manifest, choice)?;
    rust_build::counted(&toolchain, manifest, &choice, folders)
}
