//! A program that has its addresses and bytes: what is written to the file and what the listing tells.

use super::code::Ins;

/// A program with addresses and bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoded {
    /// The file: two bytes load address, then memory from there.
    pub prg: Vec<u8>,
    /// Address by label; none for labels that are placed nowhere (and used nowhere).
    pub addresses: Vec<Option<u16>>,
    /// The chunks, ascending by address.
    pub placed: Vec<Placed>,
    /// What lies where, ascending, without gaps other than alignment.
    pub areas: Vec<Area>,
    /// First free address.
    pub end: u32,
}

/// A chunk and where it went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Index into [`Program::chunks`](super::code::Program::chunks).
    pub chunk: usize,
    /// Its address; for `Data` that of the run-time copy. Beyond 65535 only if the program does not fit.
    pub address: u32,
    /// Its bytes.
    pub size: u32,
    /// Its items in order; empty for `Zero` and `NoInit`.
    pub lines: Vec<Line>,
}

/// The bytes of an item; for a branch over a jump of its own there are two lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Index into [`Chunk::items`](super::code::Chunk::items).
    pub item: usize,
    /// Where it went.
    pub address: u32,
    /// Its bytes; none for labels and notes.
    pub bytes: Vec<u8>,
    /// The instruction in the form that was encoded.
    pub ins: Option<Ins>,
}

/// A part of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// What it is for.
    pub name: &'static str,
    /// First address.
    pub start: u32,
    /// End (exclusive).
    pub end: u32,
}
