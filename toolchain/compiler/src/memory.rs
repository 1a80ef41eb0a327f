//! The memory map of a compiled program: which zero-page bytes it owns and where everything is placed.
//!
//! A program owns one contiguous part of the zero page, a few separate zero-page bytes, the RAM from the load address on, and, if
//! it has variables there, the RAM under the KERNAL ROM. The contiguous part of the zero page begins with the bytes that all
//! functions work with, in the order of the methods of [`MemoryMap`]; the rest holds homes of values and variables.
//!
//! Free zero page and what the KERNAL uses: Sheldon Leemon, "Mapping the Commodore 64", chapter 1: BASIC owns $02-$8F and is banked
//! out while a program runs; $90-$FA and $FF belong to the KERNAL, $FB-$FE is unused.

use std::ops::Range;

/// BASIC's zero page, and therefore the most that a program can own in one piece: the KERNAL's follows it.
const BASIC: Range<u16> = 0x02..0x90;
/// The zero-page bytes that neither BASIC nor the KERNAL uses.
const UNUSED: Range<u16> = 0xfb..0xff;
/// BASIC's program area begins here.
const PROGRAMS: u16 = 0x0801;
/// Start of the I/O area: the end (exclusive) of the contiguous RAM with BASIC banked out.
const IO: u16 = 0xd000;
/// Bytes from the load address to the entry: the BASIC line and some room.
const LINE: u16 = 31;
/// BASIC's token of SYS: "Mapping the Commodore 64", appendix on tokens.
const SYS: u8 = 0x9e;
/// Zero page after [`MemoryMap::arg`]: two pointers, the software stack pointer, the vector, the runtime's scratch.
const SCRATCH: u16 = 2 + 2 + 2 + 2 + 12;
/// The smallest contiguous zero page that a program can use: the bytes that all functions work with, and a pointer.
const LEAST: u16 = MemoryMap::ARG_BYTES as u16 + SCRATCH + 2;

/// Start of the KERNAL ROM and of the RAM under it.
const KERNAL: u16 = 0xe000;
/// The 6510's vectors, where the part of that RAM usable for variables ends.
const VECTORS: u16 = 0xfffa;

/// The memory available to a program. Start from [`MemoryMap::C64`] and change its fields.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MemoryMap {
    /// Load address of the file; the BASIC line is placed there.
    pub load: u16,
    /// End (exclusive) of the program's RAM; the software stack grows down from there.
    pub ram_end: u16,
    /// The contiguous part of the zero page.
    pub zero_page: Range<u16>,
    /// Additional zero-page bytes for homes.
    pub apart: Range<u16>,
    /// Whether the program begins with a BASIC line that starts it. It only helps if the program is loaded to $0801.
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

    /// Number of zero-page bytes in which calls pass arguments and results.
    pub const ARG_BYTES: u8 = 16;

    /// Returns the address of byte `n` of the arguments and results that are not in registers, and of the operands of runtime
    /// routines; `n` is below [`MemoryMap::ARG_BYTES`].
    pub const fn arg(&self, n: u8) -> u16 {
        self.zero_page.start + n as u16
    }

    /// Returns the addresses of all of these bytes.
    pub const fn args(&self) -> Range<u16> {
        self.arg(0)..self.arg(MemoryMap::ARG_BYTES)
    }

    /// Returns two scratch pointers for selected code; they are never live across a call.
    pub const fn pointers(&self) -> [u16; 2] {
        let first = self.args().end;
        [first, first + 2]
    }

    /// Returns the software stack pointer, which points to the lowest byte in use. The stack grows down.
    pub const fn stack(&self) -> u16 {
        self.pointers()[1] + 2
    }

    /// Returns the vector of indirect calls, `jmp (VECTOR)`.
    pub const fn vector(&self) -> u16 {
        self.stack() + 2
    }

    /// Returns the scratch memory of the runtime routines: 12 bytes, never live between calls of them.
    pub const fn runtime(&self) -> Range<u16> {
        self.vector() + 2..self.args().end + SCRATCH
    }

    /// Returns the bytes that all functions work with, except for the software stack pointer.
    pub fn scratch(&self) -> impl Iterator<Item = u16> + use<> {
        (self.zero_page.start..self.stack()).chain(self.stack() + 2..self.homes().start)
    }

    /// Returns the bytes of the contiguous part that are for homes and variables.
    pub const fn homes(&self) -> Range<u16> {
        self.runtime().end..self.zero_page.end
    }

    /// Returns whether a byte is for homes and variables, in the contiguous part or outside it.
    pub fn is_for_homes(&self, byte: u16) -> bool {
        self.homes().contains(&byte) || self.apart.contains(&byte)
    }

    /// Returns the address where the program is started: after the BASIC line, if there is one.
    pub const fn entry(&self) -> u16 {
        if self.basic_line { self.load + LINE } else { self.load }
    }

    /// Returns the BASIC line `10 SYS ` with the entry: next line, line number, token, space, number, end of line, end of program.
    /// Empty if there is none.
    pub fn basic_line(&self) -> Vec<u8> {
        if !self.basic_line {
            return Vec::new();
        }
        // LIST shows a space only if the line contains one.
        let number = format!(" {}", self.entry());
        let next = self.load + 2 + 2 + 1 + number.len() as u16 + 1;
        [&next.to_le_bytes()[..], &[10, 0, SYS], number.as_bytes(), &[0, 0, 0]].concat()
    }

    /// Returns the RAM under the KERNAL ROM that is available for variables.
    pub const fn under_kernal(&self) -> Range<u16> {
        KERNAL..VECTORS
    }

    /// Returns whether an address is in the KERNAL while that is banked in.
    pub const fn is_kernal(&self, address: u16) -> bool {
        address >= KERNAL
    }

    /// Returns the value of the processor port, $01, while the program runs: BASIC out, I/O in, and the KERNAL in or out. Source:
    /// "Mapping the Commodore 64", $01.
    pub(crate) const fn port(&self, kernal_in: bool) -> u8 {
        if kernal_in { 0x36 } else { 0x35 }
    }

    /// Rejects memory maps in which no program can run.
    ///
    /// # Errors
    /// Returns a description of what is wrong with the map.
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
