//! Compiles test crates with the stock rustc: our `std` and `test` once with cargo, each crate with rustc alone.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, anyhow, bail, ensure};
use cargo_c64::home::Home;
use cargo_c64::link::text_beside;
use cargo_c64::output::update_file;
use cargo_c64::rust_build;
use cargo_c64::setup::Toolchain;
use cargo_c64::target;

use super::suites::{self, Suite};

/// The libraries that a test crate may name. `core` and `alloc` are declared with `extern crate`, or not at all.
const LIBRARIES: [(&str, bool); 7] = [
    ("core", false),
    ("alloc", false),
    ("compiler_builtins", false),
    ("std", true),
    ("test", true),
    ("rand", true),
    ("rand_xorshift", true),
];

/// Libraries that these need.
const NEEDED: [&str; 2] = ["hashbrown", "libm"];

/// Our flags for every call of rustc. Panics end the program, so every test is one run of it.
const COMMON: [&str; 9] = [
    "--cap-lints=allow",
    "--crate-type=bin",
    "--error-format=short",
    "-Zunstable-options",
    "-Cpanic=abort",
    "-Clto=fat",
    "-Ccodegen-units=1",
    "-Copt-level=s",
    "-Cdebuginfo=line-tables-only",
];

/// Flags for test crates.
const TESTS: [&str; 3] = ["--edition=2024", "--test", "-Zpanic-abort-tests"];

/// How much a panic prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Messages {
    /// Its location, and its message if that is constant; small.
    Short,
    /// The full message, for tests that must panic with a certain message.
    Full,
    /// As [`Messages::Short`], but `Debug` prints nothing: for tests that do not fit with the output of their assertions.
    Mute,
    /// Nothing, in a program with `main` whose output is compared.
    Program,
    /// As [`Messages::Program`], but `Debug` prints nothing.
    MuteProgram,
}

impl Messages {
    /// Returns a name for files and folders.
    pub const fn name(self) -> &'static str {
        match self {
            Messages::Short => "short",
            Messages::Full => "full",
            Messages::Mute => "mute",
            Messages::Program => "program",
            Messages::MuteProgram => "mute-program",
        }
    }

    /// Returns rustc flags in addition to those for every crate.
    const fn flags(self) -> &'static [&'static str] {
        match self {
            Messages::Short | Messages::Full | Messages::Program => &[],
            Messages::Mute | Messages::MuteProgram => &["-Zfmt-debug=none"],
        }
    }

    /// Returns the features of our `std`.
    const fn features(self) -> Option<&'static str> {
        match self {
            Messages::Short | Messages::Mute => None,
            Messages::Full => Some("--features=std/messages"),
            Messages::Program | Messages::MuteProgram => Some("--features=std/programs"),
        }
    }
}

/// rustc with the libraries that tests of core and alloc need.
#[derive(Debug)]
pub struct Stock {
    toolchain: Toolchain,
    json: PathBuf,
    linker: PathBuf,
    home: Home,
    folder: PathBuf,
    /// Folders that contain only links to the libraries, for each kind that was requested.
    libraries: Mutex<BTreeMap<Messages, PathBuf>>,
}

/// A test crate to compile.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The suite that it belongs to.
    pub suite: Suite,
    /// The root module of the crate.
    pub source: &'a Path,
    /// How much its panics print.
    pub messages: Messages,
    /// Whether it uses the sizes for Miri.
    pub small: bool,
}

/// The result of compiling a test crate with rustc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compiled {
    /// The file with the LLVM IR of the whole program.
    Module(PathBuf),
    /// rustc's first errors.
    Refused(String),
}

impl Stock {
    /// Prepares to build everything below `folder`.
    ///
    /// # Errors
    /// The folder is not writable.
    pub fn new(toolchain: Toolchain, home: &Home, folder: &Path) -> Result<Stock> {
        let json = target::write(folder)?;
        let linker = rust_build::linker(folder)?;
        let (home, folder) = (home.clone(), folder.to_path_buf());
        Ok(Stock { toolchain, json, linker, home, folder, libraries: Mutex::default() })
    }

    /// Returns the folder with the libraries, which are built when they are first requested.
    fn libraries(&self, messages: Messages) -> Result<PathBuf> {
        let mut known = self.libraries.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(folder) = known.get(&messages) {
            return Ok(folder.clone());
        }
        let folder = libraries(&self.toolchain, &self.home, &self.folder, messages)?;
        known.insert(messages, folder.clone());
        Ok(folder)
    }

    /// Returns the LLVM IR of the built-in functions that rustc expects for every program.
    ///
    /// # Errors
    /// The crate cannot be built or read.
    pub fn builtins(&self, messages: Messages) -> Result<Arc<str>> {
        let library = self.libraries(messages)?.join(file("compiler_builtins"));
        let text = text_beside(&std::fs::canonicalize(library)?);
        let what = || format!("cannot read {}", text.display());
        Ok(std::fs::read_to_string(&text).with_context(what)?.into())
    }

    /// Returns the features that the root of a suite enables but this rustc or our `std` does not have.
    ///
    /// # Errors
    /// rustc cannot run.
    pub fn unknown_features(&self, suite: Suite, root: &str, folder: &Path) -> Result<Vec<String>> {
        let asked = root.lines().filter(|line| suites::feature(line).is_some());
        let text = asked.fold(String::new(), |text, line| text + line + "\n");
        let source = folder.join(format!("features-{}.rs", suite.prefix.replace("::", "-")));
        update_file(&source, text.as_bytes())?;
        let mut arguments: Vec<OsString> = TESTS.iter().map(OsString::from).collect();
        arguments.extend(["--emit=metadata".into(), "-o".into(), source.with_extension("rmeta").into()]);
        let (_, said) = self.call(&source, &arguments, Messages::Short)?;
        let names = said.lines().filter(|line| line.contains("[E0635]"));
        Ok(names.filter_map(|line| Some(line.split('`').nth(1)?.to_string())).collect())
    }

    /// Compiles a test crate, unless the same rustc has already compiled the same crate.
    ///
    /// # Errors
    /// rustc cannot run, or a folder is not writable.
    pub fn compile(&self, wish: Wish<'_>, mirror: &Path, cuts: &str, output: &Path) -> Result<Compiled> {
        let mut remap = OsString::from("--remap-path-prefix=");
        remap.push(mirror);
        remap.push("/=");
        let mut arguments: Vec<OsString> = vec![remap, format!("--crate-name={}", wish.suite.name).into()];
        arguments.extend(TESTS.iter().map(OsString::from));
        if wish.small {
            arguments.push("--cfg=miri".into());
        }
        self.compile_crate(wish.source, wish.messages, arguments, cuts, output)
    }

    /// Compiles a program with `main`, unless the same rustc has already compiled the same program.
    ///
    /// # Errors
    /// As [`Stock::compile`].
    pub fn compile_program(
        &self,
        source: &Path,
        messages: Messages,
        flags: &[String],
        output: &Path,
    ) -> Result<Compiled> {
        self.compile_crate(source, messages, flags.iter().map(OsString::from).collect(), "", output)
    }

    /// Compiles a crate with all the flags that its kind needs.
    fn compile_crate(
        &self,
        source: &Path,
        messages: Messages,
        mut arguments: Vec<OsString>,
        cuts: &str,
        output: &Path,
    ) -> Result<Compiled> {
        arguments.extend(["-o".into(), output.into()]);
        arguments.extend(target::RUSTFLAGS.iter().chain(messages.flags()).map(OsString::from));
        let module = output.with_extension("ll");
        let stamp = output.with_extension("stamp");
        let key = self.key(source, messages, &arguments, cuts)?;
        if std::fs::read_to_string(&stamp).is_ok_and(|known| known == key) && module.is_file() {
            return Ok(Compiled::Module(module));
        }
        let _ = std::fs::remove_file(&stamp);
        match self.call(source, &arguments, messages)? {
            (true, _) => {
                update_file(&stamp, key.as_bytes())?;
                Ok(Compiled::Module(module))
            }
            (false, said) => Ok(Compiled::Refused(first_errors(&said))),
        }
    }

    /// Returns the cache key: if it is unchanged, rustc would produce the same output from the crate again.
    fn key(&self, source: &Path, messages: Messages, arguments: &[OsString], cuts: &str) -> Result<String> {
        let mut key = format!("{:?}\n{arguments:?}\n{COMMON:?}\n{cuts}\n", self.toolchain);
        let libraries = self.libraries(messages)?;
        for name in LIBRARIES.iter().map(|library| library.0).chain(NEEDED) {
            let library = std::fs::canonicalize(libraries.join(file(name)))?;
            let time = library.metadata()?.modified()?;
            let _ = writeln!(key, "{} {time:?}", library.display());
        }
        Ok(key + &std::fs::read_to_string(source)?)
    }

    /// Calls rustc on a crate. Returns whether it succeeded, and its messages.
    fn call(&self, source: &Path, arguments: &[OsString], messages: Messages) -> Result<(bool, String)> {
        let libraries = self.libraries(messages)?;
        let mut command = self.toolchain.rustc();
        command.args(COMMON).args(arguments);
        command.arg(source).arg("--target").arg(&self.json).stdin(Stdio::null());
        command.arg(format!("-Clinker={}", self.linker.display()));
        command.arg(format!("-Ldependency={}", libraries.display())).arg("-Ctarget-cpu=atmega328p");
        for (name, prelude) in LIBRARIES {
            let kind = if prelude { "" } else { "noprelude:" };
            command.arg(format!("--extern={kind}{name}={}", libraries.join(file(name)).display()));
        }
        let output = command.output().context("cannot run rustc")?;
        Ok((output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}

/// Returns the first errors among rustc's messages, in one line.
pub fn first_errors(said: &str) -> String {
    let errors = said.lines().filter(|line| line.contains("error"));
    errors.take(3).collect::<Vec<_>>().join("; ")
}

fn file(name: &str) -> String {
    format!("lib{name}.rlib")
}

/// Builds our libraries together with `core` and `alloc`, and creates a folder of links to them.
fn libraries(toolchain: &Toolchain, home: &Home, folder: &Path, messages: Messages) -> Result<PathBuf> {
    // Each kind has its own folder, so that none makes cargo rebuild another.
    let mut command = rust_build::cargo(toolchain, "build", folder.join(messages.name()))?;
    let flags: Vec<&str> = target::RUSTFLAGS.iter().chain(messages.flags()).copied().collect();
    command
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .args(["-Zbuild-std-features=optimize_for_size", "--release", "--locked", "--message-format=json"])
        .current_dir(home.checkout().join("toolchain/conformance/shim"))
        .stderr(Stdio::piped());
    command.args(messages.features());
    let output = command.output().context("cannot run cargo")?;
    ensure!(
        output.status.success(),
        "cargo cannot build the libraries of the tests: {}",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    let said = String::from_utf8(output.stdout)?;
    let links = folder.join("libraries").join(messages.name());
    if links.exists() {
        std::fs::remove_dir_all(&links).with_context(|| format!("cannot empty {}", links.display()))?;
    }
    std::fs::create_dir_all(&links).with_context(|| format!("cannot create {}", links.display()))?;
    for name in LIBRARIES.iter().map(|library| library.0).chain(NEEDED) {
        let library =
            rust_build::library(&said, name).ok_or_else(|| anyhow!("cargo did not build {name}"))?;
        std::os::unix::fs::symlink(&library, links.join(file(name)))?;
    }
    Ok(links)
}

/// Returns the folder `library` of the toolchain's sources.
///
/// # Errors
/// The toolchain has no such folder with tests of core.
pub fn sources(toolchain: &Toolchain) -> Result<PathBuf> {
    let sysroot = toolchain.rustc.parent().and_then(Path::parent).unwrap_or(Path::new("/"));
    let library = sysroot.join("lib/rustlib/src/rust/library");
    match library.join(suites::SUITES[0].root).is_file() {
        true => Ok(library),
        false => bail!("{} has no tests of core; install the component rust-src", library.display()),
    }
}
