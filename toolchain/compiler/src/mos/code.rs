//! Machine code before it has addresses: instructions, labels and data with references.
//!
//! Selection writes it, allocation replaces homes by addresses, `improve` and `peephole` shorten it,
//! `outline` shares what is alike, `encode` turns it into bytes.

use super::isa::{Mnemonic, Mode};
use crate::MemoryMap;
use crate::ir::Symbol;
use crate::lower::lir::Origin;
use crate::lower::profiled::Counters;
use std::collections::BTreeMap;

/// The label of the memory for what functions keep outside of the zero page.
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

/// One instruction. Memory operands are written with the absolute modes; `encode` takes the
/// zero-page form of the unindexed ones where the address allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ins {
    /// What it does.
    pub op: Mnemonic,
    /// How it reaches its operand.
    pub mode: Mode,
    /// The operand.
    pub arg: Arg,
}

/// A piece of a routine or of data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// An instruction.
    Ins(Ins),
    /// Here is this label.
    Label(Label),
    /// Literal bytes.
    Bytes(Vec<u8>),
    /// The address label + offset, low byte first.
    Word(Label, i32),
    /// The low byte of label + offset.
    LoByte(Label, i32),
    /// The high byte of label + offset.
    HiByte(Label, i32),
    /// A remark for the listing: what the following instructions come from.
    Note(String),
}

impl Item {
    /// The label in it, if there is one.
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

    /// The label that it refers to, if there is one.
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

/// A piece of a function's code and what outlining must know of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The piece.
    pub item: Item,
    /// How often it runs, relative to the function's entry or, if that is counted, in all.
    pub weight: u64,
    /// Whether it must stay as it is: it comes from inline assembly.
    pub fixed: bool,
}

/// Where a chunk goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Section {
    /// The start-up code at the entry address; exactly one chunk.
    Start,
    /// Code.
    Code,
    /// Constants.
    Constants,
    /// Initialised variables: run-time copy outside the file, first contents inside, copied at each start,
    /// so that the program can be started again.
    Data,
    /// Variables that start as zero: no bytes in the file. Items are `Bytes` of zeros only.
    Zero,
    /// Memory whose first contents do not matter: no bytes in the file, not cleared. Items as in `Zero`.
    NoInit,
    /// What is read only before the memory behind the program is used: section `.once`. It lies there, with its contents, in
    /// what is free memory for everything else.
    Once,
    /// Variables under the KERNAL's ROM that start as zero: section `.high`. No bytes in the file. A program that has any
    /// runs with the ROM banked out.
    High,
}

/// What is known of the stacks of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The stacks take so many bytes from the program's entry on, interrupts included, the 6502's by the calls of this chain
    /// (`main` first).
    Bytes {
        /// Bytes of the 6502's stack.
        hardware: u32,
        /// Bytes of the software stack, but for what handlers take of pieces of their own.
        software: u32,
        /// The deepest calls.
        chain: Vec<Label>,
    },
    /// These call each other in a circle, so that there is no bound for either.
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

/// What a label is called, and its address if it has a fixed one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabelInfo {
    /// Name in listing and label file; local ones begin with a dot.
    pub name: String,
    /// An address outside the program (zero page, KERNAL, hardware).
    pub fixed: Option<u16>,
}

/// What a function takes besides its code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The function.
    pub label: Label,
    /// Whether it was compiled for size.
    pub small: bool,
    /// Zero-page bytes of its own values, ascending; others may use them while it is not active.
    pub zero_page: Vec<u16>,
    /// Bytes of its frame in memory.
    pub frame: u32,
    /// The name and the bytes of the largest local object in its frame.
    pub largest: Option<(String, u32)>,
    /// Calls nested below it at most, 2 bytes of hardware stack each; `None` if it may call itself.
    pub depth: Option<u32>,
}

/// A whole program before layout.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The memory that it has.
    pub memory: MemoryMap,
    /// All labels.
    pub labels: Vec<LabelInfo>,
    /// Routines and data in the order they are to be placed within their section.
    pub chunks: Vec<Chunk>,
    /// What each function takes, for the map.
    pub usage: Vec<Usage>,
    /// Bytes at the end of RAM that are interrupt handlers' own software stacks.
    pub handler_stacks: u32,
    /// Bytes that stay free below the software stack: what layout sets aside, and what is left by memory that the program takes.
    pub stack_needed: u32,
    /// What is known of the stacks, for the map.
    pub stack: Option<Bound>,
    /// What may go wrong with the program, though nothing is wrong with it: a sentence each.
    pub warnings: Vec<String>,
    /// The operands of the NOPs at the beginnings of blocks, if it is to be counted.
    pub marks: BTreeMap<(Symbol, Origin), Label>,
    /// The same by function, for the image.
    pub counters: Counters<Label>,
}

impl Program {
    /// A new label. Names need not be unique; globals' and functions' are.
    pub fn label(&mut self, name: impl Into<String>) -> Label {
        self.labels.push(LabelInfo { name: name.into(), fixed: None });
        Label(self.labels.len() as u32 - 1)
    }

    /// A new label with a fixed address.
    pub fn fixed(&mut self, name: impl Into<String>, address: u16) -> Label {
        self.labels.push(LabelInfo { name: name.into(), fixed: Some(address) });
        Label(self.labels.len() as u32 - 1)
    }
}
