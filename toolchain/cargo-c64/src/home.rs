//! Finds the toolchain's checkout, which has the SDK for new crates: the command runs from a checkout or was compiled in one.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The manifest by which a checkout of the toolchain is recognised.
const SDK: &str = "toolchain/sdk/Cargo.toml";

/// A checkout that contains the toolchain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    checkout: PathBuf,
}

impl Home {
    /// Finds the checkout that cargo runs us from, else the one around the current folder, else the one around this program, else the one
    /// that this program was compiled from, if it still exists.
    pub fn find() -> Option<Home> {
        let manifest_folder = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let program = std::env::current_exe().and_then(std::fs::canonicalize).ok();
        let compiled = Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
        [manifest_folder, std::env::current_dir().ok(), program, compiled]
            .iter()
            .flatten()
            .find_map(|place| Home::around(place))
    }

    /// As [`Home::find`], for commands that need files from the checkout.
    ///
    /// # Errors
    /// There is no checkout.
    pub fn find_or_fail() -> Result<Home> {
        Home::find().context("the checkout that this program was compiled from is not there any more")
    }

    fn around(place: &Path) -> Option<Home> {
        let checkout = place.ancestors().find(|folder| folder.join(SDK).is_file())?;
        Some(Home { checkout: checkout.to_path_buf() })
    }

    /// Returns the folder of the crate `sys2080`.
    pub fn sdk(&self) -> PathBuf {
        self.toolchain().join("sdk")
    }

    /// Returns the folder of the toolchain.
    pub fn toolchain(&self) -> PathBuf {
        self.checkout.join("toolchain")
    }

    /// Returns the target folder for C64 builds in the checkout.
    pub fn target(&self) -> PathBuf {
        self.checkout.join("target/c64")
    }

    /// Returns the root folder of the checkout.
    pub fn checkout(&self) -> &Path {
        &self.checkout
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_toolchain_is_found_from_inside() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Home::around(folder.path()), None);
        std::fs::create_dir_all(folder.path().join("toolchain/sdk/src")).unwrap();
        std::fs::write(folder.path().join(SDK), "").unwrap();
        let home = Home::around(&folder.path().join("toolchain/sdk/src")).unwrap();
        assert_eq!(home.sdk(), folder.path().join("toolchain/sdk"));
    }
}
