//! Names of source files in programs that do not depend on where this checkout, the toolchain and cargo's home are.
//!
//! Every check that may panic names its file, and rustc writes the whole path of a file outside of the workspace into the
//! program. Bytes and cycles would then depend on the length of a user's folders. Messages of rustc and the lines of a
//! listing keep the whole path.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::setup::Toolchain;
use crate::workspace::Workspace;

/// Flags for rustc that leave out the folder of this project, of cargo's home, and of the library's sources.
pub fn flags(toolchain: &Toolchain) -> Vec<String> {
    let checkout = Workspace::find().ok().or_else(Workspace::of_this_program);
    let checkout = checkout.map(|workspace| workspace.root().to_path_buf());
    let fetched = ["registry/src", "git/checkouts"].map(|folder| Some(cargo_home()?.join(folder)));
    let folders = [checkout, Some(toolchain.library())].into_iter().chain(fetched).flatten();
    let remapped = folders.map(|folder| format!("--remap-path-prefix={}/=", folder.display()));
    ["--remap-path-scope=macro".to_string()].into_iter().chain(remapped).collect()
}

/// Returns the folder where cargo keeps the sources of the crates that it has fetched.
fn cargo_home() -> Option<PathBuf> {
    let named = std::env::var_os("CARGO_HOME").filter(|home: &OsString| !home.is_empty()).map(PathBuf::from);
    named.or_else(|| Some(std::env::home_dir()?.join(".cargo")))
}
