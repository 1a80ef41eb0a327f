//! The parts of the VIC-II and the SID that programs read: the raster beam, interrupt flags, the noise of voice 3.

/// Cycles of one raster line on a PAL C64. Source: MOS 6569.
const CYCLES_PER_LINE: u64 = 63;
/// Raster lines of one picture on a PAL C64. Source: MOS 6569.
const LINES_PER_FRAME: u64 = 312;
const CYCLES_PER_FRAME: u64 = CYCLES_PER_LINE * LINES_PER_FRAME;

/// The VIC-II's registers $D000-$D03F. Nothing is drawn and no cycles are taken from the processor.
#[derive(Clone, Debug)]
pub(crate) struct Vic {
    pub(crate) registers: [u8; 64],
    /// Raster interrupts are acknowledged up to this cycle.
    acknowledged: u64,
}

impl Vic {
    pub(crate) fn new() -> Vic {
        let mut registers = [0; 64];
        // As the KERNAL's IOINIT and CINT leave them: screen on, 40 columns, screen at $0400, upper case and graphics,
        // light blue border, blue background.
        registers[0x11] = 0x1b;
        registers[0x16] = 0x08;
        registers[0x18] = 0x15;
        registers[0x20] = 14;
        registers[0x21] = 6;
        Vic { registers, acknowledged: 0 }
    }

    /// The raster line at cycle `now`: 0..312. The run starts at the top of a picture.
    fn line(now: u64) -> u64 {
        now / CYCLES_PER_LINE % LINES_PER_FRAME
    }

    /// The line on which a raster interrupt is wanted: 0..512.
    fn compare_line(&self) -> u64 {
        u64::from(self.registers[0x12]) | u64::from(self.registers[0x11] & 0x80) << 1
    }

    /// The first cycle after `after` at which the beam starts the line of the raster interrupt.
    fn next_match(&self, after: u64) -> Option<u64> {
        let line = self.compare_line();
        if line >= LINES_PER_FRAME {
            return None;
        }
        let start = line * CYCLES_PER_LINE;
        let frames = (after + CYCLES_PER_FRAME - start) / CYCLES_PER_FRAME;
        Some(start + frames * CYCLES_PER_FRAME)
    }

    /// The cycle at which the next raster interrupt is (or was) requested, if it is enabled.
    pub(crate) fn next_interrupt(&self) -> Option<u64> {
        if self.registers[0x1a] & 1 == 0 { None } else { self.next_match(self.acknowledged) }
    }

    /// Register `register` (0..64) at cycle `now`.
    pub(crate) fn peek(&self, register: u8, now: u64) -> u8 {
        let stored = self.registers[usize::from(register)];
        match register {
            0x11 => stored & 0x7f | ((Vic::line(now) >> 8) as u8) << 7,
            0x12 => Vic::line(now) as u8,
            0x16 => stored | 0xc0,
            0x18 => stored | 1,
            0x19 => {
                let raster = self.next_match(self.acknowledged).is_some_and(|cycle| cycle <= now);
                let request = u8::from(raster);
                0x70 | request | if request & self.registers[0x1a] != 0 { 0x80 } else { 0 }
            }
            0x1a | 0x20..=0x2e => stored | 0xf0,
            0x1e | 0x1f => 0,
            0x2f.. => 0xff,
            _ => stored,
        }
    }

    pub(crate) fn read(&mut self, register: u8, now: u64) -> u8 {
        self.peek(register, now)
    }

    pub(crate) fn write(&mut self, register: u8, value: u8, now: u64) {
        match register {
            0x19 => {
                if value & 1 != 0 {
                    self.acknowledged = now;
                }
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
}

/// The SID: silent, write-only, but for voice 3's oscillator as a source of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Sid {
    registers: [u8; 32],
    /// The oscillator's phase at cycle `since`, in units of its 24-bit accumulator.
    phase: u64,
    since: u64,
}

impl Sid {
    pub(crate) fn new() -> Sid {
        Sid { registers: [0; 32], phase: 0, since: 0 }
    }

    fn frequency(&self) -> u64 {
        u64::from(self.registers[0x0e]) | u64::from(self.registers[0x0f]) << 8
    }

    fn phase_at(&self, now: u64) -> u64 {
        self.phase + now.saturating_sub(self.since) * self.frequency()
    }

    /// Register `register` (0..32) at cycle `now`.
    ///
    /// $D41B gives noise when the program has chosen the noise waveform for voice 3 and a frequency above 0: a new
    /// value each time the accumulator has advanced by 2^20, the same in every run. Otherwise 0, as a program that forgot
    /// to start the oscillator must not find randomness here.
    pub(crate) fn read(&mut self, register: u8, now: u64) -> u8 {
        match register {
            0x19 | 0x1a => 0xff,
            0x1b if self.registers[0x12] & 0x80 != 0 && self.frequency() != 0 => {
                noise(self.phase_at(now) >> 20)
            }
            _ => 0,
        }
    }

    pub(crate) fn write(&mut self, register: u8, value: u8, now: u64) {
        self.phase = self.phase_at(now);
        self.since = now;
        self.registers[usize::from(register)] = value;
    }
}

/// A byte that looks random, a fixed function of `step`: the finaliser of SplitMix64.
fn noise(step: u64) -> u8 {
    let mut bits = step.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (bits ^ bits >> 31) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_splitmix64() {
        // The lowest bytes of its first five numbers from the seed 0, as other implementations give them.
        let steps = (0..5_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        assert_eq!(steps.map(noise).collect::<Vec<_>>(), [0xaf, 0xf4, 0x4f, 0xec, 0x9b]);
    }

    #[test]
    fn another_line_waits_for_its_own_match() {
        let mut vic = Vic::new();
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
        let mut vic = Vic::new();
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
