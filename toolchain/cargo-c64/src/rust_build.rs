//! Builds a crate for the C64: stock cargo and rustc make LLVM IR, and our compiler makes the program.
//!
//! cargo wants a linker that succeeds. Here it gets a script that only notes how it was called in the file it was asked
//! to make; the compiler then runs in this process on what that call names. So a changed compiler is used at once
//! without cargo knowing of it, and its errors reach the user without rustc's wrapping. [`crate::link`] is the same for
//! a plain `cargo build`.

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

/// Writes its own arguments, one a line, into the file that follows `-o`.
const NOTE_CALL: &str = "#!/bin/sh\n\
    for argument in \"$@\"; do\n\
    \x20   [ \"$previous\" = -o ] && output=$argument\n\
    \x20   previous=$argument\n\
    done\n\
    printf '%s\\n' \"$@\" >\"$output\"\n";

/// The file in a target folder that keeps a build waiting while another one is under way.
const LOCK: &str = ".sys2080-lock";

/// A program as it came out of the compiler.
#[derive(Clone, Debug)]
pub struct Built {
    /// The name of the crate's binary.
    pub name: String,
    /// The program with its listing, labels and map.
    pub image: Image,
    /// LLVM's text it was made from.
    pub module: PathBuf,
    /// The folder for its files.
    pub out: PathBuf,
    /// What its crate says of it in the manifest.
    pub settings: Settings,
}

/// A program as cargo has built it, to be compiled for the 6502.
#[derive(Debug)]
pub struct Prepared {
    /// The name of the crate's binary.
    pub name: String,
    /// What its crate says of it in the manifest.
    pub settings: Settings,
    inputs: Inputs,
    /// The folder for what tells of a program that does not fit.
    out: PathBuf,
}

impl Prepared {
    /// Compiles it.
    ///
    /// # Errors
    /// As [`Inputs::compile`].
    pub fn compile(self) -> Result<Built> {
        compile(self.name, self.inputs, &self.out, self.settings)
    }

    /// Compiles it with these passes of the compiler.
    ///
    /// # Errors
    /// As [`Inputs::compile`].
    pub fn compile_with(&self, passes: Passes) -> Result<Built> {
        let inputs = Inputs { passes, ..self.inputs.clone() };
        compile(self.name.clone(), inputs, &self.out, self.settings.clone())
    }
}

/// Builds what is chosen of the crate at `manifest` in these folders.
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

/// The first half of [`build`], in which cargo runs.
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
    // Counts do not depend on a profile, which may be missing, as this build is to make it.
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

/// The settings of the package of the program that is chosen of the crate at `manifest`.
///
/// # Errors
/// The crate is not usable, or has no such program.
pub fn settings(toolchain: &Toolchain, manifest: &Path, choice: &Choice) -> Result<Settings> {
    let manifest = checked(manifest)?;
    let metadata = metadata(toolchain, &manifest, choice)?;
    let program = choice.program(&metadata, &manifest)?;
    Settings::read(program.package, &program.manifest)
}

/// Shares of a program's functions at most: the NOPs of so many together take no room any more.
const MOST_SHARES: u16 = 64;

/// Builds what is chosen so that its blocks can be counted: once with all blocks, or, if that does not fit into memory, once for
/// each of several shares of the functions, as few as can be found by doubling them.
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

/// Whether a build failed because the program does not fit into memory.
fn is_too_large(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Error::TooLarge { .. }))
}

/// Builds every binary of the package at `manifest` in a profile of its own, below the folder `target_dir`. The binaries
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

/// Compiles the tests of the crate at `manifest` as far as to LLVM's text: the names of the crates of tests that there are (a
/// library, a binary, a file in `tests`), each with what is to be linked.
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
    // Without unwinding, tests are compiled as everything else is, or there would be a second `core`.
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

/// Compiles what the linker call of the binary `name` was told. Listing and map of a program that does not fit go into the
/// folder `out`.
fn compile(name: String, inputs: Inputs, out: &Path, settings: Settings) -> Result<Built> {
    let image = inputs.compile(&out.join(&name).with_extension("prg"))?;
    Ok(Built { name, image, module: inputs.module, out: out.to_path_buf(), settings })
}

/// Returns the arguments of the linker in the build that made `executable` by [`cargo`].
///
/// # Errors
/// The file is no noted call, or the call is not that of a program.
pub fn noted(executable: &Path) -> Result<Inputs> {
    inputs_of(&call_in(executable)?)
}

/// The text of a noted call.
fn call_in(executable: &Path) -> Result<String> {
    std::fs::read_to_string(executable).with_context(|| format!("cannot read {}", executable.display()))
}

fn inputs_of(call: &str) -> Result<Inputs> {
    let arguments: Vec<OsString> = call.lines().map(OsString::from).collect();
    Inputs::from_arguments(&arguments)
}

/// A call of cargo that builds for the C64 with `core`, and only notes how it would link. Commands that link nothing use it,
/// too: with another linker, or the same one at another path, cargo would compile `core` again.
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

/// Makes a folder if it is missing, and returns its whole path.
fn made(folder: &Path) -> Result<PathBuf> {
    let what = || format!("cannot make {}", folder.display());
    std::fs::create_dir_all(folder).with_context(what)?;
    std::fs::canonicalize(folder).with_context(what)
}

/// The flags of rustc for every crate, `core` included.
pub fn flags(toolchain: &Toolchain) -> Vec<String> {
    target::RUSTFLAGS.map(str::to_string).into_iter().chain(paths::flags(toolchain)).collect()
}

/// The linker that only notes its call, in the folder `target_dir`.
///
/// # Errors
/// The folder is not writable.
pub fn linker(target_dir: &Path) -> Result<PathBuf> {
    let linker = target_dir.join("note-call.sh");
    write_script(&linker)?;
    Ok(linker)
}

/// The same for the crate at `manifest`, whose own configuration is read, with further flags for rustc.
fn cargo_for_crate(
    toolchain: &Toolchain,
    manifest: &Path,
    subcommand: &str,
    folders: &Folders,
    rustflags: &[String],
) -> Result<Command> {
    let mut command = cargo(toolchain, subcommand, folders.clone())?;
    if !rustflags.is_empty() {
        // Of two values of a flag, rustc takes the last one.
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

/// Gives a build the settings that every program needs, and says which of the user's give way. Returns whether the profile
/// is dev or inherits it.
fn complete_profile(command: &mut Command, metadata: &Value, name: &str) -> Result<bool> {
    let root =
        metadata["workspace_root"].as_str().context("cargo does not report the root of the workspace")?;
    // Cargo refuses a profile that nobody defines. One that only its configuration defines is built as it stands.
    let Some(profile) = Profile::read(Path::new(root), name)? else { return Ok(false) };
    for sentence in profile.complete(command) {
        eprintln!("sys2080: {sentence}");
    }
    Ok(profile.is_dev)
}

/// What cargo built that can be run.
struct Executable {
    /// The name of the binary, library, example or file of tests.
    name: String,
    /// Whether it runs tests.
    is_test: bool,
    /// Cargo's identifier of its package.
    package: String,
    /// The noted call of the linker.
    call: String,
}

impl Executable {
    fn inputs(&self) -> Result<Inputs> {
        inputs_of(&self.call)
    }
}

/// Keeps other builds into these folders waiting while the file is open.
fn lock(folders: &Folders) -> Result<File> {
    let path = folders.target.join(LOCK);
    let what = || format!("cannot lock {}", path.display());
    let file = File::create(&path).with_context(what)?;
    match file.lock() {
        // Where files cannot be locked, cargo does not lock its own folder, either.
        Err(error) if error.kind() != ErrorKind::Unsupported => Err(error).with_context(what),
        _ => Ok(file),
    }
}

/// Runs cargo for what `name` tells, passes on what rustc says, and returns the executables.
fn run(mut command: Command, name: &str, folders: &Folders) -> Result<Vec<Executable>> {
    // cargo puts the program of every choice of features at the same path, and lets go of its own lock before the call can be read.
    let _lock = lock(folders)?;
    let mut cargo = command.stdout(Stdio::piped()).spawn().context("cannot run cargo")?;
    let stdout = cargo.stdout.take().ok_or_else(|| anyhow!("cargo has no stdout"))?;
    let mut executables = Vec::new();
    let mut diagnosis = Diagnosis::default();
    for line in BufReader::new(stdout).lines() {
        let line = line.context("cannot read from cargo")?;
        // Build scripts of host crates may print lines of their own.
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
