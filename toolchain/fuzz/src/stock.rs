//! Calls the stock rustc without cargo, using a `core` that is built once.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, ensure};
use cargo_c64::home::Home;
use cargo_c64::link::text_beside;
use cargo_c64::output::{remove_file, update_file};
use cargo_c64::setup::Toolchain;
use clap::ValueEnum;
use compiler::Options;
use serde::Serialize;
use tempfile::TempDir;

use cargo_c64::{rust_build, target};

/// rustc's optimisation levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize)]
pub enum Level {
    /// Not at all
    #[value(name = "0")]
    #[serde(rename = "0")]
    None,
    /// A little
    #[value(name = "1")]
    #[serde(rename = "1")]
    Little,
    /// For speed
    #[value(name = "2")]
    #[serde(rename = "2")]
    Some,
    /// For speed, at any size
    #[value(name = "3")]
    #[serde(rename = "3")]
    All,
    /// For size
    #[value(name = "s")]
    #[serde(rename = "s")]
    Size,
    /// For size, at any speed
    #[value(name = "z")]
    #[serde(rename = "z")]
    Least,
}

impl Level {
    /// Every level, in the order of the rounds.
    pub const ALL: [Level; 6] =
        [Level::Size, Level::All, Level::None, Level::Some, Level::Least, Level::Little];

    /// The level as `-Copt-level` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Level::None => "0",
            Level::Little => "1",
            Level::Some => "2",
            Level::All => "3",
            Level::Size => "s",
            Level::Least => "z",
        }
    }
}

/// A crate whose only purpose is to make cargo build `core`, in the same way as for a C64 program.
const MANIFEST: &str = "[workspace]\n\n[package]\nname = \"sys2080-core\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
    [profile.release]\nopt-level = \"s\"\nlto = \"fat\"\npanic = \"abort\"\ncodegen-units = 1\n\
    debug = \"line-tables-only\"\n";

/// Our flags for every call of rustc, without lints, because random code has no good style.
const COMMON: [&str; 4] = ["--edition", "2024", "--cap-lints", "allow"];

/// rustc with a `core` for the C64.
#[derive(Debug)]
pub struct Stock {
    toolchain: Toolchain,
    json: PathBuf,
    /// Contains links to `core` and its dependencies and to the crate `sys2080`, and nothing else.
    libraries: TempDir,
    /// The functions, as LLVM IR, that rustc expects in every program.
    builtins: Arc<str>,
}

/// A running call of rustc.
#[derive(Debug)]
pub struct Call {
    child: Child,
    output: PathBuf,
}

impl Stock {
    /// Builds `core` if it has not been built yet.
    ///
    /// # Errors
    /// cargo cannot build `core`.
    pub fn new(toolchain: Toolchain, home: &Home) -> Result<Stock> {
        let target = home.target();
        let folder = target.join("core");
        update_file(&folder.join("Cargo.toml"), MANIFEST.as_bytes())?;
        update_file(&folder.join("src/lib.rs"), b"#![no_std]\n")?;
        let mut command = rust_build::cargo(&toolchain, "build", &target)?;
        command.args(["--release", "--message-format=json"]).current_dir(&folder).stderr(Stdio::piped());
        let output = command.output().context("cannot run cargo")?;
        ensure!(
            output.status.success(),
            "cargo cannot build core: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
        let libraries = tempfile::tempdir().context("cannot create a temporary folder")?;
        let messages = String::from_utf8(output.stdout)?;
        let mut text = PathBuf::new();
        for name in ["core", "alloc", "compiler_builtins"] {
            let library =
                rust_build::library(&messages, name).ok_or_else(|| anyhow!("cargo did not build {name}"))?;
            std::os::unix::fs::symlink(&library, libraries.path().join(format!("lib{name}.rlib")))?;
            text = text_beside(&library);
        }
        let builtins =
            std::fs::read_to_string(&text).with_context(|| format!("cannot read {}", text.display()))?;
        let json = target::write(&target)?;
        let stock = Stock { toolchain, json, libraries, builtins: builtins.into() };
        let mut sys2080 = stock.rustc();
        sys2080.args(["--crate-type=rlib", "--crate-name=sys2080", "-Copt-level=s"]);
        let library = stock.library("sys2080");
        sys2080.arg(format!("--emit=link={}", library.display()));
        start(sys2080, &home.checkout().join("toolchain/sdk/src/lib.rs"), library)?.finish()?;
        Ok(stock)
    }

    /// Returns the options for compiling the output of this rustc.
    pub fn options(&self) -> Options {
        Options::default().with(|options| {
            options.builtins = Some(self.builtins.clone());
            options.exact_signatures = true;
        })
    }

    /// Returns a rustc command for the C64, with `core` and `alloc`.
    fn rustc(&self) -> Command {
        let mut command = self.toolchain.rustc();
        command
            .args(COMMON)
            .args(["-Zunstable-options", "-Cpanic=abort", "-Ccodegen-units=1", "-Cdebug-assertions=off"])
            .args(target::RUSTFLAGS.iter().filter(|flag| !flag.starts_with("--emit")))
            .arg("--target")
            .arg(&self.json)
            .arg(format!("-Ldependency={}", self.libraries.path().display()));
        for name in ["core", "alloc", "compiler_builtins"] {
            command.arg(format!("--extern=noprelude:{name}={}", self.library(name).display()));
        }
        command
    }

    fn library(&self, name: &str) -> PathBuf {
        self.libraries.path().join(format!("lib{name}.rlib"))
    }

    /// Starts to compile a source file to LLVM IR for the C64. With `whole`, the result is the whole program, `core`, `alloc` and `sys2080`
    /// included, as in a user's build; otherwise only the crate, which takes less time.
    ///
    /// # Errors
    /// rustc cannot be run.
    pub fn start_target(&self, source: &Path, level: Level, whole: bool) -> Result<Call> {
        let output = source.with_extension(format!("{}.ll", level.name()));
        let mut command = self.rustc();
        let emit = format!("--emit=llvm-ir={}", output.display());
        match whole {
            // rustc merges the crates just before it calls its linker, which has nothing to do here.
            true => command
                .arg(format!("{emit},link={}.prg", output.display()))
                .args(["-Clto=fat", "-Clinker=true"]),
            false => command.arg(emit),
        };
        command
            // A binary, though none is linked: a library would also write metadata that nobody reads.
            .args(["--crate-type=bin", "--crate-name=random"])
            // Generic code comes with the crate even where `core` has it, too, because `core` itself is not linked.
            .arg("-Zshare-generics=no")
            .arg(format!("-Copt-level={}", level.name()))
            .arg(format!("--extern=sys2080={}", self.library("sys2080").display()));
        start(command, source, output)
    }

    /// Starts to compile a source file to a program for the host. The program stops where the source overflows or panics.
    ///
    /// # Errors
    /// rustc cannot be run.
    pub fn start_host(&self, source: &Path) -> Result<Call> {
        let mut command = self.toolchain.rustc();
        command.args(COMMON).arg("--crate-name=random").args([
            "-Copt-level=0",
            "-Cdebug-assertions=on",
            "-Coverflow-checks=on",
        ]);
        let output = source.with_extension("host");
        command.arg(format!("--emit=link={}", output.display()));
        start(command, source, output)
    }
}

/// The stock rustc's LLVM gave up on a correct program with this message: a bug of its own.
#[derive(Debug)]
pub struct Crashed(pub String);

impl std::fmt::Display for Crashed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "rustc crashes: {}", self.0)
    }
}

impl std::error::Error for Crashed {}

fn start(mut command: Command, source: &Path, output: PathBuf) -> Result<Call> {
    // Remove the output of an earlier call, so that it is not mistaken for that of this one.
    remove_file(&output)?;
    // rustc's own temporary files are in its working folder, under names that another call's may have, too.
    if let Some(folder) = output.parent() {
        command.current_dir(folder);
    }
    command.arg(source).stdin(Stdio::null()).stdout(Stdio::null());
    let child = command.stderr(Stdio::piped()).spawn().context("cannot run rustc")?;
    Ok(Call { child, output })
}

impl Call {
    /// Waits for the end; returns the generated file.
    ///
    /// # Errors
    /// rustc rejects the source; the error has its first messages. LLVM gives up on it: [`Crashed`].
    pub fn finish(self) -> Result<PathBuf> {
        let output = self.child.wait_with_output().context("cannot wait for rustc")?;
        let text = String::from_utf8_lossy(&output.stderr);
        let crash = |line: &&str| line.starts_with("rustc-LLVM ERROR: ") || line.starts_with("LLVM ERROR: ");
        if let Some(message) = text.lines().find(crash).filter(|_| !output.status.success()) {
            return Err(Crashed(message.to_string()).into());
        }
        let start: Vec<&str> = text.lines().take(12).collect();
        ensure!(output.status.success(), "rustc rejects the source: {}", start.join("\n"));
        Ok(self.output)
    }
}
