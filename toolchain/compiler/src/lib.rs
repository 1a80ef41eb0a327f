//! Compiles LLVM IR text to a 6502 program image with listing, labels and map.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod error;
mod memory;
mod options;
mod passes;
mod pipeline;
mod profile;
mod trace;

// The stages, for the fuzzer, the tests and the commands of this repository. Their interfaces change with every version.
#[doc(hidden)]
pub mod fault;
#[doc(hidden)]
pub mod ir;
#[doc(hidden)]
pub mod llvm;
#[doc(hidden)]
pub mod lower;
#[doc(hidden)]
pub mod mos;
#[doc(hidden)]
pub mod opt;

pub use error::{Error, Part, Saving, Texts, demangled};
pub use memory::MemoryMap;
pub use mos::image::Image;
pub use mos::lines::Line;
pub use options::{KERNAL, Options, Outlining, Share};
pub use passes::{Pass, Passes};
pub use profile::{Profile, ProfileError, ProfileFault, Profiled};
use trace::Trace;

/// A module's text and where it came from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The module's name in messages, usually its file name.
    pub name: &'a str,
    /// The text of a `.ll` file that holds the whole program.
    pub text: &'a str,
}

/// Compiles a whole program.
///
/// # Errors
/// Returns an [`Error`] with file, line and function if the IR is malformed or uses a construct that is not supported, and an
/// error with the largest parts if the program does not fit into memory.
///
/// # Panics
/// If [`Options::verify`] finds a bug in the compiler.
pub fn compile(source: &Source<'_>, options: &Options) -> Result<Image, Error> {
    compile_module(llvm::parse_program(source.name, source.text)?, options)
}

/// Compiles a whole program that has already been read.
///
/// # Errors
/// As for [`compile`], except for syntax errors.
#[doc(hidden)]
pub fn compile_module(module: ir::Module, options: &Options) -> Result<Image, Error> {
    pipeline::run(module, options, &mut Trace::off())
}

/// Returns the program after a pass as text: LLVM IR for the module, then the byte-level form, then assembly.
///
/// # Errors
/// As for [`compile`], if the compilation fails before that pass.
pub fn dump(source: &Source<'_>, options: &Options, pass: Pass) -> Result<String, Error> {
    let module = llvm::parse_program(source.name, source.text)?;
    let mut trace = Trace::after(pass);
    let result = pipeline::run(module, options, &mut trace);
    match (trace.text(), result) {
        (text, Err(error)) if text.is_empty() => Err(error),
        (text, _) => Ok(text),
    }
}

/// Runs only the passes over the module; an interpreter can run the result.
///
/// # Errors
/// As for [`compile`].
#[doc(hidden)]
pub fn prepare(module: &mut ir::Module, options: &Options) -> Result<(), Error> {
    pipeline::ssa(module, options, &mut Trace::off())
}
