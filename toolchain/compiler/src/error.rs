//! Errors of a compilation: what is wrong with the input, and where.

use std::borrow::Cow;
use std::fmt;

use crate::options::KERNAL;

/// A routine or a variable and the memory it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Part {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u32,
    /// The chain of callers that pulls it in, from `main` to the part itself; empty if it is not known.
    pub chain: Vec<String>,
}

/// A way to make a program smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Saving {
    /// Panics without messages.
    Panics,
    /// No conversion of floats to and from decimal text.
    Floats,
    /// Less use of `core::fmt`.
    Formatting,
    /// No formatting by `{:?}`.
    Debug,
    /// An optimisation level for size.
    Level,
    /// Variables in the memory under the KERNAL's ROM.
    UnderKernal,
    /// A smaller reserve for the software stack.
    Stack,
    /// Constants that are loaded from a disk.
    Disk,
}

impl Saving {
    /// Returns the option and what the number of bytes given with it means.
    fn advice(self) -> (&'static str, &'static str) {
        match self {
            Saving::Panics => (
                "set panic = \"immediate-abort\" in the profile and cargo-features = [\"panic-immediate-abort\"] \
                 at the top of Cargo.toml",
                "print panic messages",
            ),
            Saving::Floats => ("do not print or parse floats", "convert floats to and from text"),
            Saving::Formatting => ("use ufmt instead of core::fmt", "are needed only by core::fmt"),
            Saving::Debug => ("do not format with {:?}", "are needed only by Debug"),
            Saving::Level => ("set opt-level = \"s\" or \"z\" in the profile", "are optimised for speed"),
            Saving::UnderKernal => (
                "put variables under the KERNAL's ROM with #[unsafe(link_section = \".high\")]",
                "are initially zero and fit there",
            ),
            Saving::Stack => (
                "lower stack-reserve under [package.metadata.c64] in Cargo.toml",
                "are reserved for the software stack and not needed",
            ),
            Saving::Disk => (
                "load texts and tables from the disk (sys2080::disk), for example into a variable in `.high`",
                "are constants",
            ),
        }
    }
}

/// The listing and the map of a program that does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Texts {
    /// The listing.
    pub listing: String,
    /// The map.
    pub map: String,
}

/// The reason why a compilation failed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The text is not LLVM IR as a supported version of rustc writes it.
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
    #[non_exhaustive]
    Unsupported {
        /// The module's name.
        file: String,
        /// Line of the text, from 1; 0 if it is not known.
        line: u32,
        /// File and line of the Rust source; empty if the IR has no debug info about it.
        source: String,
        /// The function that contains it; empty outside functions.
        function: String,
        /// The construct.
        what: String,
    },
    /// Symbols that are used but not defined, each with one function that uses it.
    Undefined {
        /// The module's name.
        file: String,
        /// `(symbol, user)`, sorted by symbol; the user is demangled, with its place in the Rust source if that is known.
        symbols: Vec<(String, String)>,
    },
    /// The program does not fit into the memory that it is to run in.
    #[non_exhaustive]
    TooLarge {
        /// Which memory: zero page, program, stack.
        memory: String,
        /// Bytes needed, including those for stacks.
        needed: u32,
        /// Bytes available.
        available: u32,
        /// The largest users, largest first.
        largest: Vec<Part>,
        /// The changes that would help most, each with the number of bytes it affects, in descending order.
        savings: Vec<(Saving, u32)>,
        /// The listing and the map, unless there are other errors as well.
        texts: Option<Box<Texts>>,
    },
    /// [`Options::memory`](crate::Options::memory) describes a memory in which no program can run.
    Memory {
        /// What is wrong with the map.
        what: String,
    },
    /// Assembly that is not valid 6502 assembly.
    Assembly {
        /// Where it is: a function, or `module asm`.
        place: String,
        /// Line within the text, from 1.
        line: u32,
        /// What is wrong.
        what: String,
    },
}

/// Shortens the middle of a name of nested generic functions, which would be unreadable in a message.
fn short(name: &str) -> Cow<'_, str> {
    const LONG: usize = 90;
    let characters = name.chars().count();
    // A list of functions, not the name of one.
    if characters <= LONG || name.contains(": ") {
        return name.into();
    }
    let start: String = name.chars().take(LONG / 2).collect();
    let end: String = name.chars().skip(characters - LONG / 2).collect();
    format!("{start}…{end}").into()
}

/// Returns the demangled name of a symbol: Rust names without their hash, others unchanged.
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
                write!(f, "{file}: undefined symbols:")?;
                for (symbol, user) in symbols {
                    write!(f, "\n  {}, used in {user}", demangled(symbol))?;
                }
                if symbols.iter().any(|(symbol, _)| symbol == "main") {
                    return write!(
                        f,
                        "\na program needs a function `#[unsafe(no_mangle)] extern \"C\" fn main()`"
                    );
                }
                let kernal = KERNAL.map(|(name, _)| name).join(", ");
                write!(
                    f,
                    "\nthe only functions outside of the program that are known by default are the KERNAL's {kernal}"
                )
            }
            Error::TooLarge { memory, needed, available, largest, savings, .. } => {
                let excess = needed - available;
                write!(
                    f,
                    "the {memory} overflows by {excess} bytes: {needed} are needed, {available} are available"
                )?;
                write!(f, "\nThe largest parts, each with the chain of callers that brings it in:")?;
                for Part { name, bytes, chain } in largest {
                    write!(f, "\n  {bytes:6} {}", short(name))?;
                    if chain.len() > 1 {
                        let chain: Vec<_> = chain.iter().map(|name| short(name)).collect();
                        write!(f, "\n         {}", chain.join(" → "))?;
                    }
                }
                if !savings.is_empty() {
                    write!(f, "\nThese changes would help most:")?;
                }
                for (saving, bytes) in savings {
                    let (option, which) = saving.advice();
                    write!(f, "\n  {option}: {bytes} bytes {which}")?;
                }
                Ok(())
            }
            Error::Memory { what } => write!(f, "the memory map: {what}"),
            Error::Assembly { place, line, what } => write!(f, "assembly in {place}, line {line}: {what}"),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_lose_their_middle() {
        let name = format!("<core::{}::Äß as end>", "x".repeat(200));
        let short = short(&name);
        assert!(short.starts_with("<core::xx") && short.ends_with("::Äß as end>"), "{short}");
        assert_eq!(short.chars().count(), 91);
        assert_eq!(super::short("main"), "main");
    }
}
