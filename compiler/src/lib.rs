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
pub mod mos;
pub mod opt;
pub mod passes;
pub mod pipeline;

pub use error::Error;
pub use mos::image::Image;
pub use passes::{Pass, Passes};

use std::collections::BTreeMap;
use std::sync::Arc;

/// A module's text and where it came from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// For messages.
    pub name: &'a str,
    /// The text of a `.ll` file that holds the whole program.
    pub text: &'a str,
}

/// What a compilation can be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Functions outside the program: name and address. They take their arguments' first byte in A, the second in
    /// X, further ones in `ARG + n`, and return likewise; see [`mos::passing`].
    pub externs: BTreeMap<String, u16>,
    /// Bytes to leave for the software stack of recursive functions, at least.
    pub stack_reserve: u16,
    /// Whether functions that may be active more than once at a time test for room on both stacks when they begin; see
    /// [`mos::stack::check`].
    pub stack_check: bool,
    /// Which code may be shared at the cost of calls.
    pub outlining: Outlining,
    /// The passes that run, of those that only make code better.
    pub passes: Passes,
    /// LLVM's text of `compiler_builtins`, of the same build as the program: what floats and 128 bits need. Without it
    /// they are refused.
    pub builtins: Option<Arc<str>>,
}

/// Which instructions alike in several places may become a routine of their own: each such place runs 12 cycles longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlining {
    /// Only what runs so seldom, by estimate, that it does not matter.
    Cold,
    /// All of it, for the smallest program.
    All,
}

/// KERNAL calls whose arguments and results are registers as a function's are: *Commodore 64 Programmer's Reference
/// Guide*, chapter 5, "The KERNAL", pages 272 ff.
pub(crate) const KERNAL: [(&str, u16); 5] =
    [("chrin", 0xffcf), ("chrout", 0xffd2), ("clrchn", 0xffcc), ("getin", 0xffe4), ("scnkey", 0xff9f)];

impl Default for Options {
    /// The KERNAL's simple calls by name; 256 bytes of software stack, unchecked; cold code shared; all passes.
    fn default() -> Self {
        let externs = KERNAL.into_iter().map(|(name, address)| (name.to_string(), address)).collect();
        Options {
            externs,
            stack_reserve: 256,
            stack_check: false,
            outlining: Outlining::Cold,
            passes: Passes::ALL,
            builtins: None,
        }
    }
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
    pipeline::run(module, options)
}
