//! A program with its addresses and bytes, for the file and the listing.

use super::code::Ins;

/// A program with addresses and bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoded {
    /// The file: two bytes load address, then memory from there.
    pub prg: Vec<u8>,
    /// Address by label; `None` for labels that are not placed (and not used).
    pub addresses: Vec<Option<u16>>,
    /// The chunks, ascending by address.
    pub placed: Vec<Placed>,
    /// The memory areas, ascending, without gaps other than alignment.
    pub areas: Vec<Area>,
    /// First free address.
    pub end: u32,
}

/// A chunk and its place.
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

/// The bytes of an item. A branch over a jump of its own has two lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Index into [`Chunk::items`](super::code::Chunk::items).
    pub item: usize,
    /// Its address.
    pub address: u32,
    /// Its bytes; none for labels and notes.
    pub bytes: Vec<u8>,
    /// The instruction as it was encoded.
    pub ins: Option<Ins>,
}

/// A memory area.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// Its purpose.
    pub name: &'static str,
    /// First address.
    pub start: u32,
    /// End (exclusive).
    pub end: u32,
}
