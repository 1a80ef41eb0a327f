//! Uses rustup: finds and installs its toolchains and reads a crate's toolchain file.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::releases::{OLDEST, output};

/// Variables that rustup sets for the programs that it starts: the toolchain, and how it was chosen.
const TOOLCHAIN: &str = "RUSTUP_TOOLCHAIN";
const CHOSEN_BY: &str = "RUSTUP_TOOLCHAIN_SOURCE";

/// A toolchain file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wish {
    /// The file.
    pub file: PathBuf,
    /// The channel that it names, if any.
    pub channel: Option<String>,
}

/// Returns a command for a program as the user would call it in `folder`.
///
/// The rustup that started us has set the toolchain of the folder in which it was called. In another folder, another one may
/// apply, unless the user named it for this call with `cargo +NAME` or with the variable. rustup before 1.29 does not tell which.
pub(super) fn in_folder(program: impl AsRef<std::ffi::OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    // Nothing is installed without an announcement.
    command.current_dir(folder).stdin(Stdio::null()).env("RUSTUP_AUTO_INSTALL", "0");
    if !std::env::var(CHOSEN_BY).is_ok_and(|by| matches!(by.as_str(), "cli" | "env")) {
        command.env_remove(TOOLCHAIN).env_remove(CHOSEN_BY);
    }
    command
}

/// Returns whether rustup is installed.
pub(super) fn is_there() -> bool {
    output(Command::new("rustup").arg("--version")).is_ok()
}

/// Returns the folder of an installed toolchain.
pub(super) fn sysroot(name: &str) -> Option<PathBuf> {
    let mut command = Command::new("rustup");
    command.args(["run", name, "rustc", "--print", "sysroot"]).env("RUSTUP_AUTO_INSTALL", "0");
    output(&mut command).ok().map(|path| PathBuf::from(path.trim()))
}

/// Returns the folders of all installed toolchains.
pub(super) fn sysroots() -> Vec<PathBuf> {
    let mut command = Command::new("rustup");
    // An unreadable toolchain file must not hide the toolchains.
    command.args(["toolchain", "list"]).current_dir("/").env_remove(TOOLCHAIN);
    let Ok(list) = output(&mut command) else { return Vec::new() };
    // A line is `NAME` or `NAME (active, default)`; if no toolchain is installed, it is a sentence.
    let names = list.lines().filter_map(|line| line.split_whitespace().next());
    names.filter_map(sysroot).collect()
}

/// Announces and installs a toolchain with the source of `core`. Returns whether that worked.
pub(super) fn install(name: &str) -> bool {
    eprintln!("sys2080: installing the toolchain {name} with rustup");
    let mut command = Command::new("rustup");
    command.args(["toolchain", "install", name, "--profile", "minimal", "--component", "rust-src"]);
    run(command.arg("--no-self-update"))
}

/// Announces and adds `core`'s source to the toolchain of a folder. Returns whether that worked.
pub(super) fn add_source(folder: &Path) -> bool {
    eprintln!("sys2080: installing the component rust-src with rustup");
    run(in_folder("rustup", folder).args(["component", "add", "rust-src"]))
}

/// Announces and adds the standard library for another target to a rustup toolchain. Returns whether that worked.
pub(super) fn add_target(sysroot: &Path, target: &str) -> bool {
    let Some(toolchain) = sysroot.file_name() else { return false };
    eprintln!("sys2080: installing the target {target} with rustup");
    run(Command::new("rustup").args(["target", "add", target, "--toolchain"]).arg(toolchain))
}

/// Runs rustup and reports its error in one line.
fn run(command: &mut Command) -> bool {
    let why = match command.env("RUSTUP_MAX_RETRIES", "0").stdin(Stdio::null()).output() {
        Ok(done) if done.status.success() => return true,
        Ok(done) => {
            let said = String::from_utf8_lossy(&done.stderr);
            said.lines().find(|line| line.starts_with("error:")).unwrap_or("it failed").to_string()
        }
        Err(error) => error.to_string(),
    };
    eprintln!("sys2080: rustup failed: {why}");
    false
}

/// Finds the toolchain file in `folder` or above it, as rustup does.
pub(super) fn wish(folder: &Path) -> Option<Wish> {
    let folder = std::fs::canonicalize(folder).ok()?;
    let files = folder
        .ancestors()
        .flat_map(|folder| ["rust-toolchain", "rust-toolchain.toml"].map(|name| folder.join(name)));
    for file in files {
        if let Ok(text) = std::fs::read_to_string(&file) {
            return Some(Wish { channel: channel(&text), file });
        }
    }
    None
}

impl Wish {
    /// Returns whether we may be able to use the channel.
    pub fn may_fit(&self) -> bool {
        let Some(channel) = &self.channel else { return false };
        let mut numbers = channel.split('.').map_while(|part| part.parse::<u32>().ok());
        match (numbers.next(), numbers.next()) {
            (Some(major), Some(minor)) => (major, minor) >= OLDEST,
            // A nightly or beta with a date may be arbitrarily old.
            _ => matches!(channel.as_str(), "stable" | "beta" | "nightly"),
        }
    }
}

/// Reads the channel from a toolchain file, which is TOML or the name of the channel alone.
fn channel(text: &str) -> Option<String> {
    let table: Option<toml::Table> = text.parse().ok();
    match table {
        Some(table) => Some(table.get("toolchain")?.get("channel")?.as_str()?.to_string()),
        None => text.lines().next().map(|line| line.trim().to_string()).filter(|line| !line.is_empty()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toolchain_files_are_read_in_both_forms() {
        for text in ["1.96.0\n", "[toolchain]\nchannel = \"1.96.0\"\ncomponents = [\"clippy\"]\n"] {
            assert_eq!(channel(text).as_deref(), Some("1.96.0"), "{text}");
        }
        for text in ["", "[toolchain]\npath = \"/opt/rust\"\n"] {
            assert_eq!(channel(text), None, "{text}");
        }
    }

    #[test]
    fn the_nearest_file_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a/b");
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::write(folder.path().join("rust-toolchain.toml"), "[toolchain]\nchannel = \"beta\"\n")
            .unwrap();
        assert_eq!(wish(&inner).unwrap().channel.as_deref(), Some("beta"));
        std::fs::write(folder.path().join("a/rust-toolchain"), "1.80\n").unwrap();
        let wish = wish(&inner).unwrap();
        assert_eq!(wish.channel.as_deref(), Some("1.80"));
        assert!(wish.file.ends_with("a/rust-toolchain"));
    }

    #[test]
    fn channels_that_may_fit_are_told_from_others() {
        let may_fit =
            |channel: &str| Wish { file: PathBuf::new(), channel: Some(channel.to_string()) }.may_fit();
        for channel in ["1.95", "1.99.1", "2.0", "stable", "beta", "nightly"] {
            assert!(may_fit(channel), "{channel}");
        }
        for channel in ["1.94.0", "1.9", "nightly-2024-01-01", "my-own"] {
            assert!(!may_fit(channel), "{channel}");
        }
    }

    #[test]
    fn a_call_in_a_folder_has_that_folders_toolchain() {
        let command = in_folder("rustc", Path::new("/"));
        assert_eq!(command.get_current_dir(), Some(Path::new("/")));
        let set = |name: &str| command.get_envs().find(|(key, _)| *key == name).map(|(_, value)| value);
        assert_eq!(set("RUSTUP_AUTO_INSTALL").flatten(), Some("0".as_ref()));
    }
}
