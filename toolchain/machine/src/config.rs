//! The configuration of a machine, and the reasons for a paused run.

use crate::vic::VideoStandard;

/// The configuration of a machine.
///
/// Later versions may add fields: name those that you set, and take the rest from [`Config::default`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The byte that fills RAM at power-on, so that reads of uninitialised memory are noticeable.
    pub ram_fill: u8,
    /// The same for the zero page.
    pub zero_page_fill: u8,
    /// Cycles after which a run ends with [`Error::CycleLimit`](crate::Error::CycleLimit), counted from the creation of the machine.
    pub cycle_limit: u64,
    /// Whether BRK, decimal mode, undocumented opcodes and a stack pointer that wraps are errors. No compiled program needs them. If false,
    /// only what would stop a C64 ends a run.
    pub strict: bool,
    /// Whether undocumented opcodes are allowed although [`Config::strict`] is set. JAM is always an error.
    pub undocumented: bool,
    /// Whether the KERNAL's 60 Hz interrupt is enabled at the start.
    pub interrupts: bool,
    /// The number of GETIN calls in a row, at most [`Config::idle_gap`] cycles apart, after which a program is waiting for a key.
    pub idle_polls: u32,
    /// See [`Config::idle_polls`]; in cycles.
    pub idle_gap: u64,
    /// Whether time passes while a program waits for a line in CHRIN, as on a C64: interrupts occur, and the SID plays.
    /// [`Machine::awaits_line`](crate::Machine::awaits_line) reports it. If false, the run pauses with [`Stop::WaitingForKey`] instead.
    pub line_takes_time: bool,
    /// The video standard: cycles per line, lines per frame.
    pub standard: VideoStandard,
    /// Whether the VIC-II draws: see [`Machine::frame`](crate::Machine::frame). Sprites collide only if it does. No cycle count depends on
    /// it.
    pub display: bool,
    /// Whether the processor stalls while the VIC-II reads memory for bad lines and sprites, as on a C64: up to 43 cycles of every eighth
    /// line of the window, and 2 for each line of a sprite with 3 before. If false, a program's cycles do not depend on what is on the
    /// screen. If true, the KERNAL's interrupt takes its time, too.
    pub video_stalls: bool,
    /// The model of both CIAs.
    pub cia: CiaModel,
    /// The sample rate of the SID's sound in samples per second, or `None` for no sound: see
    /// [`Machine::take_samples`](crate::Machine::take_samples). No cycle count depends on it, and no byte that a program reads.
    pub sound: Option<u32>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            ram_fill: 0xa5,
            zero_page_fill: 0x5a,
            cycle_limit: 10_000_000_000,
            strict: true,
            undocumented: false,
            interrupts: true,
            idle_polls: 64,
            idle_gap: 1_000,
            line_takes_time: false,
            standard: VideoStandard::Pal,
            display: false,
            video_stalls: false,
            cia: CiaModel::Mos6526A,
            sound: None,
        }
    }
}

/// A model of the CIA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CiaModel {
    /// The first model, whose interrupts come a cycle later.
    Mos6526,
    /// The model of later C64s, also sold as 8521; the default in x64sc 3.7.1.
    Mos6526A,
}

/// The reason why a run paused. [`Machine::run`](crate::Machine::run) continues from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// The program stored `code` to $D7FF.
    Exit {
        /// The stored byte.
        code: u8,
        /// Cycles since the machine was created, the store included.
        cycles: u64,
    },
    /// The program, or the called routine, returned to its caller.
    Returned,
    /// The program waits for a key and none is left.
    WaitingForKey,
    /// RUN/STOP with RESTORE: the KERNAL would start BASIC afresh.
    WarmStart,
    /// An instruction jumps to itself and no interrupt can end the loop.
    Halted {
        /// Its address.
        pc: u16,
    },
    /// The program has stored to a watched address: see [`Machine::watch`](crate::Machine::watch).
    Stored {
        /// The address.
        address: u16,
        /// The stored byte.
        value: u8,
    },
}

/// The address range of a loaded file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoadRange {
    /// First address.
    pub start: u16,
    /// The address after the last: up to $10000.
    pub end: u32,
}

/// An interrupt line of the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Line {
    /// /IRQ, which waits while the program has interrupts disabled.
    Irq,
    /// /NMI, which cannot be disabled.
    Nmi,
}
