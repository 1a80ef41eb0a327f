//! The stock Rust compiler: which one can build `core` from source for our target.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Result, anyhow, bail};

/// The oldest release whose IR the compiler was tried with.
const OLDEST: (u32, u32) = (1, 95);

/// The LLVM that writes the IR our compiler reads. Its text and its data layouts change with each major version.
const LLVM: u32 = 22;

/// Variables of an outer cargo or rustup that would lead an inner one astray, the outer toolchain's libraries included.
const FOREIGN: [&str; 12] = [
    "CARGO_BUILD_TARGET",
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_MANIFEST_DIR",
    "CARGO_MANIFEST_PATH",
    "CARGO_TARGET_DIR",
    "LD_LIBRARY_PATH",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTDOC",
    "RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
];

/// A release of rustc as `rustc -vV` tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// Major and minor number of the release.
    pub release: (u32, u32),
    /// Major version of the LLVM inside.
    pub llvm: u32,
}

impl Version {
    /// Reads the output of `rustc -vV`.
    fn parse(text: &str) -> Option<Version> {
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let mut release = field("release:")?.split('.');
        let mut number = || release.next()?.parse().ok();
        let release = (number()?, number()?);
        let llvm = field("LLVM version:")?.split('.').next()?.parse().ok()?;
        Some(Version { release, llvm })
    }

    /// Says why this version cannot be used.
    fn check(self) -> Result<()> {
        let (major, minor) = self.release;
        if self.release < OLDEST || self.llvm != LLVM {
            let (oldest_major, oldest_minor) = OLDEST;
            bail!(
                "rustc {major}.{minor} with LLVM {} is not supported: it takes {oldest_major}.{oldest_minor} or newer with LLVM {LLVM}",
                self.llvm
            );
        }
        Ok(())
    }
}

/// A rustc that can build `core`, and its cargo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// The cargo that belongs to the rustc.
    pub cargo: PathBuf,
    /// The compiler itself, not rustup's proxy.
    pub rustc: PathBuf,
    /// Its version.
    pub version: Version,
}

impl Toolchain {
    /// A call of this rustc alone, with unstable features unlocked.
    pub fn rustc(&self) -> Command {
        let mut command = Command::new(&self.rustc);
        for name in FOREIGN {
            command.env_remove(name);
        }
        command.env("RUSTC_BOOTSTRAP", "1").env("RUSTC_ICE", "0");
        command
    }

    /// A call of this toolchain's cargo with unstable features unlocked and nothing of an outer cargo in its environment.
    pub fn cargo(&self) -> Command {
        let mut command = Command::new(&self.cargo);
        for name in FOREIGN {
            command.env_remove(name);
        }
        command.env("RUSTC", &self.rustc).env("RUSTC_BOOTSTRAP", "1").env("RUSTC_ICE", "0");
        command
    }
}

/// The first usable toolchain: those of `PATH`, then the system's.
///
/// # Errors
/// What is wrong with each rustc that was found.
pub(super) fn find() -> Result<Toolchain> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/bin".into(), "/usr/local/bin".into()]);
    let mut seen: Vec<PathBuf> = Vec::new();
    let mut faults: Vec<String> = Vec::new();
    for folder in folders {
        let proxy = folder.join("rustc");
        if !proxy.is_file() {
            continue;
        }
        let Ok(sysroot) = output(Command::new(&proxy).args(["--print", "sysroot"])) else {
            faults.push(format!("{} does not run", proxy.display()));
            continue;
        };
        let sysroot = PathBuf::from(sysroot.trim());
        if seen.contains(&sysroot) {
            continue;
        }
        match examine(&sysroot, &folder) {
            Ok(toolchain) => return Ok(toolchain),
            Err(fault) => faults.push(format!("{fault:#}")),
        }
        seen.push(sysroot);
    }
    match faults.is_empty() {
        true => Err(anyhow!("no rustc found")),
        false => Err(anyhow!("no usable rustc: {}", faults.join("; "))),
    }
}

/// The toolchain at `sysroot`, reached through `folder`.
fn examine(sysroot: &Path, folder: &Path) -> Result<Toolchain> {
    let beside = |name: &str| {
        [sysroot.join("bin"), folder.to_path_buf()]
            .iter()
            .map(|place| place.join(name))
            .find(|path| path.is_file())
    };
    let rustc = beside("rustc").ok_or_else(|| anyhow!("{} has no rustc", sysroot.display()))?;
    let text = output(Command::new(&rustc).arg("-vV"))?;
    let version = Version::parse(&text).ok_or_else(|| anyhow!("{} tells no version", rustc.display()))?;
    version.check()?;
    let source = sysroot.join("lib/rustlib/src/rust/library/core/Cargo.toml");
    if !source.is_file() {
        bail!("{} has no source of core ({} is missing)", rustc.display(), source.display());
    }
    let cargo = beside("cargo").ok_or_else(|| anyhow!("{} has no cargo beside it", rustc.display()))?;
    Ok(Toolchain { cargo, rustc, version })
}

/// Adds `core`'s source by rustup, which only works where rustup manages the toolchain and reaches its server.
/// Whether it worked is for [`find`] to say.
pub(super) fn add_source_by_rustup() -> bool {
    let listed =
        Command::new("rustup").args(["component", "list", "--installed"]).stdin(Stdio::null()).output();
    if !listed.is_ok_and(|listed| listed.status.success()) {
        return false;
    }
    eprintln!("sys2080: installing the component rust-src by rustup");
    let added = Command::new("rustup")
        .args(["component", "add", "rust-src"])
        .env("RUSTUP_MAX_RETRIES", "0")
        .stdin(Stdio::null())
        .output();
    match added {
        Ok(added) if added.status.success() => true,
        Ok(added) => {
            let said = String::from_utf8_lossy(&added.stderr);
            let why = said.lines().find(|line| line.starts_with("error:")).unwrap_or("it failed");
            eprintln!("sys2080: rustup could not: {why}");
            false
        }
        Err(error) => {
            eprintln!("sys2080: rustup could not: {error}");
            false
        }
    }
}

/// What a successful command prints.
fn output(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output()?;
    if !output.status.success() {
        bail!("{} ended with {}", command.get_program().display(), output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)\nbinary: rustc\n\
                        release: 1.96.0\nLLVM version: 22.1.8\n";

    #[test]
    fn versions_are_read() {
        let version = Version::parse(TEXT).unwrap();
        assert_eq!(version, Version { release: (1, 96), llvm: 22 });
        version.check().unwrap();
        let nightly = Version::parse(&TEXT.replace("release: 1.96.0", "release: 1.97.0-nightly")).unwrap();
        assert_eq!(nightly.release, (1, 97));
        assert_eq!(Version::parse("gcc 12"), None);
    }

    #[test]
    fn other_versions_are_refused_by_name() {
        let old = Version { release: (1, 94), llvm: 21 }.check().unwrap_err().to_string();
        assert_eq!(old, "rustc 1.94 with LLVM 21 is not supported: it takes 1.95 or newer with LLVM 22");
        assert!(Version { release: (1, 99), llvm: 23 }.check().is_err());
    }

    #[test]
    fn a_toolchain_without_source_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("bin");
        std::fs::create_dir(&bin).unwrap();
        std::fs::write(bin.join("rustc"), format!("#!/bin/sh\ncat <<'END'\n{TEXT}END\n")).unwrap();
        std::os::unix::fs::symlink("/bin/true", bin.join("cargo")).unwrap();
        make_executable(&bin.join("rustc"));
        let error = examine(folder.path(), &bin).unwrap_err().to_string();
        assert!(error.contains("has no source of core"), "{error}");
        let source = folder.path().join("lib/rustlib/src/rust/library/core");
        std::fs::create_dir_all(&source).unwrap();
        std::fs::write(source.join("Cargo.toml"), "").unwrap();
        assert_eq!(examine(folder.path(), &bin).unwrap().rustc, bin.join("rustc"));
    }

    fn make_executable(path: &Path) {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
}
