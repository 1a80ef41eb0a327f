//! Errors while packing a program.

use std::fmt;

/// Why a program cannot be packed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PackError {
    /// It does not load to $0801, or does not begin with `10 SYS 2080` and zeros up to $0820.
    Line,
    /// It is too short to hold the unpacker's first instructions.
    Short {
        /// Its bytes from $0801 on.
        bytes: usize,
        /// The minimum number of bytes.
        least: usize,
    },
    /// It reaches beyond $CFFF.
    Long {
        /// The address after its end.
        end: usize,
    },
    /// It fits into memory, but not when packed, because it hardly shrinks and the unpacker is added.
    Incompressible {
        /// The address after the end of the packed program.
        end: usize,
    },
    /// Unpacking does not reproduce the program: a bug of ours or of the packer.
    Faulty(&'static str),
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackError::Line => {
                write!(f, "the program does not begin with the line `10 SYS 2080` at $0801 and code at $0820")
            }
            PackError::Short { bytes, least } => {
                write!(f, "a program of {bytes} bytes is too short to pack: it needs at least {least}")
            }
            PackError::Long { end } => {
                write!(f, "the program reaches up to ${:04X}, beyond $CFFF", end - 1)
            }
            PackError::Incompressible { end } => {
                write!(f, "the packed program would reach up to ${:04X}, beyond $CFFF", end - 1)
            }
            PackError::Faulty(what) => {
                write!(f, "the packed program would not unpack to the original: {what}")
            }
        }
    }
}

impl std::error::Error for PackError {}
