//! Why and where the interpreter stopped before the function returned.

use std::fmt;

/// The reason for a trap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TrapKind {
    /// The host ended the program (`halt`); not a fault.
    Halted,
    /// The instruction limit of the configuration is reached.
    OutOfFuel,
    /// Calls are nested too deeply, or the local variables reach the globals.
    StackOverflow,
    /// The globals and functions do not fit below the stack; `needed` bytes of `available`.
    DoesNotFit {
        /// Bytes from the start of the program to the end of the last function.
        needed: u32,
        /// Bytes up to the top of the stack.
        available: u32,
    },
    /// Something that must be known depends on an undefined or poison value.
    Undefined(String),
    /// An access outside of its object or to memory without an owner.
    OutOfBounds {
        /// First byte of the access.
        address: u16,
        /// Length of the access in bytes.
        size: u32,
        /// Whether it is a store.
        write: bool,
        /// The object the pointer was derived from; empty if unknown.
        object: String,
    },
    /// A store to a constant.
    WriteToConstant {
        /// Its first byte.
        address: u16,
        /// The constant; empty if unknown.
        object: String,
    },
    /// `memcpy` between regions that overlap without being the same.
    Overlap,
    /// Division or remainder by zero.
    DivisionByZero,
    /// Signed division of the smallest number by -1.
    DivisionOverflow,
    /// An `unreachable` was reached.
    Unreachable,
    /// `llvm.assume` of something false.
    FalseAssumption,
    /// `llvm.trap` was called.
    Abort,
    /// The function to be called is not in the module.
    NoFunction(String),
    /// A declared function or variable that neither the host nor the interpreter supplies.
    UnknownExtern(String),
    /// An intrinsic the interpreter does not know.
    UnknownIntrinsic(String),
    /// Inline assembly the host does not know.
    UnknownAsm(String),
    /// An indirect call to an address where no function starts.
    NotAFunction(u16),
    /// A call with the wrong number of arguments.
    Arguments {
        /// Parameters of the function.
        expected: usize,
        /// Arguments of the call.
        found: usize,
    },
    /// The host reported a fault.
    Host(String),
    /// The module breaks a rule of `verify`.
    Malformed(String),
}

/// An instruction in a call stack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The function.
    pub function: String,
    /// Line of the `.ll` text, 0 if unknown.
    pub line: u32,
    /// File and line of the Rust source, empty if unknown.
    pub source: String,
}

/// The early end of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trap {
    /// The reason.
    pub kind: TrapKind,
    /// The call stack, innermost function first; empty before the program started.
    pub stack: Vec<Place>,
}

impl Trap {
    /// Whether the program ended itself through the host.
    pub fn is_halt(&self) -> bool {
        self.kind == TrapKind::Halted
    }
}

impl From<TrapKind> for Trap {
    fn from(kind: TrapKind) -> Self {
        Trap { kind, stack: Vec::new() }
    }
}

impl fmt::Display for TrapKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrapKind::Halted => write!(f, "halted"),
            TrapKind::OutOfFuel => write!(f, "out of fuel"),
            TrapKind::StackOverflow => write!(f, "stack overflow"),
            TrapKind::DoesNotFit { needed, available } => {
                write!(f, "the program needs {needed} bytes, {available} are there")
            }
            TrapKind::Undefined(what) => write!(f, "{what} is undefined or poison"),
            TrapKind::OutOfBounds { address, size, write, object } => {
                let verb = if *write { "store" } else { "load" };
                write!(f, "{verb} of {size} bytes at ${address:04X} ")?;
                if object.is_empty() {
                    write!(f, "belongs to no object")
                } else {
                    write!(f, "is outside {object}")
                }
            }
            TrapKind::WriteToConstant { address, object } if object.is_empty() => {
                write!(f, "store to a constant at ${address:04X}")
            }
            TrapKind::WriteToConstant { address, object } => {
                write!(f, "store to the constant {object} at ${address:04X}")
            }
            TrapKind::Overlap => write!(f, "memcpy of overlapping regions"),
            TrapKind::DivisionByZero => write!(f, "division by zero"),
            TrapKind::DivisionOverflow => write!(f, "division overflow"),
            TrapKind::Unreachable => write!(f, "unreachable was reached"),
            TrapKind::FalseAssumption => write!(f, "an assumption is false"),
            TrapKind::Abort => write!(f, "llvm.trap was called"),
            TrapKind::NoFunction(name) => write!(f, "there is no function {name}"),
            TrapKind::UnknownExtern(name) => write!(f, "nothing supplies the external {name}"),
            TrapKind::UnknownIntrinsic(name) => write!(f, "unknown intrinsic llvm.{name}"),
            TrapKind::UnknownAsm(template) => write!(f, "unknown inline assembly {template:?}"),
            TrapKind::NotAFunction(address) => write!(f, "no function starts at ${address:04X}"),
            TrapKind::Arguments { expected, found } => {
                write!(f, "call with {found} arguments of a function with {expected} parameters")
            }
            TrapKind::Host(what) => write!(f, "{what}"),
            TrapKind::Malformed(what) => write!(f, "malformed module: {what}"),
        }
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        for place in &self.stack {
            write!(f, "\n  in {}, line {}", place.function, place.line)?;
            if !place.source.is_empty() {
                write!(f, " ({})", place.source)?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Trap {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trap_names_what_and_where() {
        let trap = Trap {
            kind: TrapKind::OutOfBounds { address: 0x0823, size: 2, write: true, object: "table".into() },
            stack: vec![
                Place { function: "fill".into(), line: 12, source: "src/main.rs:3".into() },
                Place { function: "main".into(), line: 40, source: String::new() },
            ],
        };
        let text = "store of 2 bytes at $0823 is outside table\n  in fill, line 12 (src/main.rs:3)\n  in main, line 40";
        assert_eq!(trap.to_string(), text);
        assert!(!trap.is_halt());
        assert!(Trap::from(TrapKind::Halted).is_halt());
    }
}
