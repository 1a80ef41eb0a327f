//! The folder of the toolchain, with the SDK that new crates use: the command runs from a checkout, or was compiled in one.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The toolchain's folder in a checkout, by the manifest that shows it.
const SDK: &str = "toolchain/sdk/Cargo.toml";

/// A checkout with the toolchain in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    checkout: PathBuf,
}

impl Home {
    /// The checkout that cargo runs us from, else the one around the current folder, else the one around this program, else the one
    /// that this program was compiled from, if that is still there.
    pub fn find() -> Option<Home> {
        let manifest_folder = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let program = std::env::current_exe().and_then(std::fs::canonicalize).ok();
        let compiled = Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
        [manifest_folder, std::env::current_dir().ok(), program, compiled]
            .iter()
            .flatten()
            .find_map(|place| Home::around(place))
    }

    /// The same for commands that need files of the checkout.
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

    /// The folder of the crate `sys2080`.
    pub fn sdk(&self) -> PathBuf {
        self.toolchain().join("sdk")
    }

    /// The folder of the toolchain.
    pub fn toolchain(&self) -> PathBuf {
        self.checkout.join("toolchain")
    }

    /// Where everything for the C64 is built in the checkout.
    pub fn target(&self) -> PathBuf {
        self.checkout.join("target/c64")
    }

    /// The top folder of the checkout.
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
