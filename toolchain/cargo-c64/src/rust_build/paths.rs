//! Makes the source file names in programs independent of the paths of this checkout, the toolchain and cargo's home.
//!
//! Every check that may panic names its file, and rustc embeds the full path of a file outside the workspace in the
//! program. Bytes and cycles would then depend on the length of a user's paths. rustc's messages and the lines of a
//! listing keep the full path.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::home::Home;
use crate::setup::Toolchain;

/// Returns rustc flags that strip the folders of this project, of cargo's home and of the library's sources.
pub fn flags(toolchain: &Toolchain) -> Vec<String> {
    // If several folders contain a file, rustc uses the last one.
    let home = Home::find().map(|home| [home.checkout().to_path_buf(), home.toolchain()]);
    let fetched =
        ["registry/src", "git/checkouts"].into_iter().filter_map(|folder| Some(cargo_home()?.join(folder)));
    let folders = home.into_iter().flatten().chain([toolchain.library()]).chain(fetched);
    let remapped = folders.map(|folder| format!("--remap-path-prefix={}/=", folder.display()));
    ["--remap-path-scope=macro".to_string()].into_iter().chain(remapped).collect()
}

/// Returns the folder where cargo keeps the sources of the crates that it has fetched.
fn cargo_home() -> Option<PathBuf> {
    let named = std::env::var_os("CARGO_HOME").filter(|home: &OsString| !home.is_empty()).map(PathBuf::from);
    named.or_else(|| Some(std::env::home_dir()?.join(".cargo")))
}
