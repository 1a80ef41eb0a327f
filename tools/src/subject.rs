//! What a command that cargo has, too, is about: this project's own programs, or a crate of the user's.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use crate::own::{self, Own};
use crate::rust_build::{self, Built, Choice};
use crate::setup::Setup;
use crate::workspace::{self, Workspace};

/// The project's own folders within a checkout. Any other folder with a `Cargo.toml` is a crate of the user's.
const OWN: [&str; 9] =
    ["c64", "compiler", "engine", "fuzz", "machine", "sdk", "tests", "tools", "verification"];

/// What a command is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The programs of this checkout.
    Project(Workspace),
    /// The crate with this manifest.
    Crate(PathBuf),
}

impl Subject {
    /// The crate at `manifest`; without one, that of the nearest `Cargo.toml` at or above the current folder, as cargo chooses.
    ///
    /// # Errors
    /// There is none, or `manifest` is not the path of one.
    pub fn find(manifest: Option<&Path>) -> Result<Subject> {
        if let Some(manifest) = manifest {
            return Ok(Subject::Crate(rust_build::checked(manifest)?));
        }
        let here = std::env::current_dir().context("there is no current folder")?;
        Subject::of(&here).ok_or_else(|| {
            anyhow!(
                "there is no Cargo.toml in {} or above; `cargo c64 new PATH` makes a crate for the C64",
                here.display()
            )
        })
    }

    /// Builds the program that is meant: what is chosen of the crate, or the game program of the project.
    ///
    /// # Errors
    /// As [`rust_build::build`], or something is chosen although the project is meant.
    pub fn program(&self, choice: &Choice, setup: Setup) -> Result<Built> {
        match self {
            Subject::Crate(manifest) => build(manifest, choice, setup),
            Subject::Project(workspace) => {
                choice.refuse_for_project()?;
                own::program(workspace, Own::Play, setup)
            }
        }
    }

    /// Builds the same program so that its blocks can be counted: see [`rust_build::counted`].
    ///
    /// # Errors
    /// As [`Subject::program`].
    pub fn counted(&self, choice: &Choice, setup: Setup) -> Result<Vec<Built>> {
        match self {
            Subject::Crate(manifest) => {
                let toolchain = setup.rust_for(manifest)?;
                let (choice, folders) = rust_build::of_user(&toolchain, manifest, choice)?;
                rust_build::counted(&toolchain, manifest, &choice, folders)
            }
            Subject::Project(workspace) => own::counted(workspace, Own::Play, setup),
        }
    }

    /// Returns what is meant in the folder `here`.
    fn of(here: &Path) -> Option<Subject> {
        let folder = here.ancestors().find(|folder| folder.join("Cargo.toml").is_file())?;
        let own = workspace::root_above(folder).filter(|root| folder.strip_prefix(root).is_ok_and(is_own));
        Some(match own {
            Some(root) => Subject::Project(Workspace::at(root)),
            None => Subject::Crate(folder.join("Cargo.toml")),
        })
    }
}

/// Whether a folder, by its path in the checkout, holds a crate of the project.
fn is_own(inside: &Path) -> bool {
    inside.components().next().is_none_or(|first| OWN.iter().any(|own| first.as_os_str() == *own))
}

/// Builds a program of the crate at `manifest`. All crates of the user share what is compiled on the way.
///
/// # Errors
/// As [`rust_build::build`], or there is no folder for what is shared.
pub fn build(manifest: &Path, choice: &Choice, setup: Setup) -> Result<Built> {
    let toolchain = setup.rust_for(manifest)?;
    let (choice, folders) = rust_build::of_user(&toolchain, manifest, choice)?;
    rust_build::build(&toolchain, manifest, &choice, folders)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        folder
    }

    #[test]
    fn a_crate_is_the_nearest_one() {
        let tree = tree(&["hello/Cargo.toml", "hello/src/main.rs"]);
        let manifest = tree.path().join("hello/Cargo.toml");
        let subject = Subject::of(&tree.path().join("hello/src"));
        assert_eq!(subject, Some(Subject::Crate(manifest)));
        assert_eq!(Subject::of(tree.path()), None);
    }

    #[test]
    fn a_checkout_means_the_project_but_for_crates_of_the_user() {
        let tree = tree(&[
            "Cargo.toml",
            "c64/Cargo.toml",
            "targets/x.json",
            "examples/snake/Cargo.toml",
            "mine/Cargo.toml",
        ]);
        let root = tree.path();
        let project = Some(Subject::Project(Workspace::at(root)));
        assert_eq!(Subject::of(root), project);
        assert_eq!(Subject::of(&root.join("c64")), project);
        for users in ["examples/snake", "mine"] {
            let folder = root.join(users);
            assert_eq!(Subject::of(&folder), Some(Subject::Crate(folder.join("Cargo.toml"))));
        }
    }
}
