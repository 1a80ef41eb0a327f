//! The VIC-II: its registers, its interrupts, and optionally the picture and the cycles that it takes from the processor.
//!
//! Without these options, only the raster beam and its interrupt exist, which are computed from the cycle on demand.

mod border;
mod display;
mod frame;
mod line;
mod memory;
mod mode;
mod palette;
mod registers;
mod sprites;
mod stalls;
mod standard;
mod turn;

use std::ops::Range;

pub use frame::Frame;
pub(crate) use memory::VideoMemory;
pub use palette::palette;
pub use standard::VideoStandard;

use display::Display;
use registers::Registers;

/// Bits of the interrupt registers $D019 and $D01A. Source: Christian Bauer, "The MOS 6567/6569 video controller (VIC-II)", section
/// 3.12.
const RASTER: u8 = 1;
const SPRITE_MET_FOREGROUND: u8 = 2;
const SPRITES_MET: u8 = 4;

/// The VIC-II.
#[derive(Clone, Debug)]
pub(crate) struct Vic {
    pub(crate) registers: Registers,
    standard: VideoStandard,
    /// The cycle after which matches of the beam with the line of the raster interrupt count: earlier ones have been acknowledged, or were
    /// with another line.
    acknowledged: u64,
    /// The cycle of an earlier match, if it has not been acknowledged.
    matched: Option<u64>,
    /// The collisions that request an interrupt, by their bits.
    collided: u8,
    /// The collisions whose register is not zero, so that another one does not request an interrupt.
    known: u8,
    /// The cycles in which the interrupt line was low before the last store.
    was_low: Range<u64>,
    display: Option<Box<Display>>,
    /// Whether the processor stalls for the VIC-II.
    stalls: bool,
}

impl Vic {
    /// Creates a VIC-II. `draws` tells whether it makes pictures, `stalls` whether the processor stalls for it.
    pub(crate) fn new(standard: VideoStandard, draws: bool, stalls: bool) -> Vic {
        let display = (draws || stalls).then(|| Box::new(Display::new(standard, draws)));
        let registers = Registers::new();
        Vic {
            registers,
            standard,
            acknowledged: 0,
            matched: None,
            collided: 0,
            known: 0,
            was_low: 0..0,
            display,
            stalls,
        }
    }

    pub(crate) fn standard(&self) -> VideoStandard {
        self.standard
    }

    /// Returns the raster line at cycle `now` as in the counter, which reaches line 0 one cycle late. The run starts at the top of a frame.
    /// Source: Christian Bauer, "The MOS 6567/6569 video controller (VIC-II)", section 3.12.
    fn line(&self, now: u64) -> u64 {
        match now % self.standard.cycles_per_frame() {
            0 => self.standard.lines_per_frame() - 1,
            cycle => cycle / self.standard.cycles_per_line(),
        }
    }

    /// Returns the line of the raster interrupt: 0..512.
    fn compare_line(&self) -> u64 {
        u64::from(self.registers[0x12]) | u64::from(self.registers[0x11] & 0x80) << 1
    }

    /// Returns the first cycle after `after` in which the beam starts the line of the raster interrupt.
    fn next_match(&self, after: u64) -> Option<u64> {
        let line = self.compare_line();
        if line >= self.standard.lines_per_frame() {
            return None;
        }
        let start = (line * self.standard.cycles_per_line()).max(1);
        let frame = self.standard.cycles_per_frame();
        let frames = (after + frame - start) / frame;
        Some(start + frames * frame)
    }

    /// Returns the cycle of the match that has not been acknowledged, or else of the next one.
    fn raster_request(&self) -> Option<u64> {
        self.matched.or_else(|| self.next_match(self.acknowledged))
    }

    /// Returns the cycle at which the next interrupt is (or was) requested, if it is enabled. Collisions are detected at the end of a line.
    pub(crate) fn next_interrupt(&self) -> Option<u64> {
        let enabled = self.registers[0x1a];
        if enabled & self.collided != 0 {
            return Some(0);
        }
        if enabled & RASTER == 0 { None } else { self.raster_request() }
    }

    /// Returns whether the line was low at `look`, when the processor polled it; the instruction may have ended the request since.
    pub(crate) fn requested(&self, look: u64) -> bool {
        self.next_interrupt().is_some_and(|cycle| cycle <= look) || self.was_low.contains(&look)
    }

    /// Returns whether a collision may request an interrupt.
    pub(crate) fn awaits_collisions(&self) -> bool {
        self.display.is_some() && self.registers[0x1a] & (SPRITES_MET | SPRITE_MET_FOREGROUND) != 0
    }

    /// Returns register `register` (0..64) at cycle `now`, without side effects.
    pub(crate) fn peek(&self, register: u8, now: u64) -> u8 {
        let stored = self.registers[usize::from(register)];
        match register {
            0x11 => stored & 0x7f | ((self.line(now) >> 8) as u8) << 7,
            0x12 => self.line(now) as u8,
            0x16 => stored | 0xc0,
            0x18 => stored | 1,
            0x19 => {
                let raster = self.raster_request().is_some_and(|cycle| cycle <= now);
                let request = u8::from(raster) | self.collided;
                0x70 | request | if request & self.registers[0x1a] != 0 { 0x80 } else { 0 }
            }
            0x1a | 0x20..=0x2e => stored | 0xf0,
            0x1e | 0x1f => match &self.display {
                Some(display) if register == 0x1e => display.seen_collisions().sprites,
                Some(display) => display.seen_collisions().foreground,
                None => 0,
            },
            0x2f.. => 0xff,
            _ => stored,
        }
    }

    /// Reads a register like [`Vic::peek`], and clears it if it is a collision register. Call [`Vic::advance`] first.
    pub(crate) fn read(&mut self, register: u8, now: u64) -> u8 {
        let value = self.peek(register, now);
        if let Some(display) = &mut self.display {
            match register {
                0x1e => (display.collisions().sprites, self.known) = (0, self.known & !SPRITES_MET),
                0x1f => {
                    (display.collisions().foreground, self.known) = (0, self.known & !SPRITE_MET_FOREGROUND);
                }
                _ => {}
            }
        }
        value
    }

    /// Stores to a register at cycle `now`. Call [`Vic::advance`] first.
    pub(crate) fn write(&mut self, register: u8, value: u8, now: u64) {
        if let Some(since) = self.next_interrupt().filter(|since| *since < now) {
            self.was_low = since..now;
        }
        match register {
            0x19 => {
                if value & RASTER != 0 {
                    (self.acknowledged, self.matched) = (now, None);
                }
                self.collided &= !value;
            }
            0x11 | 0x12 => self.choose_line(register, value, now),
            _ => self.registers[usize::from(register)] = value,
        }
    }

    /// Stores to one of the registers with the line of the raster interrupt. A match occurs when the beam reaches the line, or when the
    /// line is set to the beam's.
    fn choose_line(&mut self, register: u8, value: u8, now: u64) {
        let before = self.compare_line();
        self.matched = self.raster_request().filter(|cycle| *cycle <= now);
        self.registers[usize::from(register)] = value;
        let line = self.compare_line();
        if line == before {
            return;
        }
        self.acknowledged = now;
        // The beginning of the next line is a match like any other.
        if line == self.line(now + 1) && line == self.line(now) {
            self.matched = self.matched.or(Some(now + 1));
        }
    }

    /// Returns whether the beam has to be followed, that is, whether [`Vic::advance`] does anything.
    pub(crate) fn is_followed(&self) -> bool {
        self.display.is_some()
    }

    /// Follows the beam to cycle `to`. The registers and the memory banks have not changed since the last call.
    pub(crate) fn advance(&mut self, to: u64, memory: &VideoMemory) {
        let Some(display) = &mut self.display else { return };
        display.advance(to, &self.registers, memory);
        let seen = display.seen_collisions();
        let sprites = if seen.sprites == 0 { 0 } else { SPRITES_MET };
        let met = sprites | if seen.foreground == 0 { 0 } else { SPRITE_MET_FOREGROUND };
        self.collided |= met & !self.known;
        self.known |= met;
    }

    /// Prepares for a colour change: see [`Display::hold_pixel`].
    pub(crate) fn hold_pixel(&mut self, memory: &VideoMemory) {
        if let Some(display) = &mut self.display {
            display.hold_pixel(&self.registers, memory);
        }
    }

    /// Prepares for a change of a register that affects the mode, in the column to which the beam has been followed: see [`Display::turn`].
    pub(crate) fn turn_mode(&mut self, register: u8, value: u8) {
        if let Some(display) = &mut self.display {
            let mut after = self.registers.clone();
            after[usize::from(register)] = value;
            display.turn(&self.registers, &after);
        }
    }

    /// Returns the end of the line being drawn, if there are pictures: a line shows the memory contents at the time when it is drawn.
    pub(crate) fn next_line(&self) -> Option<u64> {
        self.display.as_ref().filter(|display| display.draws()).map(|display| display.next_line())
    }

    /// Returns the cycle at which a sprite collision may interrupt the program.
    pub(crate) fn next_collision(&self) -> Option<u64> {
        self.display.as_ref().filter(|_| self.awaits_collisions()).map(|display| display.next_line())
    }

    /// Returns whether the processor stalls for the VIC-II.
    pub(crate) fn stalls(&self) -> bool {
        self.stalls
    }

    /// Returns the next cycles, from cycle `from` on, in which the processor may not read, as far as they are known, and the cycle from
    /// which more will be known. `None` if the processor never stalls.
    pub(crate) fn next_stall(&self, from: u64) -> Option<(Option<Range<u64>>, u64)> {
        let display = self.display.as_ref().filter(|_| self.stalls)?;
        Some((display.next_stall(from, &self.registers), display.next_look(&self.registers)))
    }

    /// Returns the last complete frame.
    pub(crate) fn frame(&self) -> Option<&Frame> {
        self.display.as_ref()?.frame()
    }

    pub(crate) fn frames(&self) -> u64 {
        self.display.as_ref().map_or(0, |display| display.frames())
    }

    /// Returns the frame as it will be if nothing changes any more; `None` if nothing is drawn.
    pub(crate) fn still(&self, memory: &VideoMemory) -> Option<Frame> {
        self.display.as_ref()?.still(&self.registers, memory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CYCLES_PER_LINE: u64 = VideoStandard::Pal.cycles_per_line();
    const CYCLES_PER_FRAME: u64 = VideoStandard::Pal.cycles_per_frame();
    const LINES_PER_FRAME: u64 = VideoStandard::Pal.lines_per_frame();

    #[test]
    fn a_request_lasts_until_it_is_acknowledged() {
        let mut vic = Vic::new(VideoStandard::Pal, false, false);
        vic.write(0x12, 2, 0);
        let after = 4 * CYCLES_PER_LINE;
        assert_eq!(vic.peek(0x19, after), 0x71);
        vic.write(0x12, 3, after);
        assert_eq!(vic.peek(0x19, after), 0x71, "another line acknowledges nothing");
        vic.write(0x19, 1, after);
        assert_eq!(vic.peek(0x19, after), 0x70, "line 3 has passed before it was chosen");
        vic.write(0x12, 5, after);
        assert_eq!(vic.peek(0x19, 5 * CYCLES_PER_LINE - 1), 0x70);
        assert_eq!(vic.peek(0x19, 5 * CYCLES_PER_LINE), 0x71);
    }

    #[test]
    fn the_line_of_the_beam_matches_at_once() {
        let mut vic = Vic::new(VideoStandard::Pal, false, false);
        let now = 4 * CYCLES_PER_LINE + 20;
        vic.write(0x19, 1, now - 1);
        vic.write(0x12, 4, now);
        assert_eq!((vic.peek(0x19, now), vic.peek(0x19, now + 1)), (0x70, 0x71));
        vic.write(0x19, 1, now + 5);
        vic.write(0x12, 4, now + 9);
        assert_eq!(vic.peek(0x19, now + 20), 0x70, "it has been that line before");
    }

    #[test]
    fn line_0_is_counted_one_cycle_late() {
        let mut vic = Vic::new(VideoStandard::Pal, false, false);
        let start = CYCLES_PER_FRAME;
        let line = |vic: &Vic, now| u16::from(vic.peek(0x11, now) >> 7) << 8 | u16::from(vic.peek(0x12, now));
        assert_eq!([start - 1, start, start + 1].map(|now| line(&vic, now)), [311, 311, 0]);
        vic.write(0x19, 1, start - 1);
        assert_eq!([start, start + 1].map(|now| vic.peek(0x19, now)), [0x70, 0x71]);
    }

    #[test]
    fn the_first_match_after_a_cycle_is_strictly_later() {
        let mut vic = Vic::new(VideoStandard::Pal, false, false);
        vic.write(0x12, 2, 0);
        let start = 2 * CYCLES_PER_LINE;
        assert_eq!(vic.next_match(0), Some(start));
        assert_eq!(vic.next_match(start - 1), Some(start));
        assert_eq!(vic.next_match(start), Some(start + CYCLES_PER_FRAME));
        vic.write(0x12, (LINES_PER_FRAME - 1 - 256) as u8, 0);
        vic.write(0x11, 0x80, 0);
        assert_eq!(vic.next_match(0), Some((LINES_PER_FRAME - 1) * CYCLES_PER_LINE));
        vic.write(0x12, (LINES_PER_FRAME - 256) as u8, 0);
        assert_eq!(vic.next_match(0), None);
    }
}
