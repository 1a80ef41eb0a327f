//! The two video standards: the cycles and lines of a frame, and its visible part.
//!
//! Sources: Christian Bauer, "The MOS 6567/6569 video controller (VIC-II)", section 3.3; for the visible part, VICE 3.7 with its normal
//! borders, so that pictures can be compared.

use std::ops::Range;

use chips::clock::{NTSC_HZ, PAL_HZ};

/// The video standard of the machine, which determines its VIC-II.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VideoStandard {
    /// MOS 6569: 312 lines of 63 cycles.
    #[default]
    Pal,
    /// MOS 6567R8: 263 lines of 65 cycles.
    Ntsc,
}

impl VideoStandard {
    /// Returns the cycles per raster line.
    pub const fn cycles_per_line(self) -> u64 {
        match self {
            VideoStandard::Pal => 63,
            VideoStandard::Ntsc => 65,
        }
    }

    /// Returns the raster lines per frame.
    pub const fn lines_per_frame(self) -> u64 {
        match self {
            VideoStandard::Pal => 312,
            VideoStandard::Ntsc => 263,
        }
    }

    /// Returns the cycles per frame.
    pub const fn cycles_per_frame(self) -> u64 {
        self.cycles_per_line() * self.lines_per_frame()
    }

    /// Returns the cycles per second.
    pub const fn cycles_per_second(self) -> u64 {
        match self {
            VideoStandard::Pal => PAL_HZ,
            VideoStandard::Ntsc => NTSC_HZ,
        }
    }

    /// Returns the value that the KERNAL stores into CIA 1's timer A: the system clock divided by 60 interrupts per second, less one.
    /// Source: KERNAL 901227-03, $FDEC.
    pub(crate) const fn jiffy_latch(self) -> u16 {
        match self {
            VideoStandard::Pal => 0x4025,
            VideoStandard::Ntsc => 0x4295,
        }
    }

    /// Returns the visible lines. Those past the end of the frame are the first lines of the next one, which an NTSC monitor still shows at
    /// the bottom.
    pub(super) const fn visible_lines(self) -> Range<u64> {
        match self {
            VideoStandard::Pal => 16..288,
            VideoStandard::Ntsc => 28..275,
        }
    }

    /// Returns the cycle, counted from 0 at the start of a line, at which the memory accesses of sprite 0 begin. Those of the other sprites
    /// follow, two cycles each.
    pub(super) const fn sprite_cycle(self) -> u64 {
        match self {
            VideoStandard::Pal => 57,
            VideoStandard::Ntsc => 58,
        }
    }

    /// Returns, for sprite X coordinates, the one at which the pixels of a line begin, and the number of coordinates.
    pub(super) const fn sprite_coordinates(self) -> (usize, usize) {
        match self {
            VideoStandard::Pal => (408, 504),
            VideoStandard::Ntsc => (416, 512),
        }
    }
}
