//! Errors: bad images, and actions that a correct program never takes.

use std::fmt;

/// The processor's registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Registers {
    /// Program counter.
    pub pc: u16,
    /// Accumulator.
    pub a: u8,
    /// Index register X.
    pub x: u8,
    /// Index register Y.
    pub y: u8,
    /// Stack pointer: the next push goes to $0100 + `sp`.
    pub sp: u8,
    /// Status: bits N V - B D I Z C from the top.
    pub p: u8,
}

impl fmt::Display for Registers {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Registers { pc, a, x, y, sp, p } = *self;
        write!(out, "PC=${pc:04X} A=${a:02X} X=${x:02X} Y=${y:02X} SP=${sp:02X} P=")?;
        for (bit, name) in "NV-BDIZC".chars().enumerate() {
            let set = p << bit & 0x80 != 0;
            write!(out, "{}", if set || name == '-' { name } else { '.' })?;
        }
        Ok(())
    }
}

/// The state of the machine when a program was stopped: its registers and the last instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Registers before the instruction that was rejected, or after the one that caused the error.
    pub registers: Registers,
    /// Cycles since the machine was created.
    pub cycles: u64,
    /// The instructions executed last, oldest first: a line each, with the registers before it.
    pub trace: Vec<String>,
    /// The label nearest to the program counter, empty without a label file.
    pub place: String,
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "  {} after {} cycles", self.registers, self.cycles)?;
        write!(out, "  last instructions, the latest at the end:")?;
        for line in &self.trace {
            write!(out, "\n    {line}")?;
        }
        Ok(())
    }
}

/// Why a run, or the loading before it, failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A PRG file shorter than its load address and one byte, or reaching beyond $FFFF.
    Prg {
        /// Size of the file in bytes.
        size: usize,
        /// Load address, if the file is long enough to have one.
        load: Option<u16>,
    },
    /// Bytes to load that reach beyond $FFFF.
    Range {
        /// First address.
        start: u16,
        /// Number of bytes.
        size: usize,
    },
    /// A ROM image of the wrong size.
    Rom {
        /// Size demanded, in bytes.
        expected: usize,
        /// Size given, in bytes.
        size: usize,
    },
    /// The BASIC program at $0801 does not come to a SYS, or has before it more than
    /// [`Machine::start_basic_program`](crate::Machine::start_basic_program) understands.
    NoSysLine {
        /// Number of the BASIC line, `None` for a program without SYS.
        line: Option<u16>,
        /// The construct that was met.
        why: String,
    },
    /// A line of a label file that is not `al C:0820 .name`.
    Label {
        /// Line number, from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// An undocumented opcode, JAM ones included, where [`Config::undocumented`](crate::Config::undocumented) does not allow them. The
    /// compiler never emits one: the program ran into data.
    IllegalOpcode {
        /// Its address.
        pc: u16,
        /// The opcode.
        opcode: u8,
        /// The machine's state.
        report: Box<Report>,
    },
    /// JAM: the processor stops until a reset.
    Jam {
        /// Its address.
        pc: u16,
        /// The opcode.
        opcode: u8,
        /// The machine's state.
        report: Box<Report>,
    },
    /// BRK, which the compiler emits only in unreachable code.
    Break {
        /// Its address.
        pc: u16,
        /// The machine's state.
        report: Box<Report>,
    },
    /// Decimal mode was switched on.
    Decimal {
        /// Address of the instruction.
        pc: u16,
        /// The machine's state.
        report: Box<Report>,
    },
    /// The processor jumped to where there is no code: a ROM without an image, or the I/O area.
    NoCode {
        /// The address.
        pc: u16,
        /// The machine's state.
        report: Box<Report>,
    },
    /// A KERNAL routine that this machine does not offer, or not with these arguments.
    Kernal {
        /// Name of the routine.
        name: &'static str,
        /// The missing feature.
        why: String,
        /// The machine's state.
        report: Box<Report>,
    },
    /// The program did not end in time.
    CycleLimit {
        /// The limit in cycles.
        limit: u64,
        /// The machine's state.
        report: Box<Report>,
    },
    /// A store into a range given to `protect`.
    WriteToProtected {
        /// The address of the store.
        address: u16,
        /// The byte.
        value: u8,
        /// The machine's state.
        report: Box<Report>,
    },
    /// A push with the hardware stack full, or a pull with it empty.
    Stack {
        /// Address of the instruction.
        pc: u16,
        /// True for a pull from an empty stack.
        underflow: bool,
        /// The machine's state.
        report: Box<Report>,
    },
    /// The software stack of a program whose labels are known has grown into other memory.
    SoftwareStack {
        /// Address of the instruction.
        pc: u16,
        /// Where the stack is.
        pointer: u16,
        /// The lowest address that it may have.
        limit: u16,
        /// The machine's state.
        report: Box<Report>,
    },
}

impl Error {
    /// The machine's state, for errors of a running program.
    pub fn report(&self) -> Option<&Report> {
        match self {
            Error::IllegalOpcode { report, .. }
            | Error::Jam { report, .. }
            | Error::Break { report, .. }
            | Error::Decimal { report, .. }
            | Error::NoCode { report, .. }
            | Error::Kernal { report, .. }
            | Error::CycleLimit { report, .. }
            | Error::WriteToProtected { report, .. }
            | Error::Stack { report, .. }
            | Error::SoftwareStack { report, .. } => Some(report),
            Error::Prg { .. }
            | Error::Range { .. }
            | Error::Rom { .. }
            | Error::NoSysLine { .. }
            | Error::Label { .. } => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Prg { size, load: None } => {
                write!(
                    out,
                    "a PRG file needs a load address and at least one byte; the size of this one is {size}"
                )
            }
            Error::Prg { size, load: Some(load) } => {
                write!(out, "a PRG file of {size} bytes loaded at ${load:04X} reaches beyond $FFFF")
            }
            Error::Range { start, size } => write!(out, "{size} bytes at ${start:04X} reach beyond $FFFF"),
            Error::Rom { expected, size } => {
                write!(out, "this ROM image must have {expected} bytes and has {size}")
            }
            Error::NoSysLine { line: Some(line), why } => {
                write!(out, "cannot start the BASIC program at $0801: line {line}: {why}")
            }
            Error::NoSysLine { line: None, why } => write!(out, "{why}"),
            Error::Label { line, text } => {
                write!(out, "line {line} of the label file is not `al C:0820 .name`: {text}")
            }
            Error::IllegalOpcode { pc, opcode, .. } => {
                write!(out, "illegal opcode ${opcode:02X} at ${pc:04X}")
            }
            Error::Jam { pc, opcode, .. } => {
                write!(out, "JAM (${opcode:02X}) at ${pc:04X} stops the processor until a reset")
            }
            Error::Break { pc, .. } => write!(out, "BRK at ${pc:04X}"),
            Error::Decimal { pc, .. } => write!(out, "decimal mode switched on at ${pc:04X}"),
            Error::NoCode { pc, .. } => write!(out, "no code at ${pc:04X}: a ROM without image, or I/O"),
            Error::Kernal { name, why, .. } => write!(out, "KERNAL routine {name}: {why}"),
            Error::CycleLimit { limit, .. } => write!(out, "cycle limit of {limit} reached"),
            Error::WriteToProtected { address, value, .. } => {
                write!(out, "${value:02X} stored to ${address:04X}, which is protected")
            }
            Error::Stack { pc, underflow: false, .. } => write!(out, "hardware stack overflow at ${pc:04X}"),
            Error::Stack { pc, underflow: true, .. } => {
                write!(out, "pull from an empty hardware stack at ${pc:04X}")
            }
            Error::SoftwareStack { pc, pointer, limit, .. } => write!(
                out,
                "software stack overflow at ${pc:04X}: it has grown down to ${pointer:04X}, and other memory is in use below ${limit:04X}"
            ),
        }?;
        match self.report() {
            Some(report) if report.place.is_empty() => write!(out, "\n{report}"),
            Some(report) => write!(out, " ({})\n{report}", report.place),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
