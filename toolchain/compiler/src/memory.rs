//! The memory map of a compiled program: who owns which zero-page byte, and where things lie.
//!
//! A program owns a part of the zero page in one piece, a few bytes of the zero page apart from it, the RAM from the load
//! address on, and, if it has variables there, the RAM under the KERNAL's ROM. The piece of the zero page begins with what all
//! functions work with, in the order of the methods of [`MemoryMap`]; the rest holds homes of values, and variables.
//!
//! Free zero page and what the KERNAL keeps: Sheldon Leemon, "Mapping the Commodore 64", chapter 1: BASIC owns $02-$8F and
//! is banked out while a program runs; $90-$FA and $FF belong to the KERNAL, $FB-$FE to nobody.

use std::ops::Range;

/// BASIC's zero page, and so all that a program may have of it: the KERNAL's is next to it.
const BASIC: Range<u16> = 0x02..0x90;
/// The bytes of the zero page that belong to nobody.
const UNUSED: Range<u16> = 0xfb..0xff;
/// BASIC's program area begins here.
const PROGRAMS: u16 = 0x0801;
/// The I/O area begins here: the end (exclusive) of the RAM in one piece with BASIC banked out.
const IO: u16 = 0xd000;
/// Bytes from the load address to the entry: the BASIC line, and room.
const LINE: u16 = 31;
/// BASIC's token of SYS: "Mapping the Commodore 64", appendix on tokens.
const SYS: u8 = 0x9e;
/// Zero page behind [`MemoryMap::arg`]: two pointers, the software stack pointer, the vector, the runtime's scratch.
const SCRATCH: u16 = 2 + 2 + 2 + 2 + 12;
/// The shortest piece of the zero page that a program can do with: what all functions work with, and a pointer.
const LEAST: u16 = MemoryMap::ARG_BYTES as u16 + SCRATCH + 2;

/// The KERNAL's ROM begins here; so does the RAM under it.
const KERNAL: u16 = 0xe000;
/// The vectors of the 6510, behind the end of what variables may have of that RAM.
const VECTORS: u16 = 0xfffa;

/// What memory a program has. Begin with [`MemoryMap::C64`] and change its fields.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MemoryMap {
    /// Load address of the file, where its BASIC line lies.
    pub load: u16,
    /// End (exclusive) of the program's RAM; the software stack grows down from there.
    pub ram_end: u16,
    /// The piece of the zero page.
    pub zero_page: Range<u16>,
    /// More bytes of the zero page, for homes.
    pub apart: Range<u16>,
    /// Whether the program begins with a BASIC line that starts it. It is of use only to a program that is loaded to $0801.
    pub basic_line: bool,
}

impl Default for MemoryMap {
    fn default() -> MemoryMap {
        MemoryMap::C64
    }
}

impl MemoryMap {
    /// A program that `RUN` starts, with all of BASIC's zero page and all RAM below the I/O area.
    pub const C64: MemoryMap =
        MemoryMap { load: PROGRAMS, ram_end: IO, zero_page: BASIC, apart: UNUSED, basic_line: true };

    /// Bytes of the zero page that calls pass arguments and results in.
    pub const ARG_BYTES: u8 = 16;

    /// Byte `n` of the arguments and results beyond the registers, and of the operands of runtime routines; `n` is below
    /// [`MemoryMap::ARG_BYTES`].
    pub const fn arg(&self, n: u8) -> u16 {
        self.zero_page.start + n as u16
    }

    /// All of those bytes.
    pub const fn args(&self) -> Range<u16> {
        self.arg(0)..self.arg(MemoryMap::ARG_BYTES)
    }

    /// Two scratch pointers of selected code; never live over a call.
    pub const fn pointers(&self) -> [u16; 2] {
        let first = self.args().end;
        [first, first + 2]
    }

    /// Software stack pointer: the lowest byte in use; it grows down.
    pub const fn stack(&self) -> u16 {
        self.pointers()[1] + 2
    }

    /// Vector of indirect calls, `jmp (VECTOR)`.
    pub const fn vector(&self) -> u16 {
        self.stack() + 2
    }

    /// Scratch of the runtime routines: 12 bytes, never live between them.
    pub const fn runtime(&self) -> Range<u16> {
        self.vector() + 2..self.args().end + SCRATCH
    }

    /// The bytes that all functions work with, the software stack pointer apart.
    pub fn scratch(&self) -> impl Iterator<Item = u16> + use<> {
        (self.zero_page.start..self.stack()).chain(self.stack() + 2..self.homes().start)
    }

    /// The bytes of the piece for homes and variables.
    pub const fn homes(&self) -> Range<u16> {
        self.runtime().end..self.zero_page.end
    }

    /// Whether a byte is for homes and variables, in the piece or apart from it.
    pub fn is_for_homes(&self, byte: u16) -> bool {
        self.homes().contains(&byte) || self.apart.contains(&byte)
    }

    /// Where the program is started: behind the BASIC line, if there is one.
    pub const fn entry(&self) -> u16 {
        if self.basic_line { self.load + LINE } else { self.load }
    }

    /// The BASIC line `10 SYS ` with the entry: next line, line number, token, blank, number, end of line, end of program. Nothing if
    /// there is none.
    pub fn basic_line(&self) -> Vec<u8> {
        if !self.basic_line {
            return Vec::new();
        }
        // LIST shows a blank only where there is one.
        let number = format!(" {}", self.entry());
        let next = self.load + 2 + 2 + 1 + number.len() as u16 + 1;
        [&next.to_le_bytes()[..], &[10, 0, SYS], number.as_bytes(), &[0, 0, 0]].concat()
    }

    /// The RAM under the KERNAL's ROM that variables may have.
    pub const fn under_kernal(&self) -> Range<u16> {
        KERNAL..VECTORS
    }

    /// Whether an address is in the KERNAL while that is banked in.
    pub const fn is_kernal(&self, address: u16) -> bool {
        address >= KERNAL
    }

    /// The processor port, $01, while the program runs: BASIC out, I/O in, and the KERNAL in or out. Source: "Mapping the
    /// Commodore 64", $01.
    pub(crate) const fn port(&self, kernal_in: bool) -> u8 {
        if kernal_in { 0x36 } else { 0x35 }
    }

    /// Refuses what no program could run in.
    ///
    /// # Errors
    /// What is wrong with the map.
    pub fn check(&self) -> Result<(), String> {
        let MemoryMap { load, ram_end, zero_page, apart, basic_line: _ } = self;
        let within = |inner: &Range<u16>, outer: &Range<u16>| {
            inner.is_empty() || outer.start <= inner.start && inner.end <= outer.end
        };
        let what = if zero_page.end < zero_page.start.saturating_add(LEAST) {
            format!("the zero page has {} bytes, but a program needs {LEAST}", zero_page.len())
        } else if !within(zero_page, &BASIC) || !within(apart, &UNUSED) {
            "only $02-$8F and $FB-$FE of the zero page are free".to_string()
        } else if *load < PROGRAMS {
            format!("a program cannot be loaded at ${load:04X}, below $0801")
        } else if *ram_end > IO || u32::from(*ram_end) < u32::from(*load) + u32::from(LINE) {
            format!("the memory for programs from ${load:04X} on cannot end at ${ram_end:04X}")
        } else {
            return Ok(());
        };
        Err(what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_c64_is_10_sys_2080() {
        let line = [0x0c, 0x08, 0x0a, 0x00, 0x9e, b' ', b'2', b'0', b'8', b'0', 0, 0, 0];
        assert_eq!(MemoryMap::C64.basic_line(), line);
        let higher = MemoryMap { load: 0x4001, ..MemoryMap::C64 }.basic_line();
        assert_eq!(higher[..2], 0x400d_u16.to_le_bytes());
        assert_eq!(higher[5..11], *b" 16416");
        let none = MemoryMap { load: 0x4000, basic_line: false, ..MemoryMap::C64 };
        assert_eq!((none.entry(), none.basic_line()), (0x4000, vec![]));
    }

    #[test]
    fn what_all_functions_work_with_is_followed_by_homes() {
        let map = MemoryMap::C64;
        assert_eq!((map.arg(0), map.pointers(), map.stack(), map.vector()), (0x02, [0x12, 0x14], 0x16, 0x18));
        assert_eq!((map.runtime(), map.homes()), (0x1a..0x26, 0x26..0x90));
        assert_eq!(map.scratch().count(), 16 + 4 + 2 + 12);
        assert!(map.is_for_homes(0x8f) && map.is_for_homes(0xfe) && !map.is_for_homes(0x90));
    }

    #[test]
    fn a_map_that_no_program_could_run_in_is_refused() {
        assert_eq!(MemoryMap::C64.check(), Ok(()));
        let mut maps = vec![MemoryMap::C64; 7];
        maps[0].zero_page = 0x02..0x27;
        maps[1].zero_page = 0x70..0x9f;
        maps[2].apart = 0xfa..0xff;
        maps[3].load = 0x0400;
        maps[4].ram_end = 0xe000;
        maps[5].ram_end = 0x0810;
        maps[6].load = 0xfff0;
        for map in maps {
            assert!(map.check().is_err(), "{map:?}");
        }
    }
}
