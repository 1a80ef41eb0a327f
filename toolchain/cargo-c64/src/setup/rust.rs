//! Finds a stock Rust compiler that can build `core` from source for our target.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, anyhow, bail};
use compiler::llvm::versions::TESTED;

use super::releases::{OLDEST, output};
use super::rustup;

/// The newest release that the tests run with, under its rustup name. The set-up installs this one.
pub const NEWEST: &str = "1.99.1";

/// The environment variable for the toolchain to build with: a rustup name, a toolchain folder, or [`NEWEST_NAME`].
pub const VARIABLE: &str = "SYS2080_TOOLCHAIN";

/// The value of [`VARIABLE`] that stands for [`NEWEST`].
pub const NEWEST_NAME: &str = "newest";

/// The folder with the sources of `core` and `alloc` in a toolchain's sysroot.
const LIBRARY: &str = "lib/rustlib/src/rust/library";

/// Variables of an outer cargo or rustup that would mislead an inner one, including the library path of the outer one.
const FOREIGN: [&str; 13] = [
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
    "RUSTUP_TOOLCHAIN_SOURCE",
];

/// A release of rustc, as `rustc -vV` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// Major and minor number of the release.
    pub release: (u32, u32),
    /// Major version of its LLVM.
    pub llvm: u32,
}

impl Version {
    /// Parses the output of `rustc -vV`.
    fn parse(text: &str) -> Option<Version> {
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let release = release(field("release:")?)?;
        let llvm = field("LLVM version:")?.split('.').next()?.parse().ok()?;
        Some(Version { release, llvm })
    }

    /// Fails if this version cannot be used.
    fn check(self) -> Result<()> {
        let (major, minor) = OLDEST;
        if self.release < OLDEST {
            bail!("{self} is too old: {major}.{minor} or newer is needed");
        }
        Ok(())
    }

    /// Returns a remark if this version is not one of those that the tests run with.
    pub(super) fn remark(self) -> Option<String> {
        let newest = newest();
        let (first, last) = (TESTED.start(), TESTED.end());
        let known = self.release <= newest && TESTED.contains(&self.llvm);
        (!known).then(|| {
            format!(
                "{self} is not one of the tested versions ({}.{} to {}.{} with LLVM {first} to {last}); \
                 the compiler reports any IR that it does not know",
                OLDEST.0, OLDEST.1, newest.0, newest.1
            )
        })
    }
}

/// Returns major and minor number of [`NEWEST`].
fn newest() -> (u32, u32) {
    release(NEWEST).unwrap_or(OLDEST)
}

/// Parses major and minor number of a release.
fn release(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split('.').map(|part| part.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (major, minor) = self.release;
        write!(f, "rustc {major}.{minor} with LLVM {}", self.llvm)
    }
}

/// A rustc that can build `core`, and its cargo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// The cargo that belongs to the rustc.
    pub cargo: PathBuf,
    /// The compiler itself, not rustup's proxy.
    pub rustc: PathBuf,
    /// The sysroot folder.
    pub sysroot: PathBuf,
    /// Its version.
    pub version: Version,
}

impl Toolchain {
    /// Returns a command for this rustc alone, with unstable features enabled.
    pub fn rustc(&self) -> Command {
        let mut command = Command::new(&self.rustc);
        for name in FOREIGN {
            command.env_remove(name);
        }
        command.env("RUSTC_BOOTSTRAP", "1").env("RUSTC_ICE", "0");
        command
    }

    /// Returns the release as printed by `rustc -vV`, e.g. `1.95.0`.
    ///
    /// # Errors
    /// rustc does not run.
    pub fn release(&self) -> Result<String> {
        let text = output(Command::new(&self.rustc).arg("-vV"))?;
        let release = text.lines().find_map(|line| line.strip_prefix("release: "));
        release
            .map(str::to_string)
            .ok_or_else(|| anyhow!("{} does not state its release", self.rustc.display()))
    }

    /// Returns the folder with the sources of `core` and `alloc`.
    pub fn library(&self) -> PathBuf {
        self.sysroot.join(LIBRARY)
    }

    /// Returns a command for this toolchain's cargo with unstable features enabled and without an outer cargo's environment.
    pub fn cargo(&self) -> Command {
        let mut command = Command::new(&self.cargo);
        for name in FOREIGN {
            command.env_remove(name);
        }
        command.env("RUSTC", &self.rustc).env("RUSTC_BOOTSTRAP", "1").env("RUSTC_ICE", "0");
        command
    }
}

/// The reason why a rustc cannot be used.
#[derive(Debug)]
pub(super) struct Unfit {
    /// The reason as text.
    pub why: String,
    /// Whether only the source of `core` is missing.
    pub lacks_source: bool,
}

impl Unfit {
    fn new(why: impl fmt::Display) -> Unfit {
        Unfit { why: format!("{why:#}"), lacks_source: false }
    }
}

/// Returns the folders in `PATH` that contain a rustc.
fn folders_of_path() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).filter(|folder| folder.join("rustc").is_file()).collect()
}

/// Finds the toolchain that cargo would use in `folder`: that of the first rustc in `PATH`, which may be rustup's proxy.
///
/// # Errors
/// There is none, or it cannot be used.
pub(super) fn usual(folder: &Path) -> Result<Toolchain, Unfit> {
    let first = folders_of_path().into_iter().next();
    through(&first.ok_or_else(|| Unfit::new("there is no rustc in PATH"))?, folder)
}

/// The environment variable that overrides the folders of the system's own rustc, for tests.
const SYSTEM: &str = "SYS2080_SYSTEM";

/// Finds the first usable toolchain that cargo would not use by itself: further ones in `PATH`, the newest tested one, the best of
/// rustup's others, the system's.
///
/// # Errors
/// The reason why each rustc that was found cannot be used.
pub(super) fn other(folder: &Path) -> Result<Toolchain, Vec<String>> {
    let of_path = folders_of_path().into_iter().map(|place| through(&place, folder));
    let newest = rustup::sysroot(NEWEST).into_iter().map(|sysroot| examine(&sysroot, &sysroot.join("bin")));
    let system = std::env::var_os(SYSTEM).unwrap_or_else(|| "/usr/bin:/usr/local/bin".into());
    let system: Vec<PathBuf> = std::env::split_paths(&system).collect();
    let system =
        system.iter().filter(|place| place.join("rustc").is_file()).map(|place| through(place, folder));
    let others = std::iter::once_with(|| {
        let all = rustup::sysroots().into_iter().map(|sysroot| examine(&sysroot, &sysroot.join("bin")));
        let (mut fit, unfit): (Vec<_>, Vec<_>) = all.partition(Result::is_ok);
        // The newest release that the tests run with comes first, then the newest of all.
        fit.sort_by_key(|found| {
            let version = found.as_ref().ok().map(|toolchain| toolchain.version);
            std::cmp::Reverse(version.map(|version| (version.remark().is_none(), version.release)))
        });
        fit.into_iter().chain(unfit)
    });
    let mut faults = Vec::new();
    for found in of_path.chain(newest).chain(others.flatten()).chain(system) {
        match found {
            Ok(toolchain) => return Ok(toolchain),
            Err(unfit) if faults.contains(&unfit.why) => {}
            Err(unfit) => faults.push(unfit.why),
        }
    }
    Err(faults)
}

/// Finds the toolchain that the user names by a rustup name or by its folder.
///
/// # Errors
/// It does not exist or cannot be used.
pub(super) fn named(name: &str) -> Result<Toolchain, Unfit> {
    let sysroot = match Path::new(name).is_absolute() {
        true => PathBuf::from(name),
        false => rustup::sysroot(name).ok_or_else(|| absent(name))?,
    };
    examine(&sysroot, &sysroot.join("bin"))
}

/// Returns advice about a toolchain that is not installed in rustup.
fn absent(name: &str) -> Unfit {
    let (major, minor) = OLDEST;
    match release(name) {
        Some(release) if release < OLDEST => {
            Unfit::new(format!("rustc {name} is too old: {major}.{minor} or newer is needed"))
        }
        _ => Unfit::new(format!("rustup has no toolchain {name}: `rustup toolchain install {name}`")),
    }
}

/// Returns the toolchain behind the rustc in `place` when it is called in `folder`.
fn through(place: &Path, folder: &Path) -> Result<Toolchain, Unfit> {
    let rustc = place.join("rustc");
    let sysroot = output(rustup::in_folder(&rustc, folder).args(["--print", "sysroot"]));
    let sysroot = sysroot.map_err(Unfit::new)?;
    examine(Path::new(sysroot.trim()), place)
}

/// Examines the toolchain at `sysroot`, reached through `folder`.
fn examine(sysroot: &Path, folder: &Path) -> Result<Toolchain, Unfit> {
    let toolchain = read(sysroot, folder).map_err(Unfit::new)?;
    let source = toolchain.library().join("core/Cargo.toml");
    if !source.is_file() {
        let (rustc, source) = (toolchain.rustc.display(), source.display());
        let why = format!("{rustc} has no source of core ({source} is missing)");
        return Err(Unfit { why, lacks_source: true });
    }
    Ok(toolchain)
}

fn read(sysroot: &Path, folder: &Path) -> Result<Toolchain> {
    let beside = |name: &str| {
        [sysroot.join("bin"), folder.to_path_buf()]
            .iter()
            .map(|place| place.join(name))
            .find(|path| path.is_file())
    };
    let rustc = beside("rustc").ok_or_else(|| anyhow!("{} has no rustc", sysroot.display()))?;
    let text = output(Command::new(&rustc).arg("-vV"))?;
    let version =
        Version::parse(&text).ok_or_else(|| anyhow!("{} does not state its version", rustc.display()))?;
    version.check()?;
    let cargo = beside("cargo").ok_or_else(|| anyhow!("{} has no cargo beside it", rustc.display()))?;
    Ok(Toolchain { cargo, rustc, sysroot: sysroot.to_path_buf(), version })
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
    fn old_versions_are_refused_with_what_is_needed() {
        let old = Version { release: (1, 94), llvm: 21 }.check().unwrap_err().to_string();
        assert_eq!(old, "rustc 1.94 with LLVM 21 is too old: 1.95 or newer is needed");
    }

    #[test]
    fn no_toolchain_is_advised_that_would_be_refused() {
        assert_eq!(absent("1.90.0").why, "rustc 1.90.0 is too old: 1.95 or newer is needed");
        for name in ["1.97.0", "nightly", "beta"] {
            assert!(absent(name).why.ends_with(&format!("`rustup toolchain install {name}`")));
        }
    }

    #[test]
    fn new_versions_are_told_and_taken() {
        for release in [OLDEST, newest()] {
            for llvm in TESTED {
                assert_eq!(Version { release, llvm }.remark(), None);
            }
        }
        let (major, minor) = newest();
        for new in [
            Version { release: (major, minor + 1), llvm: *TESTED.end() },
            Version { release: newest(), llvm: TESTED.end() + 1 },
            Version { release: (2, 0), llvm: 40 },
        ] {
            new.check().unwrap();
            let remark = new.remark().unwrap();
            assert!(
                remark.starts_with(&format!("{new} is not one of the tested versions (1.95 to ")),
                "{remark}"
            );
            assert!(!remark.contains('\n'), "{remark}");
        }
    }

    #[test]
    fn a_toolchain_without_source_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("bin");
        std::fs::create_dir(&bin).unwrap();
        std::fs::write(bin.join("rustc"), format!("#!/bin/sh\ncat <<'END'\n{TEXT}END\n")).unwrap();
        std::os::unix::fs::symlink("/bin/true", bin.join("cargo")).unwrap();
        make_executable(&bin.join("rustc"));
        let unfit = examine(folder.path(), &bin).unwrap_err();
        assert!(unfit.lacks_source && unfit.why.contains("has no source of core"), "{unfit:?}");
        let source = folder.path().join(LIBRARY).join("core");
        std::fs::create_dir_all(&source).unwrap();
        std::fs::write(source.join("Cargo.toml"), "").unwrap();
        assert_eq!(examine(folder.path(), &bin).unwrap().rustc, bin.join("rustc"));
    }

    fn make_executable(path: &Path) {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
}
