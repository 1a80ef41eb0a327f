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
    /// The last instructions executed, oldest first: a line each, with the registers before it.
    pub trace: Vec<String>,
    /// The label nearest to the program counter; empty without a label file.
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

/// The reason why a run, or the loading before it, failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The PRG file is shorter than its load address and one byte, or extends beyond $FFFF.
    Prg {
        /// Size of the file in bytes.
        size: usize,
        /// Load address, if the file is long enough to have one.
        load: Option<u16>,
    },
    /// The bytes to load extend beyond $FFFF.
    Range {
        /// First address.
        start: u16,
        /// Number of bytes.
        size: usize,
    },
    /// The ROM image has the wrong size.
    Rom {
        /// The expected size in bytes.
        expected: usize,
        /// The given size in bytes.
        size: usize,
    },
    /// The BASIC program at $0801 does not reach a SYS, or contains something before it that
    /// [`Machine::start_basic_program`](crate::Machine::start_basic_program) does not support.
    NoSysLine {
        /// The number of the BASIC line; `None` for a program without SYS.
        line: Option<u16>,
        /// The construct found there.
        why: String,
    },
    /// A line of a label file does not have the form `al C:0820 .name`.
    Label {
        /// The line number, from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// The program executed an undocumented opcode, JAM included, although [`Config::undocumented`](crate::Config::undocumented) does not
    /// allow them. The compiler never emits one: the program ran into data.
    IllegalOpcode {
        /// Its address.
        pc: u16,
        /// The opcode.
        opcode: u8,
        /// The machine's state.
        report: Box<Report>,
    },
    /// The program executed JAM: the processor stops until a reset.
    Jam {
        /// Its address.
        pc: u16,
        /// The opcode.
        opcode: u8,
        /// The machine's state.
        report: Box<Report>,
    },
    /// The program executed BRK, which the compiler emits only in unreachable code.
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
    /// The program called a KERNAL routine that this machine does not offer, or not with these arguments.
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
    /// The program stored into a range given to `protect`.
    WriteToProtected {
        /// The address of the store.
        address: u16,
        /// The byte.
        value: u8,
        /// The machine's state.
        report: Box<Report>,
    },
    /// The program pushed with the hardware stack full, or pulled with it empty.
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
        /// The current stack pointer.
        pointer: u16,
        /// The lowest allowed value of the pointer.
        limit: u16,
        /// The machine's state.
        report: Box<Report>,
    },
}

impl Error {
    /// Returns the machine's state, for errors of a running program.
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
