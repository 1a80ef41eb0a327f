//! Reads the textual LLVM IR that rustc writes (LLVM 22 and 23, see [`versions`]) into the [`ir`](crate::ir), and writes it.
//!
//! The target is that of `toolchain/targets/mos-c64-none.json`: little endian, pointers of 16 bits, no alignment, so packed
//! and plain structs are the same. Address spaces, most attributes and all metadata but `!range` and `!dbg` are
//! passed over. A word that is not known is an error, and so is a construct that is known but not translated.
//!
//! What is rewritten on the way in: constant expressions become a number or symbol plus offset, or instructions; a
//! `getelementptr` becomes base, offset and scaled terms, offsets and scales modulo 65536 as signed numbers;
//! `null` becomes 0 and `poison` becomes `undef`; `or disjoint` becomes an `or` that is both `nuw` and `nsw`
//! (it could be an `add`); floats are kept as the bits of their own width; uses of an alias become uses of what
//! it names, and an exported alias remains a second symbol of the same kind.

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

/// Reads a module; `name` stands in its messages.
///
/// A text without `target datalayout` is taken to be for the right target.
///
/// # Errors
/// [`Error::Syntax`] for anything that LLVM would not accept, faults the verifier finds included, and
/// [`Error::Unsupported`] for what it would.
pub fn parse(name: &str, text: &str) -> Result<Module, Error> {
    parser::parse(name, text, Wanted::All)
}

/// Reads of a program only what it needs: what is exported, and what that leads to. What nothing reaches may be of types
/// that are not supported.
///
/// # Errors
/// As [`parse`], for what is read.
pub fn parse_program(name: &str, text: &str) -> Result<Module, Error> {
    parser::parse(name, text, Wanted::Exported)
}

/// Reads of a module only the definitions that the roots lead to, as a linker takes members from an archive;
/// roots that the module does not define are passed over. The rest of the text need not be supported, and its
/// `module asm` (for `compiler_builtins` it is that of another processor) is left out.
///
/// # Errors
/// As [`parse`], for what is read.
pub fn parse_needed(name: &str, text: &str, roots: &[&str]) -> Result<Module, Error> {
    parser::parse(name, text, Wanted::Roots(roots))
}
