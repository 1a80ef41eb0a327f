//! The corpus of small Rust programs: built by the stock toolchain, run in the IR interpreter and on the machine.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, OnceLock};

use anyhow::{Context, Result, bail, ensure};
use cargo_c64::link;
use cargo_c64::rust_build;
use cargo_c64::setup::{Setup, Version};
use compiler::ir::interp::{self, Host, Interpreter, Memory, Stop};
use compiler::opt::halves::halves;
use compiler::{Image, Options, Source, llvm};
use machine::Machine;
use serde_json::Value;
use tools::workspace::Workspace;

/// CHROUT of the KERNAL's jump table: what the corpus prints to.
pub const PUTCH: u16 = 0xffd2;

/// The address of [`HALT_CODE`]: the cassette buffer, which nothing else uses.
pub const HALT: u16 = 0x033c;

/// `LDA #0: STA $D7FF`.
pub const HALT_CODE: [u8; 5] = [0xa9, 0x00, 0x8d, 0xff, 0xd7];

/// More instructions or cycles than any program of the corpus needs.
const LIMIT: u64 = 400_000_000;

/// The level at which rustc optimises the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For size: `opt-level = "s"`, as the C64 program is built.
    Size,
    /// For speed: `opt-level = 3`.
    Speed,
    /// Not at all: `opt-level = 0`. Only [`crate::crates::unoptimised`] is built so.
    None,
}

impl Level {
    /// The levels that everything is built at.
    pub const ALL: [Level; 2] = [Level::Size, Level::Speed];

    /// The level as a profile names it.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Size => "s",
            Level::Speed => "3",
            Level::None => "0",
        }
    }

    /// Cargo's options for it. All but that for speed share the `core` of the C64 program.
    pub const fn options(self) -> &'static [&'static str] {
        match self {
            Level::Size => &["--profile=release"],
            Level::Speed => &["--profile=speed"],
            // As the dev profile of a new crate, but with a `core` that fits.
            Level::None => &[
                "--profile=release",
                "--config=profile.release.opt-level=0",
                "--config=profile.release.package.\"*\".opt-level='s'",
            ],
        }
    }
}

/// A program of the corpus as rustc left it.
#[derive(Clone, Debug)]
pub struct Module {
    /// The name of its crate.
    pub name: String,
    /// The level at which it was optimised.
    pub level: Level,
    /// LLVM's text.
    pub text: String,
    /// That of `compiler_builtins`.
    pub builtins: Arc<str>,
}

impl Module {
    /// Compiles the module with `putch` and `halt` where the machine has them.
    ///
    /// # Errors
    /// As the compiler.
    pub fn compile(&self) -> Result<Image, compiler::Error> {
        self.compile_with(options())
    }

    /// Compiles the module with checks of the stacks.
    ///
    /// # Errors
    /// As the compiler.
    pub fn compile_checked(&self) -> Result<Image, compiler::Error> {
        self.compile_with(options().with(|options| options.stack_check = Some(true)))
    }

    fn compile_with(&self, options: Options) -> Result<Image, compiler::Error> {
        let name = format!("{}.ll", self.name);
        let options = options.with(|options| options.builtins = Some(self.builtins.clone()));
        compiler::compile(&Source { name: &name, text: &self.text }, &options)
    }

    /// Returns the output of the module in the IR interpreter.
    ///
    /// # Errors
    /// The text does not parse, or the run ends in a trap other than `halt`.
    pub fn interpret(&self) -> Result<Vec<u8>> {
        let mut module = llvm::parse_program(&self.name, &self.text)?;
        halves(&mut module)?;
        let config = interp::Config { fuel: LIMIT, ..interp::Config::default() };
        let mut console = Console::default();
        match Interpreter::new(&module, config)?.call("main", &[], &mut console) {
            Err(trap) if !trap.is_halt() => Err(trap.into()),
            _ => Ok(console.printed),
        }
    }
}

/// The surroundings of a program in the interpreter.
#[derive(Debug, Default)]
struct Console {
    printed: Vec<u8>,
}

impl Host for Console {
    fn call_extern(&mut self, name: &str, args: &[u128], _: &mut Memory) -> Option<Result<u128, Stop>> {
        match (name, args) {
            ("putch", [byte]) => {
                self.printed.push(*byte as u8);
                Some(Ok(0))
            }
            ("halt", []) => Some(Err(Stop::Halt)),
            _ => None,
        }
    }

    fn load_volatile(&mut self, address: u16, memory: &mut Memory) -> Option<u8> {
        // The chips keep what is stored to them.
        (0xd000..0xe000).contains(&address).then(|| memory.read(address))
    }
}

/// A run on the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The printed bytes.
    pub printed: Vec<u8>,
    /// Cycles from the entry to the return or the exit.
    pub cycles: u64,
}

/// Runs a compiled program of the corpus on the machine, interrupts off.
///
/// # Errors
/// The machine stops it, or it ends neither by returning nor by exit code 0.
pub fn run(image: &Image) -> Result<Run> {
    let config = machine::Config { cycle_limit: LIMIT, interrupts: false, ..machine::Config::default() };
    let mut machine = Machine::new(config);
    machine.set_labels(machine::Labels::parse(&image.labels)?);
    machine.load_prg(&image.prg)?;
    machine.load_bytes(HALT, &HALT_CODE)?;
    let start = machine.cycles();
    match machine.start_basic_program()? {
        machine::Stop::Returned => {
            let changes = machine.changes_for_basic();
            ensure!(changes.is_empty(), "BASIC's zero page is changed: {changes:02x?}");
        }
        machine::Stop::Exit { code: 0, .. } => {}
        other => bail!("ended with {other:?}"),
    }
    Ok(Run { printed: machine.printed().to_vec(), cycles: machine.cycles() - start })
}

/// Options with the two functions that the corpus expects from its platform.
pub fn options() -> Options {
    let externs = BTreeMap::from([("putch".to_string(), PUTCH), ("halt".to_string(), HALT)]);
    Options::default().with(|options| options.externs = externs)
}

/// The version of the rustc that builds the corpus.
///
/// # Panics
/// There is none.
pub fn version() -> Version {
    Setup { install: false }.rust().unwrap_or_else(|error| panic!("{error:#}")).version
}

/// The folder of the corpus.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// Returns the expected output of a program.
///
/// # Errors
/// There is no such file.
pub fn expected(name: &str) -> Result<Vec<u8>> {
    let path = folder().join("expected").join(name).with_extension("txt");
    std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// The modules of all programs at a level, by name. All levels are built once in this process, and at the same time: a
/// `core` keeps only one core of the computer busy.
///
/// # Panics
/// The corpus does not build, or is not built at that level.
pub fn modules(level: Level) -> &'static BTreeMap<String, Module> {
    static MODULES: OnceLock<BTreeMap<Level, BTreeMap<String, Module>>> = OnceLock::new();
    let build = |level| build(level).unwrap_or_else(|error| panic!("cannot build the corpus: {error:#}"));
    let modules = MODULES.get_or_init(|| {
        std::thread::scope(|scope| {
            let builds = Level::ALL.map(|level| (level, scope.spawn(move || build(level))));
            let done = builds.map(|(level, thread)| (level, thread.join().expect("the corpus builds")));
            BTreeMap::from(done)
        })
    });
    modules.get(&level).unwrap_or_else(|| panic!("the corpus is not built at level {}", level.name()))
}

/// The module of one program.
///
/// # Panics
/// The corpus does not build, or has no such program.
pub fn module(name: &str, level: Level) -> &'static Module {
    modules(level).get(name).unwrap_or_else(|| panic!("the corpus has no {name}"))
}

/// Builds the corpus beside the C64 program, each level with a `core` of its own.
fn build(level: Level) -> Result<BTreeMap<String, Module>> {
    let target_dir = Workspace::find()?.target();
    let mut command = rust_build::cargo(&Setup { install: false }.rust()?, "build", &target_dir)?;
    command
        .args(["--workspace", "--locked", "--message-format=json"])
        .args(level.options())
        .current_dir(folder())
        .stderr(Stdio::inherit());
    let output = command.output().context("cannot run cargo")?;
    ensure!(output.status.success(), "cargo ended with {}", output.status);
    let builtins = builtins(&output.stdout)?;
    let mut modules = BTreeMap::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let message: Value = serde_json::from_str(line)?;
        let library = message["filenames"][0].as_str().filter(|path| path.ends_with(".a"));
        if let (Some(library), Some(name)) = (library, message["target"]["name"].as_str()) {
            let module = module_of(Path::new(library), name)?;
            let text = std::fs::read_to_string(&module)
                .with_context(|| format!("cannot read {}", module.display()))?;
            modules.insert(
                name.to_string(),
                Module { name: name.to_string(), level, text, builtins: builtins.clone() },
            );
        }
    }
    Ok(modules)
}

/// LLVM's text of `compiler_builtins`, from the messages of the cargo that built it.
///
/// # Errors
/// No message tells of it, or there is no text beside the library.
pub fn builtins(messages: &[u8]) -> Result<Arc<str>> {
    for line in messages.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let message: Value = serde_json::from_slice(line)?;
        if message["target"]["name"] == "compiler_builtins" {
            let files = message["filenames"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let mut libraries = files.filter(|file| file.ends_with(".rlib")).map(Path::new);
            let library = libraries.next().context("compiler_builtins has no library")?;
            let text = link::text_beside(library);
            let what = || format!("cannot read {}", text.display());
            return Ok(std::fs::read_to_string(&text).with_context(what)?.into());
        }
    }
    bail!("cargo did not build compiler_builtins")
}

/// The text beside the file in `deps` that cargo linked `library` to: older ones may lie there too.
fn module_of(library: &Path, name: &str) -> Result<PathBuf> {
    let inode = library.metadata().with_context(|| format!("no {}", library.display()))?.ino();
    let deps = library.with_file_name("deps");
    for entry in std::fs::read_dir(&deps)? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = file.strip_prefix("lib").and_then(|rest| rest.strip_suffix(".a"));
        if let Some(stem) = stem.filter(|stem| stem.starts_with(name))
            && path.metadata()?.ino() == inode
        {
            return Ok(deps.join(stem).with_extension("ll"));
        }
    }
    bail!("{} has no file of {name} that cargo named", deps.display())
}
