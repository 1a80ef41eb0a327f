//! The addressing modes, with every bus access that each performs.

use super::{Bus, Cpu};

const STACK: u16 = 0x100;

impl<B: Bus> Cpu<B> {
    /// Reads the byte at the program counter and advances it.
    #[inline]
    pub(super) fn fetch(&mut self) -> u8 {
        let byte = self.memory.read(self.registers.pc);
        self.registers.pc = self.registers.pc.wrapping_add(1);
        byte
    }

    #[inline]
    pub(super) fn fetch_without_use(&mut self) {
        self.memory.read(self.registers.pc);
    }

    /// Reads two bytes, low byte first.
    pub(super) fn read_word(&mut self, address: u16) -> u16 {
        let low = self.memory.read(address);
        u16::from_le_bytes([low, self.memory.read(address.wrapping_add(1))])
    }

    #[inline]
    pub(super) fn push(&mut self, byte: u8) {
        let sp = self.registers.sp;
        self.memory.write(STACK | u16::from(sp), byte);
        self.registers.sp = sp.wrapping_sub(1);
    }

    #[inline]
    pub(super) fn pull(&mut self) -> u8 {
        self.registers.sp = self.registers.sp.wrapping_add(1);
        self.look_at_stack()
    }

    /// Reads the byte at the stack pointer.
    #[inline]
    pub(super) fn look_at_stack(&mut self) -> u8 {
        self.memory.read(STACK | u16::from(self.registers.sp))
    }

    /// The operand is the byte after the opcode.
    #[inline]
    pub(super) fn immediate(&mut self) -> u16 {
        let at = self.registers.pc;
        self.registers.pc = at.wrapping_add(1);
        at
    }

    #[inline]
    pub(super) fn zero_page(&mut self) -> u16 {
        u16::from(self.fetch())
    }

    #[inline]
    fn zero_page_indexed(&mut self, index: u8) -> u16 {
        let base = self.fetch();
        self.memory.read(u16::from(base));
        u16::from(base.wrapping_add(index))
    }

    #[inline]
    pub(super) fn zero_page_x(&mut self) -> u16 {
        self.zero_page_indexed(self.registers.x)
    }

    #[inline]
    pub(super) fn zero_page_y(&mut self) -> u16 {
        self.zero_page_indexed(self.registers.y)
    }

    #[inline]
    pub(super) fn absolute(&mut self) -> u16 {
        let low = self.fetch();
        u16::from_le_bytes([low, self.fetch()])
    }

    /// Adds an index for a read: if the sum is in another page, the byte at the address without the carry is read first.
    #[inline]
    fn index_for_read(&mut self, base: u16, index: u8) -> u16 {
        let sum = base.wrapping_add(u16::from(index));
        if (base ^ sum) & 0xff00 != 0 {
            self.memory.read(base & 0xff00 | sum & 0xff);
        }
        sum
    }

    /// Adds an index for an instruction that writes, which always reads first.
    #[inline]
    fn index_for_write(&mut self, base: u16, index: u8) -> u16 {
        let sum = base.wrapping_add(u16::from(index));
        self.memory.read(base & 0xff00 | sum & 0xff);
        sum
    }

    #[inline]
    pub(super) fn read_absolute_x(&mut self) -> u16 {
        let base = self.absolute();
        self.index_for_read(base, self.registers.x)
    }

    #[inline]
    pub(super) fn read_absolute_y(&mut self) -> u16 {
        let base = self.absolute();
        self.index_for_read(base, self.registers.y)
    }

    #[inline]
    pub(super) fn write_absolute_x(&mut self) -> u16 {
        let base = self.absolute();
        self.index_for_write(base, self.registers.x)
    }

    #[inline]
    pub(super) fn write_absolute_y(&mut self) -> u16 {
        let base = self.absolute();
        self.index_for_write(base, self.registers.y)
    }

    /// Reads a pointer in the zero page, wrapping there.
    #[inline]
    pub(super) fn pointer(&mut self, at: u8) -> u16 {
        let low = self.memory.read(u16::from(at));
        u16::from_le_bytes([low, self.memory.read(u16::from(at.wrapping_add(1)))])
    }

    #[inline]
    pub(super) fn indirect_x(&mut self) -> u16 {
        let base = self.fetch();
        self.memory.read(u16::from(base));
        self.pointer(base.wrapping_add(self.registers.x))
    }

    #[inline]
    pub(super) fn read_indirect_y(&mut self) -> u16 {
        let at = self.fetch();
        let base = self.pointer(at);
        self.index_for_read(base, self.registers.y)
    }

    #[inline]
    pub(super) fn write_indirect_y(&mut self) -> u16 {
        let at = self.fetch();
        let base = self.pointer(at);
        self.index_for_write(base, self.registers.y)
    }
}
