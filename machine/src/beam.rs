//! The machine follows the beam of its VIC-II: pictures, and the processor's waits, each if the configuration says so.
//!
//! An instruction takes its cycles in one step here. So the wait in the middle of an instruction comes before it, which makes no
//! difference to its last cycle, in which it reads or stores, nor to those after it.

use mos6502::registers::Status;

use crate::machine::Machine;
use crate::opcodes::{Mode, OPCODES, Opcode, is_branch};
use crate::vic::Frame;

const CLI: u8 = 0x58;
const SEI: u8 = 0x78;

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

    /// Follows the beam up to now, and waits where the VIC-II has had the bus meanwhile: during what the machine answers itself, all of which
    /// counts as reads.
    pub(crate) fn follow_beam(&mut self) {
        while self.cpu.memory.vic.is_followed() {
            let now = self.cpu.cycles;
            let end = self.cpu.memory.vic.next_look().map_or(now, |look| now.min(look));
            let settled = self.schedule.settled;
            let stall = self.cpu.memory.vic.next_stall(settled);
            // What was left of the last instruction were stores: the next one waits.
            if let Some(stall) = stall.filter(|stall| stall.start < end && self.schedule.written < now) {
                self.cpu.cycles = stall.end + now - stall.start.max(self.schedule.written);
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

    /// Waits if the next instruction would read while the VIC-II has the bus. Returns the cycle from which on the one after it might.
    pub(crate) fn stall(&mut self) -> Option<u64> {
        let opcode = self.cpu.memory.fetch(self.cpu.registers.program_counter)?;
        let cycles = self.next_cycles(opcode);
        self.wait_for_bus(opcode, cycles)
    }

    /// As [`Machine::stall`], for what takes so many cycles from now on, which read and write as those of an opcode do.
    pub(crate) fn wait_for_bus(&mut self, opcode: u8, cycles: u64) -> Option<u64> {
        // A wait may go on in a second stretch, which has not been known at the first: the processor has looked for interrupts before both.
        let mut looked = None;
        loop {
            let now = self.cpu.cycles;
            let stall = self.cpu.memory.vic.next_stall(self.schedule.settled)?;
            if now + cycles <= stall.start {
                return Some(stall.start.saturating_sub(LONGEST - 1));
            }
            let first = stall.start.saturating_sub(now);
            let Some(read) = (first..cycles).find(|cycle| !writes(opcode, *cycle, cycles)) else {
                self.schedule.written = now + cycles;
                return Some(now);
            };
            self.schedule.late_cli = opcode == CLI && read == 1;
            if is_branch(opcode) && read == 2 || opcode == SEI && read == 1 {
                let look = *looked.get_or_insert(now);
                self.schedule.late_look = (stall.end + cycles - read, look);
            }
            self.cpu.cycles = stall.end.saturating_sub(read).max(now);
            self.schedule.settled = stall.end;
            // What the VIC-II reads meanwhile is what there is now.
            self.cpu.memory.follow_beam(stall.end);
        }
    }

    /// The cycles that the next instruction takes.
    fn next_cycles(&self, opcode: u8) -> u64 {
        let Some(Opcode { cycles, mode, page_penalty, .. }) = OPCODES[usize::from(opcode)] else { return 1 };
        let registers = &self.cpu.registers;
        let operand = |at: u16| self.cpu.memory.peek(registers.program_counter.wrapping_add(at));
        let crosses = |low: u8, index: u8| u64::from(low.checked_add(index).is_none());
        let more = match mode {
            Mode::Relative => {
                let flags = [Status::PS_NEGATIVE, Status::PS_OVERFLOW, Status::PS_CARRY, Status::PS_ZERO];
                let set = registers.status.contains(flags[usize::from(opcode >> 6)]);
                let next = registers.program_counter.wrapping_add(2);
                let target = next.wrapping_add_signed(i16::from(operand(1) as i8));
                if set == (opcode & 0x20 != 0) { 1 + u64::from((next ^ target) >> 8 != 0) } else { 0 }
            }
            _ if !page_penalty => 0,
            Mode::AbsoluteX => crosses(operand(1), registers.index_x),
            Mode::AbsoluteY => crosses(operand(1), registers.index_y),
            Mode::IndirectY => crosses(self.cpu.memory.peek(operand(1).into()), registers.index_y),
            _ => 0,
        };
        u64::from(cycles) + more
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

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::error::Registers;
    use crate::machine::Machine;

    const LINE: u64 = 131 * 63;

    /// A branch that is taken within its page looks for interrupts in its second cycle. Its third waits through a bad line, and then for a
    /// sprite that begins there, which is known only meanwhile.
    #[test]
    fn a_branch_that_waits_twice_has_looked_before_both() {
        let mut machine = Machine::new(Config { video_stalls: true, interrupts: false, ..Config::default() });
        machine.poke(0xd015, 1);
        machine.poke(0xd001, 131);
        // BEQ *+7.
        machine.load_bytes(0x1000, &[0xf0, 5]).unwrap();
        machine.set_registers(Registers { pc: 0x1000, p: 0x22, ..machine.registers() });
        let start = LINE + 9;
        machine.cpu.memory.follow_beam(start);
        (machine.cpu.cycles, machine.schedule.settled) = (start, start);
        machine.stall();
        // The bad line takes the bus in cycle 11, the sprite up to cycle 58.
        assert_eq!(machine.cpu.cycles + 3, LINE + 60);
        assert_eq!(machine.schedule.late_look, (LINE + 60, start));
    }
}
