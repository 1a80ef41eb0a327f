//! Lets the machine follow the beam of its VIC-II: frames, and processor stalls, each if the configuration enables it.

use crate::bus::MemoryMap;
use crate::machine::Machine;
use crate::vic::Frame;

impl Machine {
    /// Returns the last completely drawn frame; `None` before the first, or if [`Config::display`](crate::Config::display) is off.
    pub fn frame(&self) -> Option<&Frame> {
        self.cpu.memory.vic.frame()
    }

    /// Returns the number of frames that the beam has drawn.
    pub fn frames(&self) -> u64 {
        self.cpu.memory.vic.frames()
    }

    /// Returns the frame that the screen shows from the next one on if no register and no memory changes any more, for a program that has
    /// ended. `None` if [`Config::display`](crate::Config::display) is off.
    pub fn still(&self) -> Option<Frame> {
        self.cpu.memory.still()
    }
}

impl MemoryMap {
    /// Waits before a read for as long as the VIC-II has the bus.
    #[cold]
    pub(crate) fn wait_for_bus(&mut self) {
        loop {
            let Some((stall, look)) = self.vic.next_stall(self.now) else {
                self.free_until = u64::MAX;
                return;
            };
            match stall {
                Some(stall) if stall.start <= self.now => {
                    self.now = stall.end;
                    // This iteration of a loop has taken more cycles than the next one will.
                    self.touched = true;
                    // The VIC-II reads the present memory contents in the meantime.
                    self.follow_beam(stall.end);
                }
                Some(stall) if stall.start < look => {
                    self.free_until = stall.start;
                    return;
                }
                _ if look <= self.now => self.follow_beam(look),
                _ => {
                    self.free_until = look;
                    return;
                }
            }
        }
    }

    /// Lets this many cycles pass, in which something is read.
    pub(crate) fn pass(&mut self, cycles: u64) {
        let mut left = cycles;
        while left > 0 {
            if self.now >= self.free_until {
                self.wait_for_bus();
            }
            let free = left.min(self.free_until - self.now);
            self.now += free;
            left -= free;
        }
    }

    /// Lets the cycle of an opcode fetch pass.
    #[inline]
    pub(crate) fn pass_opcode(&mut self) {
        if self.now >= self.free_until {
            self.wait_for_bus();
        }
        self.now += 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::error::Registers;
    use crate::machine::Machine;

    const LINE: u64 = 131 * 63;

    /// A branch taken within its page polls the interrupt lines in its second cycle. Its third waits through a bad line, and then for a
    /// sprite that begins there, which is known only in the meantime.
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
        machine.cpu.memory.now = start;
        machine.cpu.memory.pass_opcode();
        machine.cpu.registers.pc += 1;
        machine.cpu.execute(0xf0);
        // The bad line takes the bus in cycle 11, the sprite up to cycle 58.
        assert_eq!(machine.cpu.memory.now, LINE + 60);
        assert_eq!(machine.cpu.last_look(), start);
    }
}
