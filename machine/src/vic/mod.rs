//! The VIC-II: its registers, its interrupts, and, if they are asked for, the picture and the cycles that it takes.
//!
//! Without these, only the raster beam and its interrupt exist, which are computed from the cycle when somebody looks.

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
    /// Raster interrupts are acknowledged up to this cycle.
    acknowledged: u64,
    /// The collisions that request an interrupt, by their bits.
    collided: u8,
    /// Those whose register is not zero, so that another collision requests none.
    known: u8,
    display: Option<Box<Display>>,
    /// Whether the processor waits for the VIC-II.
    stalls: bool,
}

impl Vic {
    /// `draws`: whether there are pictures; `stalls`: whether the processor waits for the VIC-II.
    pub(crate) fn new(standard: VideoStandard, draws: bool, stalls: bool) -> Vic {
        let display = (draws || stalls).then(|| Box::new(Display::new(standard, draws)));
        Vic { registers: Registers::new(), standard, acknowledged: 0, collided: 0, known: 0, display, stalls }
    }

    pub(crate) fn standard(&self) -> VideoStandard {
        self.standard
    }

    /// The raster line at cycle `now`. The run starts at the top of a frame.
    fn line(&self, now: u64) -> u64 {
        now / self.standard.cycles_per_line() % self.standard.lines_per_frame()
    }

    /// The line on which a raster interrupt is wanted: 0..512.
    fn compare_line(&self) -> u64 {
        u64::from(self.registers[0x12]) | u64::from(self.registers[0x11] & 0x80) << 1
    }

    /// The first cycle after `after` at which the beam starts the line of the raster interrupt.
    fn next_match(&self, after: u64) -> Option<u64> {
        let line = self.compare_line();
        if line >= self.standard.lines_per_frame() {
            return None;
        }
        let start = line * self.standard.cycles_per_line();
        let frame = self.standard.cycles_per_frame();
        let frames = (after + frame - start) / frame;
        Some(start + frames * frame)
    }

    /// The cycle at which the next interrupt is (or was) requested, if it is enabled. Collisions are found at the end of a line.
    pub(crate) fn next_interrupt(&self) -> Option<u64> {
        let enabled = self.registers[0x1a];
        if enabled & self.collided != 0 {
            return Some(0);
        }
        if enabled & RASTER == 0 { None } else { self.next_match(self.acknowledged) }
    }

    /// Whether a collision may request an interrupt.
    pub(crate) fn awaits_collisions(&self) -> bool {
        self.display.is_some() && self.registers[0x1a] & (SPRITES_MET | SPRITE_MET_FOREGROUND) != 0
    }

    /// Register `register` (0..64) at cycle `now`.
    pub(crate) fn peek(&self, register: u8, now: u64) -> u8 {
        let stored = self.registers[usize::from(register)];
        match register {
            0x11 => stored & 0x7f | ((self.line(now) >> 8) as u8) << 7,
            0x12 => self.line(now) as u8,
            0x16 => stored | 0xc0,
            0x18 => stored | 1,
            0x19 => {
                let raster = self.next_match(self.acknowledged).is_some_and(|cycle| cycle <= now);
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

    /// As [`Vic::peek`]; the registers of collisions are cleared. [`Vic::advance`] comes before.
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

    /// Stores to a register at cycle `now`. [`Vic::advance`] comes before.
    pub(crate) fn write(&mut self, register: u8, value: u8, now: u64) {
        match register {
            0x19 => {
                if value & RASTER != 0 {
                    self.acknowledged = now;
                }
                self.collided &= !value;
            }
            0x11 | 0x12 => {
                // A raster interrupt still waiting is not lost by choosing another line, but this model keeps only the
                // line; programs choose the next line in the handler, after acknowledging.
                self.registers[usize::from(register)] = value;
                self.acknowledged = self.acknowledged.max(now);
            }
            _ => self.registers[usize::from(register)] = value,
        }
    }

    /// Whether the beam has to be followed: whether [`Vic::advance`] does anything.
    pub(crate) fn is_followed(&self) -> bool {
        self.display.is_some()
    }

    /// Follows the beam to the cycle `to`. The registers and the banks of the memory have not changed since the last call.
    pub(crate) fn advance(&mut self, to: u64, memory: &VideoMemory) {
        let Some(display) = &mut self.display else { return };
        display.advance(to, &self.registers, memory);
        let seen = display.seen_collisions();
        let sprites = if seen.sprites == 0 { 0 } else { SPRITES_MET };
        let met = sprites | if seen.foreground == 0 { 0 } else { SPRITE_MET_FOREGROUND };
        self.collided |= met & !self.known;
        self.known |= met;
    }

    /// The cycle up to which the beam has to be followed next.
    pub(crate) fn next_look(&self) -> Option<u64> {
        let display = self.display.as_ref()?;
        Some(if self.stalls { display.next_look() } else { display.next_line() })
    }

    /// The next cycles, from cycle `from` on, in which the processor may not read, as far as they are known.
    pub(crate) fn next_stall(&self, from: u64) -> Option<Range<u64>> {
        self.display.as_ref().filter(|_| self.stalls)?.next_stall(from, &self.registers)
    }

    /// The last whole frame, and how many there have been.
    pub(crate) fn frame(&self) -> Option<&Frame> {
        self.display.as_ref()?.frame()
    }

    pub(crate) fn frames(&self) -> u64 {
        self.display.as_ref().map_or(0, |display| display.frames())
    }

    /// The frame as it will be if nothing changes any more; none if nothing is drawn.
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
    fn another_line_waits_for_its_own_match() {
        let mut vic = Vic::new(VideoStandard::Pal, false, false);
        vic.write(0x12, 2, 0);
        let after = 4 * CYCLES_PER_LINE;
        assert_eq!(vic.peek(0x19, after), 0x71);
        vic.write(0x12, 3, after);
        assert_eq!(vic.peek(0x19, after), 0x70, "line 3 has passed before it was chosen");
        vic.write(0x12, 5, after);
        assert_eq!(vic.peek(0x19, 5 * CYCLES_PER_LINE), 0x71);
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
