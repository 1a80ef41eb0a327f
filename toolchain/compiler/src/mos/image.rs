//! The finished program: file, listing, labels and map.

use std::collections::BTreeMap;

use super::code::{Arg, Ins, Label, Program};
use super::encode::encode;
use super::encoded::{self, Encoded};
use super::isa::Mnemonic;
use super::lines::{self, Line};
use super::{listing, parts};
use crate::error::Part;
use crate::lower::profiled::Counters;
use crate::{Error, Profile, Profiled};

/// The complete output of a compilation. The default is an empty one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Image {
    /// Load address of the file.
    pub load: u16,
    /// Start address.
    pub entry: u16,
    /// First address after code and variables; the stack grows down towards it.
    pub end: u16,
    /// The file, load address first.
    pub prg: Vec<u8>,
    /// Addresses, bytes, cycles and assembly of every routine.
    pub listing: String,
    /// Labels in VICE's format.
    pub labels: String,
    /// Memory areas, routines and data by size, and stack usage.
    pub map: String,
    /// Warnings about the program, one sentence each.
    pub warnings: Vec<String>,
    /// All parts of the program, including variables, largest first.
    pub parts: Vec<Part>,
    /// The source lines of the code, ascending by address; empty without debug information.
    pub lines: Vec<Line>,
    /// Addresses by symbol name. If several modules have a local symbol of the same name, only the first is included.
    pub symbols: BTreeMap<String, u16>,
    /// The places at which a debugger should stop, ascending: labels `.sys2080.breakpoint` in inline assembly, as made by
    /// `breakpoint!` of the crate `sys2080`.
    pub breakpoints: Vec<u16>,
    /// How much of the program its profile covers, if the option [`profile`](crate::Options::profile) is set.
    pub profiled: Option<Profiled>,
    /// The NOPs at the beginnings of blocks, ascending, if the option [`count`](crate::Options::count) is set.
    pub counted: Vec<u16>,
    counters: Counters<u16>,
}

/// The label of a place at which a debugger should stop. `toolchain/sdk/src/hardware/c64.rs` uses the same name.
const BREAKPOINT: &str = ".sys2080.breakpoint";

impl Image {
    /// Lays out and encodes a program.
    pub fn new(program: &Program) -> Result<Image, Error> {
        let encoded = encode(program)?;
        let mut symbols = BTreeMap::new();
        for (label, address) in listing::global(program, &encoded) {
            symbols.entry(program.labels[label.0 as usize].name.clone()).or_insert(address);
        }
        let named = program.labels.iter().zip(&encoded.addresses).filter(|(info, _)| info.name == BREAKPOINT);
        let mut breakpoints: Vec<u16> = named.filter_map(|(_, address)| *address).collect();
        breakpoints.sort_unstable();
        let marks = marks(&encoded);
        let counters = program.counters.clone().map(|label| marks.get(&label).copied());
        Ok(Image {
            load: program.memory.load,
            entry: program.memory.entry(),
            end: encoded.end as u16,
            listing: listing::listing(program, &encoded),
            labels: listing::labels(program, &encoded),
            map: listing::map(program, &encoded),
            warnings: program.warnings.clone(),
            parts: parts::all(program, &encoded),
            lines: lines::lines(program, &encoded),
            prg: encoded.prg,
            symbols,
            breakpoints,
            profiled: None,
            counted: counters.addresses(),
            counters,
        })
    }

    /// Returns the profile of one or more runs in which the instructions at [`Image::counted`] were executed this often; counts of
    /// other addresses are ignored.
    #[must_use]
    pub fn profile(&self, counts: &BTreeMap<u16, u64>) -> Profile {
        self.counters.profile(counts)
    }
}

/// Returns the addresses of the NOPs at the beginnings of blocks, by their operands.
fn marks(encoded: &Encoded) -> BTreeMap<Label, u16> {
    let lines = encoded.placed.iter().flat_map(|placed| &placed.lines);
    let mark = |line: &encoded::Line| match line.ins {
        Some(Ins { op: Mnemonic::Nop, arg: Arg::Mem(label, _), .. }) => Some((label, line.address as u16)),
        _ => None,
    };
    lines.filter_map(mark).collect()
}
