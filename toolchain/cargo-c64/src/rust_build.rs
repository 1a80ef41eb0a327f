//! Builds a crate for the C64: stock cargo and rustc produce LLVM IR, which our compiler turns into the program.
//!
//! cargo needs a linker that succeeds. It is given a script that only records its arguments in the output file; the compiler then runs
//! in this process on the files that these arguments name. A changed compiler is thus used at once without cargo's knowledge, and its
//! errors reach the user without rustc's wrapping. [`crate::link`] does the same for a plain `cargo build`.

mod choice;
mod configuration;
mod diagnosis;
mod folders;
mod manifest;
mod paths;
mod profile;
mod settings;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};
pub use choice::Choice;
use compiler::{Error, Image, Passes, Share};
pub use configuration::of_user;
pub use diagnosis::library;
use diagnosis::{Cause, Diagnosis};
pub use folders::{CACHE_VARIABLE, Folders};
pub use manifest::{checked, named_by_workspace};
use manifest::{enter, metadata};
pub use paths::flags as path_flags;
use profile::Profile;
use serde_json::Value;
pub use settings::Settings;

use crate::failure::Failed;
use crate::link::Inputs;
use crate::setup::Toolchain;
use crate::{output, target};

/// Writes its own arguments, one per line, into the file that follows `-o`.
const NOTE_CALL: &str = "#!/bin/sh\n\
    for argument in \"$@\"; do\n\
    \x20   [ \"$previous\" = -o ] && output=$argument\n\
    \x20   previous=$argument\n\
    done\n\
    printf '%s\\n' \"$@\" >\"$output\"\n";

/// The lock file in a target folder that makes a build wait while another one is running.
const LOCK: &str = ".sys2080-lock";

/// A program that the compiler has produced.
#[derive(Clone, Debug)]
pub struct Built {
    /// The name of the crate's binary.
    pub name: String,
    /// The program with its listing, labels and map.
    pub image: Image,
    /// The LLVM IR that it was compiled from.
    pub module: PathBuf,
    /// The output folder for its files.
    pub out: PathBuf,
    /// The program's settings in its crate's manifest.
    pub settings: Settings,
}

/// A program as cargo has built it, to be compiled for the 6502.
#[derive(Debug)]
pub struct Prepared {
    /// The name of the crate's binary.
    pub name: String,
    /// The program's settings in its crate's manifest.
    pub settings: Settings,
    inputs: Inputs,
    /// The folder for listing and map of a program that does not fit.
    out: PathBuf,
}

impl Prepared {
    /// Compiles the program.
    ///
    /// # Errors
    /// As [`Inputs::compile`].
    pub fn compile(self) -> Result<Built> {
        compile(self.name, self.inputs, &self.out, self.settings)
    }

    /// Compiles the program with these compiler passes.
    ///
    /// # Errors
    /// As [`Inputs::compile`].
    pub fn compile_with(&self, passes: Passes) -> Result<Built> {
        let inputs = Inputs { passes, ..self.inputs.clone() };
        compile(self.name.clone(), inputs, &self.out, self.settings.clone())
    }
}

/// Builds the chosen program of the crate at `manifest` in these folders.
///
/// # Errors
/// The crate is not usable, cargo cannot run (a missing dependency, say), or the program does not compile
/// ([`Failed`]). Messages of rustc go to stderr.
pub fn build(
    toolchain: &Toolchain,
    manifest: &Path,
    choice: &Choice,
    folders: impl Into<Folders>,
) -> Result<Built> {
    prepare(toolchain, manifest, choice, folders)?.compile()
}

/// Runs cargo: the first half of [`build`].
///
/// # Errors
/// As [`build`].
pub fn prepare(
    toolchain: &Toolchain,
    manifest: &Path,
    choice: &Choice,
    folders: impl Into<Folders>,
) -> Result<Prepared> {
    let folders = folders.into();
    let manifest = checked(manifest)?;
    let metadata = metadata(toolchain, &manifest, choice)?;
    let program = choice.program(&metadata, &manifest)?;
    let settings = Settings::read(program.package, &program.manifest)?;
    let mut command = cargo_for_crate(toolchain, &manifest, "build", &folders, &choice.rustflags)?;
    choice.pass_on(&program, &mut command);
    let is_dev = complete_profile(&mut command, &metadata, choice.profile())?;
    let name = program.name.clone();
    let executables = run(command, &name, &folders)?;
    let executable = executables
        .iter()
        .rev()
        .find(|executable| executable.name == name)
        .with_context(|| format!("cargo built {name} but does not name the executable"))?;
    let out = choice.out.clone().unwrap_or_else(|| folders.target.join("out"));
    let mut inputs = executable.inputs()?;
    inputs.count = choice.count;
    inputs.passes = choice.without.iter().fold(Passes::ALL, |passes, pass| passes.without(*pass));
    inputs.packed = choice.pack.unwrap_or_else(|| settings.packs(&name));
    settings.apply(&mut inputs, choice.stack_check, is_dev);
    // Counts do not depend on a profile. It may not exist yet, since this build is about to create it.
    if choice.count.is_none() {
        inputs.profile = settings.profile(&name, &program.manifest)?;
    }
    if let Some(pass) = choice.dump {
        let path = out.join(format!("{name}.{pass}.txt"));
        output::write_file(&path, inputs.dump(pass)?.as_bytes())?;
        eprintln!("sys2080: {name} after the pass {pass}: {}", path.display());
    }
    Ok(Prepared { name, inputs, out, settings })
}

/// Returns the settings of the package that contains the chosen program of the crate at `manifest`.
///
/// # Errors
/// The crate is not usable, or has no such program.
pub fn settings(toolchain: &Toolchain, manifest: &Path, choice: &Choice) -> Result<Settings> {
    let manifest = checked(manifest)?;
    let metadata = metadata(toolchain, &manifest, choice)?;
    let program = choice.program(&metadata, &manifest)?;
    Settings::read(program.package, &program.manifest)
}

/// The maximum number of shares of a program's functions: with this many, the NOPs of one share take hardly any room.
const MOST_SHARES: u16 = 64;

/// Builds the chosen program with block counters: once with all blocks, or, if that does not fit into memory, once for each of several
/// shares of the functions. The number of shares is doubled until each build fits.
///
/// # Errors
/// As [`build`].
pub fn counted(
    toolchain: &Toolchain,
    manifest: &Path,
    choice: &Choice,
    folders: impl Into<Folders>,
) -> Result<Vec<Built>> {
    let folders = folders.into();
    let mut shares = 1;
    loop {
        let build = |share| build(toolchain, manifest, &choice.clone().counted(share), folders.clone());
        match Share::all(shares).map(build).collect() {
            Err(error) if shares < MOST_SHARES && is_too_large(&error) => {
                shares *= 2;
                eprintln!(
                    "sys2080: the program does not fit with a NOP in each block: its functions are counted in {shares} runs"
                );
            }
            result => return result,
        }
    }
}

/// Returns whether a build failed because the program does not fit into memory.
fn is_too_large(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Error::TooLarge { .. }))
}

/// Builds every binary of the package at `manifest` in a profile of its own, below the folder `target_dir`. Returns the binaries
/// by name.
///
/// # Errors
/// As [`build`].
pub fn build_all(
    toolchain: &Toolchain,
    manifest: &Path,
    profile: &str,
    target_dir: &Path,
) -> Result<BTreeMap<String, Built>> {
    let manifest = checked(manifest)?;
    let folders = target_dir.into();
    let mut command = cargo_for_crate(toolchain, &manifest, "build", &folders, &[])?;
    command.args(["--locked", "--bins", "--profile", profile]);
    complete_profile(&mut command, &metadata(toolchain, &manifest, &Choice::default())?, profile)?;
    let executables = run(command, &manifest.display().to_string(), &folders)?;
    let out = target_dir.join("out");
    let built = executables.into_iter().map(|executable| {
        let inputs = executable.inputs()?;
        let name = executable.name;
        Ok((name.clone(), compile(name, inputs, &out, Settings::default())?))
    });
    built.collect()
}

/// Compiles the tests of the crate at `manifest` to LLVM IR. Returns the names of the test crates (a library, a binary, a file in
/// `tests`), each with its linker inputs.
///
/// # Errors
/// As [`build`], but nothing is compiled for the 6502.
pub fn tests(
    toolchain: &Toolchain,
    manifest: &Path,
    choice: &Choice,
    folders: impl Into<Folders>,
) -> Result<Vec<(String, Inputs)>> {
    let manifest = checked(manifest)?;
    let metadata = metadata(toolchain, &manifest, choice)?;
    let packages = choice.test_packages(&metadata, &manifest)?;
    let folders = folders.into();
    let mut command = cargo_for_crate(toolchain, &manifest, "test", &folders, &choice.rustflags)?;
    // Tests are compiled without unwinding like everything else; otherwise there would be a second `core`.
    command.args(["--no-run", "-Zpanic-abort-tests"]);
    choice.pass_on_for_tests(&packages, &mut command);
    complete_profile(&mut command, &metadata, choice.profile())?;
    let mut settings = BTreeMap::new();
    for package in packages {
        let read = Settings::read(package.package, &package.manifest)?;
        settings.insert(package.id(), read);
    }
    let executables = run(command, "the crate with its tests", &folders)?;
    let tests = executables.into_iter().filter(|executable| executable.is_test);
    tests
        .map(|executable| {
            let mut inputs = executable.inputs()?;
            if let Some(settings) = settings.get(&*executable.package) {
                settings.apply(&mut inputs, choice.stack_check, true);
            }
            Ok((executable.name, inputs))
        })
        .collect()
}

/// Compiles the inputs of the linker call of the binary `name`. Listing and map of a program that does not fit are written to the
/// folder `out`.
fn compile(name: String, inputs: Inputs, out: &Path, settings: Settings) -> Result<Built> {
    let image = inputs.compile(&out.join(&name).with_extension("prg"))?;
    Ok(Built { name, image, module: inputs.module, out: out.to_path_buf(), settings })
}

/// Returns the linker's arguments in the build by [`cargo`] that produced `executable`.
///
/// # Errors
/// The file is not a recorded call, or the call does not link a program.
pub fn noted(executable: &Path) -> Result<Inputs> {
    inputs_of(&call_in(executable)?)
}

/// Reads the text of a recorded call.
fn call_in(executable: &Path) -> Result<String> {
    std::fs::read_to_string(executable).with_context(|| format!("cannot read {}", executable.display()))
}

fn inputs_of(call: &str) -> Result<Inputs> {
    let arguments: Vec<OsString> = call.lines().map(OsString::from).collect();
    Inputs::from_arguments(&arguments)
}

/// Returns a cargo command that builds for the C64 with `core` and only records the linker call. Commands that link nothing also use
/// it: with another linker, or the same one at another path, cargo would compile `core` again.
///
/// # Errors
/// A folder is not writable.
pub fn cargo(toolchain: &Toolchain, subcommand: &str, folders: impl Into<Folders>) -> Result<Command> {
    let folders = folders.into();
    let [target, build] = [&*folders.target, folders.build()].map(made);
    let (target, build) = (target?, build?);
    let json = target::write(&build)?;
    let linker = linker(&build)?;
    let mut command = toolchain.cargo();
    command
        .args([subcommand, "-Zjson-target-spec", "-Zbuild-std=core,alloc"])
        .arg("--target")
        .arg(&json)
        .arg("--target-dir")
        .arg(target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags(toolchain).join("\x1f"))
        .env("CARGO_TARGET_MOS_C64_NONE_LINKER", &linker)
        .stdin(Stdio::null());
    if folders.build.is_some() {
        command.env("CARGO_BUILD_BUILD_DIR", build);
    }
    Ok(command)
}

/// Creates a folder if it is missing and returns its absolute path.
fn made(folder: &Path) -> Result<PathBuf> {
    let what = || format!("cannot make {}", folder.display());
    std::fs::create_dir_all(folder).with_context(what)?;
    std::fs::canonicalize(folder).with_context(what)
}

/// Returns the rustc flags for every crate, including `core`.
pub fn flags(toolchain: &Toolchain) -> Vec<String> {
    target::RUSTFLAGS.map(str::to_string).into_iter().chain(paths::flags(toolchain)).collect()
}

/// Writes the linker that only records its call into the folder `target_dir`.
///
/// # Errors
/// The folder is not writable.
pub fn linker(target_dir: &Path) -> Result<PathBuf> {
    let linker = target_dir.join("note-call.sh");
    write_script(&linker)?;
    Ok(linker)
}

/// As [`cargo`], for the crate at `manifest`, whose own configuration is read, and with further flags for rustc.
fn cargo_for_crate(
    toolchain: &Toolchain,
    manifest: &Path,
    subcommand: &str,
    folders: &Folders,
    rustflags: &[String],
) -> Result<Command> {
    let mut command = cargo(toolchain, subcommand, folders.clone())?;
    if !rustflags.is_empty() {
        // If a flag is given twice, rustc uses the last value.
        let ours = flags(toolchain);
        let linker = format!("-Clinker={}", linker(folders.build())?.display());
        let all: Vec<String> = rustflags.iter().cloned().chain(ours).chain([linker]).collect();
        command.env("CARGO_ENCODED_RUSTFLAGS", all.join("\x1f"));
    }
    command.arg("--manifest-path").arg(manifest).arg(match std::io::stderr().is_terminal() {
        true => "--message-format=json-diagnostic-rendered-ansi",
        false => "--message-format=json",
    });
    enter(&mut command, manifest);
    Ok(command)
}

fn write_script(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    output::update_file(path, NOTE_CALL.as_bytes())?;
    let what = || format!("cannot make {} executable", path.display());
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).with_context(what)
}

/// Adds the settings that every program needs to a build and reports which of the user's settings they override. Returns whether the
/// profile is dev or inherits from it.
fn complete_profile(command: &mut Command, metadata: &Value, name: &str) -> Result<bool> {
    let root =
        metadata["workspace_root"].as_str().context("cargo does not report the root of the workspace")?;
    // Cargo rejects an undefined profile. A profile that is defined only in cargo's configuration is used unchanged.
    let Some(profile) = Profile::read(Path::new(root), name)? else { return Ok(false) };
    for sentence in profile.complete(command) {
        eprintln!("sys2080: {sentence}");
    }
    Ok(profile.is_dev)
}

/// An executable that cargo built.
struct Executable {
    /// The name of the binary, library, example or test file.
    name: String,
    /// Whether it runs tests.
    is_test: bool,
    /// Cargo's identifier of its package.
    package: String,
    /// The recorded linker call.
    call: String,
}

impl Executable {
    fn inputs(&self) -> Result<Inputs> {
        inputs_of(&self.call)
    }
}

/// Locks these folders: other builds wait while the file is open.
fn lock(folders: &Folders) -> Result<File> {
    let path = folders.target.join(LOCK);
    let what = || format!("cannot lock {}", path.display());
    let file = File::create(&path).with_context(what)?;
    match file.lock() {
        // Where files cannot be locked, cargo does not lock its own folder either.
        Err(error) if error.kind() != ErrorKind::Unsupported => Err(error).with_context(what),
        _ => Ok(file),
    }
}

/// Runs cargo for the target described by `name`, forwards rustc's messages and returns the executables.
fn run(mut command: Command, name: &str, folders: &Folders) -> Result<Vec<Executable>> {
    // cargo uses the same output path for every set of features and releases its own lock before the call can be read.
    let _lock = lock(folders)?;
    let mut cargo = command.stdout(Stdio::piped()).spawn().context("cannot run cargo")?;
    let stdout = cargo.stdout.take().ok_or_else(|| anyhow!("cargo has no stdout"))?;
    let mut executables = Vec::new();
    let mut diagnosis = Diagnosis::default();
    for line in BufReader::new(stdout).lines() {
        let line = line.context("cannot read from cargo")?;
        // Build scripts of host crates may print their own lines.
        let Ok(message) = serde_json::from_str::<Value>(&line) else { continue };
        if let Some(text) = diagnosis.note(&message) {
            eprint!("{text}");
        }
        let executable = message["executable"].as_str().map(PathBuf::from);
        if let (Some(name), Some(path)) = (message["target"]["name"].as_str(), executable) {
            let is_test = message["profile"]["test"].as_bool() == Some(true);
            let package = message["package_id"].as_str().unwrap_or_default().to_string();
            executables.push((name.to_string(), is_test, package, path));
        }
    }
    let status = cargo.wait().context("cannot wait for cargo")?;
    if status.success() {
        let executables = executables.into_iter();
        return executables
            .map(|(name, is_test, package, path)| {
                Ok(Executable { name, is_test, package, call: call_in(&path)? })
            })
            .collect();
    }
    match diagnosis.cause(name, status.code().is_none()) {
        Cause::Program(sentence) => Err(Failed(sentence).into()),
        Cause::Interrupted => bail!("the build of {name} was interrupted"),
        Cause::Cargo => bail!("cargo cannot build {name}: {status}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_notes_its_call() {
        let folder = tempfile::tempdir().unwrap();
        let (script, output) = (folder.path().join("note call.sh"), folder.path().join("the output"));
        write_script(&script).unwrap();
        let status =
            Command::new(&script).args(["link", "a b.o", "-o"]).arg(&output).arg("-z").status().unwrap();
        assert!(status.success());
        let noted = std::fs::read_to_string(&output).unwrap();
        assert_eq!(noted, format!("link\na b.o\n-o\n{}\n-z\n", output.display()));
    }
}
