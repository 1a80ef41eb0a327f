//! Interrupts: the KERNAL's 60 Hz interrupt, the program's own handlers, and NMIs from CIA 2 and RESTORE.

use crate::addresses::{
    BUFFER, BUFFERED, IRQ_HANDLER, IRQ_VECTOR, NMI_HANDLER, NMI_VECTOR, RS_232, STOP_FLAG,
};
use crate::config::{Line, Stop};
use crate::cpu::{self, flag};
use crate::error::Error;
use crate::machine::Machine;

/// The target of $FFFE: pushes A, X and Y and continues through $0314, or through $0316 for a BRK.
const IRQ_ENTRY: u16 = 0xff48;
const BRK_VECTOR: u16 = 0x0316;
const IRQ_ACKNOWLEDGE: u16 = 0xea7e;
const IRQ_EXIT: u16 = 0xea81;
/// The target of $FFFA: SEI, then a jump through $0318. Source: KERNAL 901227-03, $FE43.
const NMI_ENTRY: u16 = 0xfe43;
/// The minimum number of cycles between the falling edge of an interrupt line and the end of an instruction for the interrupt to come after
/// that instruction: the processor polls the line before the last cycle. Source: MOS Technology, "MCS6500 Microcomputer Family Hardware
/// Manual".
const LATENCY: u64 = 2;
/// Cycles from the interrupt to a handler hooked at $0314: 7 for the processor, 29 for the code at $FF48.
const IRQ_ENTRY_CYCLES: u64 = 36;
/// Cycles of the code at $EA81: three pulls, two transfers, RTI.
const IRQ_EXIT_CYCLES: u64 = 22;
/// Cycles of the KERNAL's own handler from $EA31 to $EA81, if it takes any: with no key held, the extra cycles when the clock's second byte
/// advances, and the cost of a held key by its row, or of SHIFT, CONTROL and the Commodore key alone. Counted on this machine with
/// open-roms, instruction by instruction, without a cursor; `tests/tests/interrupt_vice.rs` counts again.
const IRQ_HANDLER_CYCLES: u64 = 181;
const CARRY_CYCLES: u64 = 7;
const KEY_CYCLES: [u64; 8] = [614, 602, 590, 578, 566, 554, 542, 530];
const MODIFIER_CYCLES: u64 = 436;
/// The positions of these keys in the keyboard matrix: column and row.
const MODIFIERS: [(usize, u8); 4] = [(1, 7), (6, 4), (7, 2), (7, 5)];
/// Cycles from the NMI to a handler hooked at $0318: 7 for the processor, then SEI and JMP at $FE43.
const NMI_ENTRY_CYCLES: u64 = 14;
/// Jiffies per day, at which the clock restarts. Source: KERNAL 901227-03, $F69B.
const JIFFIES_PER_DAY: u32 = 0x4f_1a01;

impl Machine {
    /// Pulls an interrupt line from outside, like a cartridge: the interrupt comes before the first instruction that begins at `cycle`
    /// (counted like [`Machine::cycles`]) or later. An IRQ waits until the program allows interrupts and ends when it is served; each call
    /// gives one interrupt, except that an NMI is lost while CIA 2 holds the line low.
    pub fn interrupt_at(&mut self, cycle: u64, line: Line) {
        self.schedule.raise(cycle, line);
        self.schedule.wake();
    }

    /// Returns the number of interrupts of [`Machine::interrupt_at`] that have not been served yet.
    pub fn interrupts_waiting(&self) -> usize {
        self.schedule.raised()
    }

    pub(crate) fn advance_clock(&mut self) {
        let ram = &mut self.cpu.memory.ram;
        let jiffies = u32::from_be_bytes([0, ram[0xa0], ram[0xa1], ram[0xa2]]) + 1;
        let jiffies = if jiffies >= JIFFIES_PER_DAY { 0 } else { jiffies };
        ram[0xa0..0xa3].copy_from_slice(&jiffies.to_be_bytes()[1..]);
        ram[STOP_FLAG] = if self.keyboard.stop { 0x7f } else { 0xff };
    }

    /// Moves the next typed key into the KERNAL's buffer if the buffer is empty, for programs that read it directly.
    pub(crate) fn scan_keyboard(&mut self) {
        if self.cpu.memory.ram[BUFFERED] == 0
            && let Some(key) = self.keyboard.keys.pop_front()
        {
            self.cpu.memory.ram[BUFFER] = key;
            self.cpu.memory.ram[BUFFERED] = 1;
        }
    }

    /// Does the work of the KERNAL's 60 Hz interrupt handler, except for the cursor blink.
    fn jiffy(&mut self) {
        self.advance_clock();
        self.scan_keyboard();
    }

    /// Returns the cycles of the KERNAL's own handler, which has advanced the clock.
    fn handler_cycles(&self) -> u64 {
        let mut keys = self.cpu.memory.keyboard;
        let mut modified = false;
        for (column, row) in MODIFIERS {
            modified |= keys[column] >> row & 1 == 0;
            keys[column] |= 1 << row;
        }
        let rows = !keys.iter().fold(0xff, |rows, column| rows & column);
        let key = match rows {
            0 if modified => MODIFIER_CYCLES,
            0 => 0,
            _ => KEY_CYCLES[7 - rows.leading_zeros() as usize],
        };
        let carried = self.cpu.memory.ram[0xa2] == 0;
        IRQ_HANDLER_CYCLES + key + if carried { CARRY_CYCLES } else { 0 }
    }

    fn acknowledge_cia(&mut self) {
        let now = self.cpu.memory.now;
        self.cpu.memory.cia[0].acknowledge(now);
    }

    /// Checks, after CLI, SEI, SED, PLP or RTI, for a waiting interrupt, and that decimal mode is still off.
    pub(crate) fn check_flags(&mut self, pc: u16) -> Result<(), Error> {
        if self.config.strict && self.cpu.has(flag::D) {
            return Err(Error::Decimal { pc, report: self.report() });
        }
        self.schedule.wake();
        Ok(())
    }

    /// Returns the next cycle at which an interrupt may be served.
    pub(crate) fn next_interrupt(&self) -> Option<u64> {
        self.next_nmi().into_iter().chain(self.next_irq()).min()
    }

    /// Returns the next cycle at which an NMI may be served.
    fn next_nmi(&self) -> Option<u64> {
        let cia = self.cpu.memory.cia[1].next_fall(self.cpu.memory.now).map(|cycle| cycle + LATENCY);
        cia.into_iter().chain(self.schedule.next_raised(Line::Nmi)).min()
    }

    /// Takes the cause of an NMI that is due now; returns whether there was one.
    fn take_nmi(&mut self) -> bool {
        let (now, look) = (self.cpu.memory.now, self.cpu.last_look());
        let raised = self.schedule.take_raised(Line::Nmi, now);
        let cia = &mut self.cpu.memory.cia[1];
        let falls = cia.take_fall(look);
        falls || raised && !cia.requests(look)
    }

    /// Returns the next cycle at which an IRQ may be served; `None` while the program has IRQs disabled.
    fn next_irq(&self) -> Option<u64> {
        if self.cpu.has(flag::I) {
            return None;
        }
        let cia = self.cpu.memory.cia[0].next_request(self.cpu.memory.now);
        let raster = self.cpu.memory.vic.next_interrupt();
        let chips = cia.into_iter().chain(raster).map(|cycle| cycle + LATENCY);
        chips.chain(self.schedule.next_raised(Line::Irq)).min()
    }

    /// Returns whether an IRQ is served before the next instruction.
    fn irq_is_due(&self) -> bool {
        if self.cpu.is_masked() {
            return false;
        }
        let look = self.cpu.last_look();
        self.cpu.memory.cia[0].requested(look)
            || self.cpu.memory.vic.requested(look)
            || self.schedule.next_raised(Line::Irq).is_some_and(|cycle| cycle <= self.cpu.memory.now)
    }

    /// Returns whether one of the program's own interrupt handlers could run.
    pub(crate) fn interruptible(&self) -> bool {
        let hooked = |vector: u16, kernal: u16| !self.kernal_answers() || self.vector(vector) != kernal;
        self.schedule.next_raised(Line::Nmi).is_some()
            || hooked(NMI_VECTOR, NMI_HANDLER) && self.next_nmi().is_some()
            || hooked(IRQ_VECTOR, IRQ_HANDLER) && (self.next_irq().is_some() || self.awaits_collisions())
    }

    /// Returns whether a sprite collision, which cannot be predicted, could interrupt the program.
    fn awaits_collisions(&self) -> bool {
        let masked = self.cpu.has(flag::I);
        !masked && self.cpu.memory.vic.awaits_collisions()
    }

    fn vector(&self, at: u16) -> u16 {
        let at = usize::from(at);
        u16::from_le_bytes([self.cpu.memory.ram[at], self.cpu.memory.ram[at + 1]])
    }

    /// Serves an interrupt that is due; returns whether there was one. The KERNAL's own handler takes no time unless processor stalls are
    /// enabled, too; a hooked one runs as on the real machine.
    pub(crate) fn serve_interrupts(&mut self) -> Result<bool, Error> {
        let now = self.cpu.memory.now;
        for cia in &mut self.cpu.memory.cia {
            cia.advance(now);
        }
        if self.take_nmi() {
            self.use_stack(self.cpu.registers.pc)?;
            self.enter_nmi();
            return Ok(true);
        }
        if !self.irq_is_due() {
            return Ok(false);
        }
        self.schedule.take_raised(Line::Irq, now);
        self.use_stack(self.cpu.registers.pc)?;
        if !self.kernal_answers() {
            self.enter_by(cpu::IRQ);
            self.scan_keyboard();
            return Ok(true);
        }
        if self.vector(IRQ_VECTOR) == IRQ_HANDLER {
            let raster = self.cpu.memory.vic.next_interrupt().is_some_and(|cycle| cycle <= now);
            if raster && self.config.strict {
                return Err(
                    self.kernal_error("IRQ", "a raster interrupt came and $0314 has no handler for it")
                );
            }
            self.jiffy();
            self.acknowledge_cia();
            // An interrupt that is never acknowledged recurs forever, and nothing else runs.
            if self.config.video_stalls || raster {
                self.cpu.memory.pass(IRQ_ENTRY_CYCLES + self.handler_cycles() + IRQ_EXIT_CYCLES);
            }
            return Ok(true);
        }
        self.enter_interrupt();
        self.push_registers();
        self.cpu.registers.pc = self.vector(IRQ_VECTOR);
        self.cpu.memory.pass(IRQ_ENTRY_CYCLES);
        Ok(true)
    }

    /// Enters the routine that a hardware vector points to.
    fn enter_by(&mut self, vector: u16) {
        let registers = self.cpu.registers;
        self.monitor.callers.interrupt(registers.pc, registers.sp);
        self.cpu.interrupt(vector);
        self.monitor.see_stack(self.cpu.registers.sp);
    }

    fn push_registers(&mut self) {
        let registers = self.cpu.registers;
        for byte in [registers.a, registers.x, registers.y] {
            self.push(byte);
        }
    }

    fn enter_interrupt(&mut self) {
        let registers = self.cpu.registers;
        self.monitor.callers.interrupt(registers.pc, registers.sp);
        self.cpu.settle_mask();
        let [high, low] = registers.pc.to_be_bytes();
        for byte in [high, low, registers.p] {
            self.push(byte);
        }
        self.cpu.set(flag::I, true);
    }

    /// Presses RESTORE: a handler at $0318 runs next, or else the KERNAL's, which does nothing unless RUN/STOP is held. While CIA 2 holds
    /// the line low, the key has no effect.
    pub fn press_restore(&mut self) {
        if !self.cpu.memory.cia[1].requests(self.cpu.memory.now) {
            self.enter_nmi();
        }
    }

    fn enter_nmi(&mut self) {
        if !self.kernal_answers() {
            self.enter_by(cpu::NMI);
            return;
        }
        self.enter_interrupt();
        self.cpu.registers.pc = self.vector(NMI_VECTOR);
        self.cpu.memory.pass(NMI_ENTRY_CYCLES);
    }

    /// Does the work of the KERNAL's interrupt routines; returns `None` if `pc` is not one of them.
    pub(crate) fn answer_handler(&mut self, pc: u16) -> Option<Result<Option<Stop>, Error>> {
        match pc {
            IRQ_ENTRY => {
                let top = self.cpu.registers.sp;
                let status = self.cpu.memory.ram[0x100 + usize::from(top.wrapping_add(1))];
                let is_brk = status & flag::B != 0;
                self.push_registers();
                self.cpu.registers.pc = self.vector(if is_brk { BRK_VECTOR } else { IRQ_VECTOR });
                self.cpu.memory.pass(IRQ_ENTRY_CYCLES - 7);
                Some(Ok(None))
            }
            IRQ_HANDLER => {
                self.jiffy();
                if self.config.video_stalls {
                    self.cpu.memory.pass(IRQ_HANDLER_CYCLES);
                }
                Some(self.leave_interrupt(true))
            }
            IRQ_ACKNOWLEDGE => Some(self.leave_interrupt(true)),
            IRQ_EXIT => Some(self.leave_interrupt(false)),
            NMI_ENTRY => {
                self.cpu.set(flag::I, true);
                self.cpu.registers.pc = self.vector(NMI_VECTOR);
                self.cpu.memory.pass(NMI_ENTRY_CYCLES - 7);
                Some(Ok(None))
            }
            NMI_HANDLER => Some(self.answer_nmi()),
            _ => None,
        }
    }

    /// Does the work of the KERNAL's NMI routine: disables CIA 2's interrupts except those that RS-232 has enabled; if CIA 2 was not the
    /// source, RUN/STOP causes a warm start. Source: KERNAL 901227-03, $FE47.
    fn answer_nmi(&mut self) -> Result<Option<Stop>, Error> {
        let now = self.cpu.memory.now;
        let enabled = self.cpu.memory.ram[RS_232];
        let cia = &mut self.cpu.memory.cia[1];
        cia.write(13, 0x7f, now);
        let flags = cia.acknowledge(now);
        cia.write(13, enabled, now);
        if flags & 0x80 == 0 && self.keyboard.stop {
            return Ok(Some(Stop::WarmStart));
        }
        if flags & enabled & 0x13 != 0 {
            return Err(self.kernal_error("NMI", "RS-232 is not offered"));
        }
        self.pull_status_and_return();
        Ok(None)
    }

    /// Clears I, as the KERNAL's clock routines do before they return.
    pub(crate) fn allow_interrupts(&mut self) {
        self.cpu.set(flag::I, false);
        self.schedule.wake();
    }

    fn pull_status_and_return(&mut self) {
        let status = self.pull();
        self.cpu.set_status(status);
        let low = self.pull();
        let high = self.pull();
        self.cpu.registers.pc = u16::from_le_bytes([low, high]);
        self.schedule.wake();
    }

    fn leave_interrupt(&mut self, acknowledge: bool) -> Result<Option<Stop>, Error> {
        if acknowledge {
            self.acknowledge_cia();
        }
        if self.config.strict && self.cpu.registers.sp > 0xf9 {
            let pc = self.cpu.registers.pc;
            return Err(Error::Stack { pc, underflow: true, report: self.report() });
        }
        self.cpu.registers.y = self.pull();
        self.cpu.registers.x = self.pull();
        self.cpu.registers.a = self.pull();
        self.pull_status_and_return();
        self.cpu.memory.pass(IRQ_EXIT_CYCLES);
        Ok(None)
    }

    fn push(&mut self, byte: u8) {
        let sp = self.cpu.registers.sp;
        self.cpu.memory.ram[0x100 + usize::from(sp)] = byte;
        self.cpu.registers.sp = sp.wrapping_sub(1);
        self.monitor.see_stack(sp.wrapping_sub(1));
    }

    pub(crate) fn pull(&mut self) -> u8 {
        let sp = self.cpu.registers.sp.wrapping_add(1);
        self.cpu.registers.sp = sp;
        self.cpu.memory.ram[0x100 + usize::from(sp)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::error::Registers;

    /// An earlier cycle would not change any result, but would cost the time of a check.
    #[test]
    fn the_next_interrupt_is_no_earlier_than_it_can_come() {
        let mut machine = Machine::new(Config::default());
        // The KERNAL's timer counts down from 16,421 starting at the third cycle; the processor sees the interrupt two cycles later.
        assert_eq!(machine.next_interrupt(), Some(3 + 16_421 + 2));
        machine.interrupt_at(100, Line::Nmi);
        assert_eq!(machine.next_interrupt(), Some(100));
        machine.interrupt_at(50, Line::Irq);
        assert_eq!(machine.next_interrupt(), Some(50));
        machine.set_registers(Registers { p: 0x24, ..machine.registers() });
        assert_eq!(machine.next_interrupt(), Some(100), "IRQs are held off");
        let mut machine = Machine::new(Config { interrupts: false, ..Config::default() });
        assert_eq!(machine.next_interrupt(), None);
        machine.poke(0xdd04, 99);
        machine.poke(0xdd05, 0);
        machine.poke(0xdd0d, 0x81);
        machine.poke(0xdd0e, 0x11);
        // The store is in the first cycle of a two-cycle NOP.
        assert_eq!(machine.next_interrupt(), Some(1 + 3 + 99 + 2), "the NMI of CIA 2");
    }
}
