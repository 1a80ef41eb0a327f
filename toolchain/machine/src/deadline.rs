//! The run loop's work at a deadline: the beam, the cycle limit, interrupts, processor stalls, and the next deadline.

use crate::error::Error;
use crate::machine::Machine;

impl Machine {
    /// Handles whatever is due, and sets the next deadline. Returns whether an interrupt has been served, so that the next instruction is a
    /// different one.
    ///
    /// # Errors
    /// [`Error::CycleLimit`], and errors from serving an interrupt.
    pub(crate) fn meet_deadline(&mut self) -> Result<bool, Error> {
        // Most deadlines are ends of lines, at which only the picture needs attention.
        if self.cpu.memory.now < self.schedule.quiet {
            self.cpu.memory.follow_beam(self.cpu.memory.now);
            self.schedule.look_up_at(self.schedule.quiet, self.cpu.memory.vic.next_line());
            return Ok(false);
        }
        let limit = self.config.cycle_limit;
        if self.cpu.memory.now >= limit {
            return Err(Error::CycleLimit { limit, report: self.report() });
        }
        self.cpu.memory.touched = true;
        self.cpu.memory.follow_beam(self.cpu.memory.now);
        if self.serve_interrupts()? {
            return Ok(true);
        }
        let collision = self.cpu.memory.vic.next_collision();
        let next = collision.into_iter().chain(self.next_interrupt()).min();
        let quiet = limit.min(self.schedule.pause).min(next.unwrap_or(u64::MAX));
        self.schedule.look_up_at(quiet, self.cpu.memory.vic.next_line());
        if self.cpu.settle_mask() {
            // The flag takes effect from the next instruction on.
            self.schedule.wake();
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use crate::config::{Config, Line};
    use crate::error::Error;
    use crate::machine::Machine;
    use crate::vic::VideoStandard;

    /// Programs at $1000 that wait in different ways: for a change by an interrupt, for a chip, by counting, for nothing at all.
    const WAITS: [&[u8]; 8] = [
        // LDA $A2, CMP $A2, BEQ to the CMP, INC $0400, JMP to the start.
        &[0xa5, 0xa2, 0xc5, 0xa2, 0xf0, 0xfc, 0xee, 0x00, 0x04, 0x4c, 0x00, 0x10],
        // The same with a loop of eleven cycles: NOP, BIT $A2.
        &[0xa5, 0xa2, 0xea, 0x24, 0xa2, 0xc5, 0xa2, 0xf0, 0xf9, 0xee, 0x00, 0x04, 0x4c, 0x00, 0x10],
        // JMP to itself.
        &[0x4c, 0x00, 0x10],
        // LDA $D012, CMP $D012, BEQ to the CMP, INC $0400, JMP to the start.
        &[0xad, 0x12, 0xd0, 0xcd, 0x12, 0xd0, 0xf0, 0xfb, 0xee, 0x00, 0x04, 0x4c, 0x00, 0x10],
        // INX, BNE to it, INY, LDA $A2, CMP $0334, BEQ to the start, STA $0334, STY $0335, JMP to the start.
        &[
            0xe8, 0xd0, 0xfd, 0xc8, 0xa5, 0xa2, 0xcd, 0x34, 0x03, 0xf0, 0xf5, 0x8d, 0x34, 0x03, 0x8c, 0x35,
            0x03, 0x4c, 0x00, 0x10,
        ],
        // JSR to an RTS behind, LDA $A2, BPL to the JSR, INC $0400, JMP to the start.
        &[0x20, 0x0d, 0x10, 0xa5, 0xa2, 0x10, 0xf9, 0xee, 0x00, 0x04, 0x4c, 0x00, 0x10, 0x60],
        // LDX #0, LDA $A2, BNE to the LDX, NOP, BEQ to the LDA.
        &[0xa2, 0x00, 0xa5, 0xa2, 0xd0, 0xfa, 0xea, 0xf0, 0xf9],
        // INC $0400, JMP to the start: its registers are mostly the same.
        &[0xee, 0x00, 0x04, 0x4c, 0x00, 0x10],
    ];

    /// Skipping the iterations of a waiting loop gives the same result as executing each one, which a machine that counts instructions
    /// does.
    #[test]
    fn a_loop_that_waits_is_passed_over_to_the_same_cycle() {
        for (number, wait) in WAITS.iter().enumerate() {
            for (display, video_stalls, hooked) in
                [(false, false, false), (false, true, true), (true, true, false), (true, false, true)]
            {
                let machine = |counts: bool| {
                    let standard = if number % 2 == 0 { VideoStandard::Pal } else { VideoStandard::Ntsc };
                    let config = Config { display, video_stalls, standard, ..Config::default() };
                    let mut machine = Machine::new(config);
                    machine.load_bytes(0x1000, wait).unwrap();
                    // An NMI handler at $1100: INC $0336, RTI.
                    machine.load_bytes(0x1100, &[0xee, 0x36, 0x03, 0x40]).unwrap();
                    machine.poke(0x0318, 0x00);
                    machine.poke(0x0319, 0x11);
                    // An IRQ handler at $1200: INC $0337, JMP to the KERNAL's.
                    machine.load_bytes(0x1200, &[0xee, 0x37, 0x03, 0x4c, 0x31, 0xea]).unwrap();
                    if hooked {
                        machine.poke(0x0315, 0x12);
                        machine.poke(0x0314, 0x00);
                    }
                    machine.cpu.registers.pc = 0x1000;
                    machine.count_breakpoints(if counts { &[0x2000] } else { &[] });
                    machine
                };
                let [mut passes, mut goes] = [false, true].map(machine);
                for step in 0..400_u64 {
                    let cycles = 1 + step * 7919 % 5003;
                    for machine in [&mut passes, &mut goes] {
                        if step % 9 == 0 {
                            machine.interrupt_at(machine.cycles() + 211, Line::Nmi);
                        }
                        if step % 31 == 0 {
                            machine.poke(0xa2, step as u8);
                        }
                        machine.run_for(cycles).unwrap();
                    }
                    let seen = |machine: &Machine| {
                        let picture = machine.frame().map(|frame| frame.pixels().to_vec());
                        (machine.cycles(), machine.registers(), machine.ram(0..0x0800).to_vec(), picture)
                    };
                    assert!(seen(&passes) == seen(&goes), "program {number}, step {step}");
                }
            }
        }
    }

    /// The error at the limit has the instructions executed last, although those before them were skipped.
    #[test]
    fn what_led_to_the_limit_is_told() {
        let trace = |counts: bool| {
            let mut machine = Machine::new(Config { cycle_limit: 1_000_000, ..Config::default() });
            // SEI, NOP, JMP to the NOP.
            machine.load_bytes(0x1000, &[0x78, 0xea, 0x4c, 0x01, 0x10]).unwrap();
            machine.count_breakpoints(if counts { &[0x2000] } else { &[] });
            let error = machine.run_from(0x1000).unwrap_err();
            assert!(matches!(error, Error::CycleLimit { .. }), "{error}");
            (machine.cycles(), error.to_string())
        };
        assert_eq!(trace(false), trace(true));
    }
}
