//! Finds this project's own files: the tools run inside a checkout.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

/// The folders in a checkout whose crates belong to the project.
const OWN: [&str; 6] = ["c64", "engine", "tests", "toolchain", "tools", "verification"];
/// A crate of one's own among them.
const EXAMPLES: &str = "toolchain/examples";

/// A checkout of the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// Finds the checkout that cargo runs us from, else the one around the current folder.
    ///
    /// # Errors
    /// Neither the current folder nor one above it is a checkout.
    pub fn find() -> Result<Workspace> {
        let manifest_folder = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let starts = manifest_folder.into_iter().chain(std::env::current_dir());
        let roots: Vec<PathBuf> =
            starts.filter_map(|start| Some(root_above(&start)?.to_path_buf())).collect();
        let root = roots.into_iter().next();
        root.map(|root| Workspace { root }).ok_or_else(|| {
            anyhow!(
                "this is not a checkout of sys2080: there is no c64/Cargo.toml in the current folder or above"
            )
        })
    }

    /// The checkout, if the current folder is its top or belongs to one of its crates. Any other folder with a `Cargo.toml` in it is a
    /// crate of the user.
    pub fn around_own_folder() -> Option<Workspace> {
        Workspace::of_own_folder(&std::env::current_dir().ok()?)
    }

    fn of_own_folder(here: &Path) -> Option<Workspace> {
        let folder = here.ancestors().find(|folder| folder.join("Cargo.toml").is_file())?;
        let root = root_above(folder)?;
        let inside = folder.strip_prefix(root).ok()?;
        let is_own = inside.iter().next().is_none_or(|first| OWN.iter().any(|own| first == *own));
        (is_own && !inside.starts_with(EXAMPLES)).then(|| Workspace::at(root))
    }

    /// Returns the checkout whose root folder is `root`.
    pub fn at(root: &Path) -> Workspace {
        Workspace { root: root.to_path_buf() }
    }

    /// Returns the checkout's root folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the manifest of the C64 programs.
    pub fn program_manifest(&self) -> PathBuf {
        self.root.join("c64/Cargo.toml")
    }

    /// Returns the folder with the description of the disk.
    pub fn disk(&self) -> PathBuf {
        self.root.join("disk")
    }

    /// Returns the target folder for C64 builds.
    pub fn target(&self) -> PathBuf {
        self.root.join("target/c64")
    }

    /// Returns the default folder for the finished files.
    pub fn out(&self) -> PathBuf {
        self.target().join("out")
    }
}

/// Finds the nearest folder at or above `start` that is a checkout.
pub fn root_above(start: &Path) -> Option<&Path> {
    start
        .ancestors()
        .find(|folder| folder.join("c64/Cargo.toml").is_file() && folder.join("toolchain").is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_of_the_user_are_not_the_project_s() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for name in [
            "c64/Cargo.toml",
            "toolchain/x",
            "toolchain/examples/snake/Cargo.toml",
            "mine/Cargo.toml",
            "Cargo.toml",
        ] {
            std::fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            std::fs::write(root.join(name), "").unwrap();
        }
        let project = Some(Workspace::at(root));
        assert_eq!(Workspace::of_own_folder(root), project);
        assert_eq!(Workspace::of_own_folder(&root.join("c64")), project);
        for users in ["toolchain/examples/snake", "mine"] {
            assert_eq!(Workspace::of_own_folder(&root.join(users)), None);
        }
    }

    #[test]
    fn the_checkout_is_found_from_inside() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(root_above(folder.path()), None);
        for inner in ["c64", "toolchain", "tools/src"] {
            std::fs::create_dir_all(folder.path().join(inner)).unwrap();
        }
        std::fs::write(folder.path().join("c64/Cargo.toml"), "").unwrap();
        assert_eq!(root_above(&folder.path().join("tools/src")), Some(folder.path()));
        assert_eq!(
            Workspace::find().unwrap().program_manifest().parent().unwrap().file_name().unwrap(),
            "c64"
        );
    }
}
