//! Machine code before it has addresses: instructions, labels and data with references.
//!
//! Selection generates it, allocation replaces homes by addresses, `improve` and `peephole` shorten it, `outline` moves repeated
//! sequences into shared routines, and `encode` turns it into bytes.

use super::isa::{Mnemonic, Mode};
use crate::MemoryMap;
use crate::ir::Symbol;
use crate::lower::lir::Origin;
use crate::lower::profiled::Counters;
use std::collections::BTreeMap;

/// The label of the memory that functions use outside the zero page.
pub(super) const FRAMES: &str = "__frames";

/// The name of an address: an index into [`Program::labels`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Label(pub u32);

/// What an instruction operates on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Arg {
    /// Nothing, or the accumulator.
    None,
    /// An immediate byte.
    Imm(u8),
    /// The low byte of label + offset, as an immediate.
    Lo(Label, i32),
    /// The high byte of label + offset, as an immediate.
    Hi(Label, i32),
    /// The address label + offset; also the target of a branch or jump.
    Mem(Label, i32),
    /// A fixed address.
    Abs(u16),
    /// The memory byte of a virtual register; gone after allocation.
    Home(u32),
}

/// One instruction. Memory operands use the absolute modes; `encode` uses the zero-page form of the unindexed ones where the
/// address allows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ins {
    /// What it does.
    pub op: Mnemonic,
    /// Its addressing mode.
    pub mode: Mode,
    /// The operand.
    pub arg: Arg,
}

/// A piece of a routine or of data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// An instruction.
    Ins(Ins),
    /// The place of this label.
    Label(Label),
    /// Literal bytes.
    Bytes(Vec<u8>),
    /// The address label + offset, low byte first.
    Word(Label, i32),
    /// The low byte of label + offset.
    LoByte(Label, i32),
    /// The high byte of label + offset.
    HiByte(Label, i32),
    /// A remark for the listing: the origin of the following instructions.
    Note(String),
}

impl Item {
    /// Returns the label it contains, if any.
    pub fn label_mut(&mut self) -> Option<&mut Label> {
        match self {
            Item::Ins(Ins { arg: Arg::Lo(label, _) | Arg::Hi(label, _) | Arg::Mem(label, _), .. })
            | Item::Label(label)
            | Item::Word(label, _)
            | Item::LoByte(label, _)
            | Item::HiByte(label, _) => Some(label),
            Item::Ins(Ins { arg: Arg::None | Arg::Imm(_) | Arg::Abs(_) | Arg::Home(_), .. })
            | Item::Bytes(_)
            | Item::Note(_) => None,
        }
    }

    /// Returns the label it refers to, if any.
    pub fn reference(&self) -> Option<Label> {
        match *self {
            Item::Ins(Ins { arg: Arg::Lo(label, _) | Arg::Hi(label, _) | Arg::Mem(label, _), .. })
            | Item::Word(label, _)
            | Item::LoByte(label, _)
            | Item::HiByte(label, _) => Some(label),
            _ => None,
        }
    }
}

/// A piece of a function's code and what outlining needs to know about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The piece.
    pub item: Item,
    /// How often it runs, relative to the function's entry or, if counted, in total.
    pub weight: u64,
    /// Whether it must not be changed, because it comes from inline assembly.
    pub fixed: bool,
}

/// The section that a chunk is placed in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Section {
    /// The start-up code at the entry address; exactly one chunk.
    Start,
    /// Code.
    Code,
    /// Constants.
    Constants,
    /// Initialised variables: the run-time copy is outside the file, the initial contents are in the file and are copied at each
    /// start, so that the program can be started again.
    Data,
    /// Variables that start as zero: not in the file. Items are `Bytes` of zeros only.
    Zero,
    /// Memory whose initial contents do not matter: not in the file and not cleared. Items as in `Zero`.
    NoInit,
    /// Data that is only read before the memory after the program is used: section `.once`. It is placed, with its contents, in
    /// what is free memory for everything else.
    Once,
    /// Variables under the KERNAL ROM that start as zero: section `.high`. Not in the file. A program that has any runs with the
    /// ROM banked out.
    High,
}

/// The known bound of a program's stacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The maximum bytes the stacks take from the program's entry on, including interrupts. The 6502's stack is deepest along this
    /// chain of calls (`main` first).
    Bytes {
        /// Bytes of the 6502's stack.
        hardware: u32,
        /// Bytes of the software stack, without the separate stacks of interrupt handlers.
        software: u32,
        /// The deepest chain of calls.
        chain: Vec<Label>,
    },
    /// These functions call each other in a cycle, so there is no bound for either stack.
    Circle(Vec<Label>),
    /// This routine pushes in a loop.
    Pushes(Label),
}

/// A routine or a global: the unit of layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// Its address.
    pub label: Label,
    /// Where it goes.
    pub section: Section,
    /// Alignment in bytes, a power of two.
    pub align: u32,
    /// Its contents.
    pub items: Vec<Item>,
}

/// The name of a label, and its address if that is fixed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelInfo {
    /// Name in listing and label file; names of local labels begin with a dot.
    pub name: String,
    /// An address outside the program (zero page, KERNAL, hardware).
    pub fixed: Option<u16>,
}

/// The resources of a function besides its code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The function.
    pub label: Label,
    /// Whether it was compiled for size.
    pub small: bool,
    /// Zero-page bytes of its own values, ascending; other functions may use them while it is not active.
    pub zero_page: Vec<u16>,
    /// Bytes of its frame in memory.
    pub frame: u32,
    /// The name and the bytes of the largest local object in its frame.
    pub largest: Option<(String, u32)>,
    /// The maximum depth of calls below it, 2 bytes of hardware stack each; `None` if it may call itself.
    pub depth: Option<u32>,
}

/// A whole program before layout.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The memory available to it.
    pub memory: MemoryMap,
    /// All labels.
    pub labels: Vec<LabelInfo>,
    /// Routines and data in the order in which they are to be placed within their section.
    pub chunks: Vec<Chunk>,
    /// The resources of each function, for the map.
    pub usage: Vec<Usage>,
    /// Bytes at the end of RAM for the software stacks of interrupt handlers.
    pub handler_stacks: u32,
    /// Bytes that stay free below the software stack: set aside by layout, and left free by memory that the program takes.
    pub stack_needed: u32,
    /// The known bound of the stacks, for the map.
    pub stack: Option<Bound>,
    /// Warnings about the program, one sentence each.
    pub warnings: Vec<String>,
    /// The operands of the NOPs at the beginnings of blocks, if the program is instrumented.
    pub marks: BTreeMap<(Symbol, Origin), Label>,
    /// The same by function, for the image.
    pub counters: Counters<Label>,
}

impl Program {
    /// Creates a label. Names need not be unique, but those of globals and functions are.
    pub fn label(&mut self, name: impl Into<String>) -> Label {
        self.labels.push(LabelInfo { name: name.into(), fixed: None });
        Label(self.labels.len() as u32 - 1)
    }

    /// Creates a label with a fixed address.
    pub fn fixed(&mut self, name: impl Into<String>, address: u16) -> Label {
        self.labels.push(LabelInfo { name: name.into(), fixed: Some(address) });
        Label(self.labels.len() as u32 - 1)
    }
}
