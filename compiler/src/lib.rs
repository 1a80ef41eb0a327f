//! LLVM IR text in, a 6502 program image with listing, labels and map out.
//!
//! The way: [`llvm`] reads the text into [`ir`]; [`opt`] looks at and changes that; [`lower`] turns it into bytes;
//! [`mos`] chooses instructions, memory and addresses. [`pipeline`] lists the passes. The library reads no files
//! and prints nothing.

pub mod error;
pub mod fault;
pub mod ir;
pub mod llvm;
pub mod lower;
pub mod memory;
pub mod mos;
pub mod opt;
pub mod options;
pub mod passes;
mod pipeline;
mod trace;

pub use error::Error;
pub use memory::MemoryMap;
pub use mos::image::Image;
pub use options::{Options, Outlining};
pub use passes::{Pass, Passes};
use trace::Trace;

/// A module's text and where it came from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// For messages.
    pub name: &'a str,
    /// The text of a `.ll` file that holds the whole program.
    pub text: &'a str,
}

/// Compiles a whole program.
///
/// # Errors
/// Whatever is wrong with the text, named with file, line and function; see [`Error`].
pub fn compile(source: &Source<'_>, options: &Options) -> Result<Image, Error> {
    compile_module(llvm::parse_program(source.name, source.text)?, options)
}

/// Compiles a whole program that was read already.
///
/// # Errors
/// As [`compile`], but for faults of the text.
pub fn compile_module(module: ir::Module, options: &Options) -> Result<Image, Error> {
    pipeline::run(module, options, &mut Trace::off())
}

/// What a program looks like after a pass, as text that can be compared: LLVM's for the module, the byte form's, assembly.
///
/// # Errors
/// As [`compile`], if the pass does not come to run.
pub fn dump(source: &Source<'_>, options: &Options, pass: Pass) -> Result<String, Error> {
    let module = llvm::parse_program(source.name, source.text)?;
    let mut trace = Trace::after(pass);
    let result = pipeline::run(module, options, &mut trace);
    match (trace.text(), result) {
        (text, Err(error)) if text.is_empty() => Err(error),
        (text, _) => Ok(text),
    }
}

/// The passes over the module alone, as an interpreter may run it.
///
/// # Errors
/// As [`compile`].
pub fn prepare(module: &mut ir::Module, options: &Options) -> Result<(), Error> {
    pipeline::ssa(module, options, &mut Trace::off())
}
