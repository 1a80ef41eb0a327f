//! The display logic: follows the beam line by line and draws what it passes.
//!
//! It is always behind: [`Display::advance`] catches up with the beam before a register changes, and at the end of a line. Everything that
//! is drawn in one step is therefore drawn with constant registers, and a change is visible from the column in which it happens. The memory
//! is read when a line is drawn, usually at its end: what a program changes in the middle of a line may be visible in all of it.
//!
//! Source: Christian Bauer, "The MOS 6567/6569 video controller (VIC-II)", section 3.7.2 for the counters. Cycles are counted from 0 here,
//! from 1 there.

use std::ops::{Range, RangeInclusive};

use super::border::Border;
use super::frame::{Frame, Frames};
use super::line::Line;
use super::memory::VideoMemory;
use super::mode::{self, COLUMNS, Cell, Matrix};
use super::registers::Registers;
use super::sprites::{Collisions, Sprites};
use super::stalls::Low;
use super::standard::VideoStandard;
use super::turn::Turn;

/// The lines that may be bad lines, on which a row of characters begins.
const BAD_LINES: RangeInclusive<u16> = 48..=247;

/// The cycle in which VC is loaded, and the column number of the first cell of the video matrix, which is read in the next cycle.
const LOAD: usize = 13;
/// The cycles in which the video matrix is read.
const MATRIX: Range<usize> = 14..14 + COLUMNS;
/// The cycle in which the sprites' counters advance, after the sprite reads at the beginning of the line.
const ADVANCE: usize = 15;
/// The cycle in which sprites that begin are detected.
const BEGIN: usize = 54;
/// The cycle in which RC advances, and in which the sprites' lines are selected.
const END_OF_ROW: usize = 57;

/// The number of lines after the current one that are checked for possible processor stalls: the distance of two bad lines. More would slow
/// down programs that change registers often.
const LINES_AHEAD: usize = 8;

/// The state of the display logic, and the picture.
#[derive(Clone, Debug)]
pub(super) struct Display {
    standard: VideoStandard,
    /// Whether a picture is wanted; the line and sprite counters are always kept.
    draws: bool,
    /// The cycle up to which everything is simulated.
    now: u64,
    /// The raster line, the cycle in it, and the column up to which it is drawn.
    line: u16,
    cycle: usize,
    drawn: usize,
    /// Whether the display was on in line 48, so that this frame has bad lines.
    on: bool,
    matrix: Matrix,
    /// VCBASE.
    base: u16,
    /// Whether cells have been read in this line.
    fetched: bool,
    border: Border,
    sprites: Sprites,
    pixels: Line,
    /// A pixel of this line that still has a colour that has changed since, and that colour.
    held: Option<(usize, u8)>,
    /// A change of the mode in a column that is still to be drawn.
    turn: Option<Turn>,
    frames: Frames,
    collisions: Collisions,
}

impl Display {
    /// Creates the display at the top of a frame.
    pub(super) fn new(standard: VideoStandard, draws: bool) -> Display {
        Display {
            standard,
            draws,
            now: 0,
            line: 0,
            cycle: 0,
            drawn: 0,
            on: false,
            matrix: Matrix {
                cells: [Cell::default(); COLUMNS],
                counter: 0,
                row_line: 0,
                displays: false,
                last: Cell::default(),
            },
            base: 0,
            fetched: false,
            border: Border::new(),
            sprites: Sprites::new(),
            pixels: Line::new(),
            held: None,
            turn: None,
            frames: Frames::new(standard),
            collisions: Collisions::default(),
        }
    }

    /// Returns the last complete frame.
    pub(super) fn frame(&self) -> Option<&Frame> {
        self.frames.whole()
    }

    /// Returns the number of completed frames.
    pub(super) fn frames(&self) -> u64 {
        self.frames.count()
    }

    /// Returns the sprite collisions since they were last taken.
    pub(super) fn collisions(&mut self) -> &mut Collisions {
        &mut self.collisions
    }

    pub(super) fn seen_collisions(&self) -> Collisions {
        self.collisions
    }

    pub(super) fn draws(&self) -> bool {
        self.draws
    }

    /// Returns the cycle at which the next line begins.
    pub(super) fn next_line(&self) -> u64 {
        self.now + self.standard.cycles_per_line() - self.cycle as u64
    }

    /// Returns the next range of cycles, from cycle `from` on, in which the processor may not read, as far as it is known: there is none
    /// between those of this line and [`Display::next_look`], and those at the end of the line may be known only from then on.
    pub(super) fn next_stall(&self, from: u64, registers: &Registers) -> Option<Range<u64>> {
        let start = self.now - self.cycle as u64;
        let reading = self.sprites.reading();
        // The sprites of the previous line are read before the counters advance.
        let (before, after) = if self.cycle > ADVANCE {
            (0, reading | self.sprites.beginning(self.line, registers))
        } else {
            (reading, 0)
        };
        let low = Low::new(self.standard, self.is_bad(registers), before, after);
        let next = low.next(from.saturating_sub(start))?;
        Some(start + next.start..start + next.end)
    }

    /// Returns the cycle at which [`Display::next_stall`] knows more, if the registers do not change before.
    pub(super) fn next_look(&self, registers: &Registers) -> u64 {
        let takes = self.sprites.reading() != 0 || self.may_stall(self.line, registers);
        let advanced = self.now - self.cycle as u64 + ADVANCE as u64 + 1;
        if takes && self.now < advanced {
            return advanced;
        }
        let mut look = self.next_line();
        if self.sprites.reading() | self.sprites.beginning(self.line, registers) != 0 {
            return look;
        }
        let lines = self.standard.lines_per_frame() as u16;
        let following = (self.line + 1..lines).chain(0..self.line);
        for _ in following.take_while(|line| !self.may_stall(*line, registers)).take(LINES_AHEAD) {
            look += self.standard.cycles_per_line();
        }
        look
    }

    /// Returns whether the processor may have to wait in a line, if the registers do not change before; false only where this is certain.
    fn may_stall(&self, line: u16, registers: &Registers) -> bool {
        let shows = self.on || registers.shows();
        shows && begins_row(line, registers) || self.sprites.beginning(line, registers) != 0
    }

    /// Returns the frame as it will be if nothing changes any more.
    pub(super) fn still(&self, registers: &Registers, memory: &VideoMemory) -> Option<Frame> {
        let mut display = self.clone();
        // The current frame, and the next one, which is complete.
        display.advance(self.now + 2 * self.standard.cycles_per_frame(), registers, memory);
        display.frame().cloned()
    }

    /// Draws the next pixel in the colours that the registers have now, although they are about to change: the VIC-II's output has a
    /// latency of one pixel. Source: x64sc 3.7.1 with a MOS 6569.
    pub(super) fn hold_pixel(&mut self, registers: &Registers, memory: &VideoMemory) {
        if !self.draws || Frames::row(self.standard, self.line).is_none() {
            return;
        }
        // Everything but the frames, which are not needed.
        let frames = std::mem::take(&mut self.frames);
        let mut probe = self.clone();
        self.frames = frames;
        probe.pass(self.cycle + 1, registers, memory);
        let at = self.cycle * 8;
        self.held = Some((at, probe.pixels.pixels[at]));
    }

    /// Makes the next column change its mode in the middle, from that of `before` to that of `after`.
    pub(super) fn turn(&mut self, before: &Registers, after: &Registers) {
        self.turn = Turn::new(self.cycle, before, after);
    }

    /// Catches up with the beam: simulates the cycles before `to`, during which the registers have not changed.
    pub(super) fn advance(&mut self, to: u64, registers: &Registers, memory: &VideoMemory) {
        let cycles = self.standard.cycles_per_line() as usize;
        while self.now < to {
            let left = usize::try_from(to - self.now).unwrap_or(usize::MAX);
            let end = cycles.min(self.cycle.saturating_add(left));
            self.pass(end, registers, memory);
            self.now += (end - self.cycle) as u64;
            self.cycle = end;
            if end == cycles {
                self.end_line(registers);
            }
        }
    }

    /// Simulates the cycles of this line before `end`.
    fn pass(&mut self, end: usize, registers: &Registers, memory: &VideoMemory) {
        let start = self.cycle;
        let passes = |cycle: usize| start <= cycle && cycle < end;
        if passes(0) {
            self.start_line();
        }
        self.on |= self.line == *BAD_LINES.start() && registers.shows();
        if passes(LOAD) {
            self.matrix.counter = self.base;
            if self.is_bad(registers) {
                self.matrix.row_line = 0;
            }
        }
        if start < MATRIX.end && end > MATRIX.start && !self.fetched && self.is_bad(registers) {
            self.fetch(start, registers, memory);
        }
        if passes(ADVANCE) {
            self.sprites.read_late(registers, memory);
            self.sprites.advance();
        }
        if end > END_OF_ROW {
            self.paint(END_OF_ROW, registers, memory);
        }
        if passes(BEGIN) {
            self.sprites.begin(self.line, registers);
        }
        if passes(END_OF_ROW) {
            self.end_row(registers);
            self.sprites.read_early(self.line, registers, memory);
        }
        self.paint(end, registers, memory);
    }

    fn start_line(&mut self) {
        self.drawn = 0;
        self.turn = None;
        self.fetched = false;
        self.pixels.foreground.clear();
        self.sprites.start_line();
        if self.line == 0 {
            self.base = 0;
            self.on = false;
        }
    }

    /// Returns whether the line is a bad line, in which the cells of the next row are read.
    pub(super) fn is_bad(&self, registers: &Registers) -> bool {
        // In line 48, the first possible bad line, the display may have been switched on since the last check.
        let on = self.on || self.line == *BAD_LINES.start() && registers.shows();
        on && begins_row(self.line, registers)
    }

    /// Reads the cells of the row; those before the cycle in which the line became bad keep their contents.
    fn fetch(&mut self, cycle: usize, registers: &Registers, memory: &VideoMemory) {
        self.fetched = true;
        self.matrix.displays = true;
        for column in cycle.saturating_sub(MATRIX.start)..COLUMNS {
            let cell = (self.matrix.counter + column as u16) & 0x3ff;
            let code = memory.read(registers.matrix() | cell);
            self.matrix.cells[column] = Cell { code, colour: memory.colour(cell) };
        }
    }

    fn end_row(&mut self, registers: &Registers) {
        if self.matrix.row_line == 7 {
            if self.matrix.displays {
                self.base = (self.matrix.counter + COLUMNS as u16) & 0x3ff;
            }
            self.matrix.displays = self.is_bad(registers);
        }
        if self.matrix.displays {
            self.matrix.row_line = (self.matrix.row_line + 1) & 7;
        }
    }

    /// Draws the columns of this line before `end`.
    fn paint(&mut self, end: usize, registers: &Registers, memory: &VideoMemory) {
        let columns = self.drawn.min(end)..end;
        self.drawn = self.drawn.max(end);
        if !self.draws || columns.is_empty() {
            return;
        }
        let pixels = columns.start * 8..columns.end * 8;
        let seen = Frames::row(self.standard, self.line).is_some();
        if seen {
            if self.border.is_open(self.line, registers) {
                let (matrix, line) = (&mut self.matrix, &mut self.pixels);
                match self.turn.take_if(|turn| columns.contains(&turn.column)) {
                    Some(turn) => turn.paint(columns, matrix, registers, memory, line),
                    None => mode::paint(columns, matrix, registers, memory, line),
                }
            } else {
                self.pixels.fill(pixels.clone(), registers.colour(0x21));
            }
        }
        self.sprites.paint(pixels.clone(), self.standard, registers, &mut self.pixels, &mut self.collisions);
        self.border.paint(pixels.clone(), self.line, registers, &mut self.pixels);
        if let Some((at, colour)) = self.held.take_if(|(at, _)| pixels.contains(at)) {
            self.pixels.pixels[at] = colour;
        }
    }

    fn end_line(&mut self, registers: &Registers) {
        self.border.end_line(self.line, registers);
        if self.draws {
            self.frames.take(self.line, &self.pixels.pixels);
        }
        self.cycle = 0;
        self.line += 1;
        if u64::from(self.line) == self.standard.lines_per_frame() {
            self.line = 0;
        }
    }
}

/// Returns whether a row of characters begins in a line if the display is on.
fn begins_row(line: u16, registers: &Registers) -> bool {
    BAD_LINES.contains(&line) && line & 7 == registers.y_scroll()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In lines that are not checked, the processor never has to wait; and with a quiet screen most lines are not checked.
    #[test]
    fn what_is_not_looked_at_stops_nobody() {
        let (ram, colours, characters) = ([0; 0x10000], [0; 0x400], [0; 0x1000]);
        let memory = VideoMemory::new(&ram, &colours, &characters, 3);
        let mut random = 1_u32;
        let mut next = |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) % below
        };
        let mut waits = 0;
        for screen in 0..60 {
            let standard = if screen % 2 == 0 { VideoStandard::Pal } else { VideoStandard::Ntsc };
            let mut display = Display::new(standard, false);
            let mut registers = Registers::new();
            registers[0x11] = [0x1b, 0x0b][usize::from(screen % 5 == 0)] & 0xf8 | next(8) as u8;
            for register in (0x15..=0x17).chain(1..16).filter(|_| screen >= 10) {
                registers[register] = next(256) as u8;
            }
            let mut looks = 0;
            let end = 3 * standard.cycles_per_frame();
            while display.now < end {
                // Between two frames, the display is switched on or off.
                if display.line == 0 && next(2) == 0 {
                    registers[0x11] ^= 0x10;
                }
                let look = display.next_look(&registers);
                looks += 1;
                let mut from = display.now;
                waits += u64::from(display.next_stall(from, &registers).is_some());
                while display.next_line() < look {
                    from = display.next_line();
                    display.advance(from, &registers, &memory);
                    let stall = display.next_stall(from, &registers).filter(|stall| stall.start < look);
                    assert_eq!(stall, None, "screen {screen}, line {}", display.line);
                }
                display.advance(look, &registers, &memory);
            }
            assert!(screen >= 10 || looks < 3 * 110, "screen {screen}: {looks} looks");
        }
        assert!(waits > 3_000, "{waits} waits");
    }
}
