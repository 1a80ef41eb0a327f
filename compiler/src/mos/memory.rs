//! The memory map of a compiled program: who owns which zero-page byte and where things lie.
//!
//! Free zero page and what the KERNAL keeps: Sheldon Leemon, "Mapping the Commodore 64", chapter 1:
//! BASIC owns $02-$8F and is banked out while we run; $90-$FA and $FF belong to the KERNAL, $FB-$FE to nobody.

/// Arguments and results beyond the registers, and operands of the runtime routines: 16 bytes.
pub const ARG: u16 = 0x02;
/// Bytes at [`ARG`].
pub const ARG_BYTES: u16 = 16;
/// First scratch pointer of selected code; never live over a call.
pub const PTR0: u16 = 0x12;
/// Second scratch pointer of selected code; never live over a call.
pub const PTR1: u16 = 0x14;
/// Software stack pointer: the lowest byte in use; it grows down.
pub const STACK: u16 = 0x16;
/// Vector of indirect calls, `jmp (VECTOR)`.
pub const VECTOR: u16 = 0x18;
/// Scratch of the runtime routines: 12 bytes, never live between them.
pub const RUNTIME: u16 = 0x1a;
/// First zero-page byte for virtual registers and hot variables.
pub const HOMES: u16 = 0x26;
/// End (exclusive) of those bytes.
pub const HOMES_END: u16 = 0x90;
/// Four more, free of BASIC and KERNAL.
pub const FREE: std::ops::Range<u16> = 0xfb..0xff;

/// Load address of the file: BASIC's program area.
pub const LOAD: u16 = 0x0801;
/// Where `10 SYS 2080` leads.
pub const ENTRY: u16 = 0x0820;
/// End (exclusive) of the RAM a program may use with BASIC banked out and I/O in.
pub const RAM_END: u16 = 0xd000;
/// The label of the memory for what functions keep outside of the zero page.
pub(super) const FRAMES: &str = "__frames";
/// First byte for variables under the KERNAL's ROM.
pub const HIGH: u16 = 0xe000;
/// End (exclusive) of those: there are the vectors of the 6510.
pub const HIGH_END: u16 = 0xfffa;
/// The processor port, $01, while a program runs: RAM, I/O, KERNAL. Source: "Mapping the Commodore 64", $01.
pub const PORT: u32 = 0x36;
/// The same in a program with variables under the KERNAL: RAM, I/O, RAM.
pub(super) const PORT_HIGH: u32 = 0x35;
