//! The cycles that the VIC-II takes from the processor: bad lines and sprite reads.
//!
//! Three cycles before the VIC-II takes the bus, it pulls the BA line low, and the processor stops at its next read until BA is high again.
//! Source: Christian Bauer, "The MOS 6567/6569 video controller (VIC-II)", sections 2.4.3 and 3.6.1.

use std::ops::Range;

use super::standard::VideoStandard;

/// The cycles, from 0, in which BA is low in a bad line.
const BAD_LINE: Range<u32> = 11..54;
/// The cycles in which BA is low before the first read for a sprite, and the cycles of its reads.
const LEAD: u32 = 3;
const READS: u32 = 2;

/// The cycles of a line, and of the beginning of the next, in which BA is low; bit 0 is the first cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Low(u128);

fn bits(cycles: Range<u32>) -> u128 {
    (1 << cycles.end) - (1 << cycles.start)
}

impl Low {
    /// Computes the cycles. `bad` tells whether this is a bad line; `before` has the sprites that were being read when the line began,
    /// `after` those that will be read at its end, as far as that is known.
    pub(super) fn new(standard: VideoStandard, bad: bool, before: u8, after: u8) -> Low {
        let mut low = if bad { bits(BAD_LINE) } else { 0 };
        // The common case in most programs.
        if before | after == 0 {
            return Low(low);
        }
        let line = standard.cycles_per_line() as u32;
        for sprite in 0..8 {
            let first = standard.sprite_cycle() as u32 + sprite * READS;
            let taken = bits(first - LEAD..first + READS);
            if after >> sprite & 1 != 0 {
                low |= taken;
            }
            if before >> sprite & 1 != 0 {
                low |= taken >> line;
            }
        }
        Low(low)
    }

    /// Returns the first range of cycles, from cycle `from` on, in which BA is low.
    pub(super) fn next(self, from: u64) -> Option<Range<u64>> {
        if self.0 == 0 {
            return None;
        }
        let left = self.0.checked_shr(from as u32).unwrap_or(0);
        if left == 0 {
            return None;
        }
        let start = left.trailing_zeros();
        let length = (left >> start).trailing_ones();
        Some(from + u64::from(start)..from + u64::from(start + length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretches(standard: VideoStandard, bad: bool, before: u8, after: u8) -> Vec<(u64, u64)> {
        let low = Low::new(standard, bad, before, after);
        let mut found: Vec<(u64, u64)> = Vec::new();
        while let Some(next) = low.next(found.last().map_or(0, |last| last.1)) {
            found.push((next.start, next.end));
        }
        found
    }

    #[test]
    fn a_bad_line_takes_43_cycles_at_most_and_a_sprite_5() {
        let pal = |bad, before, after| stretches(VideoStandard::Pal, bad, before, after);
        assert_eq!(pal(true, 0, 0), [(11, 54)]);
        assert_eq!(pal(false, 0, 1), [(54, 59)]);
        assert_eq!(pal(false, 0, 8), [(60, 65)]);
        assert_eq!(pal(false, 8, 0), [(0, 2)]);
        assert_eq!(pal(true, 0x80, 0), [(5, 10), (11, 54)]);
        // Neighbouring sprites share their lead: two cycles each, plus three.
        assert_eq!(pal(false, 0, 0xff), [(54, 73)]);
        assert_eq!(pal(false, 0, 0x11), [(54, 59), (62, 67)]);
        assert_eq!(stretches(VideoStandard::Ntsc, false, 0, 1), [(55, 60)]);
        assert_eq!(stretches(VideoStandard::Ntsc, false, 4, 4), [(59, 64)]);
        assert_eq!(stretches(VideoStandard::Ntsc, false, 8, 0), [(0, 1)]);
    }
}
