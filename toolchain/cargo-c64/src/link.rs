//! The linker that rustc calls: compiles the whole program's module to a C64 program.
//!
//! rustc calls `cargo-c64 link … -o deps/NAME-HASH.prg`. The LLVM bitcode files that it passes are not needed: with
//! `--emit=llvm-ir` and fat LTO, the module is next to the output as `NAME-HASH.ll`. The listing, the labels and the
//! map are written next to the output.
//!
//! `cargo c64 build` does all of this for any crate. For a plain `cargo build`, put `toolchain/targets/mos-c64-none.json` into the
//! crate, the binary `cargo-c64` into `PATH`, and into `.cargo/config.toml`:
//!
//! ```toml
//! [unstable]
//! build-std = ["core", "alloc"]
//! build-std-features = ["optimize_for_size"]
//! json-target-spec = true
//!
//! [build]
//! target = "mos-c64-none.json"
//! rustflags = ["-Ctarget-cpu=atmega328p", "--emit=llvm-ir,link", "-Cllvm-args=-indvars-widen-indvars=false",
//!     "-Cllvm-args=-enable-load-pre=false", "-Cllvm-args=-replexitval=never", "-Cno-vectorize-loops", "-Cno-vectorize-slp",
//!     "-Cllvm-args=-two-entry-phi-node-folding-threshold=1", "-Cllvm-args=-callsite-splitting-duplication-threshold=0",
//!     "-Cllvm-args=-opt-disable=argpromotion", "-Cllvm-args=-opt-bisect-verbose=0"]
//!
//! [env]
//! RUSTC_BOOTSTRAP = "1"
//! ```
//!
//! The features of `core` and the last four flags optimise for size; without them, programs become larger.
//! Set `RUSTC_BOOTSTRAP=1` in the environment of cargo itself unless it is a nightly. The profile needs
//! `lto = "fat"`, `panic = "abort"` and `codegen-units = 1`. With `-Clink-arg=--stack-check` among the flags, the program
//! checks its stacks for overflows while it runs. `[package.metadata.c64]` in the manifest has no effect on a plain `cargo build`.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use compiler::{Image, MemoryMap, Options, Outlining, Pass, Passes, Profile, Profiled, Share, Source};

use crate::failure::Failed;
use crate::output;

/// The files and options of a linker call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// The file to write.
    pub output: PathBuf,
    /// The program in LLVM IR.
    pub module: PathBuf,
    /// The LLVM IR of the compiler's built-in functions, if the call names their library.
    pub builtins: Option<PathBuf>,
    /// Whether the program checks its stacks, if specified: [`Options::stack_check`]. It does if the call has `--stack-check`.
    pub stack_check: Option<bool>,
    /// Whether the target description promises [`Options::exact_signatures`]: the call has `--exact-signatures`.
    pub exact_signatures: bool,
    /// The minimum number of bytes to leave for the software stack, if specified: [`Options::stack_reserve`].
    pub stack_reserve: Option<u16>,
    /// The memory available to the program.
    pub memory: MemoryMap,
    /// How often the program's blocks run, if known.
    pub profile: Option<Arc<Profile>>,
    /// Whether the program will be packed: [`Options::packed`].
    pub packed: bool,
    /// The functions to instrument with block counters: [`Options::count`].
    pub count: Option<Share>,
    /// The compiler's optional passes to run: [`Options::passes`].
    pub passes: Passes,
}

impl Inputs {
    /// Reads the arguments of a linker call.
    ///
    /// # Errors
    /// The call names no output, or the program is not a single module.
    pub fn from_arguments(arguments: &[OsString]) -> Result<Inputs> {
        let arguments = with_response_files(arguments)?;
        let output = arguments.windows(2).find(|pair| pair[0] == "-o").map(|pair| PathBuf::from(&pair[1]));
        let output = output.ok_or_else(|| anyhow!("rustc names no output (-o)"))?;
        let is = |path: &Path, kind: &str| path.extension() == Some(OsStr::new(kind));
        let files: Vec<&Path> = arguments.iter().map(Path::new).collect();
        let objects = files.iter().filter(|path| is(path, "o")).count();
        // Only the compiler's built-in functions stay outside LTO.
        let mut libraries = files.iter().filter(|path| is(path, "rlib") && !is_builtins(path));
        let library = libraries.next();
        if objects > 1 || library.is_some() {
            let left = library.map_or("another object file".into(), |path| path.display().to_string());
            let advice = "the profile needs lto = \"fat\", codegen-units = 1 and panic = \"abort\"";
            return Err(Failed(format!(
                "the program is not a single module, because {left} is linked to it; {advice}"
            ))
            .into());
        }
        let module = output.with_extension("ll");
        let builtins = files.iter().find(|path| is(path, "rlib") && is_builtins(path));
        let builtins = builtins.map(|library| text_beside(library));
        let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
        Ok(Inputs {
            output,
            module,
            builtins,
            stack_check: has("--stack-check").then_some(true),
            exact_signatures: has("--exact-signatures"),
            stack_reserve: None,
            memory: MemoryMap::C64,
            profile: None,
            packed: false,
            count: None,
            passes: Passes::ALL,
        })
    }

    /// Compiles the module for the program file `prg`. If it does not fit into memory, writes its listing and its map next to
    /// `prg` anyway.
    ///
    /// # Errors
    /// The text is missing, or the compiler rejects it ([`Failed`]).
    pub fn compile(&self, prg: &Path) -> Result<Image> {
        let (text, options) = self.read()?;
        let name = self.module.display().to_string();
        let program = prg.file_stem().unwrap_or_default().display().to_string();
        let refused = |error| match self.count {
            None => refused(&program, prg, error),
            Some(_) => refused_counted(&program, error),
        };
        let image = compiler::compile(&Source { name: &name, text: &text }, &options).map_err(refused)?;
        for warning in &image.warnings {
            eprintln!("sys2080: warning: {program}: {warning}");
        }
        if let Some(Profiled { functions, known, .. }) = image.profiled {
            eprintln!("sys2080: the profile of {program} has counts of {known} of {functions} functions");
        }
        Ok(image)
    }

    /// Returns the program as text after a compiler pass.
    ///
    /// # Errors
    /// The text is missing, or the compiler rejects it before that pass ([`Failed`]).
    pub fn dump(&self, pass: Pass) -> Result<String> {
        let (text, options) = self.read()?;
        let name = self.module.display().to_string();
        let dump = compiler::dump(&Source { name: &name, text: &text }, &options, pass);
        dump.map_err(|error| {
            anyhow::Error::new(error)
                .context(Failed(format!("the program does not get as far as the pass {pass}")))
        })
    }

    /// Returns the text of the module and the compiler options.
    ///
    /// # Errors
    /// A text is missing.
    pub fn read(&self) -> Result<(String, Options)> {
        let name = self.module.display().to_string();
        let text = std::fs::read_to_string(&self.module)
            .with_context(|| format!("rustc did not write {name}: add --emit=llvm-ir,link to its flags"))?;
        let builtins = match &self.builtins {
            Some(path) => {
                let what = || format!("cannot read {}", path.display());
                Some(std::fs::read_to_string(path).with_context(what)?.into())
            }
            None => None,
        };
        let options = Options::default().with(|options| {
            options.builtins = builtins;
            options.stack_check = self.stack_check;
            options.exact_signatures = self.exact_signatures;
            options.stack_reserve = self.stack_reserve;
            options.memory = self.memory.clone();
            options.profile = self.profile.clone();
            options.packed = self.packed;
            options.count = self.count;
            options.passes = self.passes;
            if self.count.is_some() {
                // The block counters prevent some optimisations; the program must still fit, and its speed does not matter.
                options.outlining = Outlining::All;
            }
        });
        Ok((text, options))
    }
}

/// Returns the error for a program that the compiler rejects. If it does not fit into memory, writes its listing and its map next
/// to `prg`, in place of an earlier program's files.
fn refused(program: &str, prg: &Path, error: compiler::Error) -> anyhow::Error {
    let mut failed = format!("cannot compile {program} for the 6502");
    if let compiler::Error::TooLarge { texts: Some(texts), .. } = &error {
        let Files { list, labels, map, .. } = Files::beside(prg);
        let stem = prg.file_stem().unwrap_or_default().display();
        // Listing and map do not describe an earlier program.
        let old = [prg.to_path_buf(), labels, prg.with_file_name(format!("{stem}-unpacked.prg"))];
        let written = output::write_file(&list, texts.listing.as_bytes())
            .and_then(|()| output::write_file(&map, texts.map.as_bytes()))
            .and_then(|()| old.iter().try_for_each(|file| output::remove_file(file)));
        failed = match written {
            Ok(()) => format!("{program} does not fit; see {} and {}", map.display(), list.display()),
            Err(error) => format!("{failed}, and {error:#}"),
        };
    }
    anyhow::Error::new(error).context(Failed(failed))
}

/// Returns the error for a program that the compiler rejects with block counters. Its listing would differ from the real program's.
fn refused_counted(program: &str, error: compiler::Error) -> anyhow::Error {
    let failed = match error {
        compiler::Error::TooLarge { .. } => {
            format!("{program} does not fit with a NOP in each block that is to be counted")
        }
        _ => format!("cannot compile {program} for the 6502"),
    };
    anyhow::Error::new(error).context(Failed(failed))
}

/// The files of a finished program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// The program, with its load address.
    pub prg: PathBuf,
    /// The listing with cycles.
    pub list: PathBuf,
    /// The labels in VICE's format.
    pub labels: PathBuf,
    /// The map of the memory, largest parts first.
    pub map: PathBuf,
}

impl Files {
    /// Returns the names of the files that belong to the program file `prg`.
    pub fn beside(prg: &Path) -> Files {
        let named = |kind: &str| prg.with_extension(kind);
        Files { prg: prg.to_path_buf(), list: named("lst"), labels: named("lbl"), map: named("map") }
    }

    /// Writes an image to these files, the program last.
    ///
    /// # Errors
    /// The folder is not writable.
    pub fn write(&self, image: &Image) -> Result<()> {
        output::write_file(&self.list, image.listing.as_bytes())?;
        output::write_file(&self.labels, image.labels.as_bytes())?;
        output::write_file(&self.map, image.map.as_bytes())?;
        output::write_file(&self.prg, &image.prg)
    }
}

/// Returns the path of the LLVM IR that rustc wrote next to a library.
pub fn text_beside(library: &Path) -> PathBuf {
    let name = library.file_name().unwrap_or_default().to_string_lossy();
    library.with_file_name(name.trim_start_matches("lib")).with_extension("ll")
}

/// Returns whether this is the library of the compiler's built-in functions, the only one that LTO leaves out.
fn is_builtins(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libcompiler_builtins-"))
}

/// Expands response files: rustc passes long calls as `@FILE`, one argument per line.
fn with_response_files(arguments: &[OsString]) -> Result<Vec<OsString>> {
    let mut all = Vec::new();
    for argument in arguments {
        match argument.to_str().and_then(|text| text.strip_prefix('@')) {
            None => all.push(argument.clone()),
            Some(file) => {
                let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
                if text.contains('"') {
                    bail!("{file}: quoted arguments are not supported");
                }
                all.extend(
                    text.lines().map(|line| OsString::from(line.replace("\\ ", " ").replace("\\\\", "\\"))),
                );
            }
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(call: &str) -> Result<Inputs> {
        let arguments: Vec<OsString> = call.split_whitespace().map(OsString::from).collect();
        Inputs::from_arguments(&arguments)
    }

    #[test]
    fn the_documentation_names_all_flags() {
        use crate::target::{RUSTFLAGS, RUSTFLAGS_FOR_SIZE};
        let text: Vec<&str> =
            include_str!("link.rs").lines().take_while(|line| line.starts_with("//!")).collect();
        for flag in RUSTFLAGS.iter().chain(&RUSTFLAGS_FOR_SIZE) {
            assert!(text.iter().any(|line| line.contains(&format!("\"{flag}\""))), "{flag}");
        }
    }

    #[test]
    fn the_module_lies_beside_the_output() {
        let call = "/t/deps/p-12ab.p.55-cgu.0.rcgu.o -Wl,--as-needed /t/deps/libcompiler_builtins-77.rlib -L /t/deps/x \
                    -o /t/deps/p-12ab.prg -Wl,--gc-sections -nodefaultlibs";
        let expected = Inputs {
            output: "/t/deps/p-12ab.prg".into(),
            module: "/t/deps/p-12ab.ll".into(),
            builtins: Some("/t/deps/compiler_builtins-77.ll".into()),
            stack_check: None,
            exact_signatures: false,
            stack_reserve: None,
            memory: MemoryMap::C64,
            profile: None,
            packed: false,
            count: None,
            passes: Passes::ALL,
        };
        assert_eq!(inputs(call).unwrap(), expected);
        let looking = inputs(&format!("{call} --stack-check")).unwrap();
        assert_eq!(looking, Inputs { stack_check: Some(true), ..expected.clone() });
        let exact = inputs(&format!("{call} --exact-signatures")).unwrap();
        assert_eq!(exact, Inputs { exact_signatures: true, ..expected });
    }

    #[test]
    fn calls_come_in_files_too() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("arguments");
        std::fs::write(&file, "a.o\n-o\nmy\\ out/p.prg\n").unwrap();
        let inputs = inputs(&format!("@{}", file.display())).unwrap();
        assert_eq!(inputs.module, Path::new("my out/p.ll"));
    }

    #[test]
    fn lost_lto_is_named() {
        for call in ["a.o b.o -o p.prg", "a.o libcore-1.rlib -o p.prg"] {
            let error = inputs(call).unwrap_err();
            assert!(error.is::<Failed>(), "{error}");
            assert!(error.to_string().contains("lto = \"fat\""), "{error}");
        }
        assert_eq!(inputs("a.o").unwrap_err().to_string(), "rustc names no output (-o)");
    }

    #[test]
    fn a_missing_module_is_a_matter_of_flags() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("p.prg");
        let error = inputs(&format!("a.o -o {}", output.display())).unwrap().compile(&output).unwrap_err();
        assert!(!error.is::<Failed>());
        assert!(error.to_string().ends_with("p.ll: add --emit=llvm-ir,link to its flags"));
    }
}
