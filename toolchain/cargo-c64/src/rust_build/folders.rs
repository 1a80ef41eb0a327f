//! The folders of a build: one for its programs, one for intermediate files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The environment variable that names the folder of [`Folders::shared`].
pub const CACHE_VARIABLE: &str = "SYS2080_CACHE";

/// The folders of a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// cargo's target folder.
    pub target: PathBuf,
    /// The folder for cargo's intermediate files, if that is not `target`.
    pub build: Option<PathBuf>,
}

impl Folders {
    /// Programs go to `target`. Everything else is kept in one folder for all crates of the user, so that `core` is compiled
    /// only once instead of once per crate.
    ///
    /// # Errors
    /// The user has no home folder, and neither [`CACHE_VARIABLE`] nor `XDG_CACHE_HOME` names a folder.
    pub fn shared(target: PathBuf) -> Result<Folders> {
        let variable = |name: &str| std::env::var_os(name);
        let cache = cache(variable, std::env::home_dir()).with_context(|| {
            format!("there is no home folder for the cache; {CACHE_VARIABLE} may name another folder")
        })?;
        Ok(Folders { target, build: Some(cache.join("build")) })
    }

    /// Returns the folder for cargo's intermediate files.
    pub fn build(&self) -> &Path {
        self.build.as_deref().unwrap_or(&self.target)
    }
}

impl<P: AsRef<Path>> From<P> for Folders {
    /// Everything goes to one folder.
    fn from(target: P) -> Folders {
        Folders { target: target.as_ref().to_path_buf(), build: None }
    }
}

/// Returns the user's cache folder as the XDG Base Directory Specification defines it.
fn cache(variable: impl Fn(&str) -> Option<OsString>, home: Option<PathBuf>) -> Option<PathBuf> {
    let folder = |name: &str| variable(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    folder(CACHE_VARIABLE)
        .or_else(|| Some(folder("XDG_CACHE_HOME")?.join("sys2080")))
        .or_else(|| Some(home?.join(".cache/sys2080")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_is_where_the_variables_or_the_home_folder_say() {
        let with = |set: &[(&str, &str)], home: Option<&str>| {
            let variable =
                |name: &str| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into());
            cache(variable, home.map(PathBuf::from))
        };
        let xdg = ("XDG_CACHE_HOME", "/x");
        assert_eq!(with(&[(CACHE_VARIABLE, "/c"), xdg], Some("/h")), Some("/c".into()));
        assert_eq!(with(&[xdg], Some("/h")), Some("/x/sys2080".into()));
        assert_eq!(with(&[("XDG_CACHE_HOME", "relative")], Some("/h")), Some("/h/.cache/sys2080".into()));
        assert_eq!(with(&[], None), None);
    }
}
