//! The processor: an NMOS 6510 that makes every bus access in the same cycle as the chip, dummy accesses included.
//!
//! Sources: MOS Technology, "MCS6500 Microcomputer Family Hardware Manual", appendix A, for the accesses in each cycle; "NMOS 6510
//! Unintended Opcodes – No More Secrets" (0.99) for the undocumented opcodes; x64sc 3.7.1 for the polling of the interrupt lines.

mod access;
mod arithmetic;
mod execute;

pub(crate) use execute::jams;

use crate::error::Registers;

/// Flags of the status register.
pub(crate) mod flag {
    pub(crate) const N: u8 = 0x80;
    pub(crate) const V: u8 = 0x40;
    /// Has no flip-flop and reads as 1.
    pub(crate) const UNUSED: u8 = 0x20;
    /// Exists only in pushed copies.
    pub(crate) const B: u8 = 0x10;
    pub(crate) const D: u8 = 0x08;
    pub(crate) const I: u8 = 0x04;
    pub(crate) const Z: u8 = 0x02;
    pub(crate) const C: u8 = 0x01;
}

/// The hardware vectors of NMI, and of IRQ and BRK.
pub(crate) const NMI: u16 = 0xfffa;
pub(crate) const IRQ: u16 = 0xfffe;

/// Cycles from the last one in which an NMI can change the vector of an interrupt to the end of the interrupt sequence.
const AFTER_VECTOR: u64 = 4;

/// The processor's bus. Every access takes a cycle; a read first waits while the processor does not have the bus.
pub(crate) trait Bus {
    fn read(&mut self, address: u16) -> u8;

    fn write(&mut self, address: u16, value: u8);

    /// Returns the cycle of the next access.
    fn cycle(&self) -> u64;

    /// Returns the vector of an interrupt whose status has just been pushed: the NMI vector if an NMI has arrived in the meantime.
    fn vector(&mut self, vector: u16) -> u16;
}

/// The processor and its bus.
pub(crate) struct Cpu<B> {
    /// The registers between two instructions. In P, bit 5 is 1 and B is 0.
    pub(crate) registers: Registers,
    pub(crate) memory: B,
    /// The end of the last instruction that polled for interrupts before its second-to-last cycle, and the cycle of that poll.
    look: (u64, u64),
    /// Whether IRQs were disabled when the last instruction polled for them, if that instruction has changed the flag since.
    masked: Option<bool>,
}

impl<B: Bus> Cpu<B> {
    pub(crate) fn new(memory: B) -> Cpu<B> {
        let registers = Registers { sp: 0xff, p: flag::UNUSED, ..Registers::default() };
        Cpu { registers, memory, look: (0, 0), masked: None }
    }

    pub(crate) fn has(&self, flags: u8) -> bool {
        self.registers.p & flags != 0
    }

    pub(crate) fn set(&mut self, flags: u8, on: bool) {
        self.registers.p = self.registers.p & !flags | if on { flags } else { 0 };
    }

    /// Sets the status register from a value that was pushed or comes from outside.
    pub(crate) fn set_status(&mut self, status: u8) {
        self.registers.p = status & !flag::B | flag::UNUSED;
    }

    /// Returns the cycle in which the last instruction polled the interrupt lines: the second-to-last, except for a branch taken within its
    /// page, and for an SEI that waited for its last cycle.
    pub(crate) fn last_look(&self) -> u64 {
        let now = self.memory.cycle();
        match self.look {
            (end, look) if now == end => look,
            _ => now.saturating_sub(2),
        }
    }

    /// Returns whether IRQs were disabled when the last instruction polled for them.
    pub(crate) fn is_masked(&self) -> bool {
        self.masked.unwrap_or(self.has(flag::I))
    }

    /// Lets the interrupt flag itself decide from now on. Returns whether an earlier poll had decided until now.
    pub(crate) fn settle_mask(&mut self) -> bool {
        self.masked.take().is_some()
    }

    /// Performs the seven cycles of an interrupt.
    pub(crate) fn interrupt(&mut self, vector: u16) {
        self.fetch_without_use();
        self.fetch_without_use();
        self.enter(vector, 0);
    }

    /// Pushes the program counter and the status, and continues at a vector.
    fn enter(&mut self, vector: u16, b: u8) {
        let [high, low] = self.registers.pc.to_be_bytes();
        for byte in [high, low, self.registers.p | b] {
            self.push(byte);
        }
        let vector = self.memory.vector(vector);
        self.set(flag::I, true);
        self.masked = None;
        self.registers.pc = self.read_word(vector);
        // The sequence itself is always followed by an instruction.
        let end = self.memory.cycle();
        self.look = (end, end - AFTER_VECTOR);
    }
}
