//! The clocks of the C64. Source: Christian Bauer, "The MOS 6567/6569 video controller (VIC-II)", chapters 2 and 3.1.

/// Cycles per second on a PAL machine.
pub const PAL_HZ: u64 = 985_248;

/// Cycles per second on an NTSC machine.
pub const NTSC_HZ: u64 = 1_022_727;
