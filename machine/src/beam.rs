//! The machine follows the beam of its VIC-II: pictures, and the processor's waits, each if the configuration says so.
//!
//! An instruction takes its cycles in one step here. So the wait in the middle of an instruction comes before it, which makes no
//! difference to its last cycle, in which it reads or stores, nor to those after it.

use crate::machine::Machine;
use crate::opcodes::OPCODES;
use crate::vic::Frame;

/// Cycles of the longest instruction.
const LONGEST: u64 = 7;

impl Machine {
    /// The last frame of which the beam has drawn every line; none before the first, or if [`Config::display`](crate::Config::display) is off.
    pub fn frame(&self) -> Option<&Frame> {
        self.cpu.memory.vic.frame()
    }

    /// The number of frames that the beam has drawn.
    pub fn frames(&self) -> u64 {
        self.cpu.memory.vic.frames()
    }

    /// The frame that the screen shows from the next one on, if no register and no memory changes any more: for a program that has
    /// ended. None if [`Config::display`](crate::Config::display) is off.
    pub fn still(&self) -> Option<Frame> {
        self.cpu.memory.still()
    }

    /// Follows the beam up to now, and waits where the VIC-II has had the bus since this was done last.
    pub(crate) fn follow_beam(&mut self) {
        while let Some(look) = self.cpu.memory.vic.next_look() {
            let now = self.cpu.cycles;
            let end = now.min(look);
            let settled = self.schedule.settled;
            let stall = self.cpu.memory.vic.next_stall(settled).filter(|stall| stall.start < end);
            if let Some(stall) = stall {
                // What has been read since the VIC-II wanted the bus is read when it has let go of it.
                let reads = now - stall.start.max(self.schedule.written.min(now));
                self.cpu.cycles = now.max(stall.end + reads);
                self.schedule.settled = stall.end;
                self.cpu.memory.follow_beam(stall.end);
                continue;
            }
            self.schedule.settled = settled.max(end);
            self.cpu.memory.follow_beam(end);
            if end == now {
                break;
            }
        }
    }

    /// Waits if the next instruction would read while the VIC-II has the bus. Returns the cycle from which on the next instruction
    /// might.
    pub(crate) fn stall(&mut self) -> Option<u64> {
        let now = self.cpu.cycles;
        let stall = self.cpu.memory.vic.next_stall(self.schedule.settled)?;
        let pc = self.cpu.registers.program_counter;
        let opcode = self.cpu.memory.fetch(pc)?;
        let cycles = OPCODES[usize::from(opcode)].map_or(0, |opcode| u64::from(opcode.cycles));
        if now + cycles > stall.start {
            let first = stall.start.saturating_sub(now);
            match (first..cycles).find(|cycle| !writes(opcode, *cycle, cycles)) {
                Some(read) => {
                    self.cpu.cycles = stall.end.saturating_sub(read).max(now);
                    self.schedule.settled = stall.end;
                }
                None => self.schedule.written = now + cycles,
            }
        }
        Some(stall.start.saturating_sub(LONGEST - 1))
    }
}

/// Whether an instruction of so many cycles writes in one of them, which it does whoever has the bus. Source: MOS Technology,
/// "MCS6500 Microcomputer Family Hardware Manual", appendix A.
fn writes(opcode: u8, cycle: u64, cycles: u64) -> bool {
    let written = match opcode {
        // JSR, PHA and PHP, BRK.
        0x20 => 3..5,
        0x48 | 0x08 => 2..3,
        0x00 => 2..5,
        // STA, STX, STY.
        0x81 | 0x85 | 0x8d | 0x91 | 0x95 | 0x99 | 0x9d | 0x86 | 0x8e | 0x96 | 0x84 | 0x8c | 0x94 => {
            cycles - 1..cycles
        }
        // ASL, ROL, LSR, ROR, DEC and INC of memory.
        _ if matches!(opcode & 0x0f, 0x06 | 0x0e) && !matches!(opcode >> 5, 4 | 5) => cycles - 2..cycles,
        _ => 0..0,
    };
    written.contains(&cycle)
}
