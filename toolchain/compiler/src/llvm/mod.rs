//! Reads the textual LLVM IR of rustc (LLVM 22 and 23, see [`versions`]) into the [`ir`](crate::ir), and writes it.
//!
//! The target is that of `toolchain/targets/mos-c64-none.json`: little endian, 16-bit pointers, no alignment, so packed and plain
//! structs are the same. Address spaces, most attributes and all metadata except `!range` and `!dbg` are ignored. An unknown word
//! is an error, and so is a known construct that is not supported.
//!
//! The reader normalizes as follows: constant expressions become a number or symbol plus offset, or instructions; a `getelementptr`
//! becomes base, offset and scaled terms, with offsets and scales modulo 65536 as signed numbers; `null` becomes 0 and `poison`
//! becomes `undef`; `or disjoint` becomes an `or` that is both `nuw` and `nsw` (it could be an `add`); floats are kept as the bits
//! of their own width; uses of an alias become uses of its target, and an exported alias remains a second symbol of the same kind.

mod attributes;
mod calls;
mod constants;
mod debug;
mod expressions;
mod floats;
mod function;
mod instructions;
mod lexer;
mod locals;
mod parser;
mod print;
mod scan;
mod state;
mod types;
pub mod versions;
mod words;

pub use print::print;
pub(crate) use types::type_text;

use crate::Error;
use crate::ir::Module;
use parser::Wanted;

/// Reads a module; `name` appears in its messages.
///
/// A text without `target datalayout` is assumed to be for the right target.
///
/// # Errors
/// [`Error::Syntax`] for anything that LLVM would not accept, including violations that the verifier finds, and
/// [`Error::Unsupported`] for anything that LLVM accepts but this compiler does not.
pub fn parse(name: &str, text: &str) -> Result<Module, Error> {
    parser::parse(name, text, Wanted::All)
}

/// Reads only the exported definitions of a program and those that they refer to. The rest may use types that are not supported.
///
/// # Errors
/// See [`parse`], for the definitions that are read.
pub fn parse_program(name: &str, text: &str) -> Result<Module, Error> {
    parser::parse(name, text, Wanted::Exported)
}

/// Reads only the definitions of a module that the roots refer to, directly or indirectly, as a linker takes members from an
/// archive; roots that the module does not define are ignored. The rest of the text need not be supported, and its `module asm`
/// (for `compiler_builtins` it is that of another processor) is left out.
///
/// # Errors
/// See [`parse`], for the definitions that are read.
pub fn parse_needed(name: &str, text: &str, roots: &[&str]) -> Result<Module, Error> {
    parser::parse(name, text, Wanted::Roots(roots))
}
