//! What can go wrong in a compilation; always the input's fault, never silent.

use std::fmt;

/// Why no image was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The text is not what rustc of a supported version writes.
    Syntax {
        /// The module's name.
        file: String,
        /// Line of the text, from 1.
        line: u32,
        /// Column, from 1.
        column: u32,
        /// What was expected and what was found.
        what: String,
    },
    /// A construct that this compiler does not translate.
    Unsupported {
        /// The module's name.
        file: String,
        /// Line of the text, from 1; 0 if it belongs to no line.
        line: u32,
        /// File and line of the Rust source; empty if the text does not tell.
        source: String,
        /// The function it stands in; empty outside functions.
        function: String,
        /// The construct.
        what: String,
    },
    /// Symbols used and defined nowhere, each with one function that uses it.
    Undefined {
        /// The module's name.
        file: String,
        /// `(symbol, user)`, sorted by symbol; the user as people know it, with its place in the Rust source if the text
        /// tells.
        symbols: Vec<(String, String)>,
    },
    /// The program does not fit the memory it is to run in.
    TooLarge {
        /// Which memory: zero page, program, stack.
        memory: String,
        /// Bytes needed.
        needed: u32,
        /// Bytes there are.
        available: u32,
        /// The largest users, `(name, bytes)`, largest first.
        largest: Vec<(String, u32)>,
    },
    /// Assembly text that is not 6502 assembly.
    Assembly {
        /// Where it stands: the function, or `module asm`.
        place: String,
        /// Line within the text, from 1.
        line: u32,
        /// What is wrong.
        what: String,
    },
}

/// A symbol as people know it: Rust names without their hash, others unchanged.
#[must_use]
pub fn demangled(symbol: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(symbol))
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Syntax { file, line, column, what } => write!(f, "{file}:{line}:{column}: {what}"),
            Error::Unsupported { file, line, source, function, what } => {
                match source.is_empty() {
                    true => write!(f, "{file}:{line}: ")?,
                    false => write!(f, "{source}: ")?,
                }
                if !function.is_empty() {
                    write!(f, "in {}: ", demangled(function))?;
                }
                write!(f, "{what} is not supported")?;
                if !source.is_empty() {
                    write!(f, " ({file}:{line})")?;
                }
                Ok(())
            }
            Error::Undefined { file, symbols } => {
                write!(
                    f,
                    "{file}: undefined symbols (is `lto = \"fat\"` set, and the crate type only `bin` or `staticlib`?):"
                )?;
                for (symbol, user) in symbols {
                    write!(f, "\n  {}, used in {user}", demangled(symbol))?;
                }
                Ok(())
            }
            Error::TooLarge { memory, needed, available, largest } => {
                write!(
                    f,
                    "the {memory} overflows by {} bytes: {needed} needed, {available} there; the largest:",
                    needed - available
                )?;
                for (name, bytes) in largest {
                    write!(f, "\n  {bytes:6} {name}")?;
                }
                Ok(())
            }
            Error::Assembly { place, line, what } => write!(f, "assembly in {place}, line {line}: {what}"),
        }
    }
}

impl std::error::Error for Error {}
