//! The machine follows the beam of its VIC-II: pictures, and the processor's waits, each if the configuration says so.

use crate::bus::MemoryMap;
use crate::machine::Machine;
use crate::vic::Frame;

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
                    // A loop has taken more cycles this time than it takes the next.
                    self.touched = true;
                    // What the VIC-II reads meanwhile is what there is now.
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

    /// Lets so many cycles pass in which something is read.
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

    /// Lets the cycle pass in which an opcode is read.
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
        machine.cpu.memory.now = start;
        machine.cpu.memory.pass_opcode();
        machine.cpu.registers.pc += 1;
        machine.cpu.execute(0xf0);
        // The bad line takes the bus in cycle 11, the sprite up to cycle 58.
        assert_eq!(machine.cpu.memory.now, LINE + 60);
        assert_eq!(machine.cpu.last_look(), start);
    }
}
